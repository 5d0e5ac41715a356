// The embedded store: every operation joins the next commit.

import { statSync } from "node:fs";
import { isDamage, StoreError } from "../../../errors.ts";
import { clampFutureDates } from "../../operations/clock-jumps.ts";
import { endLostLeases } from "../../operations/finish.ts";
import { setAsideStrangeKinds } from "../../operations/set-aside.ts";
import type { StoreFindings } from "../../rows/store.ts";
import type { Engine, OutboxOptions } from "../engine.ts";
import type { StoreHealth } from "../store-health.ts";
import { accept } from "./accept.ts";
import { createBackups } from "./backups.ts";
import { createClaim } from "./claim-past-damage.ts";
import { createCommits } from "./commits.ts";
import type { StoreDatabase } from "./connection.ts";
import { openDatabase } from "./open-database.ts";
import { createStore, type SqliteStore } from "./store.ts";
import { EMPTY_LOG } from "./write-ahead-log.ts";

export async function openSqliteEngine(
  path: string,
  { clock, onDamage, onMigrated, onRedated }: OutboxOptions,
  health: StoreHealth,
): Promise<Engine> {
  const db = await openDatabase(path, onMigrated);
  const store = await openStore(db, { onDamage, onRedated }, health);
  await tidyUp(store, clock.now(), health);
  const commits = createCommits(store, health);
  const backups = createBackups({ db, commits, clock, health });
  const { run } = commits;
  return {
    run,
    accept: (acceptance) => run((store) => accept(store, acceptance)),
    claim: createClaim(store, commits),
    backup: backups.write,
    // secure_delete clears the pages, this empties the log.
    async emptyLog() {
      await backups.ended();
      await commits.between(() => db.execApart(EMPTY_LOG));
    },
    bytes: async () =>
      [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0),
    async close() {
      await backups.ended();
      await commits.idle();
      // Closing would copy the log into the database: not after a sync that failed, where the log is what can still be read.
      if (health.failure()?.failure !== "sync-failed") await db.close();
    },
  };
}

/** A row that cannot be read because of a damaged page makes the whole store damaged; a row with a wrong value does not. */
async function openStore(
  db: StoreDatabase,
  { onDamage, onRedated }: StoreFindings,
  { fail }: StoreHealth,
): Promise<SqliteStore> {
  const findings: StoreFindings = {
    onRedated,
    onDamage(damage, death) {
      onDamage?.(damage, death);
      if (damage.message === "unreadable") fail(new StoreError("damaged", "a page of the store's file is damaged"));
    },
  };
  try {
    return await createStore(db, findings);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Releases what an earlier process has left. Where a page is damaged, everything else is still delivered and shown by commands. */
async function tidyUp(store: SqliteStore, now: number, { fail }: StoreHealth): Promise<void> {
  // Nobody else can hold a lease: the store belongs to one process.
  const endAllLeases = () => endLostLeases(store, now, Number.MAX_SAFE_INTEGER);
  for (const tidy of [endAllLeases, setAsideStrangeKinds, clampFutureDates])
    try {
      await store.db.transaction(() => tidy(store, now));
    } catch (error) {
      if (!isDamage(error)) throw error;
      fail(error);
    }
}
