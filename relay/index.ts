// The relay as a whole: which parts there are, in what order they start, and how they come to rest.

import { type Clock, createJumpAwareClock, type JumpAwareClock, systemClock } from "./clock.ts";
import type { RelayConfig } from "./config/config.ts";
import { createDelivery, type Delivery, type DeliveryParts } from "./delivery/create-delivery.ts";
import { createHttp } from "./http/create-http.ts";
import type { HttpLimits } from "./http/server/http-limits.ts";
import { createProxyNotice } from "./http/server/proxy-notice.ts";
import { createMetrics } from "./observe/metrics.ts";
import { type Observe, observeAll } from "./observe/relay-event.ts";
import { createAcceptRequest } from "./service/accept-request.ts";
import { createBlockedSenders } from "./service/blocked-senders.ts";
import { createService } from "./service/operations.ts";
import { createPlanEntries } from "./service/plan-entries.ts";
import { createOutbox, createStoreClock } from "./store/create-outbox.ts";
import type { Outbox } from "./store/outbox.ts";
import { identityOfStore } from "./store/verify-backup.ts";
import { createForms, type Forms } from "./upkeep/forms-source.ts";
import { createHealth, type Health } from "./upkeep/health.ts";
import { keepRetention } from "./upkeep/keep-retention.ts";
import { watchStore, withoutStoreFaults } from "./upkeep/store-watch.ts";

export interface RelayParts extends Pick<DeliveryParts, "transport" | "webhooks"> {
  readonly clock: Clock;
  readonly createOutbox: typeof createOutbox;
  readonly observe: Observe;
  /** Lines of the log that were dropped, for the metrics. */
  readonly droppedLines: () => number;
  readonly httpLimits: HttpLimits;
}

export type Relay = ReturnType<typeof createRelay>;
export type RelayAddresses = Awaited<ReturnType<Relay["start"]>>;

export function createRelay(config: RelayConfig, parts: Partial<RelayParts> = {}) {
  const droppedLines = parts.droppedLines ?? (() => 0);
  const metrics = createMetrics(droppedLines);
  const observe = withoutStoreFaults(observeAll(metrics.observe, parts.observe ?? (() => {})));
  const watch = watchStore(observe);
  const { clock: storeClock, onTime } = createStoreClock(config.store, parts.clock ?? systemClock);
  const clock = createJumpAwareClock(storeClock, watch.onJump);
  const openOutbox = parts.createOutbox ?? createOutbox;
  const outbox = openOutbox(config.store, {
    clock,
    onTime,
    onDamage: watch.callbacks.onDamage,
    onMigrated: watch.callbacks.onMigrated,
    onRedated: watch.callbacks.onRedated,
    onFailure: watch.callbacks.onFailure,
  });
  const forms = createForms({ config, store: outbox, clock, observe });
  // Of the floor above: it is asked when both are there.
  const health = createHealth({ outbox, watch, clock, forms, hasFault: () => delivery.hasFault() });
  const delivery = createDelivery({
    config,
    site: forms,
    outbox,
    clock,
    observe,
    transport: parts.transport,
    webhooks: parts.webhooks,
  });
  const blocked = createBlockedSenders(outbox, clock.elapsed);
  const acceptRequest = createAcceptRequest({
    limits: config.limits,
    outbox,
    clock,
    observe,
    forms,
    blocked,
    planEntries: createPlanEntries(config, forms.words),
    onAccepted: delivery.onAccepted,
  });
  const service = createService({
    outbox,
    observe,
    now: clock.now,
    forms: forms.current,
    pauses: delivery.pauses,
    tryNow: delivery.tryNow,
    onBlocksChanged: blocked.forget,
    storeIdentity: () => identityOfStore(config.store),
    async doctor({ url, dkimSelector, sendTest }) {
      const { runDoctor } = await import("./doctor/run-doctor.ts");
      const running = {
        about: health.about,
        pauses: delivery.pauses,
        outbox,
        words: forms.words,
        droppedLines,
        isProxyNoticeDue: proxyNotice.isDue,
      };
      return runDoctor({ url, dkimSelector, sendTest, config, running, problem: null, now: clock.now });
    },
  });
  const proxyNotice = createProxyNotice(config, observe);
  const http = createHttp({
    config,
    clock,
    observe,
    outbox,
    forms,
    health,
    metrics,
    acceptRequest,
    service,
    proxyNotice,
    limits: parts.httpLimits,
  });
  const lifecycle = createLifecycle({ config, clock, observe, outbox, forms, health, delivery, http });
  watch.signals.on("failure", delivery.onStore).on("clock", (ms) => {
    outbox.adjustToClock(ms, clock.now()).catch((error) => observe({ type: "fault", where: "clock", error }));
  });
  return {
    /** Rejects when the relay must end by itself: its store is no longer to be trusted. */
    failed: watch.failed,
    /** Whether new requests would be kept: the store takes writes and the relay is not on its way down. */
    isReady: health.isReady,
    /** Logs and counts an error that no part has caught; `where` names where it came up. */
    report: (where: string, error: unknown) => observe({ type: "fault", where, error }),
    /** Resolves when requests are taken. Rejects with StoreError or CommandError, or as `listen` does. */
    start: lifecycle.start,
    /** Takes no more, finishes what it has taken, and releases everything. */
    stop: lifecycle.stop,
  };
}

interface LifecycleParts {
  readonly config: RelayConfig;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  readonly outbox: Outbox;
  readonly forms: Forms;
  readonly health: Health;
  readonly delivery: Delivery;
  readonly http: ReturnType<typeof createHttp>;
}

/** In what order the parts start, and how they come to rest. */
function createLifecycle({ config, clock, observe, outbox, forms, health, delivery, http }: LifecycleParts) {
  let endRetention = async () => {};
  const begin = async (startedAt: number) => {
    await forms.start();
    const addresses = await http.open();
    health.begin(addresses.url);
    delivery.start();
    endRetention = keepRetention({ outbox, clock, observe, retentionDays: config.retentionDays });
    const { url, port, controlPort, metricsUrl, mailboxUrl, deskUrl } = addresses;
    observe({ type: "ready", host: config.host, port, controlPort, ms: performance.now() - startedAt });
    return { url, port, controlPort, metricsUrl, mailboxUrl, deskUrl, forms: forms.status() };
  };
  return {
    async start() {
      const startedAt = performance.now();
      await outbox.open();
      try {
        return await begin(startedAt);
      } catch (error) {
        await Promise.all([http.close(), forms.stop()]);
        await outbox.close();
        throw error;
      }
    },
    async stop() {
      health.drain();
      await Promise.all([http.close(), forms.stop(), endRetention(), delivery.stop()]);
      await outbox.close();
    },
  };
}
