// Rows that do not read as what was written: the mail is given up, the row is kept and reported, and the rest goes on.

import { DamagedRowError } from "../rows/damaged-row.ts";
import { ENTRY_KINDS } from "../rows/outbox-entry.ts";
import { ENTRY_COLUMNS, insert, NO_LEASE } from "../rows/rows.ts";
import { listOf, type StoreRow, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { addEvent } from "./add-event.ts";

export async function setAside(store: Store, damage: DamagedRowError, row: StoreRow, now: number): Promise<void> {
  const entryId = String(row.id);
  const submissionId = row.submission_id === null ? null : String(row.submission_id);
  await store.db.run(
    sql`UPDATE entries SET state = 'dead', reason = 'damaged', changed_at = ${now}, ${NO_LEASE} WHERE id = ${entryId}`,
  );
  const { table, rowId, message } = damage;
  await insert(store, "quarantine", { at: now, table_name: table, row_id: rowId, problem: message });
  await addEvent(store, { submissionId, entryId, at: now, type: "quarantined" });
  const attempts = Number(row.attempts) || 0;
  store.findings.onDamage?.(damage, { entryId, submissionId, kind: String(row.kind), attempts });
}

/** No worker would claim a row of a kind that does not exist. */
export async function setAsideStrangeKinds(store: Store, now: number): Promise<void> {
  const rows = await store.db.all(
    sql`SELECT ${ENTRY_COLUMNS} FROM entries WHERE state = 'queued' AND kind NOT IN (${listOf(ENTRY_KINDS)})${store.locking}`,
  );
  for (const row of rows) await setAside(store, new DamagedRowError("entries", String(row.id), "kind"), row, now);
}
