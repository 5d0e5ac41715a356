// Beside the store lies a small file with the store's identity. A store that was emptied, lost or swapped while the relay was down is
// noticed by it at the start, instead of being silently created again.
import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { writeWhole } from "../../durable-files.ts";
import { StoreError } from "../../errors.ts";
import { type Row, type Sql, sql } from "../store.ts";

/** What is needed of the database that is being opened. */
interface Opened {
  readonly path: string;
  get(statement: Sql): Row | undefined;
  run(statement: Sql): number;
}

const identityPath = (path: string): string => `${path}.id`;

/** Before the file is opened, which would make it. Rejects with StoreError "emptied". */
export function assertNotEmptied(path: string): void {
  if (readIdentity(path) === null) return;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) throw emptied(path);
}

/** Once it is open, and before any row is written. Rejects with StoreError "emptied" or "swapped". */
export function assertSameStore(db: Opened): void {
  const expected = readIdentity(db.path);
  if (expected === null) return;
  if (db.get(sql`SELECT 1 AS found FROM sqlite_schema LIMIT 1`) === undefined) throw emptied(db.path);
  const found = identityOf(db);
  if (found !== expected)
    throw new StoreError("swapped", `the store ${db.path} is another one than ${identityPath(db.path)} says`);
}

/** Gives a store its identity, once, and writes down which one it is. */
export async function keepIdentity(db: Opened): Promise<void> {
  if (identityOf(db) === null) insertIdentity(db);
  const identity = identityOf(db) ?? "";
  if (readIdentity(db.path) !== identity) await writeWhole(resolve(identityPath(db.path)), `${identity}\n`);
}

export const insertIdentity = (db: Opened): number =>
  db.run(sql`INSERT INTO meta VALUES ('identity', ${randomBytes(16).toString("hex")})`);

const emptied = (path: string) =>
  new StoreError("emptied", `the store ${path} is missing or empty, and ${identityPath(path)} says that there was one`);

function identityOf(db: Opened): string | null {
  const hasMeta = db.get(sql`SELECT 1 AS found FROM sqlite_schema WHERE name = 'meta'`) !== undefined;
  const value = hasMeta ? db.get(sql`SELECT value FROM meta WHERE name = 'identity'`)?.value : undefined;
  return typeof value === "string" ? value : null;
}

/** What the file beside a store says; null where there is none. */
export function readIdentity(path: string): string | null {
  try {
    return readFileSync(identityPath(path), "utf8").trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
