// Rows that do not read as what was written: the mail is given up, the row is kept and reported, and the rest goes on.
import { ENTRY_KINDS } from "../outbox-entry.ts";
import { addEvent } from "./events.ts";
import { DamagedRowError, ENTRY_COLUMNS, marks } from "./rows.ts";
import type { Row, Store } from "./store.ts";

export async function setAside(store: Store, damage: DamagedRowError, row: Row, now: number): Promise<void> {
  const entryId = String(row.id);
  const submissionId = row.submission_id === null ? null : String(row.submission_id);
  await store.db.run(
    "UPDATE entries SET state = 'dead', reason = 'damaged', changed_at = ?, leased_at = NULL, lease_until = NULL, lease_token = NULL WHERE id = ?",
    now,
    entryId,
  );
  await store.db.run(
    "INSERT INTO quarantine (at, table_name, row_id, problem) VALUES (?, ?, ?, ?)",
    now,
    damage.table,
    damage.rowId,
    damage.message,
  );
  await addEvent(store, { submissionId, entryId, at: now, type: "quarantined" });
  const attempts = Number(row.attempts) || 0;
  store.listener.damage(damage, { entryId, submissionId, kind: String(row.kind), attempts });
}

/** A kind that does not exist is nobody's to send: no worker would ever meet the row. */
export async function setAsideStrangeKinds(store: Store, now: number): Promise<void> {
  const rows = await store.db.all(
    `SELECT ${ENTRY_COLUMNS} FROM entries WHERE state = 'queued' AND kind NOT IN (${marks(ENTRY_KINDS)})${store.locking}`,
    ...ENTRY_KINDS,
  );
  for (const row of rows) await setAside(store, new DamagedRowError("entries", String(row.id), "kind"), row, now);
}
