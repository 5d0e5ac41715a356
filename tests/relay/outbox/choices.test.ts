// Which entries an operation takes, and which it leaves: for workers, for commands and for the ends of things.
import { describe, expect, test } from "vitest";
import type { EntryKind } from "../../../relay/store/outbox-entry.ts";
import { isPostgres } from "../support/test-store.ts";
import { acceptance, attempt, DAY, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";

const LEASE = 60_000;
const HELD = { score: 60, reasons: ["honeypot"] };
const RETENTION = { general: 180, forms: { venue: 30 } };
const EVERYTHING = { kinds: ["team", "acknowledgement", "digest"] as const, except: [] };

async function accepted({ outbox, clock }: TestOutbox, more = {}, fields = {}): Promise<string> {
  const made = submission({ receivedAt: clock.now(), ...more }, fields);
  const { id } = (await outbox.accept(acceptance({ submission: made }))) as { id: string };
  return id;
}

const mailsOf = async ({ outbox }: TestOutbox, id: string) =>
  (await outbox.find(id))?.entries.map(({ kind, state }) => `${kind} ${state}`);
const typesOf = async ({ outbox }: TestOutbox, id: string) =>
  (await outbox.find(id))?.timeline.map(({ what }) => what.type);
const claimedOf = async ({ outbox, clock }: TestOutbox, kinds: readonly EntryKind[], except: readonly string[] = []) =>
  (await outbox.claim(clock.now(), 10, LEASE, { kinds, except })).map(({ entry }) => entry.recipient);

/** Ends one attempt of each due entry. */
async function defer({ outbox, clock }: TestOutbox, reason: string, dueAt: number): Promise<void> {
  for (const { entry, leaseToken } of await outbox.claim(clock.now(), 100, LEASE))
    await outbox.finish(entry.id, leaseToken, attempt(clock, { outcome: "deferred", reason }), {
      to: "queued",
      dueAt,
      reason,
    });
}

/** Changes rows behind the relay's back. */
async function spoil(test: TestOutbox, sql: string): Promise<void> {
  await test.outbox.close();
  await test.store.change(sql);
  await test.reopen();
}

describe("what a worker claims", () => {
  test("is of its kinds, and of no route that it leaves out", () =>
    withOutbox(async (relay) => {
      await accepted(relay, {}, { email: "zoe@Busy.example" });
      await accepted(relay, {}, { email: "ann@calm.example", message: "Another" });
      const entries = (email: string) =>
        acceptance({
          submission: submission({ receivedAt: relay.clock.now() }, { email, message: email }),
          entries: [{ kind: "acknowledgement", recipient: email, state: "queued", lifeMs: DAY }],
        });
      await relay.outbox.accept(entries("one@Busy.example"));
      await relay.outbox.accept(entries("two@calm.example"));
      expect(await claimedOf(relay, ["digest"])).toEqual([]);
      expect(await claimedOf(relay, ["team"], ["team@example.com"])).toEqual([]);
      expect(await claimedOf(relay, ["acknowledgement"], ["busy.example", "example.org"])).toEqual([
        "two@calm.example",
      ]);
      expect(await claimedOf(relay, ["team"], ["busy.example"])).toEqual(["team@example.com", "team@example.com"]);
    }));

  test("names its route: the visitor's domain, or the one of the team", () =>
    withOutbox(async (relay) => {
      const made = submission({ receivedAt: relay.clock.now() });
      await relay.outbox.accept(
        acceptance({
          submission: made,
          entries: [
            { kind: "team", recipient: "Team@Example.com", state: "queued", lifeMs: DAY },
            { kind: "acknowledgement", recipient: "Zoe@Visitor.Example", state: "queued", lifeMs: DAY },
          ],
        }),
      );
      const claimed = await relay.outbox.claim(relay.clock.now(), 10, LEASE);
      expect(claimed.map(({ route }) => route)).toEqual(["team@example.com", "visitor.example"]);
      expect(claimed.map(({ entry }) => entry.isLeased)).toEqual([true, true]);
    }));

  test("is the oldest of all kinds together", () =>
    withOutbox(async (relay) => {
      await accepted(relay);
      relay.clock.advance(1000);
      await accepted(relay, {}, { message: "Later" });
      const [one, two, three] = await relay.outbox.claim(relay.clock.now(), 3, LEASE);
      expect([one, two, three].map((claimed) => claimed?.entry.kind)).toEqual(["team", "acknowledgement", "team"]);
    }));

  test("falls due at the earliest time of its kinds and routes", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      expect(await outbox.nextDueAt()).toBeNull();
      await accepted(relay);
      const [team] = await outbox.claim(clock.now(), 1, LEASE, { kinds: ["team"], except: [] });
      expect(await outbox.nextDueAt()).toBe(clock.now());
      // On PostgreSQL another relay takes it up when its lease ends.
      const leaseEnd = isPostgres() ? Number(team?.entry.dueAt) : null;
      expect(await outbox.nextDueAt({ kinds: ["team"], except: [] })).toBe(leaseEnd);
      expect(await outbox.nextDueAt({ kinds: ["digest"], except: [] })).toBeNull();
      expect(await outbox.nextDueAt({ ...EVERYTHING, except: ["example.org"] })).toBe(leaseEnd);
      expect(await outbox.nextDueAt({ ...EVERYTHING, except: ["example.org", "team@example.com"] })).toBeNull();
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
      expect(await makeDueNow({ route: "example.org" })).toBe(1);
      expect(await claimedOf(relay, ["team", "acknowledgement"])).toEqual(["zoe@example.org"]);
      // What is under way is left alone, and what is due counts no more.
      expect(await makeDueNow({})).toBe(1);
      expect(await makeDueNow({})).toBe(0);
      expect(await claimedOf(relay, ["team", "acknowledgement"])).toEqual(["team@example.com"]);
    }));

  test("lives longer by what the clock was set forward", () =>
    withOutbox(async (relay) => {
      const [waiting, held] = [await accepted(relay), await accepted(relay, { suspicion: HELD })];
      const livesOf = async (id: string) =>
        (await relay.outbox.find(id))?.entries.map(({ expiresAt, createdAt }) => expiresAt - createdAt);
      await relay.outbox.extendExpiry(1000.4);
      expect([await livesOf(waiting), await livesOf(held)]).toEqual([
        [5 * DAY + 1000, DAY + 1000],
        [5 * DAY, DAY],
      ]);
    }));
});

