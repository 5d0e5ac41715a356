// Which worker sends what, and when.
import { expect, test, vi } from "vitest";
import { withDelivery } from "../support/with-delivery.ts";
import { acceptance } from "../support/with-outbox.ts";
import { fail, settle, taken } from "../support/with-worker.ts";

const MINUTE = 60_000;
const [TEAM, VISITOR] = ["team@evenhall.test", "zoe@example.org"];

test("the team's mails go before visitors' confirmations, as soon as a request is accepted, and nothing goes before the start", () =>
  withDelivery(
    async ({ delivery, sent, accept, pass }) => {
      for (let n = 1; n <= 9; n += 1) await accept(`Request ${n}`);
      delivery.tryNow();
      await settle();
      expect(sent).toEqual([]);
      delivery.start();
      await settle();
      // Where a busy machine kept the database from answering in time, a second later.
      await pass(1000);
      expect(sent).toEqual([...Array(9).fill(TEAM), VISITOR]);
      await accept("Request 10");
      // The visitor has a confirmation of today.
      expect(sent.slice(10)).toEqual([TEAM]);
    },
    {},
    { isStarted: false },
  ));

test("a mail that is under way has five seconds when the relay stops", () => {
  const send = (_mail: unknown, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(fail({ reason: "stopped" })));
    });
  const slow = { send, close: vi.fn(async () => {}) };
  return withDelivery(
    async ({ delivery, accept, clock }) => {
      await accept("Under way");
      const onStopped = vi.fn();
      const stopping = delivery.stop().then(onStopped);
      clock.advance(4999);
      await settle();
      expect(onStopped).not.toHaveBeenCalled();
      clock.advance(1);
      await stopping;
      expect(slow.close).toHaveBeenCalled();
    },
    {},
    { transport: slow },
  );
});

test("a server that is away is a pause of visitors' mails as well, until one to the team shows that it is back", () =>
  withDelivery(async ({ delivery, accept, answers, sent, clock, pass }) => {
    answers.team = () => Promise.reject(fail({ reason: "login", scope: "connection" }));
    await accept("Waits");
    const inSeconds = (time: number) => Math.round((time - clock.now()) / 15_000) * 15;
    const pauses = delivery.pauses().map(({ kinds, cause, until }) => `${kinds} ${cause} ${inSeconds(until)} s`);
    expect(pauses).toEqual(["team,digest away 30 s", "acknowledgement away 30 s"]);
    // The visitor's is tried as well where the result of the team's takes a while to be written down.
    const before = sent.length;
    delivery.tryNow();
    await settle();
    expect([sent.slice(before), delivery.pauses().length]).toEqual([[TEAM], 2]);
    let end = () => {};
    answers.team = () => new Promise((resolve) => (end = () => resolve(taken)));
    await pass(5 * MINUTE);
    expect([sent.slice(before), delivery.pauses()]).toEqual([[TEAM, TEAM], []]);
    answers.team = async () => taken;
    end();
    await settle();
    expect(sent.slice(before + 2)).toEqual([VISITOR]);
  }));

test("a mail of the team that is on its way for long keeps no confirmation waiting", () =>
  withDelivery(async ({ accept, answers, sent }) => {
    let end = () => {};
    answers.team = (to) =>
      to === TEAM ? new Promise((resolve) => (end = () => resolve(taken))) : Promise.resolve(taken);
    await accept("Slow");
    expect(sent).toEqual([TEAM, VISITOR]);
    end();
  }));

test("visitors' mails go after a pause though the team has none that would show that the server is back", () =>
  withDelivery(async ({ delivery, outbox, clock, accept, answers, sent, pass }) => {
    answers.team = () => Promise.reject(fail({ reason: "login", scope: "connection" }));
    await accept("Waits");
    await outbox.erase(VISITOR, clock.now());
    const before = sent.length;
    answers.team = async () => taken;
    const entry = { kind: "acknowledgement", recipient: VISITOR, state: "queued" } as const;
    await outbox.accept(acceptance({ entries: [entry] }));
    delivery.onAccepted(["acknowledgement"]);
    await pass(2 * MINUTE);
    expect(sent.slice(before)).toEqual([VISITOR]);
  }));

test("a digest of what was erased before it could be sent is none", () =>
  withDelivery(async ({ sent, accept, pass, answers, outbox, clock }) => {
    answers.team = () => Promise.reject(fail());
    await accept("Suspicious", { suspicion: { score: 60, reasons: ["honeypot"] } });
    await pass(10 * MINUTE);
    expect(sent).toEqual([TEAM]);
    await outbox.erase(VISITOR, clock.now());
    await pass(10 * MINUTE);
    expect(sent).toEqual([TEAM]);
    expect((await outbox.stats(clock.now())).entries).toContainEqual({ state: "dead", kind: "digest", count: 1 });
  }));

test("a digest of what is held goes to all of the team, without anything else to wake the workers", () =>
  withDelivery(
    async ({ sent, accept, pass }) => {
      await accept("Suspicious", { suspicion: { score: 60, reasons: ["honeypot"] } });
      await pass(9 * MINUTE);
      expect(sent).toEqual([]);
      await pass(MINUTE);
      expect(sent.toSorted()).toEqual([TEAM, "venues@evenhall.test"]);
    },
    { RELAY_MAIL_TO_VENUE: `venues@evenhall.test,${TEAM}` },
  ));
