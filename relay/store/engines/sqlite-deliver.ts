// The worker's side of the store: entries are claimed with a lease, and what became of them is written down.
import type { Submission } from "../../mail/submission.ts";
import { detectClockRollback } from "../deliver.ts";
import { fallBack, setAside } from "../events.ts";
import type { Attempt, AttemptEnd, OutboxEntry } from "../outbox-entry.ts";
import { mayMove } from "../outbox-entry.ts";
import { type ClaimedEntry, EVERYTHING, type Selection } from "../records.ts";
import { createToken } from "../reference.ts";
import { attemptValues, ENTRY_COLUMNS, entryOf, marks, submissionOf } from "../rows.ts";
import { DamagedRowError, type MaybePromise, type Row } from "../store.ts";
import { isDamage } from "./sqlite-open-database.ts";
import { type SqliteStore, WAITING } from "./sqlite-store.ts";

export async function claim(
  store: SqliteStore,
  now: number,
  limit: number,
  selection: Selection = EVERYTHING,
): Promise<ClaimedEntry[]> {
  await detectClockRollback(store, now);
  const claimed: ClaimedEntry[] = [];
  for (const rowid of dueRows(store, now, limit, selection)) claimed.push(...(await claimRow(store, rowid, now)));
  return claimed;
}

/** Numbers of rows, from the index alone: one that cannot be read keeps no other from going. */
function dueRows({ db, unreadable }: SqliteStore, now: number, limit: number, { kinds, except }: Selection): number[] {
  const passable = except.length === 0 ? "" : `AND route NOT IN (${marks(except)})`;
  const rows = kinds.flatMap((kind) =>
    db.all(
      `SELECT rowid AS number, due_at FROM entries WHERE ${WAITING} AND kind = ? AND due_at <= ? ${passable}
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
export async function setAsideOrphanedRows(store: SqliteStore, now: number): Promise<void> {
  for (const [rowid, damage] of store.orphanedRows) {
    store.orphanedRows.delete(rowid);
    const row = store.db.get(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE rowid = ?`, rowid);
    if (row !== undefined) await setAside(store, damage, row, now);
  }
}

/** A page that cannot be read costs the transaction. Which row it was is kept, so that the next claim goes on without it. */
async function claimRow(store: SqliteStore, rowid: number, now: number): Promise<ClaimedEntry[]> {
  let row: Row | undefined;
  try {
    const sql = `SELECT ${ENTRY_COLUMNS}, route FROM entries WHERE rowid = ?`;
    row = store.db.get(sql, rowid);
    return row === undefined ? [] : await lease(store, row, now);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (row === undefined || row.submission_id === null) {
      store.unreadable.add(rowid);
      store.listener.damage(new DamagedRowError("entries", String(rowid), "unreadable"), null);
    } else store.orphanedRows.set(rowid, new DamagedRowError("submissions", String(row.submission_id), "unreadable"));
    throw error;
  }
}

async function lease(store: SqliteStore, row: Row, now: number): Promise<ClaimedEntry[]> {
  try {
    const entry = entryOf(row);
    const submission = entry.submissionId === null ? null : readSubmission(store, entry.submissionId);
    const leaseToken = createToken();
    store.db.run("UPDATE entries SET leased_at = ?, lease_token = ? WHERE id = ?", now, leaseToken, entry.id);
    return [{ entry: { ...entry, isLeased: true }, submission, route: String(row.route), leaseToken }];
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
function endLostLease(store: SqliteStore, entry: OutboxEntry, now: number): void {
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
}

/** The leases of a process that is gone: nobody else can hold one, since the store is one process's alone. */
export async function endLostLeases(store: SqliteStore, now: number): Promise<void> {
  const rows = store.db.all(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE state = 'queued' AND lease_token IS NOT NULL`);
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

export function finish(
  store: SqliteStore,
  entryId: string,
  leaseToken: string,
  attempt: Attempt,
  end: AttemptEnd,
): MaybePromise<"recorded" | "lost"> {
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
