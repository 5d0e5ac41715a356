// Which worker sends what, and when.
import { expect, test } from "vitest";
import { withDelivery } from "../support/with-delivery.ts";
import { settle } from "../support/with-worker.ts";

const MINUTE = 60_000;
const [TEAM, VISITOR] = ["team@evenhall.test", "zoe@example.org"];

test("the team's mails go before visitors' confirmations, as soon as a request is accepted, and nothing goes before the start", () =>
  withDelivery(
    async ({ delivery, sent, accept }) => {
      for (let n = 1; n <= 9; n += 1) await accept(`Request ${n}`);
      delivery.tryNow();
      await settle();
      expect(sent).toEqual([]);
      delivery.start();
      await settle();
      expect(sent).toEqual([...Array(9).fill(TEAM), VISITOR]);
      await accept("Request 10");
      // The visitor has a confirmation of today.
      expect(sent.slice(10)).toEqual([TEAM]);
    },
    {},
    { isStarted: false },
  ));

test("a digest of what is held goes to the team, without anything else to wake the workers", () =>
  withDelivery(async ({ sent, accept, pass }) => {
    await accept("Suspicious", { suspicion: { score: 60, reasons: ["honeypot"] } });
    await pass(9 * MINUTE);
    expect(sent).toEqual([]);
    await pass(MINUTE);
    expect(sent).toEqual([TEAM]);
  }));
