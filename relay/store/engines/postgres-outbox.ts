// The store that several relays share. What they do at the same time is settled by the database alone: nothing is true because one of them
// remembers it.
import type { Clock } from "../../clock.ts";
import type { PostgresTarget } from "../../config/values.ts";
import { StoreError } from "../../errors.ts";
import { claim } from "../claim.ts";
import { clampFutureDates, endLostLeases } from "../deliver.ts";
import { createStoreHealth, type Engine, type StoreReports } from "../engine.ts";
import { setAsideStrangeKinds } from "../events.ts";
import { type Batches, createBatches } from "../group-commit.ts";
import { createOutboxOn, type Outbox } from "../outbox.ts";
import type { Acceptance, AcceptResult } from "../records.ts";
import { createSecret, sql } from "../store.ts";
import { connectPostgres, type PostgresDatabase, type TransactionKind } from "./postgres-connect.ts";
import { openSchema } from "./postgres-open-schema.ts";
import { acceptAll, createStore, type Shared } from "./postgres-store.ts";
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
  readonly incoming: Batches<Acceptance>;
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

export const createPostgresOutbox = (options: PostgresOutboxOptions): Outbox =>
  createOutboxOn(createEngine(options), createStoreHealth(options.onFailure, false));

function createEngine(options: PostgresOutboxOptions): Engine {
  const { target, clock } = options;
  let opened: Opened | null = null;
  const readTime = async (database: PostgresDatabase) => {
    const asked = performance.now();
    const [row] = await database.all(TIME);
    options.onTime?.(Number(row?.now) + (performance.now() - asked) / 2);
    return row?.settled === true;
  };

  const parts = (): Opened => {
    if (opened === null) throw new StoreError("closed", "the store is not open");
    return opened;
  };
  const care = async ({ database, shared }: Opened, now: number): Promise<void> => {
    if (await readTime(database)) await database.transaction((db) => endLostLeases(createStore(db, shared), now));
  };

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
        const incoming = createBatches<Acceptance>((batch) => acceptAll(database, secret, batch));
        opened = { database, shared, incoming, caredAt: Number.NEGATIVE_INFINITY, caring: null };
      } catch (error) {
        await database.close();
        throw error;
      }
    },
    async run(operation, kind) {
      const { database, shared } = parts();
      return database.transaction(async (db) => operation(createStore(db, shared)), { isLong: kind === "long" });
    },
    accept: async (acceptance) => (await parts().incoming.add(acceptance)) as AcceptResult,
    async claim(now, limit, leaseMs, selection) {
      const open = parts();
      if (Math.abs(now - open.caredAt) >= CARE_EVERY_MS) {
        open.caredAt = now;
        open.caring = care(open, now).finally(() => {
          open.caring = null;
        });
      }
      await open.caring;
      return open.database.transaction((db) => claim(createStore(db, open.shared), now, limit, leaseMs, selection));
    },
    /** As a store in a file, which can be opened in this one's place or moved into a database again. */
    backup: async (path) =>
      parts().database.transaction((db) => backUpRows(db, path, clock.now()), { isLong: true, isSnapshot: true }),
    async emptyLog() {},
    bytes: async () => Number((await parts().database.all(SIZE))[0]?.bytes),
    async close() {
      if (opened === null) return;
      const { database, incoming } = opened;
      await incoming.idle();
      opened = null;
      await database.close();
    },
  };
}
