// Which mails a worker takes, which are put off and brought forward, and which rows lists and figures leave out.
import { describe, expect, test } from "vitest";
import type { EntryKind } from "../../../../relay/store/rows/outbox-entry.ts";
import { accepted, attempt, attemptAll, DAY, type TestOutbox, withOutbox } from "../../support/with-outbox.ts";

const LEASE = 60_000;
const HELD = { score: 60, reasons: ["honeypot"] };

const claimedOf = async ({ outbox, clock }: TestOutbox, kinds: readonly EntryKind[], except: readonly string[] = []) =>
  (await outbox.claim(clock.now(), 10, LEASE, { kinds, except })).map(({ entry }) => entry.recipient);

/** Ends one attempt of each due entry. */
const defer = (test: TestOutbox, reason: string, dueAt: number) =>
  attemptAll(test, () => ({ to: "queued", dueAt, reason }), { outcome: "deferred", reason });

describe("what a worker claims", () => {
  test("is of its kinds, and of no route that it leaves out", () =>
    withOutbox(async (relay) => {
      await accepted(relay, {}, { email: "zoe@Busy.example" });
      await accepted(relay, {}, { email: "ann@calm.example", message: "Another" });
      for (const email of ["one@Busy.example", "two@calm.example"]) {
        const entries = [{ kind: "acknowledgement", recipient: email, state: "queued" }];
        await accepted(relay, {}, { email, message: email }, { entries });
      }
      expect(await claimedOf(relay, ["digest"])).toEqual([]);
      expect(await claimedOf(relay, ["team"], ["team@example.com"])).toEqual([]);
      const next = (except: string[]) => relay.outbox.nextDueAt({ kinds: ["team"], except });
      expect([await next(["team@example.com"]), await next([])]).toEqual([null, relay.clock.now()]);
      expect(await claimedOf(relay, ["acknowledgement"], ["busy.example", "example.org"])).toEqual([
        "two@calm.example",
      ]);
      expect(await claimedOf(relay, ["team"], ["busy.example"])).toEqual(["team@example.com", "team@example.com"]);
    }));

  test("goes at once where what it waits for is repaired, on that route alone and for that reason alone", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      await accepted(relay);
      const dueAt = clock.now() + 3_600_000;
      await defer(relay, "unreachable", dueAt);
      clock.advance(1000);
      const waiting = { reasons: ["unreachable", "dns"], kinds: ["team", "acknowledgement"] as const };
      const makeDueNow = (more: object) => outbox.makeDueNow({ ...waiting, route: null, ...more }, clock.now());
      expect(await makeDueNow({ reasons: ["greylisted"] })).toBe(0);
      expect(await makeDueNow({ kinds: ["digest"] })).toBe(0);
      expect(await makeDueNow({ route: "elsewhere.example" })).toBe(0);
      expect(await makeDueNow({ form: "venue" })).toBe(0);
      expect(await makeDueNow({ route: "example.org" })).toBe(1);
      expect(await claimedOf(relay, ["team", "acknowledgement"])).toEqual(["zoe@example.org"]);
      // What is under way is left alone, and what is due counts no more.
      expect(await makeDueNow({ reasons: null, form: "contact" })).toBe(1);
      expect(await makeDueNow({})).toBe(0);
      expect(await claimedOf(relay, ["team", "acknowledgement"])).toEqual(["team@example.com"]);
    }));
});

test("a digest from a time when the clock was ahead keeps no other from being planned", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const plan = ["team@example.com"];
    clock.set(10 * DAY);
    await accepted(relay, { suspicion: HELD });
    const [digest] = await outbox.planDigest(plan, clock.now());
    expect(digest?.expires_at).toBe(clock.now() + 5 * DAY);
    clock.set(-10 * DAY);
    await accepted(relay, { suspicion: HELD }, { message: "Another" });
    expect(await outbox.planDigest(plan, clock.now())).toHaveLength(1);
    clock.advance(DAY - 1);
    await accepted(relay, { suspicion: HELD }, { message: "A third" });
    expect(await outbox.planDigest(plan, clock.now())).toEqual([]);
    clock.advance(1);
    expect(await outbox.planDigest(plan, clock.now())).toHaveLength(1);
  }));

test("a damaged row is left out of lists and digests, and the rest is shown", () =>
  withOutbox(async (relay) => {
    const [bad, good] = [
      await accepted(relay, { suspicion: HELD }, { message: "Bad" }),
      await accepted(relay, { suspicion: HELD }, { message: "Good" }),
    ];
    const plan = ["team@example.com"];
    const [digest] = await relay.outbox.planDigest(plan, relay.clock.now());
    await relay.spoil(
      `UPDATE submissions SET payload = 'x' WHERE id = '${bad}'; UPDATE entries SET kind = 'x' WHERE submission_id = '${bad}' AND kind = 'acknowledgement'`,
    );
    expect((await relay.outbox.digestItems(String(digest?.id))).map(({ id }) => id)).toEqual([good]);
    const { items } = await relay.outbox.list({}, 10);
    expect(items.map(({ id, submission, entries }) => [id, submission === null, entries.length])).toEqual([
      [good, false, 2],
      [bad, true, 1],
    ]);
    // A command passes over what cannot be read.
    expect(await relay.outbox.release({ state: "held" }, relay.clock.now())).toBe(3);
  }));

test("figures count the team's oldest mail apart, and requests dated in the future", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    expect(await outbox.stats(clock.now())).toMatchObject({
      oldestDueAt: null,
      oldestQueuedAt: null,
      oldestTeamQueuedAt: null,
      futureDated: 0,
      overdue: 0,
      quarantined: 0,
    });
    await accepted(relay);
    const begun = clock.now();
    const [team] = await outbox.claim(begun, 1, LEASE);
    await outbox.finish(String(team?.entry.id), String(team?.leaseToken), attempt(clock), { to: "delivered" });
    clock.advance(5000);
    await accepted(relay, {}, { message: "Later" });
    expect(await outbox.stats(clock.now())).toMatchObject({
      oldestDueAt: begun,
      oldestQueuedAt: begun,
      oldestTeamQueuedAt: begun + 5000,
      futureDated: 0,
    });
    clock.set(-DAY);
    expect((await outbox.stats(clock.now())).futureDated).toBe(2);
  }));
