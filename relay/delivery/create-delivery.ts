// All of delivery: the worker with its transport, and the daily digest.
import type { Clock } from "../clock.ts";
import type { RelayConfig } from "../config.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { createMailTransport } from "../smtp/create-mail-transport.ts";
import type { MailTransport } from "../smtp/mail-transport.ts";
import { DEFAULT_TIMEOUTS, longestAttemptMs } from "../smtp/smtp-settings.ts";
import { DEFAULT_LANES } from "../smtp/smtp-transport.ts";
import { createComposeEntry } from "./compose-entry.ts";
import { createCourtesy } from "./courtesy.ts";
import { startDailyDigest } from "./daily-digest.ts";
import { createWorker } from "./worker.ts";

export interface Delivery {
  /** Once the store is open. */
  start(): void;
  /** There may be something due: new rows, or a command. */
  wake(): void;
  /** A request was accepted. */
  onAccepted(): void;
  /** Begins no mail; resolves when nothing is under way, after a few seconds at the latest. Before the store is closed. */
  stop(): Promise<void>;
}

export interface DeliveryParts {
  readonly config: Pick<RelayConfig, "mail" | "siteUrl">;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly observe: Observe;
  /** In place of the one that the configuration names. */
  readonly transport?: MailTransport;
}

/** How long a mail under way may take when the relay stops. */
const LAST_MAILS_MS = 5000;
/** A row's lease outlives the longest attempt and the wait for a line. */
const LEASE_MS = longestAttemptMs(DEFAULT_TIMEOUTS) + 180_000;

export function createDelivery(parts: DeliveryParts): Delivery {
  const { outbox, clock, observe } = parts;
  const { mail, siteUrl } = parts.config;
  const transport = parts.transport ?? createMailTransport(mail.target, mail.tls);
  const compose = createComposeEntry({ from: mail.from, words: mail.words, siteUrl }, outbox);
  const courtesy = createCourtesy();
  const worker = createWorker({
    outbox,
    transport,
    compose,
    clock,
    observe,
    courtesy,
    lanes: DEFAULT_LANES,
    leaseMs: LEASE_MS,
  });
  let endDigest = () => {};
  return {
    wake: worker.wake,
    onAccepted() {
      courtesy.onAccepted();
      worker.wake();
    },
    start() {
      worker.start();
      endDigest = startDailyDigest({ outbox, to: mail.to, clock, observe, onPlanned: worker.wake });
    },
    async stop() {
      endDigest();
      await worker.stop(LAST_MAILS_MS);
      await transport.close();
    },
  };
}
