// Due entries in the embedded store, claimed row by row: one that cannot be read keeps no other from going.
import { randomUUID } from "node:crypto";
import { claimedOf, passable } from "../deliver.ts";
import { setAside } from "../events.ts";
import { type ClaimedEntry, EVERYTHING, type Selection } from "../records.ts";
import { ENTRY_COLUMNS, WAITING } from "../rows.ts";
import { DamagedRowError, type Row, sql } from "../store.ts";
import { isDamage } from "./sqlite-open-database.ts";
import type { SqliteStore } from "./sqlite-store.ts";

export async function claim(
  store: SqliteStore,
  now: number,
  limit: number,
  selection: Selection = EVERYTHING,
): Promise<ClaimedEntry[]> {
  const claimed: ClaimedEntry[] = [];
  for (const rowid of dueRows(store, now, limit, selection)) claimed.push(...(await claimRow(store, rowid, now)));
  return claimed;
}

/** Numbers of rows, from the index alone: one that cannot be read keeps no other from going. */
function dueRows({ db, unreadable }: SqliteStore, now: number, limit: number, { kinds, except }: Selection): number[] {
  const rows = kinds.flatMap((kind) =>
    db.all(
      sql`SELECT rowid AS number, due_at FROM entries
       WHERE ${WAITING} AND kind = ${kind} AND due_at <= ${now} ${passable(except)}
       ORDER BY due_at, rowid LIMIT ${limit + unreadable.size}`,
    ),
  );
  return rows
    .sort((a, b) => Number(a.due_at) - Number(b.due_at) || Number(a.number) - Number(b.number))
    .map(({ number }) => Number(number))
    .filter((number) => !unreadable.has(number))
    .slice(0, limit);
}

/** After a claim that met pages that cannot be read, in a transaction of its own: mails whose submission is gone are given up. */
export async function setAsideOrphanedRows(store: SqliteStore, now: number): Promise<void> {
  for (const [rowid, damage] of store.orphanedRows) {
    store.orphanedRows.delete(rowid);
    const row = store.db.get(sql`SELECT ${ENTRY_COLUMNS} FROM entries WHERE rowid = ${rowid}`);
    if (row !== undefined) await setAside(store, damage, row, now);
  }
}

/** A page that cannot be read costs the transaction. Which row it was is kept, so that the next claim goes on without it. */
async function claimRow(store: SqliteStore, rowid: number, now: number): Promise<ClaimedEntry[]> {
  let row: Row | undefined;
  try {
    row = store.db.get(sql`SELECT ${ENTRY_COLUMNS}, route FROM entries WHERE rowid = ${rowid}`);
    return row === undefined ? [] : await lease(store, row, now);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (row === undefined || row.submission_id === null) {
      store.unreadable.add(rowid);
      store.findings.onDamage?.(new DamagedRowError("entries", String(rowid), "unreadable"), null);
    } else store.orphanedRows.set(rowid, new DamagedRowError("submissions", String(row.submission_id), "unreadable"));
    throw error;
  }
}

async function lease(store: SqliteStore, row: Row, now: number): Promise<ClaimedEntry[]> {
  try {
    const leaseToken = randomUUID();
    const find = (id: string) => store.db.get(sql`SELECT * FROM submissions WHERE id = ${id}`);
    const claimed = claimedOf({ ...row, lease_token: leaseToken }, find, leaseToken);
    store.db.run(
      sql`UPDATE entries SET leased_at = ${now}, lease_until = ${now}, lease_token = ${leaseToken}
       WHERE id = ${claimed.entry.id}`,
    );
    return [claimed];
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    await setAside(store, error, row, now);
    return [];
  }
}
