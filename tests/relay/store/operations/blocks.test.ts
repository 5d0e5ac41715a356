// Blocked senders in the store, and the record of who did what.
import { expect, test } from "vitest";
import { acceptedAs as accepted, attemptAll, type TestOutbox, withOutbox } from "../../support/with-outbox.ts";

test("a block is kept, listed and lifted again, each by somebody", () =>
  withOutbox(async (relay) => {
    const { clock } = relay;
    const domain = { kind: "domain", value: "spam.example" } as const;
    const first = await relay.outbox.block(domain, clock.now(), "ann");
    expect(first).toMatchObject({ ...domain, at: clock.now(), actor: "ann", liftedAt: null, liftedBy: null });
    clock.advance(1000);
    expect(await relay.outbox.block(domain, clock.now(), "bob")).toEqual(first);
    const second = await relay.outbox.block({ kind: "words", value: "casino" }, clock.now(), null);
    const outbox = await relay.reopen();
    expect(await outbox.blocks()).toEqual([second, first]);
    clock.advance(1000);
    const lifted = { ...first, liftedAt: clock.now(), liftedBy: "bob" };
    expect(await outbox.unblock(first.id, clock.now(), "bob")).toEqual(lifted);
    expect(await outbox.unblock(first.id, clock.now(), "bob")).toBeNull();
    expect(await outbox.unblock("none", clock.now(), "bob")).toBeNull();
    expect(await outbox.blocks()).toEqual([second, lifted]);
    expect((await outbox.block(domain, clock.now(), "ann")).id).not.toBe(first.id);
    expect((await outbox.actions(10)).map(({ type, actor, sender }) => [type, actor, sender?.value])).toEqual([
      ["blocked", "ann", "spam.example"],
      ["unblocked", "bob", "spam.example"],
      ["blocked", null, "casino"],
      ["blocked", "ann", "spam.example"],
    ]);
  }));

test("what people do is listed once for each submission, newest first", () =>
  withOutbox(async ({ outbox, clock, ...rest }) => {
    const relay = { outbox, clock, ...rest } as TestOutbox;
    const held = { suspicion: { score: 60, reasons: ["honeypot"] } };
    const one = await accepted(relay, held);
    const two = await accepted(relay, held, { message: "Two" });
    clock.advance(1000);
    await outbox.release({ state: "held" }, clock.now(), "ann");
    clock.advance(1000);
    await outbox.redirect({ ids: [one.id] }, "other@example.com", clock.now(), "bob");
    clock.advance(1000);
    await outbox.recordAction({ type: "exported", count: 2 }, clock.now(), "bob");
    await outbox.retry({ ids: [two.id] }, clock.now() + 1000);
    const seen = (await outbox.actions(10)).map(({ type, actor, reference, count }) => [type, actor, reference, count]);
    expect(seen).toEqual([
      ["exported", "bob", null, 2],
      ["redirected", "bob", one.reference, null],
      ["released", "ann", two.reference, null],
      ["released", "ann", one.reference, null],
    ]);
    expect((await outbox.actions(3)).map(({ type }) => type)).toEqual(["exported", "redirected", "released"]);
    const { timeline = [] } = (await outbox.find(one.id)) ?? {};
    expect(timeline.map(({ what, actor }) => [what.type, actor])).toEqual([
      ["accepted", null],
      ["released", "ann"],
      ["released", "ann"],
      ["redirected", "bob"],
    ]);
  }));

test("what was delivered to the team is sent once more, and a visitor gets nothing twice", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const { id } = await accepted(relay);
    await attemptAll(relay);
    expect(await outbox.retry({ ids: [id] }, clock.now())).toBe(0);
    expect(await outbox.resend({ ids: [id] }, clock.now(), "ann")).toBe(1);
    const claimed = await outbox.claim(clock.now(), 10, 60_000);
    expect(claimed.map(({ entry }) => [entry.kind, entry.attempts, entry.tries])).toEqual([["team", 1, 0]]);
    expect((await outbox.find(id))?.timeline.at(-1)).toMatchObject({ actor: "ann", what: { type: "resent" } });
  }));

test("held requests of blocked senders are counted apart, and no digest reports them", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    await accepted(relay, { suspicion: { score: 60, reasons: ["honeypot"] } });
    const blocked = { suspicion: { score: 100, reasons: ["blocked"] } };
    const toTeam = { kind: "team", recipient: "team@example.com", state: "held", reason: "blocked" };
    const { id } = await accepted(relay, blocked, { message: "B" }, { entries: [toTeam] });
    await accepted(relay, {}, { message: "C" });
    expect(await outbox.openSubmissions()).toEqual({ waiting: 1, held: 1, blocked: 1, dead: 0 });
    const [digest] = await outbox.planDigest(["a@example.com"], clock.now());
    expect((await outbox.digestItems(String(digest?.id))).map(({ suspicion }) => suspicion.reasons)).toEqual([
      ["honeypot"],
    ]);
    expect((await outbox.find(id))?.entries[0]?.reason).toBe("blocked");
    expect(await outbox.release({ ids: [id] }, clock.now(), "ann")).toBe(1);
    expect((await outbox.find(id))?.entries[0]?.reason).toBeNull();
  }));

test("an erased person is in no block either, and who erased is recorded", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const { id } = await accepted(relay, {}, { email: "Zoe+gala@example.org" });
    await outbox.block({ kind: "address", value: "zoe@example.org" }, clock.now(), "ann");
    await outbox.block({ kind: "domain", value: "example.org" }, clock.now(), "ann");
    await outbox.erase("zoe+gala@example.org", clock.now(), "bob");
    expect((await outbox.blocks()).map(({ kind }) => kind)).toEqual(["domain"]);
    expect((await outbox.find(id))?.timeline.at(-1)).toMatchObject({ actor: "bob", what: { type: "erased" } });
    expect((await outbox.actions(10)).map(({ type, sender }) => [type, sender?.kind])).toContainEqual([
      "blocked",
      undefined,
    ]);
  }));
