// The store that several relays share. What they do at the same time is settled by the database alone: nothing is true because one of them
// remembers it.
import type { Clock } from "../../clock.ts";
import type { PostgresTarget } from "../../config/values.ts";
import { StoreError } from "../../errors.ts";
import { clampFutureDates, endLostLeases } from "../deliver.ts";
import { createFailure, type Engine, type StoreReports } from "../engine.ts";
import { setAsideStrangeKinds } from "../events.ts";
import { type Batches, createBatches } from "../group-commit.ts";
import { createOutboxOn, type Outbox } from "../outbox.ts";
import type { AcceptResult } from "../records.ts";
import { setMark } from "../rows.ts";
import { createSecret, type RunOperation, sql } from "../store.ts";
import { acceptAll, type Incoming } from "./postgres-accept.ts";
import { connectPostgres, type PostgresDatabase, type TransactionKind } from "./postgres-connect.ts";
import { claim } from "./postgres-deliver.ts";
import { openSchema } from "./postgres-open-schema.ts";
import { createStore, type Shared } from "./postgres-store.ts";
import { backUpRows } from "./sqlite-write-backup.ts";

export interface PostgresOutboxOptions extends StoreReports {
  readonly target: PostgresTarget;
  readonly clock: Clock;
  /** The database's time: at the start, and now and then. */
  readonly onTime?: (now: number) => void;
}

interface Opened {
  readonly database: PostgresDatabase;
  readonly shared: Shared;
  readonly incoming: Batches<Incoming>;
  /** When the database was last asked for its time and for leases that have run out. */
  caredAt: number;
  /** While it is: a claim waits for what it brings. */
  caring: Promise<void> | null;
}

const LONG: TransactionKind = { isLong: true };

/** Leases that another relay has lost are ended so soon, and the clock is read off the database's so often. */
const CARE_EVERY_MS = 5000;
/**
 * The database's own clock: the one that all relays have in common. While the database was away nobody could renew a lease or write down what
 * became of a mail: in the first ten seconds after its start, those who were sending come first.
 */
const TIME = sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  clock_timestamp() > pg_postmaster_start_time() + interval '10 seconds' AS settled`;

const SIZE = sql`SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

export const createPostgresOutbox = (options: PostgresOutboxOptions): Outbox => createOutboxOn(createEngine(options));

function createEngine(options: PostgresOutboxOptions): Engine {
  const { target, clock } = options;
  let opened: Opened | null = null;
  const { current: failure, isFull, fail, recover } = createFailure(options.onFailure, false);
  const readTime = async (database: PostgresDatabase) => {
    const asked = performance.now();
    const [row] = await database.all(TIME);
    options.onTime?.(Number(row?.now) + (performance.now() - asked) / 2);
    return row?.settled === true;
  };

  /** Whatever the database answers says whether the store is there. */
  const using = async <Result>(use: (parts: Opened) => Promise<Result>): Promise<Result> => {
    if (opened === null) throw new StoreError("closed", "the store is not open");
    try {
      const result = await use(opened);
      // What can be read may not be writable, and what was written may have been the last that fits: the probe says.
      if (!isFull()) recover();
      return result;
    } catch (error) {
      if (error instanceof StoreError) fail(error);
      throw error;
    }
  };
  const care = async ({ database, shared }: Opened, now: number): Promise<void> => {
    if (await readTime(database)) await database.transaction((db) => endLostLeases(createStore(db, shared), now));
  };
  const run: RunOperation = (operation, kind) =>
    using(({ database, shared }) =>
      database.transaction(async (db) => operation(createStore(db, shared)), { isLong: kind === "long" }),
    );

  return {
    isShared: true,
    async open() {
      const database = await connectPostgres(target);
      try {
        const secret = createSecret(await openSchema(database, target.schema));
        const shared: Shared = { secret, findings: options };
        await readTime(database);
        const now = clock.now();
        for (const tidy of [setAsideStrangeKinds, clampFutureDates])
          await database.transaction((db) => tidy(createStore(db, shared), now), LONG);
        const incoming = createBatches<Incoming>((batch) => acceptAll(database, secret, batch));
        opened = { database, shared, incoming, caredAt: Number.NEGATIVE_INFINITY, caring: null };
      } catch (error) {
        await database.close();
        throw error;
      }
    },
    run,
    accept: (acceptance) => using(async ({ incoming }) => (await incoming.add({ acceptance })) as AcceptResult),
    spend: (limits, now) =>
      using(async ({ incoming }) => (await incoming.add({ spend: limits, now })) as number | null),
    claim: (now, limit, leaseMs, selection) =>
      using(async (parts) => {
        const { database, shared } = parts;
        if (Math.abs(now - parts.caredAt) >= CARE_EVERY_MS) {
          parts.caredAt = now;
          parts.caring = care(parts, now).finally(() => {
            parts.caring = null;
          });
        }
        await parts.caring;
        return database.transaction((db) => claim(db, shared, now, limit, leaseMs, selection));
      }),
    /** As a store in a file, which can be opened in this one's place or moved into a database again. */
    backup: (path) =>
      using(({ database }) =>
        database.transaction((db) => backUpRows(db, path, clock.now()), { isLong: true, isSnapshot: true }),
      ),
    async emptyLog() {},
    bytes: () => using(async ({ database }) => Number((await database.all(SIZE))[0]?.bytes)),
    isWritable: () => failure() === null,
    probe: () =>
      using(async ({ database }) => {
        const start = performance.now();
        const wasFull = isFull();
        // A few bytes nearly always fit, so where the disk was full a table has to grow as well.
        if (wasFull) await grow(database);
        await database.transaction(async (db) => setMark(db, "probed", String(Date.now())));
        if (wasFull) recover();
        return { fsyncMs: performance.now() - start };
      }),
    async close() {
      if (opened === null) return;
      const { database, incoming } = opened;
      await incoming.idle();
      opened = null;
      await database.close();
    },
  };
}

/** A megabyte, none of which stays. */
const GROW = sql`CREATE TABLE relay_room AS SELECT repeat('x', 1000) AS filling FROM generate_series(1, 1000)`;

async function grow(database: PostgresDatabase): Promise<void> {
  const grown = new Error("There is room.");
  try {
    await database.transaction(async (db) => {
      await db.run(GROW);
      throw grown;
    });
  } catch (error) {
    // A role that may make no tables any more cannot find out.
    const isDenied = error instanceof StoreError && error.failure === "denied";
    if (error !== grown && !isDenied) throw error;
  }
}