describe("an attempt", () => {
  test("that nobody reported is in the history with the time it began, and counts as a try", () =>
    withOutbox(async (relay) => {
      const { clock } = relay;
      const id = await accepted(relay);
      const begun = clock.now();
      await relay.outbox.claim(begun, 1, LEASE);
      clock.advance(2 * LEASE);
      const outbox = isPostgres() ? relay.outbox : await relay.reopen();
      const [again] = await outbox.claim(clock.now(), 1, LEASE, { kinds: ["team"], except: [] });
      expect(again?.entry).toMatchObject({ attempts: 1, tries: 1, reason: null });
      expect((await outbox.find(id))?.timeline.at(-1)?.what).toMatchObject({
        attempt: { number: 1, startedAt: begun, endedAt: clock.now(), smtpCode: null, reply: null },
      });
    }));

  test("that succeeds leaves no reason of one that failed before", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      const id = await accepted(relay);
      await defer(relay, "greylisted", clock.now() + 1000);
      expect((await outbox.find(id))?.entries.map(({ reason, changedAt }) => [reason, changedAt])).toEqual(
        Array(2).fill(["greylisted", clock.now()]),
      );
      clock.advance(1000);
      for (const { entry, leaseToken } of await outbox.claim(clock.now(), 10, LEASE))
        await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" });
      expect((await outbox.find(id))?.entries).toMatchObject(
        Array(2).fill({ state: "delivered", reason: null, attempts: 2, tries: 2, changedAt: clock.now() }),
      );
    }));
});

test("a digest from a time when the clock was ahead keeps no other from being planned", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const plan = { recipients: ["team@example.com"], lifeMs: DAY, everyMs: DAY };
    clock.set(10 * DAY);
    await accepted(relay, { suspicion: HELD });
    const [digest] = await outbox.planDigest(plan, clock.now());
    expect(digest?.expiresAt).toBe(clock.now() + DAY);
    clock.set(-10 * DAY);
    await accepted(relay, { suspicion: HELD }, { message: "Another" });
    expect(await outbox.planDigest(plan, clock.now())).toHaveLength(1);
    clock.advance(DAY - 1);
    await accepted(relay, { suspicion: HELD }, { message: "A third" });
    expect(await outbox.planDigest(plan, clock.now())).toEqual([]);
    clock.advance(1);
    expect(await outbox.planDigest(plan, clock.now())).toHaveLength(1);
  }));

