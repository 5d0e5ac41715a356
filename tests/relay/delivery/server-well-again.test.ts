// What waited for a mail server that was away goes when a look finds it well.
import { expect, test, vi } from "vitest";
import { fail, settle, taken, withWorker } from "../support/with-worker.ts";

const MINUTE = 60_000;

test("what waits for a server that was away goes when a look finds it well, not before, whatever it failed for", () =>
  withWorker(async (test) => {
    const { worker, outbox, transport, accept, advance } = test;
    const { calls } = vi.spyOn(outbox, "makeDueNow").mock;
    transport.answer = () => {
      throw fail({ reason: "login", scope: "connection", smtpCode: 535 });
    };
    transport.look = () => Promise.reject(fail());
    await accept(50);
    worker.start();
    await settle();
    for (let minute = 0; minute < 5; minute += 1) await advance(MINUTE);
    expect(transport.looks()).toBeGreaterThan(1);
    const asked = transport.sent.length;
    expect(asked).toBeLessThanOrEqual(5);
    expect(calls).toEqual([]);
    transport.look = async () => {};
    transport.answer = () => taken;
    for (let minute = 0; minute < 6 && transport.sent.length === asked; minute += 1) await advance(MINUTE);
    // Once for the look, once for the mail that went.
    expect(calls.map(([{ route, kinds }]) => [route, kinds])).toEqual(Array(2).fill([null, ["team", "digest"]]));
    for (const reason of ["unreachable", "dns", "timeout", "cut-off", "tls", "login", "server-busy", "maildir"])
      expect(calls[0]?.[0].reasons).toContain(reason);
    for (const reason of ["greylisted", "mailbox-full", "refused"]) expect(calls[0]?.[0].reasons).not.toContain(reason);
  }));
