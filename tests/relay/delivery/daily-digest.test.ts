// When the team's report of held requests is looked for, and for whom.
import { expect, test } from "vitest";
import { startDailyDigest } from "../../../relay/delivery/plan-entries.ts";
import type { RelayEvent } from "../../../relay/operators/relay-event.ts";
import type { DigestPlan } from "../../../relay/store/outbox.ts";
import type { OutboxEntry } from "../../../relay/store/outbox-entry.ts";
import { createTestClock } from "../support/test-clock.ts";
import { settle } from "../support/with-worker.ts";

const DAY = 86_400_000;
const TEAM = ["team@evenhall.test", "events@evenhall.test"];
const to = { general: TEAM, forms: { venue: ["venues@evenhall.test"], talent: TEAM.slice(0, 1) } };

test("every ten minutes each of the team once, until the relay stops; a store that fails is reported", async () => {
  const clock = createTestClock();
  const looks: [DigestPlan, number][] = [];
  const events: RelayEvent[] = [];
  let planned = 0;
  let answer: () => Promise<OutboxEntry[]> = async () => [];
  const end = startDailyDigest({
    outbox: {
      planDigest: (plan, now) => {
        looks.push([plan, now]);
        return answer();
      },
    },
    to,
    clock,
    observe: (event) => events.push(event),
    onPlanned: () => {
      planned += 1;
    },
  });
  clock.advance(599_999);
  expect(looks).toEqual([]);
  clock.advance(1);
  await settle();
  const recipients = [...TEAM, "venues@evenhall.test"];
  expect([looks, planned]).toEqual([[[{ recipients, lifeMs: 5 * DAY, everyMs: DAY }, clock.now()]], 0]);
  answer = async () => [{} as OutboxEntry];
  clock.advance(600_000);
  await settle();
  expect([looks.length, planned]).toEqual([2, 1]);
  answer = () => Promise.reject(new Error("disk full"));
  clock.advance(600_000);
  await settle();
  expect([looks.length, planned, events]).toMatchObject([3, 1, [{ type: "fault", where: "digest" }]]);
  end();
  clock.advance(DAY);
  expect(looks).toHaveLength(3);
});