describe("a request that is held", () => {
  test("is no answer to the same words from somebody who is not suspicious", () =>
    withOutbox(async (relay) => {
      const send = (suspicion = HELD) =>
        relay.outbox.accept(acceptance({ submission: submission({ receivedAt: relay.clock.now(), suspicion }) }));
      const first = await send();
      expect(first).toMatchObject({ kind: "accepted", isHeld: true });
      expect(await send()).toEqual({ ...first, kind: "repeated" });
      const honest = await send({ score: 0, reasons: [] });
      expect(honest).toMatchObject({ kind: "accepted", isHeld: false });
      expect(await send({ score: 0, reasons: [] })).toEqual({ ...honest, kind: "repeated" });
      expect((await relay.outbox.find((first as { id: string }).id))?.timeline[0]?.what).toEqual({
        type: "accepted",
        held: true,
        ...HELD,
      });
    }));

  test("spends nothing until it is released, and then leaves out what is spent, as if it had not been planned", () =>
    withOutbox(async (relay) => {
      const limits = [{ key: "acknowledged", count: 1, windowMs: DAY }];
      const send = (message: string, suspicion = HELD) =>
        relay.outbox.accept(
          acceptance({
            submission: submission({ receivedAt: relay.clock.now(), suspicion }, { message }),
            entries: [
              { kind: "team", recipient: "team@example.com", state: "held", lifeMs: DAY },
              {
                kind: "acknowledgement",
                recipient: "zoe@example.org",
                state: "held",
                lifeMs: DAY,
                unlessSpent: limits,
              },
            ],
          }),
        ) as Promise<{ id: string }>;
      const [first, second] = [await send("One"), await send("Two")];
      const limitsOf = ({ kind }: { kind: EntryKind }) => (kind === "team" ? [] : limits);
      expect(await relay.outbox.release({ ids: [first.id] }, relay.clock.now(), limitsOf)).toBe(2);
      expect(await relay.outbox.release({ ids: [second.id] }, relay.clock.now(), limitsOf)).toBe(2);
      expect([await mailsOf(relay, first.id), await mailsOf(relay, second.id)]).toEqual([
        ["team queued", "acknowledgement queued"],
        ["team queued"],
      ]);
      expect(await typesOf(relay, second.id)).toEqual(["accepted", "released", "left-out"]);
      const { entries } = await relay.outbox.stats(relay.clock.now());
      expect(entries.filter(({ count }) => count > 0)).toEqual([
        { state: "queued", kind: "acknowledgement", count: 1 },
        { state: "queued", kind: "team", count: 2 },
      ]);
    }));

  test("stays held where its mail is sent elsewhere, and its confirmation goes nowhere else", () =>
    withOutbox(async (relay) => {
      const id = await accepted(relay, { suspicion: HELD });
      expect(await relay.outbox.redirect({ ids: [id] }, "other@example.com", relay.clock.now())).toBe(1);
      const { entries = [] } = (await relay.outbox.find(id)) ?? {};
      expect(entries.map(({ recipient, state }) => [recipient, state])).toEqual([
        ["other@example.com", "held"],
        ["zoe@example.org", "held"],
      ]);
      expect(await relay.outbox.redirect({ state: "held", form: "venue" }, "x@example.com", relay.clock.now())).toBe(0);
      expect(await relay.outbox.redirect({ state: "held", form: "contact" }, "x@example.com", relay.clock.now())).toBe(
        1,
      );
    }));
});

describe("a command", () => {
  test("sends what died elsewhere at once, with a whole life before it", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      const id = await accepted(relay);
      for (const { entry, leaseToken } of await outbox.claim(clock.now(), 10, LEASE))
        await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "dead", reason: "refused" });
      clock.advance(DAY);
      expect(await outbox.redirect({ ids: [id] }, "other@example.com", clock.now())).toBe(1);
      const [team] = await outbox.claim(clock.now(), 10, LEASE);
      expect(team?.entry).toMatchObject({
        ...{ recipient: "other@example.com", reason: null, attempts: 1, tries: 0 },
        expiresAt: clock.now() + 5 * DAY,
      });
    }));

  test("may change what a sender that never reported had, from the end of its lease on", () =>
    withOutbox(async (relay) => {
      const { clock } = relay;
      const id = await accepted(relay);
      await relay.outbox.claim(clock.now(), 10, LEASE);
      clock.advance(LEASE - 1);
      expect(await relay.outbox.retry({ ids: [id] }, clock.now())).toBe(0);
      clock.advance(1);
      const outbox = isPostgres() ? relay.outbox : await relay.reopen();
      expect(await outbox.retry({ ids: [id] }, clock.now())).toBe(2);
    }));
});

