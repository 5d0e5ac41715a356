// Entries from a time when the clock was ahead: their times are in the future, and nobody would send them until then. They are due.
import { addEvent } from "./events.ts";
import type { Store } from "./store.ts";

/** No entry waits longer than this between two attempts. */
const LONGEST_WAIT_MS = 2 * 3_600_000;

/** Called with every time that comes in: one that lies before an earlier one was set back. */
export async function detectClockRollback(store: Store, now: number): Promise<void> {
  const isSetBack = now < store.latest.now - store.clocksApartMs;
  if (isSetBack) await clampFutureDates(store, now);
  if (isSetBack || now > store.latest.now) store.latest.now = now;
}

/** Waiting entries dated in the future are due now, with their whole life before them. */
export async function clampFutureDates(store: Store, now: number): Promise<void> {
  const latest = now + store.clocksApartMs;
  const rows = await store.db.all(
    `SELECT id, submission_id FROM entries WHERE state = 'queued' AND lease_token IS NULL
       AND (created_at > ? OR changed_at > ? OR due_at > ?
         OR EXISTS (SELECT 1 FROM attempts WHERE entry_id = entries.id AND ended_at > ?))
     ORDER BY id${store.locking}`,
    latest,
    latest,
    latest + LONGEST_WAIT_MS,
    latest,
  );
  for (const row of rows) {
    await store.db.run(
      `UPDATE entries SET due_at = ?, expires_at = ? + life_ms,
         created_at = CASE WHEN created_at > ? THEN ? ELSE created_at END,
         changed_at = CASE WHEN changed_at > ? THEN ? ELSE changed_at END
       WHERE id = ?`,
      now,
      now,
      now,
      now,
      now,
      now,
      String(row.id),
    );
    const submissionId = row.submission_id === null ? null : String(row.submission_id);
    await addEvent(store, { submissionId, entryId: String(row.id), at: now, type: "redated" });
  }
  if (rows.length > 0) store.listener.redated(rows.length);
}

export async function extendExpiry({ db }: Store, ms: number): Promise<void> {
  await db.run("UPDATE entries SET expires_at = expires_at + ? WHERE state = 'queued'", Math.round(ms));
}
