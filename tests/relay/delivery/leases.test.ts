// A row that was claimed and waited for its turn too long may have been changed by then.
import { expect, test } from "vitest";
import { LEASE_MS, settle, taken, withWorker } from "../support/with-worker.ts";

test("a row whose lease ran out while it waited goes where it was redirected to meanwhile, and only there", () =>
  withWorker(async ({ worker, outbox, clock, transport, accept, advance }) => {
    const open: (() => void)[] = [];
    transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
    await accept(6);
    worker.start();
    await settle();
    const ids = (await outbox.list({}, 10)).items.flatMap(({ entries }) => entries.map(({ id }) => id));
    const recipientsOf = (id: string) =>
      transport.sent.filter(({ messageId }) => messageId.startsWith(id)).map(({ to }) => to);
    const waiting = ids.filter((id) => recipientsOf(id).length === 0);
    await outbox.redirect({ ids: waiting }, "other@evenhall.test", clock.now() + LEASE_MS + 1);
    await advance(LEASE_MS + 1);
    transport.answer = () => taken;
    for (const finish of open) finish();
    await settle();
    await advance(60_000);
    expect(waiting.map(recipientsOf)).toEqual([["other@evenhall.test"]]);
  }));
