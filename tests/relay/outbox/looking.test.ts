// What operators see of submissions: which ones a filter shows, what names one, and its history in order.
import { expect, test } from "vitest";
import { acceptance, attempt, DAY, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";

const HELD = { score: 60, reasons: ["honeypot"] };

async function accepted(
  { outbox, clock }: TestOutbox,
  more = {},
  fields = {},
): Promise<{ id: string; reference: string }> {
  const made = submission({ receivedAt: clock.now(), ...more }, fields);
  return (await outbox.accept(acceptance({ submission: made }))) as { id: string; reference: string };
}

test("filters hold together, from their first moment on and up to their last", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const first = await accepted(relay, { form: "venue" });
    clock.advance(1000);
    const second = await accepted(relay, { form: "venue" }, { message: "Another" });
    const third = await accepted(relay, {}, { message: "A third" });
    const ids = async (filter: Parameters<typeof outbox.list>[0], limit = 10, after: string | null = null) => {
      const { items, next } = await outbox.list(filter, limit, after);
      return { ids: items.map(({ id }) => id), next };
    };
    const now = clock.now();
    const found = (...all: { id: string }[]) => ({ ids: all.map(({ id }) => id), next: null });
    expect(await ids({ form: "venue", receivedFrom: now })).toEqual(found(second));
    expect(await ids({ receivedFrom: now - 1000, receivedBefore: now })).toEqual(found(first));
    expect(await ids({ receivedFrom: now + 1 })).toEqual(found());
    expect(await ids({ form: "venue", state: "held" })).toEqual(found());
    expect(await ids({ email: "nobody@example.org" })).toEqual(found());
    expect(await ids({ form: "venue" }, 2)).toEqual(found(second, first));
    expect(await ids({}, 2)).toEqual({ ids: [third.id, second.id], next: second.id });
    expect(await ids({}, 2, second.id)).toEqual(found(first));
  }));

test("a submission is found by its id, its reference or the id of one of its mails, in any case", () =>
  withOutbox(async (relay) => {
    await accepted(relay, {}, { message: "Another" });
    const { id, reference } = await accepted(relay);
    const details = await relay.outbox.find(id);
    const mail = String(details?.entries[1]?.id);
    for (const name of [id.toUpperCase(), reference, reference.toLowerCase(), mail, mail.toUpperCase()])
      expect([name, await relay.outbox.find(name)]).toEqual([name, details]);
    for (const name of ["", "EV-0000-000", id.slice(1), `${id} `]) expect(await relay.outbox.find(name)).toBeNull();
    expect(details).toMatchObject({ id, reference, form: "contact", receivedAt: relay.clock.now(), erasedAt: null });
  }));

test("its history is in the order of time: accepted, then each attempt and each command", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const { id } = await accepted(relay);
    const times: number[] = [clock.now()];
    for (const [reason, replies] of [["greylisted", 2] as const, ["unreachable", 2] as const]) {
      clock.advance(1000);
      for (const { entry, leaseToken } of await outbox.claim(clock.now(), replies, 60_000)) {
        clock.advance(10);
        const ended = attempt(clock, { outcome: "deferred", reason, smtpCode: 450, reply: null });
        await outbox.finish(entry.id, leaseToken, ended, { to: "queued", dueAt: clock.now(), reason });
        times.push(clock.now());
      }
    }
    clock.advance(1000);
    await outbox.redirect({ ids: [id] }, "other@example.com", clock.now());
    times.push(clock.now());
    const { timeline = [], entries = [] } = (await outbox.find(id)) ?? {};
    const [team, visitor] = entries.map((entry) => entry.id);
    expect(timeline.map(({ at, entryId, what }) => [at, entryId, what.type])).toEqual([
      [times[0], null, "accepted"],
      [times[1], team, "attempted"],
      [times[2], visitor, "attempted"],
      [times[3], team, "attempted"],
      [times[4], visitor, "attempted"],
      [times[5], team, "redirected"],
    ]);
    expect(timeline[0]?.what).toEqual({ type: "accepted", held: false, score: 0, reasons: [] });
    expect(timeline[3]?.what).toMatchObject({
      attempt: { number: 2, reason: "unreachable", smtpCode: 450, reply: null },
    });
    await relay.outbox.erase("zoe@example.org", clock.now());
    const after = await outbox.find(id);
    expect([after?.erasedAt, after?.submission, after?.timeline.at(-1)]).toEqual([
      clock.now(),
      null,
      { at: clock.now(), entryId: null, actor: null, what: { type: "erased" } },
    ]);
    expect(after?.timeline[0]?.what).toEqual({ type: "accepted", held: false, score: 0, reasons: [] });
  }));

test("a submission that was held when it came is shown so, also once its mails were let go", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const acceptedAs = async (id: string) => (await outbox.find(id))?.timeline[0]?.what;
    const { id } = await accepted(relay, { suspicion: HELD });
    expect(await acceptedAs(id)).toEqual({ type: "accepted", held: true, ...HELD });
    clock.advance(DAY);
    await outbox.release({ ids: [id] }, clock.now(), () => []);
    expect(await acceptedAs(id)).toEqual({ type: "accepted", held: true, ...HELD });
  }));
