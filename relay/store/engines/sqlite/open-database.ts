// A store in a file, opened so that what is committed is safe. One connection in exclusive mode: a second relay on the same file is turned
// away, and the write-ahead log's index stays in memory.

import { closeSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolder, sync } from "../../../durable-files.ts";
import { StoreError } from "../../../errors.ts";
import { BACKED_UP } from "../../copies/audit.ts";
import type { Migrated } from "../../rows/migrations.ts";
import { raw, sql } from "../../rows/sql.ts";
import { FORMAT } from "../../rows/tables.ts";
import { assertMigratable, formatOf } from "../assert-usable.ts";
import { openConnection, type StoreDatabase } from "./connection.ts";
import { assertNotEmptied, assertSameStore, keepIdentity } from "./identity.ts";
import { migrateFile } from "./migrate-file.ts";
import { makeTables, marksOf } from "./schema.ts";
import { asOpenError } from "./sqlite-error.ts";
import { COPY_LOG_AT_TIMES } from "./write-ahead-log.ts";

/**
 * Rejects with StoreError: "locked" where another process has it, "newer" where a later relay wrote it, "foreign" where no
 * released relay did, "emptied" or "swapped" where it is not the store that was here before, "moved" where its rows are in another one, "unusable" otherwise.
 */
export async function openDatabase(path: string, onMigrated?: (migrated: Migrated) => void): Promise<StoreDatabase> {
  let database: StoreDatabase | undefined;
  try {
    assertNotEmptied(path);
    await createFile(path);
    database = openConnection(path);
    makeDurable(database);
    const marks = marksOf(database);
    if (marks !== null) assertMigratable(`the store ${path}`, marks);
    assertSameStore(path, marks);
    if (marks !== null && formatOf(marks) < FORMAT) onMigrated?.(await migrateFile(database, formatOf(marks)));
    if (marks === null) {
      database.exec("BEGIN IMMEDIATE");
      makeTables(database);
      database.exec("COMMIT");
    }
    await keepIdentity(path, (marks ?? marksOf(database))?.get("identity") ?? "");
    return database;
  } catch (error) {
    await database?.close();
    throw asOpenError(error, path);
  }
}

/** Readable by its owner alone, and there after a power cut. */
async function createFile(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  await makeFolder(folder);
  closeSync(openSync(path, "a", 0o600));
  await sync(folder);
}

/** Sets what the promise rests on, and reads each setting back: a build of SQLite may have other defaults or refuse one. */
function makeDurable(database: StoreDatabase): void {
  const expected: readonly (readonly [name: string, value: string, seen: string | number])[] = [
    ["locking_mode", "EXCLUSIVE", "exclusive"],
    ["journal_mode", "WAL", "wal"],
    ["synchronous", "FULL", 2],
    ["secure_delete", "ON", 1],
    ["foreign_keys", "OFF", 0],
  ];
  for (const [name, value, readBack] of expected) {
    database.all(raw(`PRAGMA ${name} = ${value}`));
    const current = database.get(raw(`PRAGMA ${name}`))?.[name];
    if (current !== readBack)
      throw new StoreError(
        "unusable",
        `SQLite does not take ${name} = ${value} (it is ${String(current)}): commits would not be safe`,
      );
  }
  database.all(sql`PRAGMA busy_timeout = 0`);
  database.all(raw(COPY_LOG_AT_TIMES));
  database.all(sql`PRAGMA journal_size_limit = 67108864`);
  // The first write takes the lock that exclusive mode then keeps.
  database.exec("BEGIN EXCLUSIVE; COMMIT");
}

/** A file that nobody writes to, by its address (file:///…); neither it nor its folder is changed. Rejects with StoreError. */
export const openToRead = (address: string): Pick<StoreDatabase, "run" | "get" | "all" | "close"> =>
  openConnection(`${address}?mode=ro&immutable=1`);

/** A copy that nobody uses yet, or an empty file that becomes one; it says when it was made. Nothing in it is on the disk until it is synced as a whole. */
export function openCopy(path: string, madeAt: number): StoreDatabase {
  const copy = openConnection(path);
  copy.all(sql`PRAGMA journal_mode = MEMORY`);
  copy.all(sql`PRAGMA synchronous = OFF`);
  if (marksOf(copy) === null) makeTables(copy);
  copy.run(sql`INSERT OR REPLACE INTO meta VALUES (${BACKED_UP}, ${String(Math.round(madeAt))})`);
  return copy;
}
