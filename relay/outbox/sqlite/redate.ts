// Entries from a time when the clock was ahead: their times are in the future, and nobody would send them until then. They are due.
import { addEvent } from "./accept.ts";
import type { Store } from "./store.ts";

/** No entry waits longer than this between two attempts. */
const LONGEST_WAIT_MS = 2 * 3_600_000;

/** Called with every time that comes in: one that lies before an earlier one was set back. */
export function noticeTime(store: Store, now: number): void {
  if (now < store.latest.now) redate(store, now);
  store.latest.now = now;
}

/** Waiting entries dated in the future are due now, with their whole life before them. */
export function redate(store: Store, now: number): void {
  const rows = store.db.all(
    `SELECT id, submission_id FROM entries WHERE state = 'queued' AND lease_until IS NULL
       AND (created_at > ? OR changed_at > ? OR due_at > ?
         OR EXISTS (SELECT 1 FROM attempts WHERE entry_id = entries.id AND ended_at > ?))`,
    now,
    now,
    now + LONGEST_WAIT_MS,
    now,
  );
  for (const row of rows) {
    store.db.run(
      `UPDATE entries SET due_at = ?, expires_at = ? + life_ms, created_at = min(created_at, ?), changed_at = min(changed_at, ?)
       WHERE id = ?`,
      now,
      now,
      now,
      now,
      String(row.id),
    );
    const submissionId = row.submission_id === null ? null : String(row.submission_id);
    addEvent(store, { submissionId, entryId: String(row.id), at: now, type: "redated" });
  }
  if (rows.length > 0) store.listener.redated(rows.length);
}

export function lengthen(store: Store, ms: number): void {
  store.db.run("UPDATE entries SET expires_at = expires_at + ? WHERE state = 'queued'", Math.round(ms));
}
