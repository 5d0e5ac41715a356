// A copy of a store in a file: whole or not at all, and on the disk. Written beside, synced, then named. The process waits for no disk.
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { copyRows } from "../copy.ts";
import { newSecret, type Statements } from "../operations/store.ts";
import { copyDatabase, openCopy, type StoreDatabase } from "./open-database.ts";

/** Of the embedded store itself; `now`: when it is made. */
export const backUpFile = (
  db: StoreDatabase,
  between: Parameters<typeof copyDatabase>[2],
  path: string,
  now: number,
): Promise<{ readonly bytes: number }> =>
  writeWhole(path, async (aside) => {
    await copyDatabase(db, aside, between);
    await openCopy(aside, now).close();
  });

/** Of the rows of another store. */
export const backUpRows = (rows: Statements, path: string, now: number): Promise<{ readonly bytes: number }> =>
  writeWhole(path, async (aside) => {
    const copy = openCopy(aside, now);
    try {
      copy.run("INSERT INTO meta VALUES ('secret', ?)", newSecret());
      await copy.transaction(() => copyRows(rows, copy));
    } finally {
      await copy.close();
    }
  });

async function writeWhole(path: string, write: (aside: string) => Promise<void>): Promise<{ readonly bytes: number }> {
  const target = resolve(path);
  const aside = `${target}.part`;
  if (existsSync(target))
    throw Object.assign(new Error(`${path} exists; a backup does not overwrite`), { code: "EEXIST" });
  rmSync(aside, { force: true });
  closeSync(openSync(aside, "wx", 0o600));
  await write(aside);
  await sync(aside);
  await rename(aside, target);
  await sync(dirname(target));
  return { bytes: statSync(target).size };
}

/** A thread waits for the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
