// What waited for a mail server that was away goes when a look finds it well.
import { expect, test } from "vitest";
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
