// The worker's side of the store: entries are claimed with a lease, and what became of them is written down.
import type { Submission } from "../../message/submission.ts";
import { mayMove } from "../entry-state.ts";
import { fallBack } from "../operations/events.ts";
import { noticeTime } from "../operations/redate.ts";
import { attemptValues, DamagedRowError, ENTRY_COLUMNS, entryOf, marks, submissionOf } from "../operations/rows.ts";
import { setAside } from "../operations/set-aside.ts";
import type { Row, Soon } from "../operations/store.ts";
import { type ClaimedEntry, EVERYTHING, type Selection, type Waiting } from "../outbox.ts";
import type { Attempt, AttemptEnd, OutboxEntry } from "../outbox-entry.ts";
import { createToken } from "../reference.ts";
import { isDamage } from "./open-database.ts";
import type { SqliteStore } from "./store.ts";

/** `Claimed.route`, in SQL: the one place that says what belongs together. */
const ROUTE = `CASE kind WHEN 'acknowledgement' THEN lower(substr(recipient, instr(recipient, '@') + 1)) ELSE lower(recipient) END`;

export async function claim(
  store: SqliteStore,
  now: number,
  limit: number,
  leaseMs: number,
  selection: Selection = EVERYTHING,
): Promise<ClaimedEntry[]> {
  await noticeTime(store, now);
  const claimed: ClaimedEntry[] = [];
  for (const rowid of dueRows(store, now, limit, selection))
    claimed.push(...(await claimRow(store, rowid, now, leaseMs)));
  return claimed;
}

/** Numbers of rows, from the index alone: one that cannot be read keeps no other from going. */
function dueRows({ db, unreadable }: SqliteStore, now: number, limit: number, { kinds, except }: Selection): number[] {
  const passable = except.length === 0 ? "" : `AND ${ROUTE} NOT IN (${marks(except)})`;
  const rows = kinds.flatMap((kind) =>
    db.all(
      `SELECT rowid AS number, due_at FROM entries WHERE state = 'queued' AND kind = ? AND due_at <= ? ${passable}
       ORDER BY due_at, rowid LIMIT ?`,
      kind,
      now,
      ...except,
      limit + unreadable.size,
    ),
  );
  return rows
    .sort((a, b) => Number(a.due_at) - Number(b.due_at) || Number(a.number) - Number(b.number))
    .map(({ number }) => Number(number))
    .filter((number) => !unreadable.has(number))
    .slice(0, limit);
}

