// The store that several relays share. Only the database decides about what they do at the same time.

import type { PostgresTarget } from "../../../config/targets.ts";
import type { Acceptance, AcceptResult } from "../../operations/accept.ts";
import { claim } from "../../operations/claim.ts";
import { clampFutureDates } from "../../operations/clock-jumps.ts";
import { endLostLeases } from "../../operations/finish.ts";
import { setAsideStrangeKinds } from "../../operations/set-aside.ts";
import { sql } from "../../rows/sql.ts";
import { createSecret, type RunOperation } from "../../rows/store.ts";
import type { Engine, OutboxOptions } from "../engine.ts";
import { createBatches } from "../group-commit.ts";
import { backUpRows } from "../sqlite/write-backup.ts";
import { acceptAll } from "./accept-all.ts";
import { connectPostgres } from "./connect.ts";
import { openSchema } from "./open-schema.ts";
import { createStore } from "./store.ts";

/** How soon leases that another relay has lost are ended, and how often the clock of the database is read. */
const CARE_EVERY_MS = 5000;
/**
 * The database's own clock: the one that all relays have in common. While the database was away nobody could renew a lease or write down what
 * became of a mail: in the first ten seconds after its start, those who were sending come first.
 */
const TIME = sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  clock_timestamp() > pg_postmaster_start_time() + interval '10 seconds' AS settled`;

const SIZE = sql`SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

export async function openPostgresEngine(target: PostgresTarget, options: OutboxOptions): Promise<Engine> {
  const database = await connectPostgres(target);
  const readTime = async (): Promise<boolean> => {
    const askedAt = performance.now();
    const [row] = await database.all(TIME);
    options.onTime?.(Number(row?.now) + (performance.now() - askedAt) / 2);
    return row?.settled === true;
  };
  try {
    const secret = createSecret(await openSchema(database, target.schema, options.onMigrated));
    const run: RunOperation = async (operation, kind) =>
      database.transaction(async (db) => operation(createStore(db, secret, options)), { isLong: kind === "long" });
    await readTime();
    const now = options.clock.now();
    for (const tidy of [setAsideStrangeKinds, clampFutureDates]) await run((store) => tidy(store, now), "long");
    const incoming = createBatches<Acceptance>((batch) => acceptAll(database, secret, batch));
    let caredAt = Number.NEGATIVE_INFINITY;
    /** While the database is asked for its time and for leases that have run out: a claim waits for what it brings. */
    let caring: Promise<void> | null = null;
    const care = async (now: number): Promise<void> => {
      if (await readTime()) await run((store) => endLostLeases(store, now));
    };
    return {
      run,
      accept: async (acceptance) => (await incoming.add(acceptance)) as AcceptResult,
      async claim(now, limit, leaseMs, selection) {
        if (Math.abs(now - caredAt) >= CARE_EVERY_MS) {
          caredAt = now;
          caring = care(now).finally(() => {
            caring = null;
          });
        }
        await caring;
        return run((store) => claim(store, now, limit, leaseMs, selection));
      },
      /** As a store in a file, which can be opened in this one's place or moved into a database again. */
      backup: async (path) =>
        database.transaction((db) => backUpRows(db, path, options.clock.now()), { isLong: true, isSnapshot: true }),
      async emptyLog() {},
      bytes: async () => Number((await database.all(SIZE))[0]?.bytes),
      async close() {
        await incoming.idle();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
