// The one file that knows the SQLite library: opening, statements, transactions, and what its errors mean for us.
// One connection in exclusive mode: a second relay on the same file is turned away, and the write-ahead log's index stays in memory.
// Statements are answered at once, from memory nearly always; what waits for the disk runs in the library's own threads.

import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import AsyncDatabase from "libsql/promise";
import { makeFolder, sync } from "../../../durable-files.ts";
import { StoreError } from "../../../errors.ts";
import { BACKED_UP } from "../../copies/audit.ts";
import type { Migrated } from "../../rows/migrations.ts";
import { type MaybePromise, raw, type Sql, type Statements, type StoreRow, sql } from "../../rows/sql.ts";
import { newSecret } from "../../rows/store.ts";
import { FORMAT, schemaOf } from "../../rows/tables.ts";
import { assertMigratable, formatOf, type Marks } from "../assert-usable.ts";
import { assertNotEmptied, assertSameStore, keepIdentity } from "./identity.ts";
import { migrateFile } from "./migrate-file.ts";

/** The log is copied into the file when it has so many. */
const LOG_PAGES = 2000;

/** One commits, one writes a backup: as many as processors would be one in a small container, where a backup would keep commits waiting. */
process.env.TOKIO_WORKER_THREADS = "2";

export interface StoreDatabase extends Statements {
  readonly path: string;
  /** Statements are prepared once. */
  run(statement: Sql): number;
  get(statement: Sql): StoreRow | undefined;
  all(statement: Sql): StoreRow[];
  /** Several statements without values. */
  exec(text: string): void;
  /** The same in a thread: until it resolves, a use of the database waits for it, and with it the process. */
  execApart(text: string): Promise<void>;
  /**
   * All or nothing, and fsynced when it is all, in a thread; rejects with StoreError where it is the store that failed. The work may wait for
   * nothing but the store: it is the only transaction until then.
   */
  transaction<Result>(work: () => MaybePromise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Rejects with StoreError: "locked" where another process has it, "newer" where a later relay wrote it, "foreign" where no
 * released relay did, "emptied" or "swapped" where it is not the store that was here before, "moved" where its rows are in another one, "unusable" otherwise.
 */
export async function openDatabase(path: string, onMigrated?: (migrated: Migrated) => void): Promise<StoreDatabase> {
  let database: StoreDatabase | undefined;
  try {
    assertNotEmptied(path);
    await createFile(path);
    database = openFile(path);
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
  for (const [name, value, seen] of expected) {
    database.all(raw(`PRAGMA ${name} = ${value}`));
    const found = database.get(raw(`PRAGMA ${name}`))?.[name];
    if (found !== seen)
      throw new StoreError(
        "unusable",
        `SQLite does not take ${name} = ${value} (it is ${String(found)}): commits would not be safe`,
      );
  }
  database.all(sql`PRAGMA busy_timeout = 0`);
  database.all(raw(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`));
  database.all(sql`PRAGMA journal_size_limit = 67108864`);
  // The first write takes the lock that exclusive mode then keeps.
  database.exec("BEGIN EXCLUSIVE; COMMIT");
}

const SCHEMA = schemaOf({
  types: {
    text: "TEXT NOT NULL",
    "text?": "TEXT",
    whole: "INTEGER NOT NULL",
    "whole?": "INTEGER",
    "whole 0": "INTEGER NOT NULL DEFAULT 0",
    sequence: "INTEGER",
  },
  position: "instr",
  // Large rows, and those that are found by their number, do not lie in their key's index.
  storageOf: ({ name, key }) =>
    key[0] === "sequence" || ["submissions", "entries"].includes(name) ? "" : " WITHOUT ROWID",
  indexes: [],
});

function makeTables(database: StoreDatabase): void {
  database.exec(SCHEMA);
  database.run(
    sql`INSERT INTO meta VALUES ('identity', ${randomBytes(16).toString("hex")}), ('secret', ${newSecret()})`,
  );
  database.exec(`PRAGMA user_version = ${FORMAT}`);
}

/** Null where there is nothing in it. Another program's tables, or those of another format, would fail at the first request. */
export function marksOf(database: Pick<StoreDatabase, "get" | "all">): Marks | null {
  const format = String(database.get(sql`PRAGMA user_version`)?.user_version);
  const names = database.all(sql`SELECT name FROM sqlite_schema`).map(({ name }) => name);
  if (format === "0" && names.length === 0) return null;
  const rows = names.includes("meta") ? database.all(sql`SELECT name, value FROM meta`) : [];
  return new Map([...rows.map(({ name, value }) => [String(name), String(value)] as const), ["format", format]]);
}

/** Empties the log: its pages are in the file. */
export const EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)";

/** A file that nobody writes to, by its address (file:///…); neither it nor its folder is changed. Rejects with StoreError. */
export const openToRead = (address: string): Pick<StoreDatabase, "run" | "get" | "all" | "close"> =>
  openFile(`${address}?mode=ro&immutable=1`);

/**
 * Copies a store in use into a new file, without its connection: a thread reads the file, and what is written meanwhile stays in the log. Until it
 * resolves nobody else may empty the log. `between`: runs something between two commits.
 */
export async function copyDatabase(
  database: StoreDatabase,
  to: string,
  between: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await between(() => database.execApart(`${EMPTY_LOG}; PRAGMA wal_autocheckpoint = 0`));
  try {
    const reader = new AsyncDatabase(`${pathToFileURL(resolve(database.path)).href}?mode=ro&immutable=1`, {});
    try {
      await reader.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
    } finally {
      reader.close();
    }
  } finally {
    await between(() => database.execApart(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`));
  }
}

/** A copy that nobody uses yet, or an empty file that becomes one; it says when it was made. Nothing in it is on the disk until it is synced as a whole. */
export function openCopy(path: string, madeAt: number): StoreDatabase {
  const copy = openFile(path);
  copy.all(sql`PRAGMA journal_mode = MEMORY`);
  copy.all(sql`PRAGMA synchronous = OFF`);
  if (marksOf(copy) === null) makeTables(copy);
  copy.run(sql`INSERT OR REPLACE INTO meta VALUES (${BACKED_UP}, ${String(Math.round(madeAt))})`);
  return copy;
}

/** An error of the store is a StoreError, whatever it is met at. */
function openFile(path: string): StoreDatabase {
  let library: Database.Database;
  try {
    library = new Database(path);
  } catch (error) {
    throw asSqliteError(error);
  }
  const statements = new Map<string, Database.Statement<unknown[]>>();
  const using = <Result>(text: string, use: (statement: Database.Statement<unknown[]>) => Result): Result => {
    try {
      const statement = statements.get(text) ?? library.prepare(text);
      statements.set(text, statement);
      return use(statement);
    } catch (error) {
      // The library does not reset a statement that failed: it would fail for good.
      statements.delete(text);
      throw asSqliteError(error);
    }
  };
  /** One connection has both ways, each with its own half of the library. */
  const execApart = (text: string): Promise<void> => AsyncDatabase.prototype.exec.call(library, text);
  /** The library takes a lone array or object for the whole list of values. */
  const database: StoreDatabase = {
    path,
    run: ({ text, values }) => using(text, (statement) => statement.run([...values]).changes),
    get: ({ text, values }) =>
      using(text, (statement) => (statement.get([...values]) as StoreRow | undefined) ?? undefined),
    all: ({ text, values }) => using(text, (statement) => statement.all([...values]) as StoreRow[]),
    exec: (text) => {
      library.exec(text);
    },
    execApart,
    transaction: async (work) => {
      try {
        library.exec("BEGIN IMMEDIATE");
        const result = await work();
        await execApart("COMMIT");
        return result;
      } catch (error) {
        try {
          if (library.inTransaction) library.exec("ROLLBACK");
        } catch {
          // Said already by the first error.
        }
        throw asSqliteError(error);
      }
    },
    close: async () => {
      statements.clear();
      // The library keeps its connection, and with it the lock, until its statements are collected; leaving exclusive mode gives
      // the lock back at once, and exclusive mode is left by way of the journal's mode.
      try {
        await execApart("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_schema");
      } catch {
        // On a full disk the log stays beside the database, and the next start reads it.
      }
      library.close();
    },
  };
  return database;
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** An error of the store as a StoreError, any other as it is. */
export function asSqliteError(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof StoreError || !code.startsWith("SQLITE_")) return error;
  if (code === "SQLITE_FULL") return new StoreError("full", "the disk is full", error);
  if (code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED"))
    return new StoreError("locked", "the store is locked by another program", error);
  // A write or sync that failed once must not be trusted when it seems to work the next time: the system may have dropped the pages.
  if (code.startsWith("SQLITE_IOERR")) return new StoreError("sync-failed", `the disk failed (${code})`, error);
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return new StoreError("damaged", "the store's file is damaged", error);
  if (code.startsWith("SQLITE_READONLY") || code === "SQLITE_CANTOPEN")
    return new StoreError("unusable", `the store cannot be written (${code})`, error);
  return error;
}

function asOpenError(error: unknown, path: string): StoreError {
  const known = asSqliteError(error);
  if (known instanceof StoreError) {
    if (["newer", "foreign", "unusable", "emptied", "swapped", "moved"].includes(known.failure)) return known;
    const text =
      known.failure === "locked" ? "is in use: another relay runs on it" : `cannot be opened: ${known.message}`;
    return new StoreError(known.failure, `the store ${path} ${text}`, error);
  }
  const code = codeOf(error);
  return new StoreError(
    code === "ENOSPC" ? "full" : "unusable",
    `the store ${path} cannot be opened (${code || String(error)})`,
    error,
  );
}
