// What the worker does to entries without sending them.

import { addEvent } from "./events.ts";
import { EVERYTHING, type Selection, type Waiting } from "./records.ts";
import { marks } from "./rows.ts";
import type { Store } from "./store.ts";

export interface HeldLease {
  readonly entryId: string;
  readonly leaseToken: string;
  readonly dueAt: number;
}

export async function releaseLeases({ db }: Store, leases: readonly HeldLease[]): Promise<void> {
  for (const { entryId, leaseToken, dueAt } of leases)
    await db.run(
      "UPDATE entries SET due_at = ?, leased_at = NULL, lease_until = NULL, lease_token = NULL WHERE id = ? AND lease_token = ? AND state = 'queued'",
      dueAt,
      entryId,
      leaseToken,
    );
}

export async function nextDueAt(
  { db, waiting, unreadable }: Store,
  { kinds, except }: Selection = EVERYTHING,
): Promise<number | null> {
  const times: number[] = [];
  const passable = except.length === 0 ? "" : `AND route NOT IN (${marks(except)})`;
  for (const kind of kinds) {
    const sql = `SELECT due_at FROM entries WHERE ${waiting} AND kind = ? ${passable} ORDER BY due_at LIMIT ?`;
    // As many as cannot be read stay due for good.
    const rows = await db.all(sql, kind, ...except, 1 + unreadable.size);
    if (rows.length > unreadable.size) times.push(Number(rows.at(-1)?.due_at));
  }
  return times.length === 0 ? null : Math.min(...times);
}

export const makeDueNow = ({ db }: Store, { reasons, kinds, route, form }: Waiting, now: number) =>
  db.run(
    `UPDATE entries SET due_at = ? WHERE state = 'queued' AND due_at > ? AND lease_token IS NULL AND kind IN (${marks(kinds)})
       ${reasons === null ? "" : `AND reason IN (${marks(reasons)})`} ${route === null ? "" : "AND route = ?"}
       ${form === undefined ? "" : "AND submission_id IN (SELECT id FROM submissions WHERE form = ?)"}`,
    now,
    now,
    ...kinds,
    ...(reasons ?? []),
    ...(route === null ? [] : [route]),
    ...(form === undefined ? [] : [form]),
  );

// Entries from a time when the clock was ahead: their times are in the future, and nobody would send them until then. They are due.

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
