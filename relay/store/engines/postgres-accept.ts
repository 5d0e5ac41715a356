// Accepted requests, many at once: four journeys to the database for all that came while the last ones were on theirs.
import { type AcceptedRows, decide, type EarlierRequest, type Keys, keysOf, limitsOf } from "../accept.ts";
import type { Limit } from "../outbox-entry.ts";
import type { Acceptance, AcceptResult } from "../records.ts";
import type { RepeatRow, StoreSecret } from "../store.ts";
import type { PostgresDatabase, PostgresStatements } from "./postgres-connect.ts";
import { type CounterRow, counterKey, createCounters, LOCK_COUNTERS } from "./postgres-store.ts";

export type Incoming = { readonly acceptance: Acceptance } | { readonly spend: readonly Limit[]; readonly now: number };
type Outcome = AcceptResult | number | null;

/** Each collides with another relay's request under the same key, which the next try finds. */
const MOST_TRIES = 5;

export async function acceptAll(
  database: PostgresDatabase,
  secret: StoreSecret,
  incoming: readonly Incoming[],
): Promise<readonly Outcome[]> {
  for (let tries = 1; ; tries += 1)
    try {
      return await database.transaction((db) => acceptOnce(db, secret, incoming));
    } catch (error) {
      if (!(error instanceof TakenError) || tries === MOST_TRIES) throw error;
    }
}

class TakenError extends Error {
  override readonly name = "TakenError";
}

async function acceptOnce(
  db: PostgresStatements,
  secret: StoreSecret,
  incoming: readonly Incoming[],
): Promise<readonly Outcome[]> {
  const keys = incoming.map((one) => ("acceptance" in one ? keysOf(secret, one.acceptance) : null));
  const read = await readBefore(db, secret, incoming, keys);
  const counters = createCounters(secret, read.counters);
  const numbers = [...read.numbers];
  const earlier = new Map(read.earlier.map((row) => [row.key, row]));
  const rows: AcceptedRows[] = [];
  const outcomes = incoming.map((one, index): Outcome => {
    if ("spend" in one) return counters.take(one.spend, one.now);
    const decided = decide(secret, one.acceptance, keys[index] as Keys, {
      earlier: (key, now) => {
        const found = earlier.get(key);
        return found === undefined || found.expires_at <= now ? undefined : found;
      },
      take: counters.take,
      takeNumber: () => numbers.shift() as number,
    });
    if (decided.rows === null) return decided.result;
    rows.push(decided.rows);
    const { id, reference } = decided.rows.submission;
    const isHeld = decided.result.kind === "accepted" && decided.result.isHeld;
    for (const { key, print, expires_at } of decided.rows.repeats)
      earlier.set(key, { key, print, expires_at, id, reference, isHeld });
    return decided.result;
  });
  await write(db, incoming, keys, rows, counters.changed());
  return outcomes;
}

interface EarlierRow extends EarlierRequest {
  readonly key: string;
  readonly expires_at: number;
}

interface Before {
  readonly counters: readonly CounterRow[];
  readonly earlier: readonly EarlierRow[];
  readonly numbers: readonly number[];
}

/** In one statement: the counters, locked; the requests that may be the same; and numbers for new ones. */
async function readBefore(
  db: PostgresStatements,
  secret: StoreSecret,
  incoming: readonly Incoming[],
  keys: readonly (Keys | null)[],
): Promise<Before> {
  const limits = incoming.flatMap((one) => ("acceptance" in one ? limitsOf(one.acceptance) : one.spend));
  const counterKeys = [...new Set(limits.map((limit) => counterKey(secret, limit)))];
  const wanted = [...new Set(decisive(keys))];
  const [row] = await db.query(
    `WITH counters AS (${LOCK_COUNTERS})
     SELECT (SELECT coalesce(json_agg(counters), '[]') FROM counters) AS counters,
       (SELECT coalesce(json_agg(found), '[]') FROM (
         SELECT repeats.key, repeats.print, repeats.expires_at, submissions.id, submissions.reference,
           EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND state = 'held') AS "isHeld"
         FROM repeats JOIN submissions ON submissions.sequence = repeats.sequence WHERE repeats.key = ANY(?::text[])
       ) AS found) AS earlier,
       (SELECT coalesce(json_agg(number), '[]') FROM (
         SELECT nextval('submission_numbers') AS number FROM generate_series(1, ?::int)
       ) AS numbers) AS numbers`,
    counterKeys,
    wanted,
    wanted.length === 0 ? 0 : incoming.length,
  );
  return row as unknown as Before;
}

