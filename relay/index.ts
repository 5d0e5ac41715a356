// The relay as a whole: which parts there are, in what order they start, and how they come to rest.
import { randomBytes } from "node:crypto";
import type { RequestHandler } from "express";
import { createTrust } from "./client-address.ts";
import { type Clock, createJumpAwareClock, systemClock } from "./clock.ts";
import type { RelayConfig } from "./config/config.ts";
import { CALL_PATH } from "./contract.ts";
import { createDelivery, type DeliveryParts } from "./delivery/create-delivery.ts";
import type { MailTransport } from "./delivery/mail-transport.ts";
import { bounceLimitsOf, createPlanEntries, mailLimitsOf } from "./delivery/plan-entries.ts";
import type { WebhookTransport } from "./delivery/webhook-transport.ts";
import { StoreError, storeHints } from "./errors.ts";
import { createAccess } from "./http/access.ts";
import { createBlockedSenders } from "./http/blocked-senders.ts";
import { createConnections } from "./http/connection-limits.ts";
import { createApp, createCallRoute } from "./http/create-app.ts";
import { closeServer, createHttpServer, HTTP_LIMITS, type HttpLimits, listen } from "./http/create-server.ts";
import { type LocalSocket, openLocalSocket } from "./http/local-socket.ts";
import { createMailboxRoute, mailboxAddress, mailboxDirOf } from "./http/mailbox.tsx";
import { createHealthRoute, createOperatorApp, type NotReady } from "./http/operator-app.ts";
import { DESK_PATH } from "./operators/desk-frame.tsx";
import { createMetrics } from "./operators/metrics.ts";
import { type Observe, observeAll } from "./operators/relay-event.ts";
import { createForms, type FormsStatus } from "./requests/create-forms.ts";
import { keepRetention } from "./service/keep-retention.ts";
import { type About, createService } from "./service/service.ts";
import { createTakeBounce } from "./service/take-bounces.ts";
import { createOutbox, createStoreClock, identityOfStore, storeName } from "./store/create-outbox.ts";
import { ENTRY_KINDS } from "./store/outbox-entry.ts";
import { createWriteProbe } from "./store/write-probe.ts";
import { version } from "./version.ts";

export interface RelayParts {
  readonly clock: Clock;
  readonly createOutbox: typeof createOutbox;
  readonly transport: MailTransport;
  readonly webhooks: WebhookTransport;
  readonly lease: DeliveryParts["lease"];
  /** Of a shared store, for trials in which time runs fast. */
  readonly timeInSql: () => string;
  readonly observe: Observe;
  /** Lines of the log that were dropped, for the metrics. */
  readonly droppedLines: () => number;
  readonly httpLimits: HttpLimits;
  /** Further handlers, before the end for unknown addresses. */
  readonly routes: readonly RequestHandler[];
}

export interface RelayAddresses {
  readonly url: string;
  readonly port: number;
  /** The link that opens the mailbox; null where there is none. */
  readonly mailboxUrl: string | null;
  /** On the control port; null where there is none, as for the desk. */
  readonly metricsUrl: string | null;
  readonly deskUrl: string | null;
  readonly forms: FormsStatus;
}

export interface Relay {
  /** Resolves when requests are taken. Rejects with StoreError, or as `listen` does. */
  start(): Promise<RelayAddresses>;
  /** Takes no more, finishes what it has taken, and releases everything. */
  stop(): Promise<void>;
  /** Logs and counts an error that no part has caught; `where` names where it came up. */
  report(where: string, error: unknown): void;
  /** Whether new requests would be kept: the store takes writes and the relay is not on its way down. */
  isReady(): boolean;
  /** Rejects when the relay must end by itself: its store is no longer to be trusted. */
  readonly failed: Promise<never>;
}

