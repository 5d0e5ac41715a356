// A copy of a store in a file: whole or not at all, and on the disk. Written beside, synced, then named. The process waits for no disk.

import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolder, moveTo, sync } from "../../../durable-files.ts";
import { copyRows } from "../../copies/copy-rows.ts";
import type { Statements } from "../../rows/sql.ts";
import type { StoreDatabase } from "./connection.ts";
import { copyDatabase } from "./copy-database.ts";
import { openCopy } from "./open-database.ts";

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
  await makeFolder(dirname(target));
  rmSync(aside, { force: true });
  closeSync(openSync(aside, "wx", 0o600));
  try {
    await write(aside);
    await sync(aside);
    await moveTo(target, aside);
  } catch (error) {
    // On a disk that is full, the half of a copy would take the room that requests need.
    for (const ending of ["", "-wal", "-shm", "-journal"]) rmSync(`${aside}${ending}`, { force: true });
    throw error;
  }
  return { bytes: statSync(target).size };
}
