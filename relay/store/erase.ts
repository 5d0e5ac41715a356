// Forgetting: what a person typed goes from every table; ids, times, states and the receipt stay.
import { DAY_MS } from "../clock.ts";
import { ofForm, type PerForm } from "../config/values.ts";
import { acknowledgementKey, addressKey } from "../mail/email-address.ts";
import type { ErasureReceipt } from "./records.ts";
import { createId } from "./reference.ts";
import { insert, marks, NO_LEASE, recordOf } from "./rows.ts";
import { nextTurn, type Row, type RunOperation, type Store } from "./store.ts";

export async function erase(store: Store, email: string, now: number, actor: string | null): Promise<ErasureReceipt> {
  await store.withLock("erase");
  const rows = await store.db.all("SELECT id, reference FROM submissions WHERE email_key = ?", addressKey(email));
  // A block names the person as well.
  await store.db.run("DELETE FROM blocks WHERE kind = 'address' AND value = ?", acknowledgementKey(email));
  return eraseRows(store, rows, "request", now, actor);
}

/** So many in one transaction: other requests wait meanwhile. */
const ERASED_AT_ONCE = 50;
const DELETED_AT_ONCE = 500;

/** Every mail has come to its end, and the team got at least one. */
const REACHED_THE_TEAM = `EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND kind = 'team' AND state = 'delivered')
  AND NOT EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND state IN ('queued', 'held'))`;

/** In days. */
type RetentionDays = PerForm<number>;

/** Of every form that there are requests of: a form may be one that the site no longer has. */
async function cutOffs({ db }: Store, retentionDays: RetentionDays, now: number) {
  const rows = await db.all("SELECT DISTINCT form FROM submissions WHERE erased_at IS NULL ORDER BY form");
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
  for (const [table, column] of SWEPT)
    while ((await run((store) => sweep(store, table, column, now))) === DELETED_AT_ONCE) await nextTurn();
  return { receipt: joined(done), overdue: await run((store) => countOverdue(store, retentionDays, now)) };
}

function joined(receipts: readonly ErasureReceipt[]): ErasureReceipt | null {
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
      `SELECT id, reference FROM submissions WHERE form = ? AND received_at <= ? AND erased_at IS NULL AND ${REACHED_THE_TEAM}
         AND (SELECT max(changed_at) FROM entries WHERE submission_id = submissions.id) <= ?
       ORDER BY received_at LIMIT ?`,
      form,
      cutOff,
      cutOff,
      ERASED_AT_ONCE,
    );
    if (rows.length > 0) return eraseRows(store, rows, "retention", now, null);
  }
  return null;
}

/** How many are past their retention and are kept: the team never got them. */
async function countOverdue(store: Store, retentionDays: RetentionDays, now: number): Promise<number> {
  let overdue = 0;
  for (const { form, cutOff } of await cutOffs(store, retentionDays, now)) {
    const row = await store.db.get(
      `SELECT count(*) AS count FROM submissions
       WHERE form = ? AND received_at <= ? AND erased_at IS NULL AND NOT (${REACHED_THE_TEAM})`,
      form,
      cutOff,
    );
    overdue += Number(row?.count);
  }
  return overdue;
}

/** Takes out some of the rows that have ended. */
const sweep = ({ db }: Store, table: string, column: string, now: number) =>
  db.run(
    `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE ${column} <= ? LIMIT ?) AND ${column} <= ?`,
    now,
    DELETED_AT_ONCE,
    now,
  );

/** Tables whose rows end by themselves, and the column that says when. */
const SWEPT = [
  ["idempotency_keys", "expires_at"],
  ["limits", "ends_at"],
] as const;

async function eraseRows(
  store: Store,
  rows: readonly Row[],
  reason: ErasureReceipt["reason"],
  now: number,
  actor: string | null,
): Promise<ErasureReceipt> {
  let entries = 0;
  for (let from = 0; from < rows.length; from += ERASED_AT_ONCE)
    entries += await eraseSubmissions(
      store,
      rows.slice(from, from + ERASED_AT_ONCE).map(({ id }) => String(id)),
      now,
      actor,
    );
  const receipt = { id: createId(now), at: now, reason, submissions: rows.length, entries };
  const references = rows.map(({ reference }) => String(reference));
  await insert(store, "receipts", { ...receipt, refs: JSON.stringify(references) });
  return { ...receipt, references };
}

async function eraseSubmissions(
  store: Store,
  ids: readonly string[],
  now: number,
  actor: string | null,
): Promise<number> {
  const { db } = store;
  const some = marks(ids);
  // Waits for transactions that work on one of their mails: what they wrote afterwards would stay.
  const rows = await db.all(
    `SELECT id FROM entries WHERE submission_id IN (${some}) ORDER BY id${store.locking}`,
    ...ids,
  );
  const entryIds = rows.map((row) => String(row.id));
  // A server's answer often repeats the address.
  await db.run(`UPDATE attempts SET reply = NULL WHERE entry_id IN (${marks(entryIds)})`, ...entryIds);
  await db.run(
    `UPDATE events SET detail = NULL WHERE submission_id IN (${some}) AND type IN ('redirected', 'fell-back', 'bounced')`,
    ...ids,
  );
  await db.run(`DELETE FROM idempotency_keys WHERE submission_id IN (${some})`, ...ids);
  await db.run(
    `UPDATE submissions SET payload = '', words = NULL, checksum = 0, email_key = '', erased_at = ? WHERE id IN (${some})`,
    now,
    ...ids,
  );
  const changed = await db.run(
    `UPDATE entries SET state = 'erased', recipient = '', reason = NULL, changed_at = ?,
       ${NO_LEASE} WHERE submission_id IN (${some}) AND state <> 'erased'`,
    now,
    ...ids,
  );
  await db.run(
    `INSERT INTO events (submission_id, at, type, actor) VALUES ${ids.map(() => "(?, ?, 'erased', ?)").join(", ")}`,
    ...ids.flatMap((id) => [id, now, actor]),
  );
  return changed;
}

export async function receipts(store: Store): Promise<ErasureReceipt[]> {
  return (await store.db.all("SELECT * FROM receipts ORDER BY id")).map((row) => {
    const { refs, ...receipt } = recordOf("receipts", row);
    return { ...receipt, references: JSON.parse(refs) } as ErasureReceipt;
  });
}
