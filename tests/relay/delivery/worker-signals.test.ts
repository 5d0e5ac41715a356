// What a worker reports to others: that it is busy, that it is calm again, and the store that what waited for the server may go.
import { expect, test } from "vitest";
import type { Delivered } from "../../../relay/delivery/mail-transport.ts";
import type { Waiting } from "../../../relay/store/outbox.ts";
import { fail, settle, type TestWorker, taken, withWorker } from "../support/with-worker.ts";

const MINUTE = 60_000;

/** The calls to `makeDueNow`, as they come. */
function watchHasten({ outbox }: Pick<TestWorker, "outbox">): Waiting[] {
  const calls: Waiting[] = [];
  const { makeDueNow } = outbox;
  outbox.makeDueNow = (waiting, now) => {
    calls.push(waiting);
    return makeDueNow(waiting, now);
  };
  return calls;
}

test("it is busy from its start until nothing is left that can go, and as long as the server is away; calm is reported once each time", () =>
  withWorker(async ({ create, transport, accept, advance }) => {
    let calms = 0;
    const worker = create({ onIdle: () => (calms += 1) });
    worker.wake();
    expect(worker.isBusy()).toBe(false);
    worker.start();
    expect(worker.isBusy()).toBe(true);
    await settle();
    expect([worker.isBusy(), calms]).toEqual([false, 1]);
    const open: (() => void)[] = [];
    transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
    await accept(1);
    worker.wake();
    expect(worker.isBusy()).toBe(true);
    await settle();
    // The line that is left could take another mail, and there is none.
    expect([worker.isBusy(), calms]).toEqual([false, 2]);
    await accept(9);
    worker.wake();
    await settle();
    // As many as there are lines are under way, and others wait.
    expect(worker.isBusy()).toBe(true);
    transport.answer = () => taken;
    for (const end of open) end();
    await settle();
    expect([worker.isBusy(), calms]).toEqual([false, 3]);
    transport.answer = () => {
      throw fail({ reason: "login", scope: "connection", smtpCode: 535 });
    };
    transport.look = () => Promise.reject(fail());
    await accept(1);
    worker.wake();
    await settle();
    await advance(MINUTE);
    expect(worker.isBusy()).toBe(true);
    transport.look = async () => {};
    transport.answer = () => taken;
    for (let minute = 0; minute < 10; minute += 1) await advance(MINUTE);
    // It looks by itself, and is calm again each time.
    expect([worker.isBusy(), calms > 3]).toEqual([false, true]);
    await worker.stop(0);
    worker.wake();
    expect(worker.isBusy()).toBe(false);
  }));

test("it is busy while the first mail tries a server that was away", () =>
  withWorker(async ({ worker, transport, accept, advance }) => {
    transport.answer = () => {
      throw fail({ reason: "login", scope: "connection", smtpCode: 535 });
    };
    await accept(1);
    worker.start();
    await settle();
    let end: (delivered: Delivered) => void = () => {};
    transport.answer = () => new Promise((resolve) => (end = resolve));
    for (let minute = 0; minute < 10 && transport.sent.length < 2; minute += 1) await advance(MINUTE);
    expect([transport.sent.length, worker.isBusy()]).toEqual([2, true]);
    end(taken);
    await settle();
    expect(worker.isBusy()).toBe(false);
  }));

test("what waits for a server that was away goes when a look finds it well, not before, whatever it failed for", () =>
  withWorker(async (test) => {
    const { worker, transport, accept, advance } = test;
    const calls = watchHasten(test);
    transport.answer = () => {
      throw fail({ reason: "login", scope: "connection", smtpCode: 535 });
    };
    transport.look = () => Promise.reject(fail());
    await accept(1);
    worker.start();
    await settle();
    for (let minute = 0; minute < 5; minute += 1) await advance(MINUTE);
    expect(transport.looks()).toBeGreaterThan(1);
    expect([transport.sent.length, calls]).toEqual([1, []]);
    transport.look = async () => {};
    transport.answer = () => taken;
    for (let minute = 0; minute < 6 && transport.sent.length < 2; minute += 1) await advance(MINUTE);
    // Once for the look, once for the mail that went.
    expect(calls.map(({ route, kinds }) => [route, kinds])).toEqual(Array(2).fill([null, ["team", "digest"]]));
    for (const reason of ["unreachable", "dns", "timeout", "cut-off", "tls", "login", "server-busy", "maildir"])
      expect(calls[0]?.reasons).toContain(reason);
    for (const reason of ["greylisted", "mailbox-full", "refused"]) expect(calls[0]?.reasons).not.toContain(reason);
  }));

test("a worker that stops waits for the last mail that is under way", () =>
  withWorker(async ({ worker, transport, accept, attempted }) => {
    const open: (() => void)[] = [];
    transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
    await accept(2);
    worker.start();
    await settle();
    let isStopped = false;
    const stopped = worker.stop(60_000).then(() => {
      isStopped = true;
    });
    open[0]?.();
    await attempted(1);
    await settle();
    expect(isStopped).toBe(false);
    open[1]?.();
    await stopped;
  }));

test("a mail that has to wait its turn goes when the turn has come", () =>
  withWorker(async ({ create, transport, accept, attempted }) => {
    let waits = 3;
    const worker = create({ throttle: { waitMs: () => (waits-- > 0 ? 1 : 0) } });
    await accept(2);
    worker.start();
    await attempted(2);
    expect([transport.sent.length, waits < 0]).toEqual([2, true]);
    await worker.stop(0);
  }));

test("mails that go one by one do not wait for those that wait", () =>
  withWorker(async ({ create, transport, accept, attempted }) => {
    const worker = create({ throttle: { waitMs: (underWay) => (underWay > 0 ? 1 : 0) } });
    await accept(4);
    worker.start();
    await attempted(4);
    expect(transport.sent).toHaveLength(4);
    await worker.stop(0);
  }));

test("a store that cannot let go what waited is reported, and the worker goes on", () =>
  withWorker(async ({ worker, outbox, transport, accept, advance, events }) => {
    const error = new Error("disk full");
    outbox.makeDueNow = () => Promise.reject(error);
    transport.answer = () => {
      throw fail({ reason: "login", scope: "connection", smtpCode: 535 });
    };
    await accept(1);
    worker.start();
    await settle();
    transport.answer = () => taken;
    for (let minute = 0; minute < 10; minute += 1) await advance(MINUTE);
    expect(transport.sent).toHaveLength(2);
    expect(events).toContainEqual({ type: "fault", where: "delivery", error });
  }));

test("a mail that another transaction holds at this moment is asked for again at once", () =>
  withWorker(async ({ worker, outbox, accept, attempted }) => {
    const { claim } = outbox;
    outbox.claim = async () => {
      outbox.claim = claim;
      return [];
    };
    await accept(1);
    worker.start();
    // The clock stands still: nothing else would wake it.
    expect(await attempted(1)).toMatchObject([{ outcome: "delivered" }]);
  }));
