// The relay as a whole: which parts there are, in what order they start, and how they come to rest.

import { type Clock, createJumpAwareClock, systemClock } from "./clock.ts";
import type { RelayConfig } from "./config/config.ts";
import { createDelivery, type DeliveryParts } from "./delivery/create-delivery.ts";
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
import { identityOfStore } from "./store/verify-backup.ts";
import { createForms } from "./upkeep/forms-source.ts";
import { createHealth } from "./upkeep/health.ts";
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
  const { transport, webhooks, httpLimits: limits, droppedLines = () => 0 } = parts;
  const metrics = createMetrics(droppedLines);
  const observe = withoutStoreFaults(observeAll(metrics.observe, parts.observe ?? (() => {})));
  const watch = watchStore(observe);
  const { clock: storeClock, onTime } = createStoreClock(config.store, parts.clock ?? systemClock);
  const clock = createJumpAwareClock(storeClock, watch.onJump);
  const outbox = (parts.createOutbox ?? createOutbox)(config.store, { clock, onTime, ...watch.callbacks });
  const forms = createForms({ config, store: outbox, clock, observe });
  const common = { config, outbox, clock, observe };
  const delivery = createDelivery({ ...common, site: forms, transport, webhooks });
  const { pauses, tryNow, onAccepted } = delivery;
  const health = createHealth({ ...common, watch, forms, hasFault: delivery.hasFault });
  const blocked = createBlockedSenders(outbox, clock.elapsed);
  const proxyNotice = createProxyNotice(config, observe);
  const { now } = clock;
  const service = createService({
    ...{ ...common, now, pauses, tryNow, forms: forms.current },
    onBlocksChanged: blocked.forget,
    storeIdentity: () => identityOfStore(config.store),
    doctor: async (parameters) => {
      const { runDoctor } = await import("./doctor/run-doctor.ts");
      const { isDue: isProxyNoticeDue } = proxyNotice;
      return runDoctor({
        ...parameters,
        config,
        relay: { about: health.about, pauses, outbox, droppedLines, words: forms.words, isProxyNoticeDue },
        now,
      });
    },
  });
  const planEntries = createPlanEntries(config, forms.words);
  const acceptRequest = createAcceptRequest({
    limits: config.limits,
    outbox,
    clock,
    observe,
    forms,
    blocked,
    planEntries,
    onAccepted,
  });
  const web = { forms, service, health, metrics, acceptRequest, proxyNotice, limits };
  const http = createHttp({ ...common, ...web });
  let endRetention = async () => {};
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
    async start() {
      const startedAt = performance.now();
      await outbox.open();
      try {
        await forms.start();
        const addresses = await http.open();
        health.begin(addresses.url);
        delivery.start();
        endRetention = keepRetention({ ...common, retentionDays: config.retentionDays });
        const { port, controlPort } = addresses;
        observe({ type: "ready", host: config.host, port, controlPort, ms: performance.now() - startedAt });
        return { ...addresses, forms: forms.status() };
      } catch (error) {
        await Promise.all([http.close(), forms.stop()]);
        await outbox.close();
        throw error;
      }
    },
    /** Takes no more, finishes what it has taken, and releases everything. */
    async stop() {
      health.drain();
      await forms.stop();
      await Promise.all([http.close(), endRetention(), delivery.stop()]);
      await outbox.close();
    },
  };
}