export function createRelay(config: RelayConfig, parts: Partial<RelayParts> = {}): Relay {
  const { clock: storeClock, onTime } = createStoreClock(config.store, parts.clock ?? systemClock);
  const clock = createJumpAwareClock(storeClock, (ms) => {
    observe({ type: "clock-set", ms });
    if (ms > 0) outbox.extendExpiry(ms).catch((error) => observe({ type: "fault", where: "clock", error }));
  });
  const metrics = createMetrics(
    () => outbox.stats(clock.now()),
    clock.now,
    () => connections.count(),
    parts.droppedLines,
  );
  const report = observeAll(metrics.observe, parts.observe ?? (() => {}));
  /** A store that is away is one event, and one when it is back: no part that meets it reports it again. */
  const observe: Observe = (event) => {
    if (event.type !== "fault" || !(event.error instanceof StoreError) || event.error.failure === "closed")
      report(event);
  };
  const httpLimits = parts.httpLimits ?? HTTP_LIMITS;
  const isTrusted = createTrust(config.trustProxy);
  const connections = createConnections({ ...httpLimits, isProxy: (peer) => isTrusted(peer, 0), clock, observe });
  let state: "new" | "running" | "draining" = "new";
  let failure: StoreError | null = null;
  let giveUp: (error: StoreError) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  failed.catch(() => {});

  const outbox = (parts.createOutbox ?? createOutbox)(config.store, {
    clock,
    onTime,
    ...(parts.timeInSql === undefined ? {} : { timeInSql: parts.timeInSql }),
    onDue: (kinds) => state === "running" && delivery.wake(kinds),
    onDamage: ({ table, rowId }, mail) => {
      observe({ type: "quarantined", table, rowId });
      if (mail !== null) observe({ type: "dead", ...mail, kind: kindOf(mail.kind), reason: "damaged" });
    },
    onRedated: (count) => observe({ type: "redated", count }),
    onFailure: (error) => {
      failure = error;
      const reason = error?.failure ?? null;
      const { code = null } = (error?.cause ?? {}) as { readonly code?: string };
      observe({
        type: "store",
        writable: error === null,
        reason,
        code: code === null || !/^[A-Z0-9_]{2,40}$/.test(code) ? null : code,
        hint: reason === null ? null : storeHints[reason],
      });
      delivery.onStore();
      if (error?.failure === "sync-failed") giveUp(error);
      if (isFull()) writeProbe.lookForRoom(isFull);
    },
  });
  const isFull = () => state === "running" && failure?.failure === "full";
  const isReady = () => state === "running" && problem() === null;
  /** What keeps mails from being stored or delivered; a mail server that is away does not count. */
  const problem = () => failure?.failure ?? (delivery.hasFault() ? "delivery" : null);
  const notReady: NotReady = async () => {
    if (state !== "running") return "draining";
    if (!(await writeProbe.takesWrites()) || failure !== null) return "store";
    return delivery.hasFault() ? "delivery" : null;
  };
  const writeProbe = createWriteProbe(outbox, clock);
  const forms = createForms({ given: config.forms, store: outbox, clock, observe });
  const { transport, webhooks, lease } = parts;
  const senders = { transport, webhooks, lease };
  const delivery = createDelivery({ config, forms: forms.current, outbox, clock, observe, ...senders });
  const mailboxDir = mailboxDirOf(config);
  const access = createAccess(config.desk?.token ?? randomBytes(32).toString("base64url"));
  const token = access.sign("mailbox", randomBytes(18).toString("base64url"));
  const blocked = createBlockedSenders(outbox, clock.elapsed);
  let url = "";
  let control: LocalSocket | null = null;
  let endRetention = async () => {};
  const takeBounce = createTakeBounce({ outbox, observe, now: clock.now, bounceLimitsOf });
  const about = (): About => ({
    version,
    url,
    ready: isReady(),
    problem: problem(),
    forms: forms.status(),
  });
  const service = createService({
    outbox,
    observe,
    now: clock.now,
    forms: forms.current,
    words: () => config.mail.words,
    doctor: async (parameters) => {
      const { runDoctor } = await import("./commands/doctor/run-doctor.ts");
      const stats = () => outbox.stats(clock.now());
      const relay = { about, pauses: delivery.pauses, stats, openSubmissions: () => outbox.openSubmissions() };
      return runDoctor({ ...parameters, config, relay, now: clock.now });
    },
    storeIdentity: async () => ({ ...(await identityOfStore(config.store)), name: storeName(config.store) }),
    tryNow: delivery.tryNow,
    pauses: delivery.pauses,
    takeBounce,
    mailLimitsOf,
    onBlocksChanged: blocked.forget,
  });
  const { bodyMs } = httpLimits;
  const { words } = config.mail;
  const appParts = { config, clock, observe };
  const call = createCallRoute({
    ...appParts,
    forms,
    outbox,
    isTrusted,
    isBlocked: blocked.isBlocked,
    planEntries: createPlanEntries(config),
    onAccepted: delivery.onAccepted,
    bodyMs,
    isDraining: () => state === "draining",
  });
  const mailbox = mailboxDir === null ? [] : [createMailboxRoute(mailboxDir, token, () => outbox.stats(clock.now()))];
  const app = createApp(appParts, {
    call,
    routes: [createHealthRoute(notReady), ...mailbox, ...(parts.routes ?? [])],
    hint: `Forms are posted to ${CALL_PATH}.`,
  });
  const operators = {
    ...appParts,
    forms: forms.current,
    service,
    outbox,
    access,
    isTrusted,
    metrics,
    notReady,
    words,
    now: clock.now,
    bodyMs,
  };
  const server = createHttpServer(app, httpLimits, connections);
  // Without a listener an error while a connection is taken would end the process.
  server.on("error", (error) => state !== "new" && observe({ type: "fault", where: "server", error }));
  const controlHttp =
    config.controlPort === null ? null : createHttpServer(createOperatorApp(operators, false), httpLimits, connections);
  return {
    failed,
    isReady,
    report: (where, error) => observe({ type: "fault", where, error }),
    async start() {
      const startedAt = process.hrtime.bigint();
      await outbox.open();
      try {
        await forms.start();
        control = await openLocalSocket(config.socketPath, createOperatorApp(operators, true));
        const { port } = await listen(server, config.port, config.host);
        const { port: controlPort } =
          controlHttp === null ? { port: null } : await listen(controlHttp, config.controlPort ?? 0, config.host);
        const address = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}`;
        url = `${address}:${port}`;
        state = "running";
        delivery.start();
        endRetention = keepRetention({ outbox, clock, observe, retentionDays: config.retentionDays });
        const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
        observe({ type: "ready", host: config.host, port, controlPort, ms });
        return {
          url,
          port,
          mailboxUrl: mailboxDir === null ? null : url + mailboxAddress(token),
          metricsUrl: controlPort === null ? null : `${address}:${controlPort}/metrics`,
          deskUrl: config.desk === null || controlPort === null ? null : `${address}:${controlPort}${DESK_PATH}`,
          forms: forms.status(),
        };
      } catch (error) {
        server.close();
        await Promise.all([forms.stop(), control?.stop()]);
        await outbox.close();
        throw error;
      }
    },
    async stop() {
      state = "draining";
      const servers = controlHttp === null ? [server] : [server, controlHttp];
      await forms.stop();
      await Promise.all([...servers.map(closeServer), control?.stop(), endRetention(), delivery.stop()]);
      await outbox.close();
    },
  };
}

const kindOf = (kind: string) => ENTRY_KINDS.find((each) => each === kind) ?? "unknown";
