import {
  type Acceptance,
  type AcceptResult,
  decideAcceptance,
  type EarlierRequest,
  keysOf,
} from "../../operations/accept.ts";
import { insert } from "../../rows/rows.ts";
import { sql } from "../../rows/sql.ts";
import type { SqliteStore } from "./store.ts";

/** One accepted request, looked up and written row by row: in the embedded store this costs no round trips. */
export function accept(store: SqliteStore, acceptance: Acceptance): AcceptResult {
  const { result, rows } = decideAcceptance(acceptance, keysOf(store, acceptance), {
    earlier: (key, now) => findEarlier(store, key, now),
    spend: store.limits.spend,
  });
  if (rows === null) return result;
  // The reference is taken already: try another one.
  if (insert(store, "submissions", rows.submission, "INSERT OR IGNORE") === 0) return accept(store, acceptance);
  for (const entry of rows.entries) insert(store, "entries", entry);
  for (const event of rows.events) insert(store, "events", event);
  for (const key of rows.idempotencyKeys) insert(store, "idempotency_keys", key, "INSERT OR REPLACE");
  return result;
}

function findEarlier({ db }: SqliteStore, key: string, now: number): EarlierRequest | undefined {
  const row = db.get(
    sql`SELECT fingerprint, submissions.id, reference
     FROM idempotency_keys JOIN submissions ON submissions.id = submission_id
     WHERE key = ${key} AND expires_at > ${now}`,
  );
  return row as EarlierRequest | undefined;
}
