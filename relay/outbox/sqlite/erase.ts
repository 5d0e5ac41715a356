// Forgetting: what a person typed goes from every table; ids, times, states and the receipt stay.
import type { FormName } from "../../contract.ts";
import { addressKey } from "../../message/email-address.ts";
import type { ErasureReceipt } from "../outbox.ts";
import { createId } from "../reference.ts";
import { addEvent } from "./accept.ts";
import type { Row } from "./open-database.ts";
import { marks } from "./rows.ts";
import type { Store } from "./store.ts";

export function erase(store: Store, email: string, now: number): ErasureReceipt {
  const rows = store.db.all("SELECT id, reference FROM submissions WHERE email_key = ?", addressKey(email));
  return eraseRows(store, rows, "request", now);
}

/** So many in one transaction: other requests wait meanwhile. */
const ERASED_AT_ONCE = 50;
const SWEPT_AT_ONCE = 2000;

/** Every mail has come to its end, and the team got at least one. */
const REACHED_THE_TEAM = `EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND kind = 'team' AND state = 'delivered')
  AND NOT EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND state IN ('queued', 'held'))`;

/** Retention, per form. */
export type RetentionDays = Readonly<Record<FormName, number>>;

const cutOffs = (retentionDays: RetentionDays, now: number) =>
  Object.entries(retentionDays).map(([form, days]) => [form, now - days * 86_400_000] as const);

/** Null where nothing is left that is too old. To be called until it is. */
export function purge(store: Store, retentionDays: RetentionDays, now: number): ErasureReceipt | null {
  for (const [form, cutOff] of cutOffs(retentionDays, now)) {
    const rows = store.db.all(
      `SELECT id, reference FROM submissions WHERE form = ? AND received_at <= ? AND erased_at IS NULL AND ${REACHED_THE_TEAM}
         AND (SELECT max(changed_at) FROM entries WHERE submission_id = submissions.id) <= ?
       ORDER BY received_at LIMIT ?`,
      form,
      cutOff,
      cutOff,
      ERASED_AT_ONCE,
    );
    if (rows.length > 0) return eraseRows(store, rows, "retention", now);
  }
  return null;
}

/** How many are past their retention and are kept: the team never got them. */
export function countOverdue(store: Store, retentionDays: RetentionDays, now: number): number {
  return cutOffs(retentionDays, now).reduce(
    (sum, [form, cutOff]) =>
      sum +
      Number(
        store.db.get(
          `SELECT count(*) AS count FROM submissions
           WHERE form = ? AND received_at <= ? AND erased_at IS NULL AND NOT (${REACHED_THE_TEAM})`,
          form,
          cutOff,
        )?.count,
      ),
    0,
  );
}

/** Takes out what has ended of one table, some rows at a time; answers where to go on, or null at the end. */
export function sweep(store: Store, [table, column]: Swept, after: string, now: number): string | null {
  const rows = store.db.all(
    `SELECT key, ${column} AS at FROM ${table} WHERE key > ? ORDER BY key LIMIT ?`,
    after,
    SWEPT_AT_ONCE,
  );
  for (const { key, at } of rows)
    if (Number(at) <= now) store.db.run(`DELETE FROM ${table} WHERE key = ?`, String(key));
  return rows.length < SWEPT_AT_ONCE ? null : String(rows.at(-1)?.key);
}

/** Tables whose rows end by themselves, and the column that says when. */
export const SWEPT = [
  ["repeats", "expires_at"],
  ["limits", "ends_at"],
] as const;
type Swept = (typeof SWEPT)[number];

function eraseRows(store: Store, rows: readonly Row[], reason: ErasureReceipt["reason"], now: number): ErasureReceipt {
  let entries = 0;
  for (const row of rows) entries += eraseSubmission(store, String(row.id), now);
  const receipt: ErasureReceipt = {
    id: createId(now),
    at: now,
    reason,
    submissions: rows.length,
    entries,
    references: rows.map(({ reference }) => String(reference)),
  };
  store.db.run(
    "INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?)",
    receipt.id,
    now,
    reason,
    receipt.submissions,
    entries,
    JSON.stringify(receipt.references),
  );
  return receipt;
}

function eraseSubmission(store: Store, id: string, now: number): number {
  const { db } = store;
  const entryIds = db.all("SELECT id FROM entries WHERE submission_id = ?", id).map((row) => String(row.id));
  // A server's answer often repeats the address.
  db.run(`UPDATE attempts SET reply = NULL WHERE entry_id IN (${marks(entryIds)})`, ...entryIds);
  db.run("UPDATE events SET detail = NULL WHERE submission_id = ? AND type = 'redirected'", id);
  db.run("DELETE FROM repeats WHERE sequence = (SELECT sequence FROM submissions WHERE id = ?)", id);
  db.run("UPDATE submissions SET payload = '', checksum = 0, email_key = '', erased_at = ? WHERE id = ?", now, id);
  const changed = db.run(
    `UPDATE entries SET state = 'erased', recipient = '', reason = NULL, changed_at = ?,
       leased_at = NULL, lease_until = NULL, lease_token = NULL WHERE submission_id = ? AND state <> 'erased'`,
    now,
    id,
  );
  addEvent(store, { submissionId: id, entryId: null, at: now, type: "erased" });
  return changed;
}

export function receipts(store: Store): ErasureReceipt[] {
  return store.db.all("SELECT * FROM receipts ORDER BY id").map((row) => ({
    id: String(row.id),
    at: Number(row.at),
    reason: row.reason as ErasureReceipt["reason"],
    submissions: Number(row.submissions),
    entries: Number(row.entries),
    references: JSON.parse(String(row.refs)),
  }));
}
