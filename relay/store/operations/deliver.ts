// What the worker does to entries without sending them.
import { EVERYTHING, type Selection, type Waiting } from "../records.ts";
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
