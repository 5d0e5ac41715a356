// What one accepted request writes, and what counts as the same request.
import { describe, expect, test } from "vitest";
import { acceptance, DAY, submission, withOutbox } from "../support/with-outbox.ts";

const accepted = { kind: "accepted", isHeld: false };

describe("an accepted request", () => {
  test("is there after a restart, with an entry for each mail", () =>
    withOutbox(async ({ outbox, reopen }) => {
      const result = await outbox.accept(acceptance());
      expect(result).toMatchObject(accepted);
      const after = await reopen();
      const found = await after.find((result as { reference: string }).reference);
      expect(found?.submission).toMatchObject({ ...submission(), reference: found?.reference });
      expect(found?.entries.map(({ kind, recipient, state }) => [kind, recipient, state])).toEqual([
        ["team", "team@example.com", "queued"],
        ["acknowledgement", "zoe@example.org", "queued"],
      ]);
      expect(found?.timeline.map(({ what }) => what.type)).toEqual(["accepted"]);
    }));

  test("keeps every character a person can type", () =>
    withOutbox(async ({ outbox, reopen }) => {
      const message = "漢字 🎉👩‍👩‍👧 עברית \u2067مرحبا\u2069 e\u0301 \"'\\;--\n\t%00 �";
      const result = await outbox.accept(acceptance({ submission: submission({}, { message }) }));
      const found = await (await reopen()).find((result as { id: string }).id);
      expect(found?.submission?.fields.message).toBe(message);
    }));

  test("is found by its reference as people type it", () =>
    withOutbox(async ({ outbox }) => {
      const { reference } = (await outbox.accept(acceptance())) as { reference: string };
      expect(reference).toMatch(/^EV-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      const typed = reference.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
      expect((await outbox.find(typed))?.reference).toBe(reference);
      expect(await outbox.find("EV-0000-000")).toBeNull();
    }));
});

describe("the same request again", () => {
  test("is one submission where two hundred come at once under one key, and after a restart", () =>
    withOutbox(async ({ outbox, reopen }) => {
      const results = await Promise.all(
        Array.from({ length: 200 }, () => outbox.accept(acceptance({ idempotencyKey: "a-key" }))),
      );
      const ids = new Set(results.map((result) => (result as { id: string }).id));
      expect(ids.size).toBe(1);
      expect(results.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === "repeated")).toHaveLength(199);
      const later = await (await reopen()).accept(acceptance({ idempotencyKey: "a-key" }));
      expect(later).toMatchObject({ kind: "repeated", id: [...ids][0] });
    }));

  test("is a conflict where the body under the key is another", () =>
    withOutbox(async ({ outbox, reopen }) => {
      const other = acceptance({ idempotencyKey: "a-key", submission: submission({}, { message: "Another." }) });
      const same = acceptance({ idempotencyKey: "a-key" });
      const [first, second] = await Promise.all([outbox.accept(same), outbox.accept(other)]);
      expect([first.kind, second.kind]).toEqual(["accepted", "conflict"]);
      expect(await (await reopen()).accept(other)).toEqual({ kind: "conflict" });
    }));

  test("is one submission for ten minutes without a key, and another one later", () =>
    withOutbox(async ({ outbox, clock }) => {
      const send = () => outbox.accept(acceptance({ submission: submission({ receivedAt: clock.now() }) }));
      const first = await send();
      clock.advance(599_999);
      const second = await send();
      clock.advance(1);
      const third = await send();
      expect([first.kind, second.kind, third.kind]).toEqual(["accepted", "repeated", "accepted"]);
      expect(second).toMatchObject({ id: (first as { id: string }).id });
    }));

  test("is two submissions under two keys", () =>
    withOutbox(async ({ outbox }) => {
      const [a, b] = await Promise.all(
        ["one", "two"].map((idempotencyKey) => outbox.accept(acceptance({ idempotencyKey }))),
      );
      expect([a?.kind, b?.kind]).toEqual(["accepted", "accepted"]);
    }));

  test("is another one under a key that was forgotten", () =>
    withOutbox(async ({ outbox, clock }) => {
      const send = () =>
        outbox.accept(acceptance({ idempotencyKey: "a-key", submission: submission({ receivedAt: clock.now() }) }));
      await send();
      clock.advance(DAY);
      expect(await send()).toMatchObject(accepted);
    }));
});

describe("limits", () => {
  const limits = [{ key: "client:192.0.2.1", count: 2, windowMs: 600_000 }];
  const send = (message: string, receivedAt: number) =>
    acceptance({ limits, submission: submission({ receivedAt }, { message }) });

  test("are spent by new submissions, not by the same one again, and are kept over a restart", () =>
    withOutbox(async ({ outbox, clock, reopen }) => {
      const at = clock.now();
      expect(await outbox.accept(send("one", at))).toMatchObject(accepted);
      expect(await outbox.accept(send("one", at))).toMatchObject({ kind: "repeated" });
      expect(await outbox.accept(send("two", at + 1000))).toMatchObject(accepted);
      const after = await reopen();
      expect(await after.accept(send("three", at + 60_000))).toEqual({ kind: "limited", retryAfterMs: 540_000 });
      expect(await after.accept(send("two", at + 60_000))).toMatchObject({ kind: "repeated" });
      expect(await after.accept(send("three", at + 600_000))).toMatchObject(accepted);
    }));

  test("hold within one batch too", () =>
    withOutbox(async ({ outbox, clock }) => {
      const kinds = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => (await outbox.accept(send(`${index}`, clock.now()))).kind),
      );
      expect(kinds.filter((kind) => kind === "accepted")).toHaveLength(2);
    }));

  test("leave out an acknowledgement and not the submission", () =>
    withOutbox(async ({ outbox, clock }) => {
      const twice = (message: string) =>
        outbox.accept(
          acceptance({
            submission: submission({ receivedAt: clock.now() }, { message }),
            entries: [
              { kind: "team", recipient: "team@example.com", state: "queued", lifeMs: DAY },
              {
                kind: "acknowledgement",
                recipient: "zoe@example.org",
                state: "queued",
                lifeMs: DAY,
                unlessSpent: [{ key: "acknowledged:zoe@example.org", count: 1, windowMs: DAY }],
              },
            ],
          }),
        );
      await twice("first");
      const { id } = (await twice("second")) as { id: string };
      const found = await outbox.find(id);
      expect(found?.entries.map(({ kind }) => kind)).toEqual(["team"]);
      expect(found?.timeline[1]?.what).toEqual({ type: "left-out", kind: "acknowledgement", reason: "limit" });
    }));

  test("of other kinds are counted without a submission and kept over a restart", () =>
    withOutbox(async ({ outbox, clock, reopen }) => {
      const one = [{ key: "refused:192.0.2.1", count: 1, windowMs: 60_000 }];
      expect(await outbox.spend(one, clock.now())).toEqual({ retryAfterMs: null });
      const after = await reopen();
      expect(await after.spend(one, clock.now() + 1000)).toEqual({ retryAfterMs: 59_000 });
    }));
});
