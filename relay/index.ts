// The relay as a whole: which parts there are, in what order they start, and how they come to rest.

import { type Clock, createJumpAwareClock, type JumpAwareClock, systemClock } from "./clock.ts";
import type { RelayConfig } from "./config/config.ts";
import { createDelivery, type Delivery, type DeliveryParts } from "./delivery/create-delivery.ts";
import { createHttp, type Http, type HttpAddresses } from "./http/create-http.ts";
import type { HttpLimits } from "./http/server/http-limits.ts";
import { createProxyNotice, type ProxyNotice } from "./http/server/proxy-notice.ts";
import { createMetrics } from "./observe/metrics.ts";
import { type Observe, observeAll } from "./observe/relay-event.ts";
import { type AcceptRequest, createAcceptRequest } from "./service/accept-request.ts";
import { createBlockedSenders } from "./service/blocked-senders.ts";
import { createService, type Service } from "./service/operations.ts";
import type { DoctorParameters } from "./service/parameters.ts";
import { createPlanEntries } from "./service/plan-entries.ts";
import type { Finding } from "./service/protocol.ts";
import { createOutbox, createStoreClock } from "./store/create-outbox.ts";
import type { Outbox } from "./store/outbox.ts";
import { identityOfStore } from "./store/verify-backup.ts";
import { createForms, type Forms } from "./upkeep/forms-source.ts";
import { createHealth, type Health } from "./upkeep/health.ts";
import { keepRetention } from "./upkeep/keep-retention.ts";
import { type StoreWatch, watchStore, withoutStoreFaults } from "./upkeep/store-watch.ts";
import type { FormsStatus } from "./upkeep/used-document.ts";

export interface RelayParts extends Pick<DeliveryParts, "transport" | "webhooks"> {
  readonly clock: Clock;
  readonly createOutbox: typeof createOutbox;
  readonly observe: Observe;
  /** Lines of the log that were dropped, for the metrics. */
  readonly droppedLines: () => number;
  readonly httpLimits: HttpLimits;
}

export interface RelayAddresses extends HttpAddresses {
  readonly forms: FormsStatus;
}

export interface Relay {
  /** Rejects when the relay must end by itself: its store is no longer to be trusted. */
  readonly failed: Promise<never>;
  /** Whether new requests would be kept: the store takes writes and the relay is not on its way down. */
  readonly isReady: () => boolean;
  /** Logs and counts an error that no part has caught; `where` names where it came up. */
  readonly report: (where: string, error: unknown) => void;
  /** Resolves when requests are taken. Rejects with StoreError or CommandError, or as `listen` does. */
  readonly start: () => Promise<RelayAddresses>;
  /** Takes no more, finishes what it has taken, and releases everything. */
  readonly stop: () => Promise<void>;
}

export function createRelay(config: RelayConfig, parts: Partial<RelayParts> = {}): Relay {
  const { transport, webhooks, httpLimits: limits, droppedLines = () => 0 } = parts;
  const metrics = createMetrics(droppedLines);
  const observe = withoutStoreFaults(observeAll(metrics.observe, parts.observe ?? (() => {})));
  const { watch, clock, outbox } = createWatchedStore(config, parts, observe);
  const forms = createForms({ config, store: outbox, clock, observe });
  const delivery = createDelivery({ config, site: forms, outbox, clock, observe, transport, webhooks });
  const health = createHealth({ outbox, watch, clock, forms, hasFault: delivery.hasFault });
  const proxyNotice = createProxyNotice(config, observe);
  const floor: ServiceFloor = { config, clock, observe, outbox, forms, delivery, health, proxyNotice, droppedLines };
  const { acceptRequest, service } = createServices(floor);
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
    limits,
  });
  const report = (where: string, error: unknown) => observe({ type: "fault", where, error });
  watch.signals.on("failure", delivery.onStore).on("clock", (ms) => {
    outbox.adjustToClock(ms, clock.now()).catch((error) => report("clock", error));
  });
  const { start, stop } = createLifecycle({ config, clock, observe, outbox, forms, health, delivery, http });
  return { failed: watch.failed, isReady: health.isReady, report, start, stop };
}

interface WatchedStore {
  readonly watch: StoreWatch;
  /** That of the store, as far as several relays share it. */
  readonly clock: JumpAwareClock;
  readonly outbox: Outbox;
}

/** The store, which is opened at the start, with its clock and what is noticed of both. */
function createWatchedStore({ store }: RelayConfig, parts: Partial<RelayParts>, observe: Observe): WatchedStore {
  const openOutbox = parts.createOutbox ?? createOutbox;
  const watch = watchStore(observe);
  const { clock: storeClock, onTime } = createStoreClock(store, parts.clock ?? systemClock);
  const clock = createJumpAwareClock(storeClock, watch.onJump);
  const { onDamage, onMigrated, onRedated, onFailure } = watch.callbacks;
  const outbox = openOutbox(store, { clock, onTime, onDamage, onMigrated, onRedated, onFailure });
  return { watch, clock, outbox };
}

/** What the services are built on. */
interface ServiceFloor {
  readonly config: RelayConfig;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  readonly outbox: Outbox;
  readonly forms: Forms;
  readonly delivery: Delivery;
  readonly health: Health;
  readonly proxyNotice: ProxyNotice;
  readonly droppedLines: () => number;
}

interface Services {
  /** For visitors. */
  readonly acceptRequest: AcceptRequest;
  /** For operators. */
  readonly service: Service;
}

function createServices(floor: ServiceFloor): Services {
  const { config, clock, observe, outbox, forms, delivery } = floor;
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
    doctor: (parameters) => examine(floor, parameters),
  });
  return { acceptRequest, service };
}

async function examine(
  { config, clock, outbox, forms, delivery, health, proxyNotice, droppedLines }: ServiceFloor,
  { url, dkimSelector, sendTest }: DoctorParameters,
): Promise<readonly Finding[]> {
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
}

interface LifecycleParts {
  readonly config: RelayConfig;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  readonly outbox: Outbox;
  readonly forms: Forms;
  readonly health: Health;
  readonly delivery: Delivery;
  readonly http: Http;
}

/** In what order the parts start, and how they come to rest. */
function createLifecycle(parts: LifecycleParts): Pick<Relay, "start" | "stop"> {
  const { config, clock, observe, outbox, forms, health, delivery, http } = parts;
  let endRetention = async () => {};
  const begin = async (startedAt: number): Promise<RelayAddresses> => {
    await forms.start();
    const addresses = await http.open();
    health.begin(addresses.url);
    delivery.start();
    endRetention = keepRetention({ outbox, clock, observe, retentionDays: config.retentionDays });
    const { port, controlPort } = addresses;
    observe({ type: "ready", host: config.host, port, controlPort, ms: performance.now() - startedAt });
    return { ...addresses, forms: forms.status() };
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
