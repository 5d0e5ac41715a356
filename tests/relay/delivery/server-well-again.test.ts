// What waited for a mail server that was away goes when one of its mails shows that it is back.
import { describe, expect, test, vi } from "vitest";
import { fail, settle, type TestWorker, taken, withWorker } from "../support/with-worker.ts";

const MINUTE = 60_000;

test.each([
  ["was away", "login", "connection", "null team,digest", 6],
  ["refused a recipient", "sender-refused", "route", "team@evenhall.test team,digest", 72],
] as const)(
  "what waits for a server that %s is tried one by one, and goes when one of them was taken",
  (_, reason, scope, recovered, minutes) =>
    withWorker(async (test) => {
      const { worker, outbox, transport, accept, advance } = test;
      await accept(1);
      worker.start();
      await settle();
      const { calls } = vi.spyOn(outbox, "makeDueNow").mock;
      transport.answer = () => {
        throw fail({ reason, scope, smtpCode: 535 });
      };
      await accept(2);
      worker.wake();
      await settle();
      for (let minute = 0; minute < 60; minute += 1) await advance(MINUTE);
      const asked = transport.sent.length;
      expect(asked).toBeGreaterThan(scope === "route" ? 6 : 10);
      expect(asked).toBeLessThan(20);
      transport.answer = () => taken;
      for (let minute = 0; minute < minutes && transport.sent.length === asked; minute += 1) await advance(MINUTE);
      expect(transport.sent).toHaveLength(asked + 2);
      expect(new Set(calls.map(([{ route, kinds }]) => `${route} ${kinds}`))).toEqual(new Set([recovered]));
      const ending = "unreachable dns timeout cut-off tls login server-busy maildir sender-refused server-refused";
      for (const reason of `${ending} relaying-denied protocol receiver-failed redirected`.split(" "))
        expect(calls[0]?.[0].reasons).toContain(reason);
      for (const reason of ["greylisted", "mailbox-full", "refused"])
        expect(calls[0]?.[0].reasons).not.toContain(reason);
    }),
);

describe("after a restart", () => {
  const away = fail({ reason: "unreachable", scope: "connection" });

  /** A mail that has just been tried and waits for an hour, and a worker that begins. */
  const withRestart = (use: (test: TestWorker & { readonly begin: () => Promise<void> }) => Promise<void>) =>
    withWorker(async (test) => {
      const { create, transport, accept, advance } = test;
      transport.answer = () => Promise.reject(away);
      await accept(1);
      const before = create();
      before.start();
      for (let minute = 0; minute < 120; minute += 1) await advance(MINUTE);
      await before.stop(0);
      const worker = create();
      const begin = async () => {
        worker.start();
        await settle();
      };
      const more = { begin, worker };
      await use(Object.assign(test, more)).finally(() => worker.stop(0));
    });

  test("what waits for the server goes at once where it is back", () =>
    withRestart(async ({ begin, transport }) => {
      const tried = transport.sent.length;
      transport.answer = () => taken;
      await begin();
      expect(transport.sent).toHaveLength(tried + 1);
    }));

  test("all goes as soon as one is taken, also where the server was away for a moment more", () =>
    withRestart(async ({ begin, transport, accept, worker }) => {
      await begin();
      const tried = transport.sent.length;
      transport.answer = () => taken;
      await accept(1);
      worker.wake();
      await settle();
      expect(transport.sent).toHaveLength(tried + 2);
    }));
});
