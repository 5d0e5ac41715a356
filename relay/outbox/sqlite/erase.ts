// Forgetting: what a person typed goes from every table; ids, times, states and the receipt stay.
import type { FormName } from "../../contract.ts";
import { addressKey } from "../../message/mailbox.ts";
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

/** So many at a time: other requests wait while the store is busy. */
const PURGE_AT_ONCE = 500;

/** Null where nothing is left that is too old. To be called until it is. */
export function purge(
  store: Store,
  retentionDays: Readonly<Record<FormName, number>>,
  now: number,
): ErasureReceipt | null {
  store.limits.sweep(now);
  store.db.run("DELETE FROM repeats WHERE expires_at <= ?", now);
  const rows = Object.entries(retentionDays).flatMap(([form, days]) =>
    store.db.all(
      "SELECT id, reference FROM submissions WHERE form = ? AND received_at <= ? AND erased_at IS NULL ORDER BY id LIMIT ?",
      form,
      now - days * 86_400_000,
      PURGE_AT_ONCE,
    ),
  );
  return rows.length === 0 ? null : eraseRows(store, rows, "retention", now);
}

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
