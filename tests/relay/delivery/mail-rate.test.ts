// How many mails a mail server is given in a time.
import { expect, test } from "vitest";
import { createMailRate } from "../../../relay/delivery/mail-rate.ts";
import { withDelivery } from "../support/with-delivery.ts";
import { settle, withWorker } from "../support/with-worker.ts";

test("is at most so many in any stretch of the time", () => {
  let elapsed = 0;
  const rate = createMailRate({ count: 2, windowMs: 1000 }, () => elapsed);
  rate.count();
  expect(rate.opensAt()).toBe(0);
  elapsed = 300;
  rate.count();
  expect(rate.opensAt()).toBe(1000);
  elapsed = 1000;
  rate.count();
  expect(rate.opensAt()).toBe(1300);
});

test("is kept by all connections of a worker, and every mail goes", () =>
  withWorker(async ({ create, transport, accept, advance, clock }) => {
    await accept(10);
    const worker = create({ rate: createMailRate({ count: 3, windowMs: 60_000 }, clock.elapsed) });
    worker.start();
    await settle();
    const counts = [transport.sent.length];
    for (let minute = 0; minute < 4; minute += 1) {
      await advance(60_000);
      counts.push(transport.sent.length);
    }
    await worker.stop(0);
    expect(counts).toEqual([3, 6, 9, 10, 10]);
  }));

test("is shared by mails to the team and to visitors", () =>
  withDelivery(
    async ({ accept, sent, pass }) => {
      for (let n = 0; n < 3; n += 1) await accept(`Request ${n}`);
      const [team, visitor] = ["team@evenhall.test", "zoe@example.org"];
      expect(sent).toEqual([team, visitor]);
      await pass(60_000);
      expect(sent).toEqual([team, visitor, team, team]);
    },
    { RELAY_MAIL_RATE: "2/1m" },
  ));
