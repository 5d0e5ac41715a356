// A row that was claimed and waited for its turn too long may have been changed by then.
import { expect, test } from "vitest";
import { LEASE_MS, settle, taken, withWorker } from "../support/with-worker.ts";

test.each([
  ["with the time", false],
  ["as the clock was set", true],
])("a row whose lease ran out %s goes where it was redirected to meanwhile, and only there", (_, isSet) =>
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
    if (isSet) clock.set(LEASE_MS + 1);
    else await advance(LEASE_MS + 1);
    transport.answer = () => taken;
    for (const finish of open) finish();
    await settle();
    await advance(60_000);
    expect(waiting.map(recipientsOf)).toEqual([["other@evenhall.test"]]);
  }),
);

test("a row that waits for its turn while the clock is set beyond its lease is sent once", () =>
  withWorker(async ({ worker, clock, transport, accept, outbox }) => {
    const open: (() => void)[] = [];
    transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
    await accept(6);
    worker.start();
    await settle();
    clock.set(LEASE_MS + 1000);
    worker.wake();
    await settle();
    transport.answer = () => taken;
    for (const finish of open) finish();
    await settle();
    expect(new Set(transport.sent.map(({ messageId }) => messageId)).size).toBe(6);
    expect(transport.sent).toHaveLength(6);
    expect((await outbox.list({ state: "delivered" }, 10)).items).toHaveLength(6);
  }));

test.each([
  ["goes on with that claim", false],
  ["is given back where the relay stops", true],
])("a row that is claimed again while its old lease is looked at %s", (_, isStopping) =>
  withWorker(async ({ create, outbox, clock, transport, accept, advance }) => {
    let isRenewed = () => {};
    let answerRenewal = () => {};
    const renewed = new Promise<void>((resolve) => {
      isRenewed = resolve;
    });
    const worker = create({
      connections: 1,
      outbox: {
        ...outbox,
        async renew(...lease) {
          const isOurs = await outbox.renew(...lease);
          isRenewed();
          await new Promise<void>((resolve) => {
            answerRenewal = resolve;
          });
          return isOurs;
        },
      },
    });
    let finish = () => {};
    transport.answer = () =>
      new Promise((resolve) => {
        finish = () => resolve(taken);
      });
    await accept(2);
    worker.start();
    await settle();
    const ids = (await outbox.list({}, 10)).items.flatMap(({ entries }) => entries.map(({ id }) => id));
    const waiting = ids.filter((id) => !transport.sent[0]?.messageId.startsWith(id));
    await advance(31_000);
    clock.set(LEASE_MS);
    await outbox.redirect({ ids: waiting }, "other@evenhall.test", clock.now());
    transport.answer = () => taken;
    finish();
    await renewed;
    worker.wake();
    await settle();
    const stopped = isStopping ? worker.stop(60_000) : Promise.resolve();
    answerRenewal();
    await settle();
    await stopped;
    const [, second] = transport.sent;
    const left = await outbox.claim(clock.now(), 10, LEASE_MS);
    expect([second?.to, left.map(({ entry }) => entry.recipient)]).toEqual(
      isStopping ? [undefined, ["other@evenhall.test"]] : ["other@evenhall.test", []],
    );
    await worker.stop(0);
  }),
);
