// One accepted request in the embedded store: looked up and written row by row, which costs no journeys here.
import { decide, type EarlierRequest, keysOf } from "../operations/accept.ts";
import { insertEntry, insertEvent } from "../operations/events.ts";
import type { Acceptance, AcceptResult } from "../records.ts";
import type { SqliteStore } from "./store.ts";

export function accept(store: SqliteStore, acceptance: Acceptance): AcceptResult {
  const { result, rows } = decide(store, acceptance, keysOf(store, acceptance), {
    earlier: (key, now) => findEarlier(store, key, now),
    take: store.limits.take,
    takeNumber: store.takeNumber,
  });
  if (rows === null) return result;
  const { submission, entries, events, repeats } = rows;
  store.db.run(
    "INSERT INTO submissions (sequence, id, reference, form, received_at, email_key, checksum, payload, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    submission.sequence,
    submission.id,
    submission.reference,
    submission.form,
    submission.received_at,
    submission.email_key,
    submission.checksum,
    submission.payload,
    submission.words,
  );
  for (const entry of entries) insertEntry(store, entry);
  for (const event of events) insertEvent(store, event);
  for (const { key, print, sequence, expires_at } of repeats)
    store.db.run("INSERT OR REPLACE INTO repeats VALUES (?, ?, ?, ?)", key, print, sequence, expires_at);
  return result;
}

function findEarlier({ db }: SqliteStore, key: string, now: number): EarlierRequest | undefined {
  const row = db.get("SELECT print, sequence, expires_at FROM repeats WHERE key = ?", key);
  if (row === undefined || Number(row.expires_at) <= now) return undefined;
  const found = db.get("SELECT id, reference FROM submissions WHERE sequence = ?", Number(row.sequence));
  const id = String(found?.id);
  const held = db.get("SELECT 1 AS held FROM entries WHERE submission_id = ? AND state = 'held' LIMIT 1", id);
  const print = row.print === null ? null : String(row.print);
  return { print, id, reference: String(found?.reference), isHeld: held !== undefined };
}
