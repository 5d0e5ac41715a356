// A store's rows in another one, for good: copied in one transaction, read again and compared; then the old one is marked, and no relay
// opens it again.
import type { StoreTarget } from "../config/values.ts";
import { StoreError } from "../errors.ts";
import { assertSameRows, clear, copyRows, isEmpty } from "./copy.ts";
import type { Statements } from "./operations/store.ts";
import type { MoveReport } from "./outbox.ts";
import { connectPostgres, databaseName } from "./postgres/connect.ts";
import { openSchema } from "./postgres/open-schema.ts";
import { openDatabase } from "./sqlite/open-database.ts";
import { createStore } from "./sqlite/store.ts";
import { fillFile } from "./sqlite/write-backup.ts";

/** The store that is left. Nothing changes in it between `read` and `leave`. */
export interface MoveSource {
  /** Distinguishes one store from another; its copy has the same. */
  readonly identity: string;
  read<Result>(work: (rows: Statements) => Promise<Result>): Promise<Result>;
  /** From now on it is refused as "moved". */
  leave(to: string): Promise<void>;
}

interface MoveTarget {
  readonly name: string;
  /** All or nothing. */
  fill(work: (rows: Statements) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A target that was filled and not yet released is marked: a move that broke off is begun again. */
const MOVING = "moving";

export async function move(source: MoveSource, target: StoreTarget): Promise<MoveReport> {
  const to = await openTarget(target);
  try {
    let rows: Readonly<Record<string, number>> = {};
    await source.read((from) =>
      to.fill(async (db) => {
        await makeRoom(db, to.name, source.identity);
        rows = await copyRows(from, db);
        await assertSameRows(from, db);
        await db.run(`INSERT INTO meta (name, value) VALUES ('${MOVING}', ?)`, source.identity);
      }),
    );
    await source.leave(to.name);
    await to.fill(async (db) => void (await db.run(`DELETE FROM meta WHERE name = '${MOVING}'`)));
    return { to: to.name, rows };
  } finally {
    await to.close();
  }
}

/** A move that broke off when the old store was marked already: the copy is whole, and is released. Answers whether it was so. */
export async function finishMove(target: StoreTarget): Promise<boolean> {
  const to = await openTarget(target);
  try {
    let wasMoving = false;
    await to.fill(async (db) => {
      wasMoving = (await db.run(`DELETE FROM meta WHERE name = '${MOVING}'`)) > 0;
    });
    return wasMoving;
  } finally {
    await to.close();
  }
}

/** Rejects where it is not there, not ours, or not empty; so that nothing is stopped for a move that cannot be. */
export async function assertMovable(target: StoreTarget, identity: string): Promise<void> {
  const to = await openTarget(target);
  try {
    await to.fill((db) => assertRoom(db, to.name, identity));
  } finally {
    await to.close();
  }
}

async function assertRoom(db: Statements, name: string, identity: string): Promise<void> {
  const unfinished = (await db.get(`SELECT value FROM meta WHERE name = '${MOVING}'`))?.value;
  if (unfinished !== identity && (unfinished !== undefined || !(await isEmpty(db))))
    throw new StoreError("foreign", `${name} holds submissions already; a move needs an empty store`);
}

async function makeRoom(db: Statements, name: string, identity: string): Promise<void> {
  await assertRoom(db, name, identity);
  await clear(db);
  await db.run(`DELETE FROM meta WHERE name = '${MOVING}'`);
}

const openTarget = (target: StoreTarget): Promise<MoveTarget> =>
  target.type === "sqlite" ? openFile(target.path) : openPostgres(target);

async function openFile(path: string): Promise<MoveTarget> {
  const db = openDatabase(path, { mayBeMoving: true });
  createStore(db, { damage() {}, redated() {} });
  return {
    name: path,
    fill: (work) => fillFile(db, work),
    close: async () => db.close(),
  };
}

async function openPostgres(target: Extract<StoreTarget, { type: "postgres" }>): Promise<MoveTarget> {
  const database = await connectPostgres(target);
  try {
    await openSchema(database, target.schema, { mayBeMoving: true });
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    name: databaseName(target),
    fill: (work) =>
      database.transaction(
        async (db) => {
          await work(db);
          for (const [sequence, table] of SEQUENCES)
            await db.query(`SELECT setval(${sequence}, greatest(coalesce(max(sequence), 0), 1)) FROM ${table}`);
        },
        { isLong: true },
      ),
    close: () => database.close(),
  };
}

/** Numbers go on behind the last one. */
const SEQUENCES = [
  ["'submission_numbers'", "submissions"],
  ["pg_get_serial_sequence('events', 'sequence')", "events"],
  ["pg_get_serial_sequence('quarantine', 'sequence')", "quarantine"],
  ["pg_get_serial_sequence('actions', 'sequence')", "actions"],
] as const;
