// What one accepted request writes, and what counts as the same request.
import { describe, expect, test } from "vitest";
import type { NewEntry } from "../../../../relay/store/rows/outbox-entry.ts";
import { acceptance, submission, withOutbox } from "../../support/with-outbox.ts";

const accepted = { kind: "accepted" };

test("an accepted request is there after a restart, with an entry for each mail", () =>
  withOutbox(async ({ outbox, reopen }) => {
    // Every character that a person can type.
    const made = submission({}, { message: "漢字 🎉👩‍👩‍👧 עברית \u2067مرحبا\u2069 e\u0301 \"'\\;--\n\t%00 �" });
    const result = await outbox.accept(acceptance({ submission: made }));
    expect(result).toMatchObject(accepted);
    const after = await reopen();
    const found = await after.find((result as { reference: string }).reference);
    expect(found?.submission).toMatchObject({ ...made, reference: found?.reference });
    expect(found?.entries.map(({ kind, recipient, state }) => [kind, recipient, state])).toEqual([
      ["team", "team@example.com", "queued"],
      ["acknowledgement", "zoe@example.org", "queued"],
    ]);
    expect(found?.timeline.map(({ what }) => what)).toEqual([{ type: "accepted", held: false, score: 0, reasons: [] }]);
  }));

test("the history says of a request whether any of its mails was held, and nothing else makes it held", () =>
  withOutbox(async ({ outbox, clock }) => {
    const heldOf = async (id: string) => (await outbox.find(id))?.timeline[0]?.what;
    const [team, acknowledgement] = acceptance().entries;
    const mixed = await outbox.accept(
      acceptance({ entries: [{ ...team, state: "held" } as NewEntry, acknowledgement as NewEntry] }),
    );
    expect(await heldOf((mixed as { id: string }).id)).toMatchObject({ held: true });
    const plain = await outbox.accept(acceptance({ submission: submission({}, { message: "Another" }) }));
    const { id } = plain as { id: string };
    expect(await outbox.redirect({ ids: [id] }, "other@example.com", clock.now())).toBe(1);
    expect(await heldOf(id)).toMatchObject({ held: false });
  }));

test("a request is found by its id, its reference or the id of one of its mails, in capitals too", () =>
  withOutbox(async ({ outbox }) => {
    const { id, reference } = (await outbox.accept(acceptance())) as { id: string; reference: string };
    const [entry] = (await outbox.find(id))?.entries ?? [];
    for (const name of [id, reference, String(entry?.id)])
      for (const typed of [name.toLowerCase(), name.toUpperCase()]) expect((await outbox.find(typed))?.id).toBe(id);
    expect(await outbox.find("EV-0000-0000")).toBeNull();
  }));

test("the same request again is one submission where two hundred come at once under one key, and after a restart", () =>
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

describe("limits", () => {
  const limits = [{ key: "client:192.0.2.1", count: 2, windowMs: 600_000 }];
  const send = (message: string, receivedAt: number) =>
    acceptance({ limits, submission: submission({ receivedAt }, { message }) });

  test("hold within one batch too", () =>
    withOutbox(async ({ outbox, clock }) => {
      const kinds = await Promise.all(
        Array.from({ length: 10 }, async (_, index) => (await outbox.accept(send(`${index}`, clock.now()))).kind),
      );
      expect(kinds.filter((kind) => kind === "accepted")).toHaveLength(2);
    }));

  test("of other kinds are counted without a submission and kept over a restart", () =>
    withOutbox(async ({ outbox, clock, reopen }) => {
      const one = [{ key: "refused:192.0.2.1", count: 1, windowMs: 60_000 }];
      expect(await outbox.spend(one, clock.now())).toEqual({ retryAfterMs: null });
      const after = await reopen();
      expect(await after.spend(one, clock.now() + 1000)).toEqual({ retryAfterMs: 59_000 });
    }));
});
