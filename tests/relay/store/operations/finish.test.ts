// The worker's side of the store: who sends what, what becomes of it, and what a crash in between leaves.
import { describe, expect, test } from "vitest";
import { isPostgres } from "../../support/test-store.ts";
import { accepted, attempt, withOutbox } from "../../support/with-outbox.ts";

const LEASE = 60_000;

const teamOnly = {
  entries: [{ kind: "team", recipient: "team@example.com", state: "queued" }],
} as const;

describe("a claim", () => {
  test("gives each due entry to one worker only, with its submission, oldest first", () =>
    withOutbox(async (relay) => {
      const id = await accepted(relay);
      relay.clock.advance(1000);
      await accepted(relay, {}, { message: "Later" }, teamOnly);
      const now = relay.clock.now();
      const oldest = await relay.outbox.claim(now, 2, LEASE);
      expect(oldest.map(({ entry, submission }) => [entry.kind, submission?.id])).toEqual([
        ["team", id],
        ["acknowledgement", id],
      ]);
      const both = await Promise.all([relay.outbox.claim(now, 10, LEASE), relay.outbox.claim(now, 10, LEASE)]);
      expect(both.flat().map(({ submission }) => submission?.fields.message)).toEqual(["Later"]);
      expect(await relay.outbox.claim(now, 10, LEASE)).toEqual([]);
    }));

  test("leaves what is not due, and says when it will be", () =>
    withOutbox(async (relay) => {
      await accepted(relay, {}, {}, teamOnly);
      const [claimed] = await relay.outbox.claim(relay.clock.now(), 1, LEASE);
      const { entry, leaseToken } = claimed as NonNullable<typeof claimed>;
      expect(await relay.outbox.nextDueAt()).toBeNull();
      const dueAt = relay.clock.now() + 30_000;
      const deferred = attempt(relay.clock, { outcome: "deferred", reason: "greylisted", smtpCode: 451 });
      const end = { to: "queued", dueAt, reason: "greylisted" } as const;
      // Again, where the answer to the first was lost: it counts once.
      for (let time = 0; time < 2; time += 1)
        expect(await relay.outbox.finish(entry.id, leaseToken, deferred, end)).toBe("recorded");
      expect(await relay.outbox.nextDueAt()).toBe(dueAt);
      expect(await relay.outbox.claim(dueAt - 1, 1, LEASE)).toEqual([]);
      // What came later and is due earlier goes first, whatever kind it is of.
      const toVisitor = { kind: "acknowledgement", recipient: "zoe@example.org", state: "queued" };
      await accepted(relay, {}, { message: "Later" }, { entries: [toVisitor] });
      const [other, again] = await relay.outbox.claim(dueAt, 2, LEASE);
      expect(other?.entry.kind).toBe("acknowledgement");
      expect(again?.entry).toMatchObject({ id: entry.id, attempts: 1, tries: 1, reason: "greylisted" });
    }));
});

describe("a lease", () => {
  test("is lengthened by its holder alone", () =>
    withOutbox(async (relay) => {
      await accepted(relay, {}, {}, teamOnly);
      const [claimed] = await relay.outbox.claim(relay.clock.now(), 1, LEASE);
      const id = String(claimed?.entry.id);
      const until = relay.clock.now() + 2 * LEASE;
      expect(await relay.outbox.renew(id, "another", until)).toBe(false);
      expect(await relay.outbox.renew(id, String(claimed?.leaseToken), until)).toBe(true);
      relay.clock.advance(LEASE);
      expect(await relay.outbox.claim(relay.clock.now(), 1, LEASE)).toEqual([]);
    }));

  test("that is given back leaves no attempt", () =>
    withOutbox(async (relay) => {
      await accepted(relay, {}, {}, teamOnly);
      const [claimed] = await relay.outbox.claim(relay.clock.now(), 1, LEASE);
      const { entry, leaseToken } = claimed as NonNullable<typeof claimed>;
      await relay.outbox.releaseLease(entry.id, "another's", entry.createdAt);
      expect(await relay.outbox.claim(relay.clock.now(), 1, LEASE)).toEqual([]);
      await relay.outbox.releaseLease(entry.id, leaseToken, entry.createdAt);
      const [again] = await relay.outbox.claim(relay.clock.now(), 1, LEASE);
      expect(again?.entry).toMatchObject({ id: entry.id, attempts: 0 });
    }));

  test("ends with the process that held it, or with its time where others may hold it", () =>
    withOutbox(async (relay) => {
      const id = await accepted(relay, {}, {}, teamOnly);
      const [lost] = await relay.outbox.claim(relay.clock.now(), 1, LEASE);
      relay.clock.advance(1000);
      await relay.reopen();
      if (isPostgres()) {
        // It may be another relay's, which lives.
        expect(await relay.outbox.claim(relay.clock.now(), 1, LEASE)).toEqual([]);
        await relay.store.isSettled();
        relay.clock.advance(LEASE);
      }
      const [again] = await relay.outbox.claim(relay.clock.now(), 1, LEASE);
      // Behind what has been due meanwhile: it may be what ended the process.
      expect(again?.entry).toMatchObject({ id: lost?.entry.id, attempts: 1, tries: 1, dueAt: relay.clock.now() });
      const late = [String(lost?.entry.id), String(lost?.leaseToken), attempt(relay.clock)] as const;
      expect(await relay.outbox.finish(...late, { to: "delivered" })).toBe("lost");
      const found = await relay.outbox.find(id);
      expect([found?.entries[0]?.state, found?.timeline.at(-1)?.what]).toMatchObject([
        "queued",
        { type: "attempted", attempt: { outcome: "broken-after-data", reason: "interrupted" } },
      ]);
    }));
});

test.each([
  ["a payload that changed", "UPDATE submissions SET payload = replace(payload, 'gala', 'x')", "submissions:checksum"],
  ["a payload that is gone", "UPDATE submissions SET payload = ''", "submissions:checksum"],
  ["a form whose name is none", "UPDATE submissions SET form = 'Wedding fair'", "submissions:form"],
  ["no submission", "DELETE FROM submissions", "submissions:missing"],
  ["a kind that does not exist", "UPDATE entries SET kind = 'x'", "entries:kind"],
  ["a time that is none", "UPDATE entries SET expires_at = 9223372036854775807", "entries:number"],
])("a damaged row with %s is set aside, and the rest goes on", (_, sql, damage) =>
  withOutbox(async (relay) => {
    const id = await accepted(relay, {}, {}, teamOnly);
    await relay.spoil(sql);
    relay.clock.advance(1000);
    await accepted(relay, {}, { message: "Sound" }, teamOnly);
    const claimed = await relay.outbox.claim(relay.clock.now(), 10, LEASE);
    expect(claimed.map(({ submission }) => submission?.fields.message)).toEqual(["Sound"]);
    expect(relay.damages).toEqual([damage]);
    expect(relay.deaths).toHaveLength(1);
    expect((await relay.outbox.stats(relay.clock.now())).quarantined).toBe(1);
    expect((await relay.outbox.list({}, 10)).items[0]?.submission?.fields.message).toBe("Sound");
    if (damage !== "submissions:missing")
      expect((await relay.outbox.find(id))?.timeline.at(-1)?.what).toEqual({ type: "quarantined" });
    // A retry of everything must not bring it back for good.
    expect(await relay.outbox.retry({ state: "dead" }, relay.clock.now())).toBe(0);
    expect(await relay.outbox.redirect({ state: "dead" }, "other@example.com", relay.clock.now())).toBe(0);
    expect(await relay.outbox.claim(relay.clock.now(), 10, LEASE)).toEqual([]);
  }),
);
