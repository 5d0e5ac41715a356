// What waited for a mail server that was away goes when one of its mails shows that it is back.
import { expect, test, vi } from "vitest";
import { fail, settle, taken, withWorker } from "../support/with-worker.ts";

const MINUTE = 60_000;

test.each([
  ["was away", "login", "connection", "null team,digest", 6],
  ["refused a recipient", "sender-refused", "route", "team@evenhall.test team,digest", 72],
] as const)(
  "what waits for a server that %s is tried one by one, and goes when one of them was taken",
  (_, reason, scope, recovered, minutes) =>
    withWorker(async (test) => {
      const { worker, outbox, transport, accept, advance } = test;
      const { calls } = vi.spyOn(outbox, "makeDueNow").mock;
      transport.answer = () => {
        throw fail({ reason, scope, smtpCode: 535 });
      };
      await accept(2);
      worker.start();
      await settle();
      for (let minute = 0; minute < 60; minute += 1) await advance(MINUTE);
      const asked = transport.sent.length;
      expect(asked).toBeGreaterThan(scope === "route" ? 6 : 10);
      expect(asked).toBeLessThan(20);
      transport.answer = () => taken;
      for (let minute = 0; minute < minutes && transport.sent.length === asked; minute += 1) await advance(MINUTE);
      expect(transport.sent).toHaveLength(asked + 2);
      expect(new Set(calls.map(([{ route, kinds }]) => `${route} ${kinds}`))).toEqual(new Set([recovered]));
      const ending = "unreachable dns timeout cut-off tls login server-busy maildir sender-refused relaying-denied";
      for (const reason of `${ending} protocol receiver-failed redirected`.split(" "))
        expect(calls[0]?.[0].reasons).toContain(reason);
      for (const reason of ["greylisted", "mailbox-full", "refused"])
        expect(calls[0]?.[0].reasons).not.toContain(reason);
    }),
);
