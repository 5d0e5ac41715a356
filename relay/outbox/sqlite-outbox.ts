// The embedded store: every method is an operation that joins the next commit.
import { statSync } from "node:fs";
import type { Clock } from "../clock.ts";
import { StoreError } from "../errors.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { alertOf, planAlert } from "./operations/alerts.ts";
import { actions, block, blocks, countBetween, openSubmissions, record, unblock } from "./operations/blocks.ts";
import { bounce, bounceProof } from "./operations/bounce.ts";
import { redirect, release, resend, retry } from "./operations/command.ts";
import { digestItems, planDigest } from "./operations/digest.ts";
import { erase, purgeAll, receipts } from "./operations/erase.ts";
import { figures } from "./operations/figures.ts";
import { keep, kept } from "./operations/keep.ts";
import { find, list } from "./operations/look-up.ts";
import { lengthen, redate } from "./operations/redate.ts";
import { search } from "./operations/search.ts";
import { setAsideStrangeKinds } from "./operations/set-aside.ts";
import type { Soon, StoreListener, StoreReports } from "./operations/store.ts";
import type { Outbox } from "./outbox.ts";
import { accept } from "./sqlite/accept.ts";
import { claim, endLostLeases, finish, giveBack, hasten, nextDueAt, renew, setAsideDoomed } from "./sqlite/deliver.ts";
import { asStoreError, openDatabase } from "./sqlite/open-database.ts";
import { createStore, type SqliteStore } from "./sqlite/store.ts";
import { backUpFile } from "./sqlite/write-backup.ts";

export interface SqliteOutboxOptions extends StoreReports {
  readonly path: string;
  readonly clock: Clock;
}

/** Limits alone, without a submission beside them, are written this often. */
const LIMITS_EVERY_MS = 1000;
const FULL_PROBE_BYTES = 131_072;

