// Forgetting: what a person typed goes from every table; ids, times, states and the receipt stay.
import { DAY_MS } from "../clock.ts";
import { ofForm, type PerForm } from "../config/values.ts";
import { acknowledgementKey, addressKey } from "../mail/email-address.ts";
import type { ErasureReceipt } from "./records.ts";
import { createId } from "./reference.ts";
import { insert, NO_LEASE, recordOf } from "./rows.ts";
import { countOf, joined, listOf, nextTurn, type Row, type RunOperation, type Sql, type Store, sql } from "./store.ts";

export async function erase(store: Store, email: string, now: number, actor: string | null): Promise<ErasureReceipt> {
  await store.withLock("erase");
  const rows = await store.db.all(sql`SELECT id, reference FROM submissions WHERE email_key = ${addressKey(email)}`);
  // A block names the person as well.
  await store.db.run(sql`DELETE FROM blocks WHERE kind = 'address' AND value = ${acknowledgementKey(email)}`);
  return eraseRows(store, rows, "request", now, actor);
}

/** So many in one transaction: other requests wait meanwhile. */
const ERASED_AT_ONCE = 50;
const DELETED_AT_ONCE = 500;

/** Every mail has come to its end, and the team got at least one. */
const REACHED_THE_TEAM = sql`EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND kind = 'team' AND state = 'delivered')
  AND NOT EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND state IN ('queued', 'held'))`;

/** In days. */
type RetentionDays = PerForm<number>;

/** Of every form that there are requests of: a form may be one that the site no longer has. */
async function cutOffs({ db }: Store, retentionDays: RetentionDays, now: number) {
  const rows = await db.all(sql`SELECT DISTINCT form FROM submissions WHERE erased_at IS NULL ORDER BY form`);
  return rows.map((row) => {
    const form = String(row.form);
    return { form, cutOff: now - ofForm(retentionDays, form) * DAY_MS };
  });
}

/** In many transactions, so that other requests are served meanwhile; reported as one. */
export async function purgeAll(
  run: RunOperation,
  retentionDays: RetentionDays,
  now: number,
): Promise<{ readonly receipt: ErasureReceipt | null; readonly overdue: number }> {
  const done: ErasureReceipt[] = [];
  for (;;) {
    const receipt = await run((store) => purge(store, retentionDays, now));
    if (receipt === null) break;
    done.push(receipt);
    await nextTurn();
  }
  for (const [table, endsAt] of SWEPT)
    while ((await run((store) => sweep(store, table, endsAt, now))) === DELETED_AT_ONCE) await nextTurn();
  return { receipt: sumOf(done), overdue: await run((store) => countOverdue(store, retentionDays, now)) };
}

function sumOf(receipts: readonly ErasureReceipt[]): ErasureReceipt | null {
  const [first] = receipts;
  if (first === undefined) return null;
  return {
    ...first,
    submissions: receipts.reduce((sum, { submissions }) => sum + submissions, 0),
    entries: receipts.reduce((sum, { entries }) => sum + entries, 0),
    references: receipts.flatMap(({ references }) => references),
  };
}

/** Null where nothing is left that is too old. To be called until it is. */
async function purge(store: Store, retentionDays: RetentionDays, now: number): Promise<ErasureReceipt | null> {
  await store.withLock("erase");
  for (const { form, cutOff } of await cutOffs(store, retentionDays, now)) {
    const rows = await store.db.all(
      sql`SELECT id, reference FROM submissions
       WHERE form = ${form} AND received_at <= ${cutOff} AND erased_at IS NULL AND ${REACHED_THE_TEAM}
         AND (SELECT max(changed_at) FROM entries WHERE submission_id = submissions.id) <= ${cutOff}
       ORDER BY received_at LIMIT ${ERASED_AT_ONCE}`,
    );
    if (rows.length > 0) return eraseRows(store, rows, "retention", now, null);
  }
  return null;
}

/** How many are past their retention and are kept: the team never got them. */
async function countOverdue(store: Store, retentionDays: RetentionDays, now: number): Promise<number> {
  let overdue = 0;
  for (const { form, cutOff } of await cutOffs(store, retentionDays, now)) {
    overdue += await countOf(
      store.db,
      sql`submissions
       WHERE form = ${form} AND received_at <= ${cutOff} AND erased_at IS NULL AND NOT (${REACHED_THE_TEAM})`,
    );
  }
  return overdue;
}

/** Takes out some of the rows that have ended. */
const sweep = ({ db }: Store, table: Sql, endsAt: Sql, now: number) =>
  db.run(
    sql`DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE ${endsAt} <= ${now} LIMIT ${DELETED_AT_ONCE})
     AND ${endsAt} <= ${now}`,
  );

/** Tables whose rows end by themselves, and the column that says when. */
const SWEPT = [
  [sql`idempotency_keys`, sql`expires_at`],
  [sql`limits`, sql`ends_at`],
] as const;

async function eraseRows(
  store: Store,
  rows: readonly Row[],
  reason: ErasureReceipt["reason"],
  now: number,
  actor: string | null,
): Promise<ErasureReceipt> {
  const ids = rows.map(({ id }) => id);
  let entries = 0;
  for (let from = 0; from < ids.length; from += ERASED_AT_ONCE)
    entries += await eraseSubmissions(store, ids.slice(from, from + ERASED_AT_ONCE), now, actor);
  const receipt = { id: createId(now), at: now, reason, submissions: rows.length, entries };
  const references = rows.map(({ reference }) => String(reference));
  await insert(store, "receipts", { ...receipt, refs: JSON.stringify(references) });
  return { ...receipt, references };
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
