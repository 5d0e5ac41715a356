// Alerts: once when something is wrong, then summed up, and again when it is over; one for all relays that share a store.
import { describe, expect, test, vi } from "vitest";
import type { WebhookCall, WebhookTransport } from "../../../relay/delivery/transports/webhook-transport.ts";
import { StoreError, type StoreFailure } from "../../../relay/errors.ts";
import { createMetrics } from "../../../relay/observe/metrics.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { noFigures } from "../../support/relay/metric-meanings.ts";
import { type TestDelivery, withDelivery } from "../support/with-delivery.ts";
import { acceptance, submission, type TestOutbox } from "../support/with-outbox.ts";
import { fail, settle, taken } from "../support/with-worker.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const HELD = { score: 60, reasons: ["honeypot"] };

interface Alerting extends TestDelivery {
  readonly calls: readonly WebhookCall[];
  /** Subjects of alerts since the last question. */
  news(): string[];
}

const withAlerts = (use: (test: Alerting) => Promise<void>, env: Record<string, string> = {}) => {
  const calls: WebhookCall[] = [];
  const webhooks: WebhookTransport = {
    send: async (call) => {
      calls.push(call);
      return taken;
    },
  };
  const alerts = { RELAY_ALERT_TO: "operator@elsewhere.test", RELAY_ALERT_MAIL_URL: "maildir:/nowhere" };
  const useWithNews = async (test: TestDelivery) => {
    let told = 0;
    await settle();
    const news = () => {
      const subjects = test.mails.slice(told).map(({ subject }) => subject.replace("Evenhall relay: ", ""));
      told = test.mails.length;
      return subjects;
    };
    await use(Object.assign(test, { calls, news }));
  };
  return withDelivery(useWithNews, { RELAY_ACKNOWLEDGE: "off", ...alerts, ...env }, { webhooks });
};