export function createSqliteOutbox(options: SqliteOutboxOptions): Outbox {
  const { clock } = options;
  let opened: { readonly store: SqliteStore; readonly group: GroupCommit } | null = null;
  let failure: StoreError | null = null;
  /** Set while limits wait to be written. */
  let callOff: (() => void) | null = null;
  let overdue = 0;
  /** Resolves when the backup that is being written has ended: until then nobody empties the log. */
  let copying: Promise<unknown> | null = null;

  const fail = (error: StoreError): void => {
    // What was damaged once stays so, whatever else succeeds or fails.
    if (failure?.failure === "damaged" && error.failure !== "sync-failed") return;
    const isNews = failure?.failure !== error.failure;
    failure = error;
    if (isNews) options.onFailure?.(error);
  };
  const recover = (): void => {
    if (failure === null || failure.failure === "damaged") return;
    failure = null;
    options.onFailure?.(null);
  };
  const isFull = () => failure?.failure === "full";

  /** One transaction. After a failed sync none is begun again: what the disk holds is no longer known. */
  const commit = (store: SqliteStore, work: () => Soon<void>): Soon<void> => {
    if (failure?.failure === "sync-failed") throw failure;
    const callOffAll = (error: unknown): never => {
      store.limits.forget();
      if (error instanceof StoreError) fail(error);
      throw error;
    };
    try {
      const done = store.db.transaction(() => {
        const worked = work();
        return worked instanceof Promise ? worked.then(store.limits.write) : store.limits.write();
      });
      return done instanceof Promise ? done.catch(callOffAll) : done;
    } catch (error) {
      return callOffAll(error);
    }
  };

  const join = <Result>(run: (store: SqliteStore) => Soon<Result>): Promise<Result> => {
    if (opened === null) return Promise.reject(new StoreError("closed", "the store is not open"));
    const { store, group } = opened;
    return group.add(() => run(store));
  };
  /** Nothing that was erased is left in the files' unused parts: secure_delete clears the pages, this empties the log. */
  const emptyLog = async () => {
    while (copying !== null) await copying;
    opened?.store.db.all("PRAGMA wal_checkpoint(TRUNCATE)");
  };

  const listener: StoreListener = {
    damage(damage, death) {
      options.onDamage?.(damage, death);
      if (damage.message === "unreadable") fail(new StoreError("damaged", "a page of the store's file is damaged"));
    },
    redated: (count) => options.onRedated?.(count),
  };

  return {
    async open() {
      const db = openDatabase(options.path);
      let store: SqliteStore;
      try {
        store = createStore(db, listener);
      } catch (error) {
        db.close();
        throw asStoreError(error);
      }
      const now = clock.now();
      // Where a page is damaged, the rest is still delivered, and the commands still show what is there.
      for (const tidy of [endLostLeases, setAsideStrangeKinds, redate])
        try {
          await db.transaction(() => tidy(store, now));
        } catch (error) {
          if (!(error instanceof StoreError) || error.failure !== "damaged") throw error;
          fail(error);
        }
      opened = { store, group: createGroupCommit({ commit: (work) => commit(store, work) }) };
    },
    accept: async (acceptance) => {
      // What is taken must be delivered: not promised by a store that may not give it out again.
      if (failure?.failure === "damaged") throw failure;
      const result = await join((store) => accept(store, acceptance));
      // It may have been the last that fits: whether there is room, the probe says.
      if (result.kind === "accepted" && !isFull()) recover();
      return result;
    },
    async spend(limits, now) {
      if (opened === null) throw new StoreError("closed", "the store is not open");
      const { store, group } = opened;
      const spentUntil = store.limits.take(limits, now);
      if (spentUntil !== null) return { retryAfterMs: spentUntil - now };
      callOff ??= clock.after(LIMITS_EVERY_MS, () => {
        callOff = null;
        void group.add(() => {}).catch(() => {});
      });
      return { retryAfterMs: null };
    },

    async claim(now, limit, leaseMs, selection) {
      for (let damaged = 0; ; damaged += 1)
        try {
          return await join((store) => claim(store, now, limit, leaseMs, selection));
        } catch (error) {
          // Each failure finds one row that cannot be read, which the next claim leaves out.
          const isDamaged = error instanceof StoreError && error.failure === "damaged";
          if (!isDamaged || damaged === 2 * limit) throw error;
          await join((store) => setAsideDoomed(store, now));
        }
    },
    renew: (entryId, leaseToken, leaseUntil) => join((store) => renew(store, entryId, leaseToken, leaseUntil)),
    finish: (entryId, leaseToken, attempt, end) => join((store) => finish(store, entryId, leaseToken, attempt, end)),
    giveBack: (leases) => join((store) => giveBack(store, leases)),
    hasten: (waiting, now) => join((store) => hasten(store, waiting, now)),
    nextDueAt: (selection) => join((store) => nextDueAt(store, selection)),
    lengthen: (ms) => join((store) => lengthen(store, ms)),

    planDigest: (plan, now) => join((store) => planDigest(store, plan, now)),
    digestItems: (entryId) => join((store) => digestItems(store, entryId)),
    planAlert: (plan, now) => join((store) => planAlert(store, plan, now)),
    alertOf: (entryId) => join((store) => alertOf(store, entryId)),

    find: (idOrReference) => join((store) => find(store, idOrReference)),
    list: ({ search: words, ...filter }, limit, after) =>
      words === undefined
        ? join((store) => list(store, filter, limit, after))
        : search(join, words, filter, limit, after ?? null),
    retry: (target, now, actor = null) => join((store) => retry(store, target, now, actor)),
    resend: (target, now, actor = null) => join((store) => resend(store, target, now, actor)),
    release: (target, now, limitsOf, actor = null) => join((store) => release(store, target, now, limitsOf, actor)),
    redirect: (target, to, now, actor = null) => join((store) => redirect(store, target, to, now, actor)),

    block: (sender, now, actor = null) => join((store) => block(store, sender, now, actor)),
    unblock: (id, now, actor = null) => join((store) => unblock(store, id, now, actor)),
    blocks: () => join(blocks),
    record: (action, now, actor) => join((store) => record(store, action, now, actor)),
    actions: (limit, before = null) => join((store) => actions(store, limit, before)),
    openSubmissions: () => join(openSubmissions),
    countBetween: (moments) => join((store) => countBetween(store, moments)),

    bounceProof: (entryId) => join((store) => bounceProof(store, entryId)),
    bounce: (report, now, limitsOf) => join((store) => bounce(store, report, now, limitsOf)),

    async erase(email, now, actor = null) {
      const receipt = await join((store) => erase(store, email, now, actor));
      await emptyLog();
      return receipt;
    },
    async purge(retentionDays, now) {
      const { receipt, overdue: kept } = await purgeAll(join, retentionDays, now);
      overdue = kept;
      if (receipt !== null) await emptyLog();
      return receipt;
    },
    receipts: () => join((store) => receipts(store)),
    async backup(path) {
      if (opened === null) throw new StoreError("closed", "the store is not open");
      await opened.group.idle();
      while (copying !== null) await copying;
      if (failure?.failure === "sync-failed") throw failure;
      const copied = backUpFile(opened.store.db, path, clock.now());
      copying = copied
        .catch(() => {})
        .finally(() => {
          copying = null;
        });
      try {
        return await copied;
      } catch (error) {
        const known = asStoreError(error);
        if (known instanceof StoreError && known.failure === "damaged") fail(known);
        throw known;
      }
    },

    kept: (name) => join((store) => kept(store, name)),
    keep: (name, text) => join((store) => keep(store, name, text)),

    async stats(now) {
      const found = await join((store) => figures(store, now));
      const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      return {
        ...found,
        bytes: sizeOf(options.path) + sizeOf(`${options.path}-wal`),
        overdue,
        writable: failure === null,
      };
    },
    async probe() {
      const start = process.hrtime.bigint();
      if (failure?.failure === "damaged") throw failure;
      await join((store) => {
        // A disk that was full has room again when a whole request fits: a few bytes nearly always do.
        const filling = isFull() ? "x".repeat(FULL_PROBE_BYTES) : "";
        return store.db.run(
          "INSERT OR REPLACE INTO meta VALUES ('probed', ?)",
          `${process.hrtime.bigint()} ${filling}`,
        );
      });
      recover();
      return { fsyncMs: Number(process.hrtime.bigint() - start) / 1e6 };
    },
    async close() {
      while (copying !== null) await copying;
      if (opened === null) return;
      const { store, group } = opened;
      callOff?.();
      callOff = null;
      if (store.limits.hasChanges() && failure === null) await group.add(() => {}).catch(() => {});
      await group.idle();
      opened = null;
      // Closing would copy the log into the database: not after a sync that failed, where the log is what can still be read.
      if (failure?.failure !== "sync-failed") store.db.close();
    },
  };
}
