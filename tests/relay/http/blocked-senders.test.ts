// A blocked sender's request: accepted as any other, held, and counted apart.
import { expect, test } from "vitest";
import { createBlockedSenders } from "../../../relay/service/block-service.ts";
import type { Block } from "../../../relay/store/records.ts";
import { NO_FIELDS } from "../support/with-outbox.ts";
import { REQUEST, withRelay } from "../support/with-relay.ts";

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

test("blocks are read again after two seconds, at once after a change here, and after a failure", async () => {
  let now = 0;
  let reads = 0;
  let fails = false;
  const block = { kind: "domain", value: "example.com", liftedAt: null } as Block;
  const senders = createBlockedSenders(
    {
      blocks: async () => {
        reads += 1;
        if (fails) throw new Error("away");
        return [block, { ...block, value: "example.net", liftedAt: 1 }];
      },
    },
    () => now,
  );
  const ask = (email: string) => senders.isBlocked({ fields: { ...NO_FIELDS, email }, answers: [], clientAddress: "" });
  expect(await Promise.all([ask("a@example.com"), ask("a@example.net"), ask("a@example.org")])).toEqual([
    true,
    false,
    false,
  ]);
  expect(reads).toBe(1);
  now = 1999;
  await ask("a@example.com");
  expect(reads).toBe(1);
  now = 2000;
  await ask("a@example.com");
  expect(reads).toBe(2);
  senders.forget();
  fails = true;
  await expect(ask("a@example.com")).rejects.toThrow("away");
  fails = false;
  expect(await ask("a@example.com")).toBe(true);
  expect(reads).toBe(4);
});