/** The counters of these events, as they are collected. */
const counted = async (events: readonly RelayEvent[]): Promise<string[]> => {
  const { observe, render } = createMetrics();
  for (const event of events) observe(event);
  return (await render(noFigures, 0)).match(/^relay_(?:alerts|fallbacks)_total\{.*$/gm) ?? [];
};

const refused = fail({ outcome: "dead", reason: "mailbox-unknown", smtpCode: 550 });

test("nothing is reported while nothing is wrong, nor where nobody is named", async () => {
  await withAlerts(async ({ accept, pass, news, events }) => {
    await accept("Fine");
    await pass(20 * MINUTE);
    expect([news(), events.filter(({ type }) => type === "fault")]).toEqual([[], []]);
  });
  await withAlerts(
    async ({ accept, pass, outbox, clock }) => {
      await accept("Held", { suspicion: HELD });
      await pass(MINUTE);
      expect((await outbox.stats(clock.now())).entries.filter(({ kind }) => kind === "alert")).toEqual([]);
    },
    { RELAY_ALERT_TO: "", RELAY_ALERT_MAIL_URL: "" },
  );
});

describe("what is wrong", () => {
  test("is reported once, summed up every hour, and reported again when it is over", () =>
    withAlerts(async ({ accept, pass, news, mails, answers, outbox, clock, events }) => {
      answers.team = () => Promise.reject(refused);
      const { reference } = await accept("My secret words");
      await pass(MINUTE);
      expect(news()).toEqual(["1 request did not reach the team: a mail was given up"]);
      expect(mails[0]).toMatchObject({ to: "operator@elsewhere.test", replyTo: null });
      expect(mails[0]?.text).toContain(reference);
      await pass(58 * MINUTE);
      expect(news()).toEqual([]);
      await accept("Another");
      await pass(2 * MINUTE);
      expect(news()).toEqual(["still 1 problem"]);
      expect(mails[1]?.text).toContain("Still: 2 requests did not reach the team");
      answers.team = async () => taken;
      await outbox.retry({ state: "dead" }, clock.now());
      await pass(MINUTE);
      expect(news()).toEqual(["No mail to the team is given up any more"]);
      await pass(3 * HOUR);
      expect(news()).toEqual([]);
      expect(await counted(events)).toEqual([
        'relay_alerts_total{condition="team-mail-dead",news="begun"} 1',
        'relay_alerts_total{condition="team-mail-dead",news="lasting"} 1',
        'relay_alerts_total{condition="team-mail-dead",news="over"} 1',
      ]);
      // Nothing that a visitor typed leaves the relay this way.
      expect(JSON.stringify(mails)).not.toMatch(/secret|Zoë|zoe@example/);
      const alerts = events.filter(({ type }) => type === "alert");
      expect(alerts).toEqual([
        { type: "alert", begun: ["team-mail-dead"], lasting: [], over: [] },
        { type: "alert", begun: [], lasting: ["team-mail-dead"], over: [] },
        { type: "alert", begun: [], lasting: [], over: ["team-mail-dead"] },
      ]);
    }));

  test("is summed up every hour for a day, and daily from then on while nothing changes", () =>
    withAlerts(async ({ accept, pass, news }) => {
      await accept("Held", { suspicion: HELD });
      await pass(DAY);
      expect(news().length).toBeGreaterThan(9);
      await pass(DAY - HOUR);
      expect(news().length).toBeLessThan(2);
    }));

  test("what blocks hold is held on purpose, and nobody is alerted", () =>
    withAlerts(async ({ outbox, clock, pass, news }) => {
      const blocked = submission({ receivedAt: clock.now(), suspicion: { score: 100, reasons: ["blocked"] } });
      const held = { state: "held", reason: "blocked" } as const;
      const entry = { kind: "team", recipient: "team@evenhall.test", ...held } as const;
      await outbox.accept(acceptance({ submission: blocked, entries: [entry] }));
      await pass(HOUR);
      expect(news()).toEqual([]);
    }));

  test("that comes and goes makes no flood of alerts", () =>
    withAlerts(async ({ accept, pass, outbox, clock, news }) => {
      for (let n = 0; n < 10; n += 1) {
        await accept(`Held ${n}`, { suspicion: HELD });
        await pass(MINUTE);
        await outbox.release({ state: "held" }, clock.now());
        await pass(MINUTE);
      }
      expect(news()).toHaveLength(6);
      await pass(HOUR);
      expect(news()).toEqual([]);
    }));

  test.each([
    ["login", "The mail server refuses the relay's login; mails wait", "No mail waits because of the login any more"],
    [
      "tls",
      "The mail server's certificate is not accepted, or it speaks no TLS; mails wait",
      "No mail waits because of the mail server's certificate any more",
    ],
  ] as const)("may be the mail server's %s; a mail that waits for long is reported beside it", (reason, begun, over) =>
    withAlerts(async ({ accept, pass, answers, news, mails }) => {
      answers.team = () => Promise.reject(fail({ reason, scope: "connection" }));
      await accept("Waits");
      await pass(MINUTE);
      expect(news()).toEqual([begun]);
      await pass(15 * MINUTE);
      const late = "1 request waited for more than 15 minutes to reach the team";
      expect(news()).toEqual([`${late}, and 1 more`]);
      expect(mails.at(-1)?.text).toContain(`Still: ${begun}`);
      answers.team = async () => taken;
      await pass(10 * MINUTE);
      const subjects = news();
      expect(subjects).toEqual(["No mail to the team waits for long any more"]);
      expect(mails.at(-1)?.text).toContain(`Solved: ${over}`);
    }),
  );

  test("may be our own account: one alert quotes the mail server, without the addresses of others", () =>
    withAlerts(async ({ accept, pass, answers, news, mails }) => {
      const reply = "554 <zoe@example.org>: sending paused for website@evenhall.test";
      answers.team = () => Promise.reject(fail({ reason: "server-refused", scope: "route", smtpCode: 554, reply }));
      await accept("First");
      await accept("Second");
      await pass(10 * MINUTE);
      expect(news()).toEqual(["The mail server refuses mail from us, and not because of its recipients; mails wait"]);
      expect(mails[0]?.text).toContain("said: “554 <…@…>: sending paused for website@evenhall.test”");
      answers.team = async () => taken;
      await pass(HOUR);
      const texts = mails.map(({ text }) => text).join();
      expect(texts).toContain("Solved: No mail waits because the mail server refuses mail from us any more");
    }));

  test("is not a request that was released long after it came", () =>
    withAlerts(async ({ accept, pass, outbox, clock, news, answers }) => {
      const { id } = await accept("Held", { suspicion: HELD });
      await pass(20 * MINUTE);
      answers.team = () => Promise.reject(fail({ reason: "greylisted" }));
      await outbox.release({ ids: [id] }, clock.now());
      await pass(14 * MINUTE);
      expect(news()).toEqual(["1 request is held as suspicious", "No request is held any more"]);
      await pass(2 * MINUTE);
      expect(news()).toEqual(["1 request waited for more than 15 minutes to reach the team"]);
    }));

  test("reaches operators by a call as well, the same at every attempt, and survives a restart", () =>
    withAlerts(
      async ({ accept, pass, calls, answers, outbox, reopen, begin, delivery, mails, clock }) => {
        answers.alert = () => Promise.reject(fail({ reason: "login", scope: "connection" }));
        const { reference } = await accept("Held", { suspicion: HELD });
        await pass(MINUTE);
        const [call] = calls;
        expect([call?.url, mails]).toEqual(["https://pager.test/alerts", []]);
        const body = JSON.parse(call?.body ?? "");
        expect(body).toMatchObject({ id: call?.id, type: "alert", lasting: [], over: [] });
        expect(body.begun).toEqual([
          {
            ...{ condition: "held", message: "1 request is held as suspicious", count: 1, references: [reference] },
            ...{ since: expect.stringMatching(/^2025-.*Z$/), action: expect.stringContaining("release") },
          },
        ]);
        const alerts = (await outbox.stats(clock.now())).entries.filter(({ kind }) => kind === "alert");
        expect(alerts).toEqual([
          { state: "delivered", kind: "alert", count: 1 },
          { state: "queued", kind: "alert", count: 1 },
        ]);
        await delivery.stop();
        await reopen();
        answers.alert = async () => taken;
        begin();
        await pass(10 * MINUTE);
        expect([calls.length, mails.length]).toEqual([1, 1]);
      },
      { RELAY_ALERT_WEBHOOK: "https://pager.test/alerts", RELAY_WEBHOOK_SECRET: "s".repeat(32) },
    ));
});

describe("a store that takes no writes", () => {
  const NO_WRITES = "The store takes no writes: forms fail, and visitors are asked to try again";
  const breakStore = ({ outbox }: TestOutbox, failure: StoreFailure) => {
    const whole = { ...outbox };
    const broken = () => Promise.reject(new StoreError(failure, "broken by the test"));
    Object.assign(outbox, { probe: broken, claim: broken, planAlert: broken, alertOf: broken });
    return () => void Object.assign(outbox, whole);
  };

  test.each([
    ["full", "make room on the disk"],
    ["sync-failed", "check the disk"],
  ] as const)("(%s) is reported past the store, summed up, and by the store again when it is back", (failure, hint) =>
    withAlerts(async (test) => {
      const { pass, news, mails, answers, delivery, events } = test;
      const repair = breakStore(test, failure);
      const refuse = vi.fn(() => Promise.reject(fail({ reason: "unreachable" })));
      answers.alert = refuse;
      delivery.onStore();
      await settle();
      expect([refuse.mock.calls.length, news()]).toEqual([1, []]);
      // Whoever could not be reached is tried again.
      answers.alert = async () => taken;
      await pass(MINUTE);
      expect(news()).toEqual([NO_WRITES]);
      expect(mails[0]?.to).toBe("operator@elsewhere.test");
      expect(mails[0]?.text).toContain(hint);
      await pass(58 * MINUTE);
      expect(news()).toEqual([]);
      await pass(2 * MINUTE);
      expect(news()).toEqual(["still 1 problem"]);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
      repair();
      await pass(MINUTE);
      expect(news()).toEqual(["The store takes writes again"]);
      await pass(2 * HOUR);
      expect(news()).toEqual([]);
      expect(await counted(events)).toEqual([
        'relay_alerts_total{condition="store",news="begun"} 1',
        'relay_alerts_total{condition="store",news="lasting"} 1',
        'relay_alerts_total{condition="store",news="over"} 1',
      ]);
    }),
  );

  test.each(["closed", "moved"] as const)("since it is %s is no failure", (failure) =>
    withAlerts(async (test) => {
      breakStore(test, failure);
      await test.pass(5 * MINUTE);
      expect(test.news()).toEqual([]);
    }),
  );

  test("for a moment only, as when a database moves to another machine, is not reported", () =>
    withAlerts(async (test) => {
      const { pass, news, delivery, clock } = test;
      const repair = breakStore(test, "unreachable");
      delivery.onStore();
      await settle();
      delivery.onStore();
      await settle();
      clock.advance(10_000);
      repair();
      await pass(2 * MINUTE);
      expect(news()).toEqual([]);
      const again = breakStore(test, "unreachable");
      delivery.onStore();
      await settle();
      clock.set(-9 * DAY);
      await pass(90_000);
      expect(news()).toEqual([NO_WRITES]);
      // Every hour for a day, then once a day.
      await pass(DAY);
      expect(news().length).toBeGreaterThan(9);
      await pass(DAY - HOUR);
      expect(news().length).toBeLessThan(2);
      again();
      await pass(MINUTE);
      expect(news()).toEqual(["The store takes writes again"]);
      breakStore(test, "full");
      await pass(MINUTE);
      expect(news()).toEqual([NO_WRITES]);
      await pass(HOUR);
      expect(news()).toEqual(["still 1 problem"]);
    }));
});

describe("a mailbox of the team that refuses", () => {
  const env = { RELAY_MAIL_FALLBACK: "Backup@elsewhere.test" };
  const REFUSALS = [
    fail({ outcome: "deferred", reason: "mailbox-full", smtpCode: 552 }),
    fail({ outcome: "dead", reason: "address-refused", smtpCode: 553 }),
    fail({ outcome: "dead", reason: "international-address" }),
  ] as const;

  test("has its mail sent to the fallback, in the same row, once; and operators hear of it", () =>
    withAlerts(async ({ accept, pass, answers, outbox, news, events, clock }) => {
      const sent: string[] = [];
      answers.team = async (to) => {
        sent.push(to);
        if (to === "team@evenhall.test") throw refused;
        // What came in one millisecond has no order between attempts and events.
        clock.advance(1);
        return taken;
      };
      const { id, reference } = await accept("A gala");
      await pass(MINUTE);
      const found = await outbox.find(id);
      expect(found?.entries).toMatchObject([
        { kind: "team", recipient: "Backup@elsewhere.test", state: "delivered", attempts: 2, tries: 1 },
      ]);
      expect(sent).toEqual(["team@evenhall.test", "Backup@elsewhere.test"]);
      expect(found?.timeline.map(({ what }) => what)).toMatchObject([
        { type: "accepted" },
        { type: "attempted", attempt: { outcome: "dead", reason: "mailbox-unknown" } },
        { type: "fell-back", from: "team@evenhall.test", to: "Backup@elsewhere.test" },
        { type: "attempted", attempt: { outcome: "delivered" } },
      ]);
      expect(events.filter(({ type }) => type === "fell-back" || type === "dead")).toMatchObject([
        { type: "fell-back", kind: "team", reason: "mailbox-unknown" },
      ]);
      expect(await counted(events)).toContain('relay_fallbacks_total{reason="mailbox-unknown"} 1');
      expect(news()).toEqual([
        "A mailbox of the team refuses mails: 1 request went to the fallback address within a day",
      ]);
      expect(JSON.stringify(events)).not.toContain("elsewhere.test");
      clock.advance(DAY);
      await pass(2 * MINUTE);
      expect(news().at(-1)).toBe("No mailbox of the team has refused a mail for a day");
      await outbox.erase("zoe@example.org", clock.now());
      expect(JSON.stringify((await outbox.find(reference))?.timeline)).not.toContain("@");
    }, env));

  test.each(REFUSALS)("has a digest of what is held sent there, too: $facts.reason", (gone) =>
    withAlerts(async ({ accept, pass, answers, sent }) => {
      answers.team = (to) => (to === env.RELAY_MAIL_FALLBACK ? Promise.resolve(taken) : Promise.reject(gone));
      await accept("Held", { suspicion: HELD });
      await pass(11 * MINUTE);
      expect(sent).toEqual(["team@evenhall.test", env.RELAY_MAIL_FALLBACK]);
    }, env),
  );

  test("and a fallback that refuses as well end the mail", () =>
    withAlerts(async ({ accept, pass, answers, outbox, events }) => {
      answers.team = () => Promise.reject(refused);
      const { id } = await accept("Nobody");
      await pass(MINUTE);
      const [entry] = (await outbox.find(id))?.entries ?? [];
      expect(entry).toMatchObject({ state: "dead", attempts: 2, reason: "mailbox-unknown" });
      expect(events.filter(({ type }) => type === "dead")).toHaveLength(1);
    }, env));

  test("has nothing sent elsewhere where it is its content, or for a while only", () =>
    withAlerts(async ({ accept, pass, answers, outbox, events }) => {
      answers.team = () => Promise.reject(fail({ outcome: "dead", reason: "content-refused", smtpCode: 554 }));
      const { id } = await accept("Spam");
      answers.team = () => Promise.reject(fail({ reason: "mailbox-full", smtpCode: 452 }));
      const other = await accept("Later");
      await pass(MINUTE);
      expect((await outbox.find(id))?.entries).toMatchObject([{ state: "dead", recipient: "team@evenhall.test" }]);
      const [later] = (await outbox.find(other.id))?.entries ?? [];
      expect(later).toMatchObject({ state: "queued", recipient: "team@evenhall.test" });
      expect(events.filter(({ type }) => type === "fell-back")).toEqual([]);
    }, env));
});
