// What becomes of leased and waiting entries, on either store. The claim is the engine's own.
import { addEvent } from "./events.ts";
import type { Attempt, AttemptEnd } from "./outbox-entry.ts";
import { type ClaimedEntry, EVERYTHING, type Selection, type Waiting } from "./records.ts";
import { entryOf, insert, marks, NO_LEASE, rowOf, submissionOf, WAITING } from "./rows.ts";
import { DamagedRowError, type Row, type Store } from "./store.ts";

/** An entry that was leased, with its submission as `find` gives it. Throws DamagedRowError. */
export function claimedOf(row: Row, find: (id: string) => Row | undefined, leaseToken: string): ClaimedEntry {
  const entry = entryOf(row);
  const { submissionId } = entry;
  const found = submissionId === null ? null : find(submissionId);
  if (found === undefined) throw new DamagedRowError("submissions", String(submissionId), "missing");
  return { entry, submission: found && submissionOf(found), route: String(row.route), leaseToken };
}

export const releaseLease = ({ db }: Store, entryId: string, leaseToken: string, dueAt: number) =>
  db.run(
    `UPDATE entries SET due_at = ?, ${NO_LEASE} WHERE id = ? AND lease_token = ? AND state = 'queued'`,
    dueAt,
    entryId,
    leaseToken,
  );

export const renew = async ({ db }: Store, entryId: string, leaseToken: string, until: number): Promise<boolean> =>
  (await db.run(
    "UPDATE entries SET lease_until = ? WHERE id = ? AND lease_token = ? AND state = 'queued'",
    until,
    entryId,
    leaseToken,
  )) === 1;

export async function finish(
  store: Store,
  entryId: string,
  leaseToken: string,
  attempt: Attempt,
  end: AttemptEnd,
): Promise<"recorded" | "lost"> {
  const { db } = store;
  const moved = await db.get(
    `UPDATE entries SET state = ?, reason = ?, due_at = coalesce(?, due_at), ${NO_LEASE}, attempts = attempts + 1, tries = tries + 1,
       changed_at = CASE WHEN state = ? THEN changed_at ELSE ? END
     WHERE id = ? AND lease_token = ? AND state = 'queued' RETURNING attempts`,
    end.to,
    end.to === "delivered" ? null : end.reason,
    end.to === "queued" ? Math.round(end.dueAt) : null,
    end.to,
    attempt.endedAt,
    entryId,
    leaseToken,
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
    "SELECT 1 AS found FROM attempts WHERE entry_id = ? AND started_at = ? AND ended_at = ? AND outcome = ?",
    entryId,
    startedAt,
    endedAt,
    outcome,
  )) !== undefined;

async function fallBack(store: Store, entryId: string, to: string, now: number): Promise<void> {
  const row = await store.db.get("SELECT submission_id, recipient FROM entries WHERE id = ?", entryId);
  await store.db.run(
    "UPDATE entries SET recipient = ?, tries = 0, expires_at = ? + life_ms WHERE id = ?",
    to,
    now,
    entryId,
  );
  const submissionId = row?.submission_id === null ? null : String(row?.submission_id);
  const detail = { from: String(row?.recipient), to };
  await addEvent(store, { submissionId, entryId, at: now, type: "fell-back", detail });
}

/** Leases that ended at `over` or before: nobody knows how far a sender came that never reported, and the mail may be out. */
export async function endLostLeases({ db, locking }: Store, now: number, over = now): Promise<void> {
  const lost = "state = 'queued' AND lease_token IS NOT NULL AND lease_until <= ?";
  const ended = await db.run(
    `INSERT INTO attempts (entry_id, number, started_at, ended_at, outcome, reason)
     SELECT id, coalesce(attempts, 0) + 1, coalesce(leased_at, ?), ?, 'broken-after-data', 'interrupted'
     FROM entries WHERE ${lost}${locking} ON CONFLICT DO NOTHING`,
    now,
    now,
    over,
  );
  if (ended > 0)
    await db.run(
      `UPDATE entries SET attempts = attempts + 1, tries = tries + 1, due_at = ?, ${NO_LEASE} WHERE ${lost}`,
      now,
      over,
    );
}

export async function nextDueAt(
  { db, unreadable }: Store,
  { kinds, except }: Selection = EVERYTHING,
): Promise<number | null> {
  const times: number[] = [];
  const passable = except.length === 0 ? "" : `AND route NOT IN (${marks(except)})`;
  for (const kind of kinds) {
    const sql = `SELECT due_at FROM entries WHERE ${WAITING} AND kind = ? ${passable} ORDER BY due_at LIMIT ?`;
    // As many as cannot be read stay due for good.
    const rows = await db.all(sql, kind, ...except, 1 + unreadable.size);
    if (rows.length > unreadable.size) times.push(Number(rows.at(-1)?.due_at));
  }
  return times.length === 0 ? null : Math.min(...times);
}

export const makeDueNow = ({ db }: Store, { reasons, kinds, route, form }: Waiting, now: number) =>
  db.run(
    `UPDATE entries SET due_at = ? WHERE ${WAITING} AND due_at > ? AND kind IN (${marks(kinds)})
       ${reasons === null ? "" : `AND reason IN (${marks(reasons)})`} ${route === null ? "" : "AND route = ?"}
       ${form === undefined ? "" : "AND submission_id IN (SELECT id FROM submissions WHERE form = ?)"}`,
    now,
    now,
    ...kinds,
    ...(reasons ?? []),
    ...(route === null ? [] : [route]),
    ...(form === undefined ? [] : [form]),
  );

// A clock that was wrong: what it says of waiting entries is put right.

/** No entry waits longer than this between two attempts: one that does comes from a wrong clock. */
export const LONGEST_WAIT_MS = 2 * 3_600_000;
/** So far may the clocks of relays that share a store lie apart. */
export const CLOCKS_APART_MS = 10_000;

/** Entries dated in the future come from a time when the clock was ahead. They are due now, with their whole life before them. */
export async function clampFutureDates({ db, findings }: Store, now: number): Promise<void> {
  const latest = now + CLOCKS_APART_MS;
  const where = `${WAITING} AND (created_at > ? OR changed_at > ? OR due_at > ?)`;
  const values = [latest, latest, latest + LONGEST_WAIT_MS];
  const found = await db.run(
    `INSERT INTO events (submission_id, entry_id, at, type) SELECT submission_id, id, ?, 'redated' FROM entries WHERE ${where}`,
    now,
    ...values,
  );
  if (found === 0) return;
  const redated = await db.run(
    `UPDATE entries SET due_at = ?, expires_at = ? + life_ms, created_at = CASE WHEN created_at > ? THEN ? ELSE created_at END,
       changed_at = CASE WHEN changed_at > ? THEN ? ELSE changed_at END WHERE ${where}`,
    ...[now, now, now, now, now, now],
    ...values,
  );
  findings.onRedated?.(redated);
}

/** The clock was set by so many milliseconds, and shows `now`: set forward, that time did not pass, and what waits lives so much longer. */
export async function adjustToClock(store: Store, ms: number, now: number): Promise<void> {
  if (ms < 0) await clampFutureDates(store, now);
  else await store.db.run("UPDATE entries SET expires_at = expires_at + ? WHERE state = 'queued'", Math.round(ms));
}
