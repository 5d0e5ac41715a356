// Corrects the times of waiting entries after the clock was wrong.

import { WAITING } from "../rows/rows.ts";
import { type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";

/** No entry waits longer than this between two attempts: one that does comes from a wrong clock. */
const LONGEST_WAIT_MS = 2 * 3_600_000;
/** How far apart the clocks of relays that share a store may be. */
export const CLOCKS_APART_MS = 10_000;

/** Entries dated in the future come from a time when the clock was ahead. They are due now, with their whole life before them. */
export async function clampFutureDates({ db, findings }: Store, now: number): Promise<void> {
  const latest = now + CLOCKS_APART_MS;
  const ahead = sql`${WAITING} AND (created_at > ${latest} OR changed_at > ${latest} OR due_at > ${latest + LONGEST_WAIT_MS})`;
  const redatedRows = await db.run(
    sql`INSERT INTO events (submission_id, entry_id, at, type)
     SELECT submission_id, id, ${now}, 'redated' FROM entries WHERE ${ahead}`,
  );
  if (redatedRows === 0) return;
  const clamped = (column: Sql) => sql`${column} = CASE WHEN ${column} > ${now} THEN ${now} ELSE ${column} END`;
  const redated = await db.run(
    sql`UPDATE entries SET due_at = ${now}, expires_at = ${now} + life_ms, ${clamped(sql`created_at`)},
       ${clamped(sql`changed_at`)} WHERE ${ahead}`,
  );
  findings.onRedated?.(redated);
}

/** The clock was set by so many milliseconds, and shows `now`. Set forward, that time did not pass: what waits lives longer. */
export async function adjustToClock(store: Store, ms: number, now: number): Promise<void> {
  if (ms < 0) await clampFutureDates(store, now);
  else await store.db.run(sql`UPDATE entries SET expires_at = expires_at + ${Math.round(ms)} WHERE state = 'queued'`);
}
