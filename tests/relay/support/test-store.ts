// The store that a test runs on: a file, or a schema of its own on the run's PostgreSQL.
import { join } from "node:path";
import Database from "libsql";
import pg from "pg";
import { inject } from "vitest";
import { systemClock } from "../../../relay/clock.ts";
import { type PostgresTarget, type StoreTarget, storeTarget } from "../../../relay/config/targets.ts";
import { createOutbox } from "../../../relay/store/create-outbox.ts";
import type { OutboxOptions } from "../../../relay/store/engines/engine.ts";
import type { Outbox } from "../../../relay/store/outbox.ts";
import { TABLES } from "../../../relay/store/rows/tables.ts";
import type { TestClock } from "./test-clock.ts";

export const isPostgres = (): boolean => inject("relayStore") === "postgres";

export interface TestStore {
  /** As RELAY_STORE_URL names it. */
  readonly url: string;
  readonly target: StoreTarget;
  /** Several may be made of one store. */
  create(options: Omit<OutboxOptions, "clock"> & { readonly clock: TestClock }): Outbox;
  /** Runs statements behind the relay's back; nobody may use a store in a file meanwhile. */
  change(sql: string): Promise<void>;
  rows(sql: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** Resolves when a database has run for so long that leases of others are ended. */
  isSettled(): Promise<void>;
  /** When no store of it is open any more. */
  end(): Promise<void>;
}

let asked = 0;

const idlers: (() => void)[] = [];

/** Whether every store of the tests has answered all that it was asked. */
export const isStoreIdle = (): boolean => asked === 0;

/** Resolves when it has. */
export const storeIsIdle = (): Promise<void> =>
  isStoreIdle() ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve));

function counted(outbox: Outbox): Outbox {
  const count =
    (method: (...values: never[]) => Promise<unknown>) =>
    async (...values: never[]) => {
      asked += 1;
      try {
        return await method(...values);
      } finally {
        asked -= 1;
        if (isStoreIdle()) for (const resolve of idlers.splice(0)) resolve();
      }
    };
  const entries = Object.entries(outbox).map(([name, each]) => [name, typeof each === "function" ? count(each) : each]);
  return Object.fromEntries(entries) as Outbox;
}

let schemas = 0;

export const newSchema = (): string => {
  schemas += 1;
  return `t${process.pid}_${schemas}`;
};

/** Schemas that a test of this worker has left: making one takes longer than emptying one. */
const left: string[] = [];

/** A file in `folder`, or an empty schema. */
export function createTestStore(folder: string): TestStore {
  if (!isPostgres()) return sqliteStore(join(folder, "relay.db"));
  const schema = left.pop() ?? newSchema();
  const store = postgresStore(schema);
  return {
    ...store,
    async end() {
      await store.change(EMPTY);
      left.push(schema);
    },
  };
}

const EMPTY = TABLES.map(({ name }) => `DELETE FROM ${name}`)
  .concat("DELETE FROM meta WHERE name LIKE 'kept:%'")
  .join("; ");

function sqliteStore(path: string): TestStore {
  const use = <Result>(work: (database: Database.Database) => Result): Result => {
    const database = new Database(path);
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    url: `sqlite:${path}`,
    target: { type: "sqlite", path },
    create: (options) => counted(createOutbox({ type: "sqlite", path }, options)),
    change: async (sql) => use((database) => void database.exec(sql)),
    rows: async (sql) => use((database) => database.prepare(sql).all() as Record<string, unknown>[]),
    isSettled: async () => {},
    end: async () => {},
  };
}

/** A relay's store on PostgreSQL, open, by the clock of this machine. */
export async function openPostgres(
  url: string,
  { target = storeTarget.parse(url) as StoreTarget, ...more }: Partial<OutboxOptions & Pick<TestStore, "target">> = {},
): Promise<Outbox> {
  const outbox = createOutbox(target, { clock: systemClock, ...more });
  await outbox.open();
  return outbox;
}

export function postgresStore(schema: string): TestStore {
  const url = `${inject("postgresUrl")}?schema=${schema}`;
  // A machine that is busy with other tests is no database that is away.
  const target: PostgresTarget = { ...(storeTarget.parse(url) as PostgresTarget), timeoutMs: 30_000 };
  const rows = async (sql: string) => {
    const client = new pg.Client({
      host: target.host,
      port: target.port,
      user: target.user,
      database: target.database,
      options: `-c search_path=${schema}`,
    });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    url,
    target,
    // The database's time is not that of the clock that a test sets.
    create: (options) => counted(createOutbox(target, { ...options, onTime: () => {} })),
    change: async (sql) => void (await rows(sql)),
    rows,
    isSettled: async () =>
      void (await rows("SELECT pg_sleep_until(pg_postmaster_start_time() + interval '10.1 seconds')")),
    end: async () => {},
  };
}
