// A copy of a store in a file: whole or not at all, and on the disk. Written beside, synced, then named. The process waits for no disk.
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { moveTo, sync } from "../../durable-files.ts";
import { StoreError } from "../../errors.ts";
import { type BackupContents, contentsOf } from "../audit.ts";
import { copyRows } from "../copy.ts";
import { assertUsable } from "../engine.ts";
import { raw, type Statements } from "../store.ts";
import { copyDatabase, marksOf, openCopy, openToRead, type StoreDatabase } from "./sqlite-open-database.ts";

/** Of the embedded store itself; `now`: when it is made. */
export const backUpFile = (
  db: StoreDatabase,
  between: Parameters<typeof copyDatabase>[2],
  path: string,
  now: number,
): Promise<{ readonly bytes: number }> =>
  writeAside(path, async (aside) => {
    await copyDatabase(db, aside, between);
    await openCopy(aside, now).close();
  });

/** Of the rows of another store. */
export const backUpRows = (rows: Statements, path: string, now: number): Promise<{ readonly bytes: number }> =>
  writeAside(path, async (aside) => {
    const copy = openCopy(aside, now);
    try {
      await copy.transaction(() => copyRows(rows, copy));
    } finally {
      await copy.close();
    }
  });

async function writeAside(path: string, write: (aside: string) => Promise<void>): Promise<{ readonly bytes: number }> {
  const target = resolve(path);
  const aside = `${target}.part`;
  if (existsSync(target))
    throw Object.assign(new Error(`${path} exists; a backup does not overwrite`), { code: "EEXIST" });
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  rmSync(aside, { force: true });
  closeSync(openSync(aside, "wx", 0o600));
  await write(aside);
  await sync(aside);
  await moveTo(target, aside);
  return { bytes: statSync(target).size };
}

// A backup as it lies there: opened for reading alone, so that neither it nor its folder changes.

const MOST_PROBLEMS = 5;

/** Rejects with StoreError where it is no store that a relay of this release could be started with. */
export async function readBackupFile(path: string): Promise<BackupContents> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new StoreError("unusable", `there is no file ${path}`);
  if (bytes === 0) throw new StoreError("emptied", `${path} is empty`);
  // Rows that are only there would be passed over here, and would be missing after a restore.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new StoreError("unusable", `${path} has a log beside it (${path}-wal): it is a store, and no backup of one`);
  const db = openToRead(pathToFileURL(path).href);
  try {
    const broken = db
      .all(raw(`PRAGMA integrity_check(${MOST_PROBLEMS})`))
      .map((row) => String(row.integrity_check))
      .filter((text) => text !== "ok");
    if (broken.length > 0) throw new StoreError("damaged", `${path} is damaged: ${broken.join("; ")}`);
    const marks = marksOf(db) ?? new Map();
    assertUsable(path, marks);
    return await contentsOf(db, marks, bytes);
  } finally {
    await db.close();
  }
}
