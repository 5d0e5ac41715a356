// The store that several relays share. What they do at the same time is settled by the database alone: nothing is true because one of them
// remembers it.
import type { Clock } from "../../clock.ts";
import type { PostgresTarget } from "../../config/values.ts";
import { StoreError } from "../../errors.ts";
import { clampFutureDates, detectClockRollback, extendExpiry } from "../deliver.ts";
import { createFailure, type Engine, type StoreReports } from "../engine.ts";
import { setAsideStrangeKinds } from "../events.ts";
import { type Batches, createBatches } from "../group-commit.ts";
import { createOutboxOn, type Outbox } from "../outbox.ts";
import type { EntryKind } from "../outbox-entry.ts";
import type { AcceptResult } from "../records.ts";
import { createSecret, type MaybePromise, type RunKind, type Store } from "../store.ts";
import { acceptAll, type Incoming } from "./postgres-accept.ts";
import { connectPostgres, type PostgresDatabase, type TransactionKind } from "./postgres-connect.ts";
import { claim, finish, renew } from "./postgres-deliver.ts";
import { type News, startNews } from "./postgres-notifications.ts";
import { openSchema } from "./postgres-open-schema.ts";
import { createStore, DATABASE_TIME, LEASE_IS_OVER, type Shared } from "./postgres-store.ts";
import { backUpRows } from "./sqlite-write-backup.ts";

export interface PostgresOutboxOptions extends StoreReports {
  readonly target: PostgresTarget;
  readonly clock: Clock;
  /** Another relay says that there may be something due, of these kinds where they are known; or nobody could say so for a while. */
  readonly onDue?: (kinds?: readonly EntryKind[]) => void;
  /** The database's time. */
  readonly onTime?: (now: number) => void;
  /** In place of the database's time: that of a clock that a test sets, in SQL. */
  readonly timeInSql?: () => string;
}

interface Opened {
  readonly database: PostgresDatabase;
  readonly shared: Shared;
  readonly incoming: Batches<Incoming>;
  readonly news: News;
}

const LONG: TransactionKind = { isLong: true };

const SIZE = `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

export const createPostgresOutbox = (options: PostgresOutboxOptions): Outbox => createOutboxOn(createEngine(options));

function createEngine(options: PostgresOutboxOptions): Engine {
  const { target, clock, timeInSql } = options;
  let opened: Opened | null = null;
  const { current: failure, isFull, fail, recover } = createFailure(options.onFailure, false);
  /** A claim waits for it: read before, a mail would seem to be as old as the clock that was set forward says. */
  let lengthened: Promise<unknown> = Promise.resolve();

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
  const run = <Result>(operation: (store: Store) => MaybePromise<Result>, kind?: RunKind): Promise<Result> =>
    using(async ({ database, shared }) =>
      kind === "single"
        ? operation(createStore(database, shared))
        : database.transaction(async (db) => operation(createStore(db, shared)), { isLong: kind === "long" }),
    );

  return {
    isShared: true,
    async open() {
      const database = await connectPostgres(target);
      try {
        const secret = createSecret(await openSchema(database, target.schema));
        const shared: Shared = {
          secret,
          listener: {
            damage: (damage, death) => options.onDamage?.(damage, death),
            redated: (count) => options.onRedated?.(count),
          },
          latest: { now: Number.NEGATIVE_INFINITY },
          time: timeInSql ?? (() => DATABASE_TIME),
          leaseIsOver: timeInSql === undefined ? () => LEASE_IS_OVER : () => `lease_until <= ${timeInSql()}`,
        };
        const asked = performance.now();
        const [row] = await database.query(`SELECT ${shared.time()} AS now, current_schema() AS schema`);
        const onTime = (now: number, tookMs: number) => options.onTime?.(now + tookMs / 2);
        onTime(Number(row?.now), performance.now() - asked);
        const now = clock.now();
        for (const tidy of [setAsideStrangeKinds, clampFutureDates])
          await database.transaction((db) => tidy(createStore(db, shared), now), LONG);
        const news = startNews({
          database,
          channel: `eventsite_relay_${row?.schema}`,
          onDue: (kinds) => options.onDue?.(kinds),
          onTime: timeInSql === undefined ? onTime : () => {},
        });
        const incoming = createBatches<Incoming>((batch) => acceptAll(database, secret, batch));
        opened = { database, shared, incoming, news };
      } catch (error) {
        await database.close();
        throw error;
      }
    },
    run,
    accept: (acceptance) =>
      using(async ({ incoming, news }) => {
        const result = (await incoming.add({ acceptance })) as AcceptResult;
        if (result.kind === "accepted") news.notify(acceptance.entries.map(({ kind }) => kind));
        return result;
      }),
    spend: (limits, now) =>
      using(async ({ incoming }) => {
        const spentUntil = (await incoming.add({ spend: limits, now })) as number | null;
        return { retryAfterMs: spentUntil === null ? null : spentUntil - now };
      }),
    claim: (now, limit, leaseMs, selection) =>
      using(async ({ database, shared }) => {
        await lengthened;
        if (now < shared.latest.now)
          await database.transaction((db) => detectClockRollback(createStore(db, shared), now), LONG);
        else shared.latest.now = now;
        return claim(database, shared, now, limit, leaseMs, selection);
      }),
    renew: (entryId, leaseToken, leaseMs) =>
      using(({ database, shared }) => renew(database, shared, entryId, leaseToken, leaseMs)),
    finish: (entryId, leaseToken, attempt, end) =>
      using(({ database }) => finish(database, entryId, leaseToken, attempt, end)),
    extendExpiry(ms) {
      const done = run((store) => extendExpiry(store, ms), "long");
      lengthened = Promise.allSettled([lengthened, done]);
      return done;
    },
    /** As a store in a file, which can be opened in this one's place or moved into a database again. */
    backup: (path) =>
      using(({ database }) =>
        database.transaction((db) => backUpRows(db, path, clock.now()), { isLong: true, isSnapshot: true }),
      ),
    async emptyLog() {},
    bytes: () => using(async ({ database }) => Number((await database.query(SIZE))[0]?.bytes)),
    isWritable: () => failure() === null,
    probe: () =>
      using(async ({ database }) => {
        const start = performance.now();
        const wasFull = isFull();
        await probe(database, wasFull);
        if (wasFull) recover();
        return { fsyncMs: performance.now() - start };
      }),
    announce: (kinds) => opened?.news.notify(kinds),
    async close() {
      if (opened === null) return;
      const { database, incoming, news } = opened;
      news.end();
      await incoming.idle();
      opened = null;
      await database.close();
    },
  };
}

// Whether the database takes writes, asked without a request.

/** A megabyte, none of which stays. */
const GROW = "CREATE TABLE relay_room AS SELECT repeat('x', 1000) AS filling FROM generate_series(1, 1000)";

/** Writes something small, and on the disk. `wasFull`: a few bytes nearly always fit, so a table has to grow as well. */
async function probe(database: PostgresDatabase, wasFull: boolean): Promise<void> {
  if (wasFull) await grow(database);
  await database.query(
    "INSERT INTO meta VALUES ('probed', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    String(Date.now()),
  );
}

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
