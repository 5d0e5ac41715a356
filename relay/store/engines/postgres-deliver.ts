// Due entries, claimed by any number of relays: a row that one of them has locked is passed over by the others.
import { randomUUID } from "node:crypto";
import { claimedOf } from "../deliver.ts";
import { setAside } from "../events.ts";
import { type ClaimedEntry, EVERYTHING, type Selection } from "../records.ts";
import { ENTRY_COLUMNS, WAITING } from "../rows.ts";
import { DamagedRowError, raw, sql } from "../store.ts";
import type { PostgresStatements } from "./postgres-connect.ts";
import { createStore, type Shared } from "./postgres-store.ts";

const LEASED = raw(ENTRY_COLUMNS.text.replace(/\w+/g, "leased.$&"));

/** As many of each kind as may be needed, from the index in its order; the oldest of them are leased. */
export async function claim(
  db: PostgresStatements,
  shared: Shared,
  now: number,
  limit: number,
  leaseMs: number,
  { kinds, except }: Selection = EVERYTHING,
): Promise<ClaimedEntry[]> {
  const leaseToken = randomUUID();
  const rows = await db.all(
    sql`WITH
      candidates AS MATERIALIZED (
        SELECT due.* FROM unnest(${kinds}::text[]) AS kinds(kind) CROSS JOIN LATERAL (
          SELECT id, due_at FROM entries
          WHERE ${WAITING} AND entries.kind = kinds.kind AND due_at <= ${now} AND route <> ALL(${except}::text[])
          ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) AS due ORDER BY due_at, id LIMIT ${limit}
      ),
      leased AS (
        UPDATE entries SET leased_at = ${now}, lease_until = ${now + leaseMs}, lease_token = ${leaseToken}
        FROM candidates WHERE entries.id = candidates.id RETURNING entries.*
      )
      SELECT ${LEASED}, leased.route, submissions.id AS found_id, submissions.reference,
        submissions.form, submissions.received_at, submissions.checksum, submissions.payload
      FROM leased LEFT JOIN submissions ON submissions.id = leased.submission_id ORDER BY leased.due_at, leased.id`,
  );
  const claimed: ClaimedEntry[] = [];
  for (const row of rows)
    try {
      const found = row.found_id === null ? undefined : { ...row, id: row.found_id };
      claimed.push(claimedOf(row, () => found, leaseToken));
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      await setAside(createStore(db, shared), error, row, now);
    }
  return claimed;
}
