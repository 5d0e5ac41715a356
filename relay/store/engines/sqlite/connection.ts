// A file as the SQLite library has it open: statements, transactions, and its end. An error of the store is a StoreError, whatever it is met at.
// Statements are answered at once, from memory nearly always; what waits for the disk runs in the library's own threads.

import Database from "libsql";
import AsyncDatabase from "libsql/promise";
import type { MaybePromise, Sql, Statements, StoreRow } from "../../rows/sql.ts";
import { asSqliteError } from "./sqlite-error.ts";

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

/** Rejects with StoreError. */
export function openConnection(path: string): StoreDatabase {
  const library = openLibrary(path);
  const statements = createStatements(library);
  /** One connection has both ways, each with its own half of the library. */
  const execApart = (text: string): Promise<void> => AsyncDatabase.prototype.exec.call(library, text);
  return {
    path,
    run: statements.run,
    get: statements.get,
    all: statements.all,
    exec(text) {
      library.exec(text);
    },
    execApart,
    async transaction(work) {
      try {
        library.exec("BEGIN IMMEDIATE");
        const result = await work();
        await execApart("COMMIT");
        return result;
      } catch (error) {
        rollBack(library);
        throw asSqliteError(error);
      }
    },
    async close() {
      statements.forget();
      await giveBackLock(execApart);
      library.close();
    },
  };
}

function openLibrary(path: string): Database.Database {
  try {
    return new Database(path);
  } catch (error) {
    throw asSqliteError(error);
  }
}

/** Each is prepared once. */
function createStatements(library: Database.Database) {
  const prepared = new Map<string, Database.Statement<unknown[]>>();
  const using = <Result>(text: string, use: (statement: Database.Statement<unknown[]>) => Result): Result => {
    try {
      const statement = prepared.get(text) ?? library.prepare(text);
      prepared.set(text, statement);
      return use(statement);
    } catch (error) {
      // The library does not reset a statement that failed: it would fail for good.
      prepared.delete(text);
      throw asSqliteError(error);
    }
  };
  // The library takes a lone array or object for the whole list of values.
  return {
    run: ({ text, values }: Sql): number => using(text, (statement) => statement.run([...values]).changes),
    get: ({ text, values }: Sql): StoreRow | undefined =>
      using(text, (statement) => (statement.get([...values]) as StoreRow | undefined) ?? undefined),
    all: ({ text, values }: Sql): StoreRow[] => using(text, (statement) => statement.all([...values]) as StoreRow[]),
    forget: (): void => prepared.clear(),
  };
}

function rollBack(library: Database.Database): void {
  try {
    if (library.inTransaction) library.exec("ROLLBACK");
  } catch {
    // Said already by the error that it is for.
  }
}

/**
 * The library keeps its connection, and with it the lock, until its statements are collected; leaving exclusive mode gives the lock back at
 * once, and exclusive mode is left by way of the journal's mode.
 */
async function giveBackLock(execApart: StoreDatabase["execApart"]): Promise<void> {
  try {
    await execApart("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT 1 FROM sqlite_schema");
  } catch {
    // On a full disk the log stays beside the database, and the next start reads it.
  }
}
