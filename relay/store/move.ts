// A store's rows in another one, for good, while no relay uses either: copied in one transaction, read again and compared; then the old one
// is marked, and no relay opens it again.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { StoreTarget } from "../config/targets.ts";
import { StoreError } from "../errors.ts";
import { assertSameRows, copyRows, isEmptyStore } from "./copies/copy-rows.ts";
import { connectPostgres, databaseName } from "./engines/postgres/connect.ts";
import { openSchema } from "./engines/postgres/open-schema.ts";
import { NUMBERED } from "./engines/postgres/schema.ts";
import { readIdentity } from "./engines/sqlite/identity.ts";
import { openDatabase } from "./engines/sqlite/open-database.ts";
import { setMark } from "./rows/marks.ts";
import { raw, type Statements, sql } from "./rows/sql.ts";

export type MoveReport = Awaited<ReturnType<typeof move>>;

interface OpenedStore {
  readonly name: string;
  /** All or nothing, and nobody else changes anything meanwhile. */
  alone<Result>(work: (rows: Statements) => Promise<Result>): Promise<Result>;
  /** Relays that are still there, or come back, find no tables: nothing is taken that nobody would deliver. `rows` as `alone` gives them. */
  hide(rows: Statements): Promise<void>;
  close(): Promise<void>;
}

/**
 * Answers what the new store is called in messages, and how many rows there are of each table. Rejects with StoreError, "locked" where a relay
 * uses one of the two; then the old one is as it was.
 */
export async function move(source: StoreTarget, target: StoreTarget) {
  if (source.type === "sqlite" && !existsSync(source.path) && readIdentity(source.path) === null)
    throw new StoreError("unusable", `there is no store at ${source.path}; nothing was moved`);
  // The old one first: where it cannot be had, the new one is not begun.
  const from = await open(source);
  try {
    const isNew = target.type === "sqlite" && !existsSync(target.path);
    const to = await open(target);
    let isFilled = false;
    try {
      const rows = await from.alone(async (old) => {
        const copied = await to.alone((db) => fill(db, old, to.name));
        isFilled = true;
        // From now on it is refused.
        await setMark(old, "moved", to.name);
        await from.hide(old);
        return copied;
      });
      return { to: to.name, rows };
    } finally {
      await to.close();
      // Never one with rows: the old store may be marked already.
      if (isNew && !isFilled) await removeStoreFile(target.path);
    }
  } finally {
    await from.close();
  }
}

const removeStoreFile = (path: string) =>
  Promise.all(["", "-wal", "-shm", ".id"].map((ending) => rm(`${path}${ending}`, { force: true })));

async function fill(db: Statements, old: Statements, name: string) {
  if (!(await isEmptyStore(db)))
    throw new StoreError("foreign", `the store ${name} holds submissions already; a move needs an empty one`);
  const rows = await copyRows(old, db);
  await assertSameRows(old, db);
  return rows;
}

const open = (target: StoreTarget): Promise<OpenedStore> =>
  target.type === "sqlite" ? openFile(target.path) : openPostgres(target);

async function openFile(path: string): Promise<OpenedStore> {
  const db = await openDatabase(path);
  return { name: path, alone: (work) => db.transaction(() => work(db)), async hide() {}, close: db.close };
}

async function openPostgres(target: Extract<StoreTarget, { type: "postgres" }>): Promise<OpenedStore> {
  const database = await connectPostgres({ ...target, connections: 1 });
  const name = databaseName(target);
  try {
    const [used] = await database.all(
      sql`SELECT 1 AS found FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = ${database.applicationName} AND pid <> pg_backend_pid() LIMIT 1`,
    );
    if (used !== undefined) throw new StoreError("locked", `a relay uses the store in ${name}; nothing was moved`);
    await openSchema(database, target.schema);
    return {
      name,
      alone: (work) =>
        database.transaction(
          async (db) => {
            await db.all(sql`LOCK TABLE submissions, entries, meta IN EXCLUSIVE MODE`);
            const result = await work(db);
            // Numbers go on behind the last row.
            for (const table of NUMBERED)
              await db.all(
                sql`SELECT setval(pg_get_serial_sequence(${table}, 'sequence'), greatest(coalesce(max(sequence), 0), 1)) FROM ${raw(table)}`,
              );
            return result;
          },
          { isLong: true },
        ),
      async hide(db) {
        for (const name of ["submissions", "entries"]) await db.run(raw(`ALTER TABLE ${name} RENAME TO moved_${name}`));
      },
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
