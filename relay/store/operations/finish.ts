// What becomes of leased and waiting entries.

import type { Attempt, AttemptEnd, EntryKind } from "../rows/outbox-entry.ts";
import { insert, NO_LEASE, rowOf, WAITING } from "../rows/rows.ts";
import { joined, listOf, numberOf, type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { addEvent } from "./add-event.ts";
import { EVERYTHING, passable, type Selection } from "./claim.ts";

export const releaseLease = ({ db }: Store, entryId: string, leaseToken: string, dueAt: number) =>
  db.run(sql`UPDATE entries SET due_at = ${dueAt}, ${NO_LEASE} WHERE ${leasedBy(entryId, leaseToken)}`);

export const renew = async ({ db }: Store, entryId: string, leaseToken: string, until: number): Promise<boolean> =>
  (await db.run(sql`UPDATE entries SET lease_until = ${until} WHERE ${leasedBy(entryId, leaseToken)}`)) === 1;

const leasedBy = (entryId: string, leaseToken: string): Sql =>
  sql`id = ${entryId} AND lease_token = ${leaseToken} AND state = 'queued'`;

export async function finish(
  store: Store,
  entryId: string,
  leaseToken: string,
  attempt: Attempt,
  end: AttemptEnd,
): Promise<"recorded" | "lost"> {
  const reason = end.to === "delivered" ? null : end.reason;
  const dueAt = end.to === "queued" ? Math.round(end.dueAt) : null;
  const moved = await store.db.get(
    sql`UPDATE entries SET state = ${end.to}, reason = ${reason}, due_at = coalesce(${dueAt}, due_at), ${NO_LEASE},
       attempts = attempts + 1, tries = tries + 1, changed_at = CASE WHEN state = ${end.to} THEN changed_at ELSE ${attempt.endedAt} END
     WHERE ${leasedBy(entryId, leaseToken)} RETURNING attempts`,
  );
  if (moved === undefined) return (await isRecorded(store, entryId, attempt)) ? "recorded" : "lost";
  await insert(store, "attempts", rowOf("attempts", { ...attempt, entryId, number: Number(moved.attempts) }));
  if (end.to === "queued" && end.recipient !== undefined)
    await fallBack(store, entryId, end.recipient, attempt.endedAt);
  return "recorded";
}

/** Whether a commit came through whose answer was lost: it counts as any other. */
const isRecorded = async ({ db }: Store, entryId: string, { startedAt, endedAt, outcome }: Attempt): Promise<boolean> =>
  (await db.get(
    sql`SELECT 1 AS found FROM attempts
     WHERE entry_id = ${entryId} AND started_at = ${startedAt} AND ended_at = ${endedAt} AND outcome = ${outcome}`,
  )) !== undefined;

async function fallBack(store: Store, entryId: string, to: string, now: number): Promise<void> {
  const row = await store.db.get(sql`SELECT submission_id, recipient FROM entries WHERE id = ${entryId}`);
  await store.db.run(
    sql`UPDATE entries SET recipient = ${to}, tries = 0, expires_at = ${now} + life_ms WHERE id = ${entryId}`,
  );
  const submissionId = row?.submission_id === null ? null : String(row?.submission_id);
  const detail = { from: String(row?.recipient), to };
  await addEvent(store, { submissionId, entryId, at: now, type: "fell-back", detail });
}

/** Ends leases that ran out at `over` or before. Their senders never reported, so the mail may have been sent. */
export async function endLostLeases({ db, locking }: Store, now: number, over = now): Promise<void> {
  const lost = sql`state = 'queued' AND lease_token IS NOT NULL AND lease_until <= ${over}`;
  const ended = await db.run(
    sql`INSERT INTO attempts (entry_id, number, started_at, ended_at, outcome, reason)
     SELECT id, coalesce(attempts, 0) + 1, coalesce(leased_at, ${now}), ${now}, 'broken-after-data', 'interrupted'
     FROM entries WHERE ${lost}${locking} ON CONFLICT DO NOTHING`,
  );
  if (ended > 0)
    await db.run(
      sql`UPDATE entries SET attempts = attempts + 1, tries = tries + 1, due_at = ${now}, ${NO_LEASE} WHERE ${lost}`,
    );
}

export function nextDueAt(store: Store, { kinds, except }: Selection = EVERYTHING): Promise<number | null> {
  const earliest = kinds.map(
    (kind) => sql`SELECT min(due_at) AS at FROM entries WHERE ${WAITING} AND kind = ${kind} ${passable(store, except)}`,
  );
  return numberOf(store.db, sql`SELECT min(at) AS value FROM (${joined(earliest, " UNION ALL ")}) AS of_kinds`);
}

export const makeDueNow = ({ db }: Store, { reasons, kinds, route, form }: Waiting, now: number) =>
  db.run(
    sql`UPDATE entries SET due_at = ${now} WHERE ${WAITING} AND due_at > ${now} AND kind IN (${listOf(kinds)})
       ${reasons === null ? sql`` : sql`AND reason IN (${listOf(reasons)})`} ${route === null ? sql`` : sql`AND route = ${route}`}
       ${form === undefined ? sql`` : sql`AND submission_id IN (SELECT id FROM submissions WHERE form = ${form})`}`,
  );

/** Waiting entries: those with one of these reasons, or all; on one route, of one form, or all. */
export interface Waiting {
  readonly reasons: readonly string[] | null;
  readonly kinds: readonly EntryKind[];
  readonly route: string | null;
  readonly form?: string;
}
