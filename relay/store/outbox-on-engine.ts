// The outbox, written once over the engine of its store.
import { randomBytes } from "node:crypto";
import { StoreError } from "../errors.ts";
import type { Engine, OutboxOptions } from "./engines/engine.ts";
import { createStoreHealth, type StoreHealth } from "./engines/store-health.ts";
import { actions } from "./operations/actions.ts";
import { alertOf, planAlert } from "./operations/alerts.ts";
import { block, blocks, unblock } from "./operations/blocks.ts";
import { bounce } from "./operations/bounce.ts";
import { adjustToClock } from "./operations/clock-jumps.ts";
import { digestItems, planDigest } from "./operations/digest.ts";
import { erase, receipts } from "./operations/erase.ts";
import { figures, NO_FIGURES } from "./operations/figures.ts";
import { finish, makeDueNow, nextDueAt, releaseLease, renew } from "./operations/finish.ts";
import { list } from "./operations/list.ts";
import { find } from "./operations/look-up.ts";
import { redirect, release, resend, retry } from "./operations/move-entries.ts";
import { openSubmissions } from "./operations/open-submissions.ts";
import { purgeAll } from "./operations/purge.ts";
import { type Actor, recordAction } from "./operations/record-action.ts";
import type { Outbox } from "./outbox.ts";
import { getSetting, setMark, setSetting } from "./rows/marks.ts";
import type { RunOperation } from "./rows/store.ts";

/** A disk that was full counts as free when a megabyte fits, because a few bytes nearly always do. */
const megabyte = () => randomBytes(750_000).toString("base64");

export function createOutboxOn(
  openEngine: (health: StoreHealth) => Promise<Engine>,
  { onFailure }: OutboxOptions,
  isShared: boolean,
): Outbox {
  const health = createStoreHealth(onFailure, !isShared);
  const { watch } = health;
  let engineInUse: Engine | null = null;
  const engine = (): Engine => {
    if (engineInUse === null) throw new StoreError("closed", "the store is not open");
    return engineInUse;
  };
  const run: RunOperation = (operation, kind) => watch(async () => engine().run(operation, kind));
  let overdue = 0;
  let latest = NO_FIGURES;
  let bytes = 0;
  return {
    isShared,
    async open() {
      engineInUse = await openEngine(health);
    },
    accept: (acceptance) =>
      watch(async () => {
        health.assertWhole();
        return engine().accept(acceptance);
      }),
    async spend(limits, now) {
      const spentUntil = await run((store) => store.spend(limits, now));
      return { retryAfterMs: spentUntil === null ? null : spentUntil - now };
    },
    claim: (now, limit, leaseMs, selection) => watch(async () => engine().claim(now, limit, leaseMs, selection)),
    backup: async (path) => engine().backup(path),
    async probe() {
      health.assertWhole();
      const wasFull = health.isFull();
      await run(({ db }) => setMark(db, "probed", `${Date.now()} ${wasFull ? megabyte() : ""}`));
      if (wasFull) health.recover();
    },
    async close() {
      const closing = engineInUse;
      engineInUse = null;
      await closing?.close();
    },

    renew: (entryId, leaseToken, until) => run((store) => renew(store, entryId, leaseToken, until)),
    finish: (entryId, leaseToken, attempt, end) => run((store) => finish(store, entryId, leaseToken, attempt, end)),
    adjustToClock: (ms, now) => run((store) => adjustToClock(store, ms, now), "long"),
    releaseLease: (entryId, leaseToken, dueAt) => run((store) => releaseLease(store, entryId, leaseToken, dueAt)),
    makeDueNow: (waiting, now) => run((store) => makeDueNow(store, waiting, now)),
    nextDueAt: (selection) => run((store) => nextDueAt(store, selection)),

    planDigest: (recipients, now) => run((store) => planDigest(store, recipients, now)),
    digestItems: (entryId) => run((store) => digestItems(store, entryId)),
    planAlert: (recipients, storeFailedAt, now, ownAddresses) =>
      run((store) => planAlert(store, recipients, storeFailedAt, now, ownAddresses)),
    alertOf: (entryId) => run((store) => alertOf(store, entryId)),

    find: (idOrReference) => run((store) => find(store, idOrReference)),
    list: (filter, limit, after) => list(run, filter, limit, after),
    retry: (target, now, actor) => run((store) => retry(store, target, now, actor), "long"),
    resend: (target, now, actor) => run((store) => resend(store, target, now, actor), "long"),
    release: (target, now, actor) => run((store) => release(store, target, now, actor), "long"),
    redirect: (target, to, now, actor) => run((store) => redirect(store, target, to, now, actor), "long"),

    block: (sender, now, actor) => run((store) => block(store, sender, now, actor)),
    unblock: (id, now, actor) => run((store) => unblock(store, id, now, actor)),
    blocks: () => run((store) => blocks(store)),
    recordAction: (action, now, actor) => run((store) => recordAction(store, action, now, actor)),
    actions: (limit) => run((store) => actions(store, limit), "long"),
    openSubmissions: () => run((store) => openSubmissions(store)),

    bounce: (report, now) => run((store) => bounce(store, report, now)),

    async erase(email, now, actor: Actor = null) {
      const receipt = await run((store) => erase(store, email, now, actor), "long");
      await engine().emptyLog();
      return receipt;
    },
    async purge(retentionDays, now) {
      const purged = await purgeAll((operation) => run(operation, "long"), retentionDays, now);
      overdue = purged.overdue;
      if (purged.receipt !== null) await engine().emptyLog();
      return purged.receipt;
    },
    receipts: () => run((store) => receipts(store)),

    getSetting: (name) => run((store) => getSetting(store, name)),
    setSetting: (name, text) => run((store) => setSetting(store, name, text)),

    async stats(now) {
      try {
        latest = await run((store) => figures(store, now));
        bytes = await engine().bytes();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
      return { ...latest, bytes, overdue, writable: health.failure() === null };
    },
  };
}
