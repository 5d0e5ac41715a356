// What a worker reports to others: that it is busy, that it is calm again, and the store that what waited for the server may go.
import { expect, test } from "vitest";
import type { Waiting } from "../../../relay/outbox/outbox.ts";
import type { Delivered } from "../../../relay/transport/mail-transport.ts";
import { fail, settle, type TestWorker, taken, withWorker } from "../support/with-worker.ts";

const MINUTE = 60_000;

/** The calls to `hasten`, as they come. */
function watchHasten({ outbox }: Pick<TestWorker, "outbox">): Waiting[] {
  const calls: Waiting[] = [];
  const { hasten } = outbox;
  outbox.hasten = (waiting, now) => {
    calls.push(waiting);
    return hasten(waiting, now);
  };
  return calls;
}

test("it is busy from its start until nothing is left that can go, and as long as the server is away; calm is reported once each time", () =>
  withWorker(async ({ create, transport, accept, advance }) => {
    let calms = 0;
    const worker = create({ onCalm: () => (calms += 1) });
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
    expect([worker.isBusy(), calms]).toEqual([true, 4]);
    transport.look = async () => {};
    transport.answer = () => taken;
    for (let minute = 0; minute < 10; minute += 1) await advance(MINUTE);
    // It looks by itself, and is calm again each time.
    expect([worker.isBusy(), calms > 4]).toEqual([false, true]);
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

test("a claimed mail whose lease another relay has by now is not sent here", () =>
  withWorker(async ({ create, outbox, transport, accept, advance }) => {
    const open: (() => void)[] = [];
    transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
    const worker = create({ renewEveryMs: 20_000 });
    const asked = new Set<string>();
    outbox.renew = async (id) => {
      asked.add(id);
      return false;
    };
    await accept(8);
    worker.start();
    await settle();
    expect(transport.sent).toHaveLength(5);
    await advance(20_000);
    expect(asked.size).toBe(8);
    for (const end of open) end();
    await settle();
    expect(transport.sent).toHaveLength(5);
    await worker.stop(0);
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
    const worker = create({ throttle: { onAccepted() {}, waitMs: () => (waits-- > 0 ? 1 : 0) } });
    await accept(2);
    worker.start();
    await attempted(2);
    expect([transport.sent.length, waits]).toEqual([2, -2]);
    await worker.stop(0);
  }));

test("a store that cannot let go what waited is reported, and the worker goes on", () =>
  withWorker(async ({ worker, outbox, transport, accept, advance, events }) => {
    const error = new Error("disk full");
    outbox.hasten = () => Promise.reject(error);
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

test("mails are claimed in batches, so that a line that becomes free finds one, and one alone where the server is on trial", () =>
  withWorker(async ({ worker, outbox, transport, accept, advance, attempted }) => {
    const limits: number[] = [];
    const { claim } = outbox;
    outbox.claim = (now, limit, leaseMs, selection) => {
      limits.push(limit);
      return claim(now, limit, leaseMs, selection);
    };
    const open: (() => void)[] = [];
    transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
    await accept(30);
    worker.start();
    await settle();
    // Five lines, and as many in reserve.
    expect([transport.sent.length, limits.splice(0)]).toEqual([5, [10]]);
    open[0]?.();
    await settle();
    expect([transport.sent.length, limits.splice(0)]).toEqual([6, [6]]);
    transport.answer = () => {
      throw fail({ reason: "login", scope: "connection", smtpCode: 535 });
    };
    for (const end of open.slice(1)) end();
    await attempted(7);
    await settle();
    limits.splice(0);
    transport.answer = () => new Promise((resolve) => open.push(() => resolve(taken)));
    const before = transport.sent.length;
    for (let minute = 0; minute < 10 && transport.sent.length === before; minute += 1) await advance(MINUTE);
    expect([transport.sent.length, limits]).toEqual([before + 1, [1]]);
    transport.answer = () => taken;
    open.at(-1)?.();
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
