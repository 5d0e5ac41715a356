// A clock that is wrong, and is set: nothing expires, nothing is hidden, and it is reported.
import { describe, expect, test } from "vitest";
import { checkStore } from "../../../../relay/doctor/check-store.ts";
import { accepted, attemptAll, DAY, withOutbox } from "../../support/with-outbox.ts";
import { fail, settle, taken, withWorker } from "../../support/with-worker.ts";

const LEASE = 60_000;

test.each([
  ["after a restart", true],
  ["in the same process", false],
])(
  "rows from a time when the clock was ahead are due at once %s, are counted, and live their whole life",
  (_, isRestarted) =>
    withOutbox(async (relay) => {
      relay.clock.set(6 * DAY);
      const { outbox, clock } = relay;
      const id = await accepted(relay);
      if (!isRestarted) expect(await outbox.nextDueAt()).toBe(clock.now());
      const retry = () => ({ to: "queued", dueAt: clock.now() + 30_000, reason: "temporary" }) as const;
      await attemptAll(relay, ({ entry }) => (entry.kind === "team" ? retry() : null), { outcome: "deferred" });
      // Clocks of several relays lie a little apart.
      await outbox.adjustToClock(-5000, clock.now() - 5000);
      expect(relay.redated).toEqual([]);
      clock.set(-6 * DAY);
      const store = isRestarted ? await relay.reopen() : outbox;
      if (!isRestarted) await outbox.adjustToClock(-6 * DAY, clock.now());
      const figures = await store.stats(clock.now());
      expect(figures.futureDated).toBe(1);
      expect(checkStore(figures, clock.now()).find(({ check }) => check === "store: clock")).toMatchObject({
        status: "warning",
      });
      const lives = (await store.find(id))?.entries.map(({ kind, expiresAt }) => [kind, expiresAt - clock.now()]);
      expect(lives?.sort()).toEqual([
        ["acknowledgement", DAY],
        ["team", 5 * DAY],
      ]);
      expect(relay.redated.reduce((sum, count) => sum + count, 0)).toBe(2);
      // Not due again and again: a failure puts it off as any other.
      await attemptAll(relay, retry, { outcome: "deferred" });
      expect((await store.find(id))?.entries.map(({ attempts }) => attempts).sort()).toEqual([1, 2]);
      expect(await store.claim(clock.now(), 10, LEASE)).toEqual([]);
      expect((await store.find(id))?.timeline.map(({ what }) => what.type)).toContain("redated");
    }),
);

describe("a clock that is set while mails wait", () => {
  test("forward and back again leaves them their whole life, and what failed meanwhile is due", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      const id = await accepted(relay);
      clock.set(6 * DAY);
      await outbox.adjustToClock(6 * DAY, clock.now());
      const lives = (await outbox.find(id))?.entries.map(({ expiresAt }) => expiresAt - clock.now());
      expect(lives).toEqual([5 * DAY, DAY]);
      await attemptAll(relay, () => ({ to: "queued", dueAt: clock.now() + 30_000, reason: "temporary" }));
      clock.set(-6 * DAY);
      await outbox.adjustToClock(-6 * DAY, clock.now());
      expect(await outbox.claim(clock.now(), 10, LEASE)).toHaveLength(2);
    }));

  test("forward by six days costs no mail its tries", () =>
    withWorker(async ({ worker, outbox, clock, transport, accept, advance, events }) => {
      transport.answer = () => {
        throw fail({ reason: "temporary", smtpCode: 451 });
      };
      await accept(3);
      worker.start();
      const steps = 6;
      // Through every step of the schedule: from then on, a mail whose life is over is given up.
      const tries = async () => (await outbox.list({}, 10)).items.map(({ entries }) => entries[0]?.tries ?? 0);
      while (Math.min(...(await tries())) < steps) await advance(600_000);
      clock.set(6 * DAY);
      for (let hour = 0; hour < 8; hour += 1) await advance(3_600_000);
      expect(events.filter(({ type }) => type === "dead")).toEqual([]);
      expect((await outbox.list({ state: "queued" }, 10)).items).toHaveLength(3);
      transport.answer = () => taken;
      for (let minutes = 0; minutes < 180; minutes += 10) await advance(600_000);
      expect((await outbox.list({ state: "delivered" }, 10)).items).toHaveLength(3);
    }));

  test("back by a day keeps no pause from ending", () =>
    withWorker(async ({ worker, clock, transport, accept, attempted, advance }) => {
      transport.answer = () => {
        throw fail({ reason: "unreachable", scope: "connection" });
      };
      await accept(5);
      worker.start();
      await attempted(3);
      await settle();
      clock.set(-DAY);
      transport.answer = () => taken;
      await advance(60_000);
      await attempted(5 + 3);
    }));
});

test("what waited while the relay was down for six days is tried on the whole schedule, and its death is reported", () =>
  withWorker(async ({ clock, transport, accept, create, events, advance, reopen }) => {
    await accept(5);
    clock.advance(6 * DAY);
    const outbox = await reopen();
    const worker = create();
    transport.answer = () => {
      throw fail({ reason: "temporary", smtpCode: 451 });
    };
    worker.start();
    await settle();
    expect(transport.sent).toHaveLength(5);
    expect((await outbox.list({ state: "queued" }, 10)).items).toHaveLength(5);
    for (let minutes = 0; minutes < 240; minutes += 5) await advance(300_000);
    const deaths = events.filter(({ type }) => type === "dead");
    expect(deaths).toHaveLength(5);
    expect(events.filter((event) => event.type === "attempted" && event.isLast)).toHaveLength(5);
    expect(deaths[0]).toMatchObject({ kind: "team", reason: "expired", attempts: 7 });
    await worker.stop(0);
  }));
