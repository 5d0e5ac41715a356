// All of delivery over one store and one mail server: which worker sends what, when the store counts as at fault, and how it ends.
import { expect, test } from "vitest";
import { createJumpAwareClock } from "../../../relay/clock.ts";
import { readConfig } from "../../../relay/config/config.ts";
import { createDelivery, type Delivery } from "../../../relay/delivery/create-delivery.ts";
import type { MailTransport } from "../../../relay/delivery/mail-transport.ts";
import type { RelayEvent } from "../../../relay/operators/relay-event.ts";
import { sampleSender } from "../../support/sample-mail.ts";
import { acceptance, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";
import { settle, taken } from "../support/with-worker.ts";

const MINUTE = 60_000;
const HELD = { score: 60, reasons: ["honeypot"] };

interface TestDelivery extends TestOutbox {
  readonly delivery: Delivery;
  readonly events: readonly RelayEvent[];
  /** Whom mails went to. */
  readonly sent: readonly string[];
  readonly transport: { answer: (to: string) => Promise<typeof taken>; closed: number };
  send(message: string, more?: object): Promise<void>;
  pass(ms: number): Promise<void>;
}

const withDelivery = (use: (test: TestDelivery) => Promise<void>) => withOutbox((test) => withDeliveryOn(test, use));

async function withDeliveryOn(test: TestOutbox, use: (test: TestDelivery) => Promise<void>): Promise<void> {
  const { mail, webhooks, alerts } = readConfig({
    RELAY_MAIL_TO: "team@evenhall.test",
    RELAY_MAIL_FROM: "website@evenhall.test",
  });
  const events: RelayEvent[] = [];
  const sent: string[] = [];
  const state = { answer: async (_to: string) => taken, closed: 0 };
  const transport: MailTransport = {
    send: (message) => {
      sent.push(message.to);
      return state.answer(message.to);
    },
    verify: async () => {},
    close: async () => {
      state.closed += 1;
    },
  };
  const clock = createJumpAwareClock(test.clock);
  const observe = (event: RelayEvent) => events.push(event);
  const delivery = createDelivery({
    config: { mail, siteUrl: null, webhooks, alerts },
    forms: sampleSender.forms,
    outbox: test.outbox,
    clock,
    observe,
    transport,
  });
  try {
    await use({
      ...test,
      ...{ delivery, events, sent, transport: state },
      async send(message, more = {}) {
        await test.outbox.accept(
          acceptance({ submission: submission({ receivedAt: test.clock.now(), ...more }, { message }) }),
        );
      },
      async pass(ms) {
        test.clock.advance(ms);
        await settle();
      },
    });
  } finally {
    await delivery.stop();
  }
}

test("the team's mails go before visitors' confirmations, as soon as a request is accepted, and nothing goes before the start", () =>
  withDelivery(async ({ delivery, sent, send }) => {
    for (const message of ["One", "Two", "Three"]) await send(message);
    delivery.tryNow();
    await settle();
    expect(sent).toEqual([]);
    delivery.start();
    await settle();
    expect(sent).toEqual([...Array(3).fill("team@example.com"), ...Array(3).fill("zoe@example.org")]);
    await send("Four");
    delivery.onAccepted(["team", "acknowledgement"]);
    await settle();
    expect(sent.slice(6)).toEqual(["team@example.com", "zoe@example.org"]);
  }));

test("a digest of what is held goes to the team, without anything else to wake the workers", () =>
  withDelivery(async ({ delivery, sent, send, pass }) => {
    delivery.start();
    await send("Suspicious", { suspicion: HELD });
    await pass(9 * MINUTE);
    expect(sent).toEqual([]);
    await pass(MINUTE);
    expect(sent).toEqual(["team@evenhall.test"]);
  }));
