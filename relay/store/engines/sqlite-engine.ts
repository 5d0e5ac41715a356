// The embedded store: every operation joins the next commit.
import { statSync } from "node:fs";
import { isDamage, StoreError } from "../../errors.ts";
import { decide, type EarlierRequest, keysOf } from "../accept.ts";
import { claim, findUnreadable } from "../claim.ts";
import { type Counters, createCounters } from "../counters.ts";
import { clampFutureDates, endLostLeases } from "../deliver.ts";
import type { Engine, OutboxOptions, StoreHealth } from "../engine.ts";
import { setAsideStrangeKinds } from "../events.ts";
import { createBatches } from "../group-commit.ts";
import type { Acceptance, AcceptResult } from "../records.ts";
import { insert, readSecret } from "../rows.ts";
import { createSecret, type MaybePromise, type Store, type StoreFindings, sql } from "../store.ts";
import { asStoreError, EMPTY_LOG, openDatabase, type StoreDatabase } from "./sqlite-open-database.ts";
import { backUpFile } from "./sqlite-write-backup.ts";

interface SqliteStore extends Store {
  readonly db: StoreDatabase;
  readonly limits: Counters;
}

export async function openSqliteEngine(
  path: string,
  { clock, onDamage, onMigrated, onRedated }: OutboxOptions,
  { failure, fail }: StoreHealth,
): Promise<Engine> {
  const db = await openDatabase(path, onMigrated);
  const store = await createStore(db, {
    onRedated,
    onDamage(damage, death) {
      onDamage?.(damage, death);
      if (damage.message === "unreadable") fail(new StoreError("damaged", "a page of the store's file is damaged"));
    },
  }).catch(async (error) => {
    await db.close();
    throw error;
  });
  const now = clock.now();
  // Where a page is damaged, the rest is still delivered, and the commands still show what is there.
  // Nobody else can hold a lease, since the store is one process's alone.
  const endAllLeases = () => endLostLeases(store, now, Number.MAX_SAFE_INTEGER);
  for (const tidy of [endAllLeases, setAsideStrangeKinds, clampFutureDates])
    try {
      await db.transaction(() => tidy(store, now));
    } catch (error) {
      if (!isDamage(error)) throw error;
      fail(error);
    }

  /** After a failed sync nothing is begun again: what the disk holds is no longer known. */
  const assertSynced = (): void => {
    const error = failure();
    if (error?.failure === "sync-failed") throw error;
  };
  /** One transaction, of one operation after the other. */
  const group = createBatches<() => unknown>(async (operations) => {
    assertSynced();
    try {
      return await db.transaction(async () => {
        const results: unknown[] = [];
        for (const operation of operations) results.push(await operation());
        writeLimits(store);
        return results;
      });
    } catch (cause) {
      store.limits.forget();
      // At once: the next commit must know of it.
      if (cause instanceof StoreError) fail(cause);
      throw cause;
    }
  });
  const run = async <Result>(operation: (store: SqliteStore) => MaybePromise<Result>): Promise<Result> =>
    (await group.add(() => operation(store))) as Result;
  /** Resolves when the backup that is being written has ended: until then nobody empties the log. */
  let copying: Promise<unknown> | null = null;

  return {
    run,
    accept: (acceptance) => run((store) => accept(store, acceptance)),
    async claim(now, limit, leaseMs, selection) {
      for (let damaged = 0; ; damaged += 1)
        try {
          return await run((store) => claim(store, now, limit, leaseMs, selection));
        } catch (error) {
          if (!isDamage(error) || damaged === 2 * limit) throw error;
          const { unreadable } = store;
          const { size } = unreadable;
          await run((store) => findUnreadable(store, now, limit, selection)).catch(() => {});
          if (unreadable.size === size) throw error;
        }
    },
    async backup(to) {
      while (copying !== null) await copying;
      assertSynced();
      const copied = backUpFile(db, group.between, to, clock.now());
      copying = copied
        .catch(() => {})
        .finally(() => {
          copying = null;
        });
      try {
        return await copied;
      } catch (error) {
        const failure = asStoreError(error);
        if (isDamage(failure)) fail(failure);
        throw failure;
      }
    },
    // secure_delete clears the pages, this empties the log.
    async emptyLog() {
      while (copying !== null) await copying;
      await group.between(() => db.execApart(EMPTY_LOG));
    },
    bytes: async () =>
      [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0),
    async close() {
      while (copying !== null) await copying;
      await group.idle();
      // Closing would copy the log into the database: not after a sync that failed, where the log is what can still be read.
      if (failure()?.failure !== "sync-failed") await db.close();
    },
  };
}

async function createStore(db: StoreDatabase, findings: StoreFindings): Promise<SqliteStore> {
  const secret = createSecret(await readSecret(db));
  const read = (key: string) => db.get(sql`SELECT count, ends_at FROM limits WHERE key = ${key}`);
  // Of one process: a request is no later than the way through it takes.
  const limits = createCounters(secret, read, 1000);
  return {
    ...secret,
    db,
    limits,
    take: limits.take,
    findings,
    locking: sql``,
    lockingFree: sql``,
    position: sql`instr`,
    withLock() {},
    unreadable: new Map(),
  };
}

/** What changed, within a transaction: an address with a thousand requests costs one row a commit. */
function writeLimits({ db, limits }: SqliteStore): void {
  for (const { key, count, ends_at } of limits.takeChanged())
    db.run(sql`INSERT OR REPLACE INTO limits VALUES (${key}, ${count}, ${ends_at})`);
}

// One accepted request in the embedded store: looked up and written row by row, which costs no journeys here.

function accept(store: SqliteStore, acceptance: Acceptance): AcceptResult {
  const { result, rows } = decide(acceptance, keysOf(store, acceptance), {
    earlier: (key, now) => findEarlier(store, key, now),
    take: store.limits.take,
  });
  if (rows === null) return result;
  // A reference that was given already: another one.
  if (insert(store, "submissions", rows.submission, "INSERT OR IGNORE") === 0) return accept(store, acceptance);
  for (const entry of rows.entries) insert(store, "entries", entry);
  for (const event of rows.events) insert(store, "events", event);
  for (const key of rows.idempotencyKeys) insert(store, "idempotency_keys", key, "INSERT OR REPLACE");
  return result;
}

function findEarlier({ db }: SqliteStore, key: string, now: number): EarlierRequest | undefined {
  const row = db.get(
    sql`SELECT fingerprint, submissions.id, reference
     FROM idempotency_keys JOIN submissions ON submissions.id = submission_id
     WHERE key = ${key} AND expires_at > ${now}`,
  );
  return row as EarlierRequest | undefined;
}
