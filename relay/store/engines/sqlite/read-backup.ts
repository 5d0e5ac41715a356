// A backup in its file: opened read-only, so that neither it nor its folder changes.

import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { StoreError } from "../../../errors.ts";
import { type BackupContents, contentsOf } from "../../copies/audit.ts";
import { raw } from "../../rows/sql.ts";
import { assertUsable } from "../assert-usable.ts";
import { openToRead } from "./open-database.ts";
import { marksOf } from "./schema.ts";

const MOST_PROBLEMS = 5;

/** Rejects with StoreError where it is no store that a relay of this release could be started with. */
export async function readBackupFile(path: string): Promise<BackupContents> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new StoreError("unusable", `there is no file ${path}`);
  if (bytes === 0) throw new StoreError("emptied", `${path} is empty`);
  // Rows that are only in the log would be skipped here and missing after a restore.
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
