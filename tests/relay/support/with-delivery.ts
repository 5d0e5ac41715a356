// All of delivery over one store, with a clock that a test sets, and mail servers that answer as a test says.
import { createJumpAwareClock } from "../../../relay/clock.ts";
import { readConfig } from "../../../relay/config/config.ts";
import { createDelivery, type Delivery } from "../../../relay/delivery/create-delivery.ts";
import type { Delivered, MailTransport } from "../../../relay/delivery/transports/mail-transport.ts";
import type { MailMessage } from "../../../relay/mail/mail-message.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { createPlanEntries } from "../../../relay/service/plan-entries.ts";
import { sampleDocument, sampleDocumentPath } from "../../support/relay/sample-document.ts";
import { sampleWords } from "../../support/relay/sample-mail.ts";
import { acceptedAs, submission, type TestOutbox, withOutbox } from "./with-outbox.ts";
import { settle, taken } from "./with-worker.ts";

export interface TestDelivery extends TestOutbox {
  readonly delivery: Delivery;
  readonly events: readonly RelayEvent[];
  /** Whom mails went to, alerts apart. */
  readonly sent: readonly string[];
  /** Alerts by mail. */
  readonly mails: readonly MailMessage[];
  /** To the team and to visitors, by address; and to operators. A test changes what becomes of them. */
  readonly answers: { team: (to: string) => Promise<Delivered>; alert: () => Promise<Delivered> };
  /** Another relay on the same store. */
  begin(): Delivery;
  /** Accepts a request with what the configuration plans for it. */
  accept(message: string, more?: object): Promise<{ id: string; reference: string }>;
  /** Moves the clock on in a few steps, with looks at each. */
  pass(ms: number): Promise<void>;
}

type Parts = Partial<Parameters<typeof createDelivery>[0]> & { readonly isStarted?: boolean };

const sampleSite = { current: () => sampleDocument.forms, words: () => sampleWords };

export const withDelivery = (
  use: (test: TestDelivery) => Promise<void>,
  env: Record<string, string> = {},
  { isStarted = true, ...parts }: Parts = {},
) =>
  withOutbox(async (test) => {
    const config = readConfig({
      RELAY_FORMS: sampleDocumentPath,
      ...{ RELAY_MAIL_TO: "team@evenhall.test", RELAY_MAIL_FROM: "website@evenhall.test", ...env },
    });
    const events: RelayEvent[] = [];
    const sent: string[] = [];
    const mails: MailMessage[] = [];
    const answers: TestDelivery["answers"] = { team: async () => taken, alert: async () => taken };
    const sendAlert: MailTransport["send"] = async (mail) => {
      const delivered = await answers.alert();
      mails.push(mail);
      return delivered;
    };
    const transport: MailTransport = {
      send(mail, signal) {
        if (mail.subject.includes(" relay: ")) return sendAlert(mail, signal);
        sent.push(mail.to);
        return answers.team(mail.to);
      },
      close: async () => {},
    };
    const running: Delivery[] = [];
    const create = () => {
      const delivery = createDelivery({
        ...{ config, outbox: test.outbox, site: sampleSite },
        clock: createJumpAwareClock(test.clock),
        observe: (event) => events.push(event),
        transport,
        ...parts,
      });
      running.push(delivery);
      return delivery;
    };
    const begin = () => {
      const delivery = create();
      delivery.start();
      return delivery;
    };
    const delivery = isStarted ? begin() : create();
    try {
      await use({
        ...test,
        get outbox() {
          return test.outbox;
        },
        ...{ delivery, events, sent, mails, answers, begin },
        async accept(message, more = {}) {
          const one = submission({ receivedAt: test.clock.now(), ...more }, { message });
          const entries = createPlanEntries(config, sampleSite.words)(one);
          const result = await acceptedAs(test, more, { message }, { entries });
          running.at(-1)?.onAccepted(entries.map(({ kind }) => kind));
          await settle();
          return result;
        },
        async pass(ms) {
          const step = Math.max(30_000, ms / 12);
          for (let left = ms; left > 0; left -= step) {
            test.clock.advance(Math.min(left, step));
            await settle();
          }
        },
      });
    } finally {
      await Promise.all(running.map((each) => each.stop()));
    }
  });
