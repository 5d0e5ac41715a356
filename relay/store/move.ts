// A store's rows in another one, for good, while no relay uses either: copied in one transaction, read again and compared; then the old one
// is marked, and no relay opens it again.
import type { StoreTarget } from "../config/values.ts";
import { StoreError } from "../errors.ts";
import { assertSameRows, clear, copyRows, isEmpty } from "./copy.ts";
import { connectPostgres, databaseName } from "./engines/postgres-connect.ts";
import { NUMBERED, openSchema } from "./engines/postgres-open-schema.ts";
import { openDatabase } from "./engines/sqlite-open-database.ts";
import { createStore } from "./engines/sqlite-store.ts";
import { setMark } from "./rows.ts";
import { createSecret, raw, type Statements, sql } from "./store.ts";

export type MoveReport = Awaited<ReturnType<typeof move>>;

interface OpenedStore {
  readonly name: string;
  /** Distinguishes one store from another; its copy has the same. */
  readonly identity: string;
  /** All or nothing, and nobody else changes anything meanwhile. */
  alone<Result>(work: (rows: Statements) => Promise<Result>): Promise<Result>;
  /** Behind the last row: numbers go on behind it. `rows` as `alone` gives them. */
  setNumbers(rows: Statements): Promise<void>;
  /** From now on it is refused as "moved". */
  leave(rows: Statements, to: string): Promise<void>;
  close(): Promise<void>;
}

/** A target that was filled and not yet released is marked: a move that broke off is begun again. */
const MOVING = "moving";
const MARK = sql`FROM meta WHERE name = ${MOVING}`;

/**
 * Answers what the new store is called in messages, and how many rows there are of each table. Rejects with StoreError, "locked" where a relay
 * uses one of the two; then the old one is as it was.
 */
export async function move(source: StoreTarget, target: StoreTarget) {
  const to = await open(target, true);
  try {
    const from = await open(source, false).catch(async (error) => {
      // It broke off behind the last row: the copy is whole.
      if (error instanceof StoreError && error.failure === "moved" && (await release(to))) return null;
      throw error;
    });
    if (from === null) return { to: to.name, rows: {} };
    try {
      const rows = await from.alone(async (old) => {
        const copied = await to.alone((db) => fill(db, old, from, to));
        await from.leave(old, to.name);
        return copied;
      });
      await release(to);
      return { to: to.name, rows };
    } finally {
      await from.close();
    }
  } finally {
    await to.close();
  }
}

async function fill(db: Statements, old: Statements, from: OpenedStore, to: OpenedStore) {
  await makeRoom(db, to.name, from.identity);
  const rows = await copyRows(old, db);
  await assertSameRows(old, db);
  await to.setNumbers(db);
  await setMark(db, MOVING, from.identity);
  return rows;
}

/** Answers whether it was the target of a move. */
const release = (to: OpenedStore): Promise<boolean> => to.alone(async (db) => (await db.run(sql`DELETE ${MARK}`)) > 0);

async function makeRoom(db: Statements, name: string, identity: string): Promise<void> {
  const unfinished = (await db.get(sql`SELECT value ${MARK}`))?.value;
  if (unfinished !== identity && (unfinished !== undefined || !(await isEmpty(db))))
    throw new StoreError("foreign", `${name} holds submissions already; a move needs an empty store`);
  await clear(db);
  await db.run(sql`DELETE ${MARK}`);
}

const open = (target: StoreTarget, mayBeMoving: boolean): Promise<OpenedStore> =>
  target.type === "sqlite" ? openFile(target.path, mayBeMoving) : openPostgres(target, mayBeMoving);

async function openFile(path: string, mayBeMoving: boolean): Promise<OpenedStore> {
  const db = await openDatabase(path, { mayBeMoving });
  const { hash } = createStore(db, {});
  return {
    name: path,
    identity: hash("store"),
    alone: (work) => db.transaction(() => work(db)),
    async setNumbers() {},
    async leave(rows, to) {
      await setMark(rows, "moved", to);
    },
    close: () => db.close(),
  };
}

async function openPostgres(
  target: Extract<StoreTarget, { type: "postgres" }>,
  mayBeMoving: boolean,
): Promise<OpenedStore> {
  const database = await connectPostgres({ ...target, connections: 1 });
  const name = databaseName(target);
  try {
    const [used] = await database.all(
      sql`SELECT 1 AS found FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = ${database.applicationName} AND pid <> pg_backend_pid() LIMIT 1`,
    );
    if (used !== undefined) throw new StoreError("locked", `a relay uses the store in ${name}; nothing was moved`);
    const secret = await openSchema(database, target.schema, { mayBeMoving });
    return {
      name,
      identity: createSecret(secret).hash("store"),
      alone: (work) =>
        database.transaction(
          async (db) => {
            await db.all(sql`LOCK TABLE submissions, entries, meta IN EXCLUSIVE MODE`);
            return work(db);
          },
          { isLong: true },
        ),
      async setNumbers(db) {
        for (const table of NUMBERED)
          await db.all(
            sql`SELECT setval(pg_get_serial_sequence(${table}, 'sequence'), greatest(coalesce(max(sequence), 0), 1)) FROM ${raw(table)}`,
          );
      },
      /** Relays that are still there, or come back, find no tables: nothing is taken that nobody would deliver. */
      async leave(db, to) {
        await setMark(db, "moved", to);
        for (const name of ["submissions", "entries"]) await db.run(raw(`ALTER TABLE ${name} RENAME TO moved_${name}`));
      },
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
