// A transaction that fails: what was in it and is in order is stored all the same, and nothing of it counts twice.
import { describe, expect, test } from "vitest";
import { StoreError } from "../../../relay/errors.ts";
import { createBatches } from "../../../relay/store/engines/group-commit.ts";
import type { Acceptance } from "../../../relay/store/operations/accept.ts";
import { acceptance, onFullDisk, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";

test("operations that share a commit all fail, and are not tried again, where the store itself does", async () => {
  let commits = 0;
  const group = createBatches(async (works: readonly (() => unknown)[]) => {
    commits += 1;
    return Promise.all(works.map((work) => work()));
  });
  const full = () => Promise.reject(new StoreError("full", "no room"));
  const all = await Promise.allSettled([group.add(() => "a"), group.add(full), group.add(() => "b")]);
  expect([all.map(({ status }) => status), commits]).toEqual([Array(3).fill("rejected"), 1]);
});

const isWritable = async ({ outbox, clock }: TestOutbox) => (await outbox.stats(clock.now())).writable;

test("a full disk is full until a probe finds room, also where a small request still fits", () =>
  withOutbox(async (test) => {
    const { outbox, failures } = test;
    await expect(outbox.accept(onFullDisk())).rejects.toMatchObject({ failure: "full" });
    expect(await isWritable(test)).toBe(false);
    expect(await outbox.accept(acceptance())).toMatchObject({ kind: "accepted" });
    await expect(outbox.accept(onFullDisk())).rejects.toMatchObject({ failure: "full" });
    expect(await isWritable(test)).toBe(false);
    await outbox.probe();
    expect(await isWritable(test)).toBe(true);
    expect(failures.map((error) => error?.failure ?? null)).toEqual(["full", null]);
  }));

describe("limits", () => {
  const limits = [{ key: "client:192.0.2.1", count: 2, windowMs: 600_000 }];
  const request = (message: string, more: Partial<Acceptance> = {}) =>
    acceptance({ limits, submission: submission({}, { message }), ...more });

  test("count a request once whose first commit failed for another's sake", () =>
    withOutbox(async ({ outbox }) => {
      // No such row can be written.
      const broken = request("broken", { entries: [{ kind: undefined } as never] });
      const settled = await Promise.allSettled(
        [request("one"), broken, request("two")].map((one) => outbox.accept(one)),
      );
      const kinds = settled.map((one) => (one.status === "fulfilled" ? one.value.kind : "failed"));
      expect(kinds).toEqual(["accepted", "failed", "accepted"]);
      expect(await outbox.accept(request("three"))).toMatchObject({ kind: "limited" });
    }));

  test("lock nobody out whose clock was set back", () =>
    withOutbox(async ({ outbox, clock }) => {
      const one = [{ key: "refused:192.0.2.1", count: 1, windowMs: 60_000 }];
      const spend = (at: number) => outbox.spend(one, clock.now() + at);
      expect(await spend(0)).toEqual({ retryAfterMs: null });
      expect(await spend(59_999)).toEqual({ retryAfterMs: 1 });
      // A day earlier: a new window.
      expect(await spend(-86_400_000)).toEqual({ retryAfterMs: null });
      expect(await spend(-86_399_000)).toEqual({ retryAfterMs: 59_000 });
    }));

  test("of several kinds are waited for until the last of them has ended", () =>
    withOutbox(async ({ outbox, clock }) => {
      const both = [
        { key: "client:192.0.2.1", count: 1, windowMs: 60_000 },
        { key: "overall", count: 1, windowMs: 3_600_000 },
      ];
      await outbox.spend(both, clock.now());
      expect(await outbox.spend(both, clock.now())).toEqual({ retryAfterMs: 3_600_000 });
      expect(await outbox.spend(both.toReversed(), clock.now())).toEqual({ retryAfterMs: 3_600_000 });
    }));
});

test("a request from another page is another request", () =>
  withOutbox(async ({ outbox }) => {
    const from = (page: string | null) => outbox.accept(acceptance({ submission: submission({ page }) }));
    const kinds = [await from("/contact/"), await from("/"), await from(null), await from("/")].map(({ kind }) => kind);
    expect(kinds).toEqual(["accepted", "accepted", "accepted", "repeated"]);
  }));

test("an address that a mail was redirected to or from is erased with the request", () =>
  withOutbox(async ({ outbox, clock }) => {
    const { id } = (await outbox.accept(acceptance())) as { id: string };
    await outbox.redirect({ ids: [id] }, "other@evenhall.test", clock.now());
    const redirected = async () =>
      (await outbox.find(id))?.timeline.map(({ what }) => what).find(({ type }) => type === "redirected");
    expect(await redirected()).toMatchObject({ from: "team@example.com", to: "other@evenhall.test" });
    await outbox.erase("zoe@example.org", clock.now());
    expect(JSON.stringify(await redirected())).not.toContain("@");
  }));
