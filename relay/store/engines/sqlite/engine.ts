// The embedded store: every operation joins the next commit.

import { statSync } from "node:fs";
import { isDamage, StoreError } from "../../../errors.ts";
import { claim, findUnreadable } from "../../operations/claim.ts";
import { clampFutureDates } from "../../operations/clock-jumps.ts";
import { endLostLeases } from "../../operations/finish.ts";
import { setAsideStrangeKinds } from "../../operations/set-aside.ts";
import type { MaybePromise } from "../../rows/sql.ts";
import type { Engine, OutboxOptions } from "../engine.ts";
import { createBatches } from "../group-commit.ts";
import type { StoreHealth } from "../store-health.ts";
import { accept } from "./accept.ts";
import { asSqliteError, EMPTY_LOG, openDatabase } from "./open-database.ts";
import { createStore, type SqliteStore, writeLimits } from "./store.ts";
import { backUpFile } from "./write-backup.ts";

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
      // Reported at once: the next commit must know of it.
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
        const failure = asSqliteError(error);
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
