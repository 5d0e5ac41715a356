// A blocked sender's request: accepted as any other, held, and counted apart.
import { expect, test } from "vitest";
import { REQUEST, withRelay } from "../../support/with-relay.ts";

test("is answered as any other, mailed to nobody, and released as it was", () =>
  withRelay(async ({ post, outbox, clock, events, metrics }) => {
    const free = await post(REQUEST);
    await outbox.block({ kind: "words", value: "win a prize" }, clock.now(), "ann");
    // As another relay on the same store would notice it.
    clock.advance(2000);
    const held = await post({ ...REQUEST, message: "Win a PRIZE now" });
    expect([held.status, Object.keys(held.body.data ?? {})]).toEqual([free.status, Object.keys(free.body.data ?? {})]);
    expect([...held.headers.keys()].sort()).toEqual([...free.headers.keys()].sort());
    const found = await outbox.find(held.body.data?.id ?? "");
    expect(found?.submission?.suspicion).toEqual({ score: 100, reasons: ["blocked"] });
    expect(found?.entries.map(({ state, reason }) => `${state} ${reason}`)).toEqual(["held blocked", "held blocked"]);
    expect(events.find((event) => event.type === "accepted" && event.blocked)).toMatchObject({ held: true });
    const figures = await metrics();
    expect(figures).toMatch(/^relay_blocked_total\{form="contact"\} 1$/m);
    expect(figures).not.toMatch(/^relay_held_total\{form="contact"\}/m);
  }));

test("is known by the network it came from, of which nothing is kept", () =>
  withRelay(
    async ({ post, outbox, clock }) => {
      await outbox.block({ kind: "network", value: "203.0.113.0/24" }, clock.now(), "ann");
      clock.advance(2000);
      const from = (address: string, message: string) =>
        post({ ...REQUEST, message }, { "x-forwarded-for": address }).then(({ body }) =>
          outbox.find(body.data?.id ?? ""),
        );
      const held = await from("203.0.113.77", "One");
      expect(held?.entries[0]?.state).toBe("held");
      expect(JSON.stringify(held)).not.toContain("203.0.113");
      expect((await from("198.51.100.1", "Two"))?.entries[0]?.state).not.toBe("held");
    },
    { RELAY_TRUST_PROXY: "1" },
  ));

test("is held from the next request on where this relay blocks it, and free from the next one where it lifts the block", () =>
  withRelay(async ({ post, outbox, local }) => {
    const command = (name: string) => local(`/commands/${name}`, { method: "POST" }, '{"sender":"win a prize"}');
    const reasonsFor = async (message: string) => {
      const { body } = await post({ ...REQUEST, message });
      return (await outbox.find(body.data?.id ?? ""))?.submission?.suspicion.reasons;
    };
    expect(await reasonsFor("Win a prize today")).toEqual([]);
    await command("block");
    expect(await reasonsFor("Win a prize tomorrow")).toEqual(["blocked"]);
    await command("unblock");
    expect(await reasonsFor("Win a prize next week")).toEqual([]);
  }));