/** Under which each request would be found again. */
const decisive = (keys: readonly (Keys | null)[]): string[] =>
  keys.flatMap((one) => (one === null ? [] : [one.key ?? one.kept]));

async function write(
  db: PostgresStatements,
  incoming: readonly Incoming[],
  keys: readonly (Keys | null)[],
  rows: readonly AcceptedRows[],
  counters: readonly CounterRow[],
): Promise<void> {
  if (rows.length === 0 && counters.length === 0) return;
  const found = new Set(decisive(keys));
  const repeats = new Map<string, RepeatRow>();
  for (const row of rows.flatMap((one) => one.repeats)) repeats.set(row.key, row);
  const now = Math.max(
    ...incoming.map((one) => ("acceptance" in one ? one.acceptance.submission.receivedAt : one.now)),
  );
  const [row] = await db.query(
    WRITE,
    JSON.stringify(rows.map(({ submission }) => submission)),
    JSON.stringify(rows.flatMap(({ entries }) => entries)),
    JSON.stringify(rows.flatMap(({ events }) => events)),
    JSON.stringify(counters),
    JSON.stringify([...repeats.values()]),
    now,
    [...repeats.keys()].filter((key) => !found.has(key)),
  );
  if (Number(row?.remembered) !== repeats.size) throw new TakenError("another relay took a request under the same key");
}

/** A key that another relay took meanwhile is not overwritten, and so not counted; a print beside a key is. */
const WRITE = `WITH
  new_submissions AS (
    INSERT INTO submissions (sequence, id, reference, form, received_at, email_key, checksum, payload, words)
    SELECT sequence, id, reference, form, received_at, email_key, checksum, payload, words FROM json_to_recordset(?::json) AS x(
      sequence bigint, id text, reference text, form text, received_at bigint, email_key text, checksum bigint, payload text, words text)
  ),
  new_entries AS (
    INSERT INTO entries (id, submission_id, kind, recipient, state, created_at, due_at, expires_at, life_ms, changed_at, reason)
    SELECT id, submission_id, kind, recipient, state, created_at, due_at, expires_at, life_ms, changed_at, reason
    FROM json_to_recordset(?::json) AS x(id text, submission_id text, kind text, recipient text, state text,
      created_at bigint, due_at bigint, expires_at bigint, life_ms bigint, changed_at bigint, reason text)
  ),
  new_events AS (
    INSERT INTO events (submission_id, entry_id, at, type, detail)
    SELECT submission_id, entry_id, at, type, detail
    FROM json_to_recordset(?::json) AS x(submission_id text, entry_id text, at bigint, type text, detail text)
  ),
  counted AS (
    UPDATE limits SET count = x.count, ends_at = x.ends_at
    FROM json_to_recordset(?::json) AS x(key text, count bigint, ends_at bigint) WHERE limits.key = x.key
  ),
  remembered AS (
    INSERT INTO repeats (key, print, sequence, expires_at)
    SELECT key, print, sequence, expires_at
    FROM json_to_recordset(?::json) AS x(key text, print text, sequence bigint, expires_at bigint) ORDER BY key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET print = excluded.print, sequence = excluded.sequence, expires_at = excluded.expires_at
      WHERE repeats.expires_at <= ? OR excluded.key = ANY(?::text[])
    RETURNING key
  )
  SELECT count(*) AS remembered FROM remembered`;