/** After a claim that met pages that cannot be read, in a transaction of its own: mails whose submission is gone are given up. */
export async function setAsideDoomed(store: SqliteStore, now: number): Promise<void> {
  for (const [rowid, damage] of store.doomed) {
    store.doomed.delete(rowid);
    const row = store.db.get(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE rowid = ?`, rowid);
    if (row !== undefined) await setAside(store, damage, row, now);
  }
}

/** A page that cannot be read costs the transaction. Which row it was is kept, so that the next claim goes on without it. */
async function claimRow(store: SqliteStore, rowid: number, now: number, leaseMs: number): Promise<ClaimedEntry[]> {
  let row: Row | undefined;
  try {
    const sql = `SELECT ${ENTRY_COLUMNS}, ${ROUTE} AS route FROM entries WHERE rowid = ?`;
    row = store.db.get(sql, rowid);
    return row === undefined ? [] : await lease(store, row, now, leaseMs);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (row === undefined || row.submission_id === null) {
      store.unreadable.add(rowid);
      store.listener.damage(new DamagedRowError("entries", String(rowid), "unreadable"), null);
    } else store.doomed.set(rowid, new DamagedRowError("submissions", String(row.submission_id), "unreadable"));
    throw error;
  }
}

async function lease(store: SqliteStore, row: Row, now: number, leaseMs: number): Promise<ClaimedEntry[]> {
  try {
    const found = entryOf(row);
    const entry = found.leaseUntil === null ? found : endLostLease(store, found, now);
    const submission = entry.submissionId === null ? null : readSubmission(store, entry.submissionId);
    const leaseToken = createToken();
    const leaseUntil = now + leaseMs;
    store.db.run(
      "UPDATE entries SET leased_at = ?, lease_until = ?, lease_token = ?, due_at = ? WHERE id = ?",
      now,
      leaseUntil,
      leaseToken,
      leaseUntil,
      entry.id,
    );
    return [{ entry: { ...entry, leaseUntil, dueAt: leaseUntil }, submission, route: String(row.route), leaseToken }];
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    await setAside(store, error, row, now);
    return [];
  }
}

function readSubmission(store: SqliteStore, id: string): Submission {
  const row = store.db.get("SELECT * FROM submissions WHERE id = ?", id);
  if (row === undefined) throw new DamagedRowError("submissions", id, "missing");
  return submissionOf(row);
}

/** Nobody knows how far a sender came that never reported: the mail may be out. */
export function endLostLease(store: SqliteStore, entry: OutboxEntry, now: number): OutboxEntry {
  const startedAt = Number(store.db.get("SELECT leased_at FROM entries WHERE id = ?", entry.id)?.leased_at ?? now);
  insertAttempt(store, entry, {
    startedAt,
    endedAt: now,
    outcome: "broken-after-data",
    reason: "interrupted",
    smtpCode: null,
    enhancedCode: null,
    reply: null,
    queueId: null,
  });
  store.db.run(
    "UPDATE entries SET attempts = attempts + 1, tries = tries + 1, leased_at = NULL, lease_until = NULL, lease_token = NULL, due_at = ? WHERE id = ?",
    now,
    entry.id,
  );
  return { ...entry, attempts: entry.attempts + 1, tries: entry.tries + 1, leaseUntil: null, dueAt: now };
}

/** The leases of a process that is gone: nobody else can hold one, since the store is one process's alone. */
export async function endLostLeases(store: SqliteStore, now: number): Promise<void> {
  const rows = store.db.all(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE state = 'queued' AND lease_until IS NOT NULL`);
  for (const row of rows) {
    try {
      endLostLease(store, entryOf(row), now);
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      await setAside(store, error, row, now);
    }
  }
}

function leased(store: SqliteStore, entryId: string, leaseToken: string): OutboxEntry | null {
  const row = store.db.get(
    `SELECT ${ENTRY_COLUMNS} FROM entries WHERE id = ? AND lease_token = ? AND state = 'queued'`,
    entryId,
    leaseToken,
  );
  return row === undefined ? null : entryOf(row);
}

export function renew(store: SqliteStore, entryId: string, leaseToken: string, leaseUntil: number): boolean {
  if (leased(store, entryId, leaseToken) === null) return false;
  store.db.run("UPDATE entries SET lease_until = ?, due_at = ? WHERE id = ?", leaseUntil, leaseUntil, entryId);
  return true;
}

export function finish(
  store: SqliteStore,
  entryId: string,
  leaseToken: string,
  attempt: Attempt,
  end: AttemptEnd,
): Soon<"recorded" | "lost"> {
  const entry = leased(store, entryId, leaseToken);
  if (entry === null) return "lost";
  const recipient = end.to === "queued" ? end.recipient : undefined;
  const transition = ({ delivered: "deliver", queued: "defer", dead: "giveUp" } as const)[end.to];
  if (!mayMove(recipient === undefined ? transition : "fallBack", entry.state)) return "lost";
  insertAttempt(store, entry, attempt);
  const reason = end.to === "delivered" ? null : end.reason;
  move(store, entry, end.to, reason, attempt.endedAt, end.to === "queued" ? end.dueAt : entry.dueAt);
  store.db.run("UPDATE entries SET attempts = attempts + 1, tries = tries + 1 WHERE id = ?", entryId);
  if (recipient === undefined) return "recorded";
  return fallBack(store, entryId, recipient, attempt.endedAt).then(() => "recorded");
}

function move(
  store: SqliteStore,
  entry: OutboxEntry,
  state: string,
  reason: string | null,
  at: number,
  dueAt = entry.dueAt,
) {
  store.db.run(
    `UPDATE entries SET state = ?, reason = ?, due_at = ?, leased_at = NULL, lease_until = NULL, lease_token = NULL,
       changed_at = CASE WHEN state = ? THEN changed_at ELSE ? END WHERE id = ?`,
    state,
    reason,
    dueAt,
    state,
    at,
    entry.id,
  );
}

function insertAttempt(store: SqliteStore, entry: OutboxEntry, attempt: Attempt): void {
  store.db.run(
    "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    entry.id,
    entry.attempts + 1,
    ...attemptValues(attempt),
  );
}

export function giveBack(
  store: SqliteStore,
  leases: readonly { readonly entryId: string; readonly leaseToken: string; readonly dueAt: number }[],
): void {
  for (const { entryId, leaseToken, dueAt } of leases)
    store.db.run(
      "UPDATE entries SET due_at = ?, leased_at = NULL, lease_until = NULL, lease_token = NULL WHERE id = ? AND lease_token = ? AND state = 'queued'",
      dueAt,
      entryId,
      leaseToken,
    );
}

export function nextDueAt(store: SqliteStore, { kinds, except }: Selection = EVERYTHING): number | null {
  const passable = except.length === 0 ? "" : `AND ${ROUTE} NOT IN (${marks(except)})`;
  const times = kinds.flatMap((kind) => {
    const sql = `SELECT due_at FROM entries WHERE state = 'queued' AND kind = ? ${passable} ORDER BY due_at LIMIT ?`;
    const rows = store.db.all(sql, kind, ...except, 1 + store.unreadable.size);
    // As many as cannot be read stay due for good.
    const next = rows.at(-1);
    return next === undefined || rows.length <= store.unreadable.size ? [] : [Number(next.due_at)];
  });
  return times.length === 0 ? null : Math.min(...times);
}

export function hasten(store: SqliteStore, { reasons, kinds, route, form }: Waiting, now: number): number {
  const onRoute = route === null ? "" : `AND ${ROUTE} = ?`;
  const forReasons = reasons === null ? "" : `AND reason IN (${marks(reasons)})`;
  const ofForm = form === undefined ? "" : "AND submission_id IN (SELECT id FROM submissions WHERE form = ?)";
  return store.db.run(
    `UPDATE entries SET due_at = ? WHERE state = 'queued' AND due_at > ? AND lease_until IS NULL
       AND kind IN (${marks(kinds)}) ${forReasons} ${onRoute} ${ofForm}`,
    now,
    now,
    ...kinds,
    ...(reasons ?? []),
    ...(route === null ? [] : [route]),
    ...(form === undefined ? [] : [form]),
  );
}
