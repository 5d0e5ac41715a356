// Leases that are renewed while they are held, and given back where nothing was sent.
import { expect, test } from "vitest";
import { createTimeline } from "../../../relay/clock.ts";
import { createLeases, type Lease } from "../../../relay/delivery/leases.ts";
import { createTestClock } from "../support/test-clock.ts";
import { settle } from "../support/with-worker.ts";

const lease = (id: string): Lease => ({
  claimed: { entry: { id } } as never,
  token: `token of ${id}`,
  claimedAt: 0,
  setForwardMs: 0,
});

function begin(renewEveryMs?: number) {
  const clock = createTestClock();
  const renewed: unknown[] = [];
  const given: unknown[] = [];
  const events: object[] = [];
  const lost: Lease[] = [];
  const answers = { renew: async (_id: string) => true, giveBack: async () => {} };
  const held = [lease("a"), lease("b")];
  const leases = createLeases({
    outbox: {
      renew: (id, token, until) => {
        renewed.push([id, token, until - clock.now()]);
        return answers.renew(id);
      },
      giveBack: (all) => {
        given.push(...all);
        return answers.giveBack();
      },
    },
    clock: createTimeline(clock),
    observe: (event) => events.push(event),
    leaseMs: 60_000,
    ...(renewEveryMs === undefined ? {} : { renewEveryMs }),
    held: () => held,
    onLost: (one) => lost.push(one),
  });
  return { clock, renewed, given, events, lost, answers, held, leases };
}

test("each that is held is renewed for its whole time, again and again, until the end", async () => {
  const { clock, renewed, held, leases } = begin(20_000);
  leases.startRenewal();
  clock.advance(19_999);
  expect(renewed).toEqual([]);
  clock.advance(1);
  await settle();
  const all = [
    ["a", "token of a", 60_000],
    ["b", "token of b", 60_000],
  ];
  expect(renewed.splice(0)).toEqual(all);
  held.pop();
  clock.advance(20_000);
  await settle();
  expect(renewed.splice(0)).toEqual(all.slice(0, 1));
  leases.endRenewal();
  clock.advance(100_000);
  await settle();
  expect(renewed).toEqual([]);
  leases.startRenewal();
  clock.advance(20_000);
  await settle();
  expect(renewed).toHaveLength(1);
});

test("renewals that end while the store is asked do not go on", async () => {
  const { clock, renewed, answers, leases } = begin(20_000);
  const asked: ((isOurs: boolean) => void)[] = [];
  answers.renew = () => new Promise((resolve) => asked.push(resolve));
  leases.startRenewal();
  clock.advance(20_000);
  leases.endRenewal();
  for (const answer of asked) answer(true);
  await settle();
  clock.advance(100_000);
  expect(renewed).toHaveLength(2);
});

test("one that another relay has by now is lost, and one that the store could not renew is not", async () => {
  const { clock, answers, lost, held, leases } = begin(20_000);
  answers.renew = async (id) => {
    if (id === "a") throw new Error("away");
    return false;
  };
  leases.startRenewal();
  clock.advance(20_000);
  await settle();
  expect(lost).toEqual([held[1]]);
});

test("a store that is one relay's alone has none renewed", () => {
  const { clock, renewed, leases } = begin();
  leases.startRenewal();
  clock.advance(10_000_000);
  expect(renewed).toEqual([]);
  leases.endRenewal();
});

test("what is given back is due at once, under its own token; a store that fails is reported", async () => {
  const { clock, given, events, answers, held, leases } = begin();
  await leases.giveBack([]);
  expect(given).toEqual([]);
  await leases.giveBack(held);
  expect(given).toEqual(
    ["a", "b"].map((entryId) => ({ entryId, leaseToken: `token of ${entryId}`, dueAt: clock.now() })),
  );
  const error = new Error("away");
  answers.giveBack = () => Promise.reject(error);
  await leases.giveBack(held);
  expect(events).toEqual([{ type: "fault", where: "delivery", error }]);
});
