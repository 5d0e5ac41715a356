// A copy of a store in a file: whole or not at all, and on the disk. Written beside, synced, then named.
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { copyRows } from "../copy.ts";
import { type MaybePromise, newSecret, type Statements } from "../operations/store.ts";
import { identityPath } from "./identity.ts";
import { copyDatabase, markCopy, openDatabase, type StoreDatabase } from "./open-database.ts";
import { syncFolder } from "./sync-folder.ts";

/** Of the embedded store itself; `now`: when it is made. */
export const backUpFile = (db: StoreDatabase, path: string, now: number): Promise<{ readonly bytes: number }> =>
  writeWhole(path, now, (aside) => copyDatabase(db, aside));

/** Of the rows of another store. */
export const backUpRows = (rows: Statements, path: string, now: number): Promise<{ readonly bytes: number }> =>
  writeWhole(path, now, async (aside) => {
    const copy = openDatabase(aside);
    try {
      copy.run("INSERT OR IGNORE INTO meta VALUES ('secret', ?)", newSecret());
      await fillFile(copy, (db) => copyRows(rows, db));
    } finally {
      copy.close();
      // The copy has the identity of no store that was here before.
      rmSync(identityPath(aside), { force: true });
    }
  });

/** One transaction. Reading the rows takes its time: nobody else may use the file. */
export async function fillFile(db: StoreDatabase, fill: (db: Statements) => Promise<unknown>): Promise<void> {
  db.exec("BEGIN IMMEDIATE");
  try {
    await fill(db);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

async function writeWhole(
  path: string,
  now: number,
  write: (aside: string) => MaybePromise<void>,
): Promise<{ readonly bytes: number }> {
  const target = resolve(path);
  const aside = `${target}.part`;
  if (existsSync(target))
    throw Object.assign(new Error(`${path} exists; a backup does not overwrite`), { code: "EEXIST" });
  rmSync(aside, { force: true });
  closeSync(openSync(aside, "wx", 0o600));
  await write(aside);
  // First, so that the mark, whose commit the main thread waits for, brings little to the disk.
  await sync(aside);
  markCopy(aside, now);
  await sync(aside);
  renameSync(aside, target);
  syncFolder(dirname(target));
  return { bytes: statSync(target).size };
}

/** A thread waits for the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