describe("a damaged row", () => {
  test("is left out of lists and digests, and the rest is shown", () =>
    withOutbox(async (relay) => {
      const [bad, good] = [
        await accepted(relay, { suspicion: HELD }, { message: "Bad" }),
        await accepted(relay, { suspicion: HELD }, { message: "Good" }),
      ];
      const plan = { recipients: ["team@example.com"], lifeMs: DAY, everyMs: DAY };
      const [digest] = await relay.outbox.planDigest(plan, relay.clock.now());
      await spoil(
        relay,
        `UPDATE submissions SET payload = 'x' WHERE id = '${bad}'; UPDATE entries SET kind = 'x' WHERE submission_id = '${bad}' AND kind = 'acknowledgement'`,
      );
      expect((await relay.outbox.digestItems(String(digest?.id))).map(({ id }) => id)).toEqual([good]);
      const { items } = await relay.outbox.list({}, 10);
      expect(items.map(({ id, submission, entries }) => [id, submission === null, entries.length])).toEqual([
        [good, false, 2],
        [bad, true, 1],
      ]);
      // A command passes over what cannot be read.
      expect(await relay.outbox.release({ state: "held" }, relay.clock.now(), () => [])).toBe(3);
    }));
});

describe("retention", () => {
  test("keeps what the team never got, and says how many; what is under way waits", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      const ids = [];
      for (const message of ["dead", "queued", "delivered"])
        ids.push(await accepted(relay, { form: "venue" }, { message }));
      for (const { entry, submission: about, leaseToken } of await outbox.claim(clock.now(), 10, LEASE)) {
        const end = about?.fields.message;
        if (end === "dead")
          await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "dead", reason: "refused" });
        else if (end === "delivered" || entry.kind === "team")
          await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" });
      }
      clock.advance(30 * DAY - 1);
      expect(await outbox.purge(RETENTION, clock.now())).toBeNull();
      expect((await outbox.stats(clock.now())).overdue).toBe(0);
      clock.advance(1);
      const receipt = await outbox.purge(RETENTION, clock.now());
      expect(receipt).toMatchObject({ at: clock.now(), reason: "retention", submissions: 1, entries: 2 });
      expect((await outbox.stats(clock.now())).overdue).toBe(2);
      expect((await outbox.find(String(ids[2])))?.erasedAt).toBe(clock.now());
      expect(await typesOf(relay, String(ids[2]))).toContain("erased");
      expect(await outbox.receipts()).toEqual([receipt]);
    }));

  test("counts from the end of the delivery, not from the request", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      await accepted(relay, { form: "venue" });
      clock.advance(20 * DAY);
      for (const { entry, leaseToken } of await outbox.claim(clock.now(), 10, LEASE))
        await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" });
      clock.advance(29 * DAY);
      expect(await outbox.purge(RETENTION, clock.now())).toBeNull();
      clock.advance(DAY);
      expect(await outbox.purge(RETENTION, clock.now())).toMatchObject({ submissions: 1 });
    }));
});

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

test("a submission is found by its id in capitals and by the id of a mail, and its history is in order", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const id = await accepted(relay);
    clock.advance(1000);
    await defer(relay, "greylisted", clock.now() + 1000);
    clock.advance(500);
    await outbox.retry({ ids: [id] }, clock.now());
    clock.advance(500);
    const claimed = await outbox.claim(clock.now(), 1, LEASE);
    for (const { entry, leaseToken } of claimed)
      await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" });
    const mail = String(claimed[0]?.entry.id);
    expect((await outbox.find(id.toUpperCase()))?.id).toBe(id);
    expect((await outbox.find(mail.toUpperCase()))?.id).toBe(id);
    expect(await outbox.find("nothing")).toBeNull();
    const { timeline = [] } = (await outbox.find(id)) ?? {};
    expect(timeline.map(({ what }) => what.type)).toEqual([
      ...["accepted", "attempted", "attempted", "retried", "retried", "attempted"],
    ]);
    expect(timeline.at(-1)).toMatchObject({ at: clock.now(), entryId: mail });
    expect((await outbox.list({ receivedFrom: clock.now() }, 10)).items).toEqual([]);
    expect(await outbox.retry({ ids: [mail.toUpperCase()] }, clock.now())).toBe(0);
  }));

test("a store that is not open takes and gives nothing, and says so", () =>
  withOutbox(async ({ outbox, clock }) => {
    await outbox.close();
    const closed = { failure: "closed", message: "the store is not open" };
    await expect(outbox.accept(acceptance())).rejects.toMatchObject(closed);
    await expect(outbox.spend([], clock.now())).rejects.toMatchObject(closed);
    await expect(outbox.backup("/nowhere")).rejects.toMatchObject(closed);
    await outbox.close();
  }));
