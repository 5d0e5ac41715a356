// A worker with a store of its own, a clock that a test sets, and a mail server that answers as a test says.
import { createJumpAwareClock } from "../../../relay/clock.ts";
import { createSendEntry } from "../../../relay/delivery/send-entry.ts";
import type { Delivered, MailTransport } from "../../../relay/delivery/transports/mail-transport.ts";
import { type Failure, SendFailure } from "../../../relay/delivery/transports/send-failure.ts";
import { createWorker, type WorkerParts } from "../../../relay/delivery/worker.ts";
import type { MailMessage } from "../../../relay/mail/mail-message.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import type { Acceptance } from "../../../relay/store/operations/accept.ts";
import { sampleSender } from "../../support/relay/sample-mail.ts";
import { isStoreIdle, storeIsIdle } from "./test-store.ts";
import { acceptedAs, type TestOutbox, withOutbox } from "./with-outbox.ts";

export type Attempted = Extract<RelayEvent, { type: "attempted" }>;

export const fail = (facts: Partial<Failure> = {}) =>
  new SendFailure({
    outcome: "deferred",
    reason: "temporary",
    scope: "mail",
    smtpCode: null,
    enhancedCode: null,
    reply: null,
    ...facts,
  });

export interface TestTransport extends MailTransport {
  readonly sent: readonly MailMessage[];
  /** What becomes of a mail; a test changes it. */
  answer: (mail: MailMessage, signal: AbortSignal) => Promise<Delivered> | Delivered;
}

export interface TestWorker extends TestOutbox {
  readonly worker: ReturnType<typeof createWorker>;
  readonly transport: TestTransport;
  readonly events: readonly RelayEvent[];
  /** Resolves with all attempts once there are so many. */
  attempted(count: number): Promise<readonly Attempted[]>;
  /** Accepts so many requests, each with one mail to the team. */
  accept(count: number, more?: Partial<Acceptance>): Promise<void>;
  /** Moves the clock on, then lets everything run that can. */
  advance(ms: number): Promise<void>;
  create(more?: Partial<WorkerParts>): ReturnType<typeof createWorker>;
}

export const LEASE_MS = 900_000;
export const taken: Delivered = { reply: "250 2.0.0 Ok: queued as 4F1", queueId: "4F1" };

export function withWorker<Result>(use: (test: TestWorker) => Promise<Result>): Promise<Result> {
  return withOutbox(async (test) => {
    const events: RelayEvent[] = [];
    const waiting: { readonly count: number; readonly resolve: (all: readonly Attempted[]) => void }[] = [];
    const attempts = () => events.filter((event): event is Attempted => event.type === "attempted");
    const observe = (event: RelayEvent) => {
      events.push(event);
      for (const { count, resolve } of waiting) if (attempts().length >= count) resolve(attempts());
    };
    const sent: MailMessage[] = [];
    const transport: TestTransport = {
      sent,
      answer: () => taken,
      async send(mail, signal) {
        sent.push(mail);
        return transport.answer(mail, signal);
      },
      async close() {},
    };
    const clock = createJumpAwareClock(test.clock, (ms) => void test.outbox.adjustToClock(ms, test.clock.now()));
    const create = (more: Partial<WorkerParts> = {}) =>
      createWorker({
        outbox: test.outbox,
        send: createSendEntry(() => sampleSender, test.outbox, {
          mail: transport,
          calls: { send: () => Promise.reject() },
        }),
        clock,
        observe,
        kinds: ["team", "digest"],
        connections: 5,
        lease: test.outbox.isShared ? { leaseMs: LEASE_MS, renewEveryMs: 10 * LEASE_MS } : null,
        ...more,
      });
    const worker = create();
    let accepted = 0;
    try {
      return await use({
        ...test,
        get outbox() {
          return test.outbox;
        },
        worker,
        transport,
        events,
        create,
        attempted: (count) =>
          new Promise((resolve) => {
            if (attempts().length >= count) resolve(attempts());
            else waiting.push({ count, resolve });
          }),
        async accept(count, more) {
          for (let n = 0; n < count; n += 1) {
            accepted += 1;
            const entries = [{ kind: "team", recipient: "team@evenhall.test", state: "queued" }];
            await acceptedAs(test, {}, { message: `request ${accepted}` }, { entries, ...more });
          }
        },
        async advance(ms) {
          test.clock.advance(ms);
          await settle();
        },
      });
    } finally {
      await worker.stop(0);
    }
  });
}

/** Everything that can go on has gone on: the store has answered, and nothing asked it again in the next turns of the event loop. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 40; quiet = isStoreIdle() ? quiet + 1 : 0) {
    await storeIsIdle();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
