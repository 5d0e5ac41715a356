// Forgetting: what a person typed goes from every table; ids, times, states and the receipt stay.

import { acknowledgementKey, addressKey } from "../../text/email-address.ts";
import { createId } from "../rows/reference.ts";
import { insert, NO_LEASE, recordOf } from "../rows/rows.ts";
import { joined, listOf, type StoreRow, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import type { RecordOf } from "../rows/tables.ts";

export async function erase(store: Store, email: string, now: number, actor: string | null): Promise<ErasureReceipt> {
  await store.withLock("erase");
  const rows = await store.db.all(sql`SELECT id, reference FROM submissions WHERE email_key = ${addressKey(email)}`);
  // A block names the person as well.
  await store.db.run(sql`DELETE FROM blocks WHERE kind = 'address' AND value = ${acknowledgementKey(email)}`);
  return eraseRows(store, rows, "request", now, actor);
}

/** The most submissions of one transaction: other requests wait meanwhile. */
export const ERASED_AT_ONCE = 50;

export async function eraseRows(
  store: Store,
  rows: readonly StoreRow[],
  reason: ErasureReceipt["reason"],
  now: number,
  actor: string | null,
): Promise<ErasureReceipt> {
  const ids = rows.map(({ id }) => id);
  let entries = 0;
  for (let from = 0; from < ids.length; from += ERASED_AT_ONCE)
    entries += await eraseSubmissions(store, ids.slice(from, from + ERASED_AT_ONCE), now, actor);
  const id = createId(now);
  const submissions = rows.length;
  const references = rows.map(({ reference }) => String(reference));
  await insert(store, "receipts", { id, at: now, reason, submissions, entries, refs: JSON.stringify(references) });
  return { id, at: now, reason, submissions, entries, references };
}

async function eraseSubmissions(
  { db, locking }: Store,
  ids: readonly unknown[],
  now: number,
  actor: string | null,
): Promise<number> {
  const some = listOf(ids);
  // Waits for transactions that work on one of their mails: what they wrote afterwards would stay.
  const rows = await db.all(sql`SELECT id FROM entries WHERE submission_id IN (${some}) ORDER BY id${locking}`);
  const entryIds = listOf(rows.map(({ id }) => id));
  // A server's answer often repeats the address.
  await db.run(sql`UPDATE attempts SET reply = NULL WHERE entry_id IN (${entryIds})`);
  await db.run(
    sql`UPDATE events SET detail = NULL
     WHERE submission_id IN (${some}) AND type IN ('redirected', 'fell-back', 'bounced')`,
  );
  await db.run(sql`DELETE FROM idempotency_keys WHERE submission_id IN (${some})`);
  await db.run(
    sql`UPDATE submissions SET payload = '', words = NULL, checksum = 0, email_key = '', erased_at = ${now}
     WHERE id IN (${some})`,
  );
  const changed = await db.run(
    sql`UPDATE entries SET state = 'erased', recipient = '', reason = NULL, changed_at = ${now}, ${NO_LEASE}
     WHERE submission_id IN (${some}) AND state <> 'erased'`,
  );
  const erased = ids.map((id) => sql`(${id}, ${now}, 'erased', ${actor})`);
  await db.run(sql`INSERT INTO events (submission_id, at, type, actor) VALUES ${joined(erased, ", ")}`);
  return changed;
}

export async function receipts(store: Store): Promise<ErasureReceipt[]> {
  return (await store.db.all(sql`SELECT * FROM receipts ORDER BY id`)).map((row) => {
    const { refs, ...receipt } = recordOf("receipts", row);
    return { ...receipt, references: JSON.parse(refs) } as ErasureReceipt;
  });
}

export interface ErasureReceipt extends Omit<RecordOf<"receipts">, "refs" | "reason"> {
  readonly reason: "request" | "retention";
  readonly references: readonly string[];
}

/** Out of the relay's reach, and therefore part of every receipt. */
export const BEYOND_ERASURE: readonly string[] = [
  "mails that were delivered before, in the mailboxes of the team and of the visitor",
  "backups that were made before: delete them, or erase again after restoring one",
];
