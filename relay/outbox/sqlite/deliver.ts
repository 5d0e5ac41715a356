// The worker's side of the store: entries are claimed with a lease, and what became of them is written down.
import type { Submission } from "../../message/submission.ts";
import { mayMove } from "../entry-state.ts";
import type { ClaimedEntry } from "../outbox.ts";
import type { Attempt, AttemptEnd, OutboxEntry } from "../outbox-entry.ts";
import { createToken } from "../reference.ts";
import { addEvent } from "./accept.ts";
import type { Row } from "./open-database.ts";
import { DamagedRowError, ENTRY_COLUMNS, entryOf, marks, submissionOf } from "./rows.ts";
import type { Store } from "./store.ts";

export function claim(store: Store, now: number, limit: number, leaseMs: number): ClaimedEntry[] {
  const rows = store.db.all(
    `SELECT ${ENTRY_COLUMNS} FROM entries WHERE state = 'queued' AND due_at <= ? ORDER BY due_at, id LIMIT ?`,
    now,
    limit,
  );
  return rows.flatMap((row) => claimRow(store, row, now, leaseMs));
}

function claimRow(store: Store, row: Row, now: number, leaseMs: number): ClaimedEntry[] {
  try {
    const found = entryOf(row);
    const entry = found.leaseUntil === null ? found : endLostLease(store, found, now);
    if (entry.expiresAt <= now) {
      move(store, entry, "dead", "expired", now);
      addEvent(store, { submissionId: entry.submissionId, entryId: entry.id, at: now, type: "expired" });
      return [];
    }
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
    return [{ entry: { ...entry, leaseUntil, dueAt: leaseUntil }, submission, leaseToken }];
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    setAside(store, error, row, now);
    return [];
  }
}

function readSubmission(store: Store, id: string): Submission {
  const row = store.db.get("SELECT * FROM submissions WHERE id = ?", id);
  if (row === undefined) throw new DamagedRowError("submissions", id, "missing");
  return submissionOf(row);
}

/** The rest goes on; an operator is told, and sees what became of it. */
function setAside(store: Store, damage: DamagedRowError, row: Row, now: number): void {
  const entryId = String(row.id);
  const submissionId = row.submission_id === null ? null : String(row.submission_id);
  store.db.run(
    "UPDATE entries SET state = 'dead', reason = 'damaged', changed_at = ?, leased_at = NULL, lease_until = NULL, lease_token = NULL WHERE id = ?",
    now,
    entryId,
  );
  store.db.run(
    "INSERT INTO quarantine (at, table_name, row_id, problem) VALUES (?, ?, ?, ?)",
    now,
    damage.table,
    damage.rowId,
    damage.message,
  );
  addEvent(store, { submissionId, entryId, at: now, type: "quarantined" });
  store.tellDamage(damage);
}

/** Nobody knows how far a sender came that never reported: the mail may be out. */
export function endLostLease(store: Store, entry: OutboxEntry, now: number): OutboxEntry {
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
export function endLostLeases(store: Store, now: number): void {
  const rows = store.db.all(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE state = 'queued' AND lease_until IS NOT NULL`);
  for (const row of rows) {
    try {
      endLostLease(store, entryOf(row), now);
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      setAside(store, error, row, now);
    }
  }
}

function leased(store: Store, entryId: string, leaseToken: string): OutboxEntry | null {
  const row = store.db.get(
    `SELECT ${ENTRY_COLUMNS} FROM entries WHERE id = ? AND lease_token = ? AND state = 'queued'`,
    entryId,
    leaseToken,
  );
  return row === undefined ? null : entryOf(row);
}

export function renew(store: Store, entryId: string, leaseToken: string, leaseUntil: number): boolean {
  if (leased(store, entryId, leaseToken) === null) return false;
  store.db.run("UPDATE entries SET lease_until = ?, due_at = ? WHERE id = ?", leaseUntil, leaseUntil, entryId);
  return true;
}

export function finish(
  store: Store,
  entryId: string,
  leaseToken: string,
  attempt: Attempt,
  end: AttemptEnd,
): "recorded" | "lost" {
  const entry = leased(store, entryId, leaseToken);
  if (entry === null) return "lost";
  const transition = ({ delivered: "deliver", queued: "defer", dead: "giveUp" } as const)[end.to];
  if (!mayMove(transition, entry.state)) return "lost";
  insertAttempt(store, entry, attempt);
  const reason = end.to === "delivered" ? null : end.reason;
  move(store, entry, end.to, reason, attempt.endedAt, end.to === "queued" ? end.dueAt : entry.dueAt);
  store.db.run("UPDATE entries SET attempts = attempts + 1, tries = tries + 1 WHERE id = ?", entryId);
  return "recorded";
}

function move(store: Store, entry: OutboxEntry, state: string, reason: string | null, at: number, dueAt = entry.dueAt) {
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

function insertAttempt(store: Store, entry: OutboxEntry, attempt: Attempt): void {
  store.db.run(
    "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    entry.id,
    entry.attempts + 1,
    attempt.startedAt,
    attempt.endedAt,
    attempt.outcome,
    attempt.reason,
    attempt.smtpCode,
    attempt.enhancedCode,
    attempt.reply,
    attempt.queueId,
  );
}

export function giveBack(
  store: Store,
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

export function nextDueAt(store: Store): number | null {
  const row = store.db.get("SELECT due_at FROM entries WHERE state = 'queued' ORDER BY due_at LIMIT 1");
  return row === undefined ? null : Number(row.due_at);
}

export function hasten(store: Store, reasons: readonly string[], now: number): number {
  return store.db.run(
    `UPDATE entries SET due_at = ? WHERE state = 'queued' AND due_at > ? AND lease_until IS NULL AND reason IN (${marks(reasons)})`,
    now,
    now,
    ...reasons,
  );
}
