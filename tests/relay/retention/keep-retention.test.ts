import { describe, expect, test } from "vitest";
import type { FormName } from "../../../relay/contract.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { keepRetention, PURGE_EVERY_MS } from "../../../relay/retention/keep-retention.ts";
import { acceptance, attempt, DAY, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";

const retentionDays: Record<FormName, number> = { contact: 180, consultation: 180, venue: 30, talent: 180 };
const settled = () => new Promise((done) => setImmediate(() => setImmediate(done)));

/** A request of a form whose mails are all delivered. */
async function delivered({ outbox, clock }: TestOutbox, form: FormName, email: string): Promise<string> {
  const kept = submission({ form, receivedAt: clock.now() }, { email, message: `${email} ${clock.now()}` });
  const result = await outbox.accept(acceptance({ submission: kept }));
  for (const { entry, leaseToken } of await outbox.claim(clock.now(), 10, 60_000))
    await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" });
  return result.kind === "accepted" ? result.reference : "";
}

const isErased = async ({ outbox }: TestOutbox, reference: string) => {
  const found = await outbox.find(reference);
  return found?.submission === null && found.erasedAt !== null;
};

describe("retention", () => {
  test("erases each form's submissions on their day, and not before", async () => {
    await withOutbox(async (made) => {
      const { outbox, clock } = made;
      const venue = await delivered(made, "venue", "v@visitor.ca");
      const talent = await delivered(made, "talent", "t@visitor.ca");
      const events: RelayEvent[] = [];
      const end = keepRetention({ outbox, clock, observe: (event) => events.push(event), retentionDays });
      await settled();
      clock.advance(30 * DAY - PURGE_EVERY_MS);
      await settled();
      expect([await isErased(made, venue), await isErased(made, talent)]).toEqual([false, false]);
      clock.advance(2 * PURGE_EVERY_MS);
      await expect.poll(() => isErased(made, venue)).toBe(true);
      expect(await isErased(made, talent)).toBe(false);
      expect(events).toEqual([{ type: "changed", action: "purged", count: 1 }]);
      await end();
    });
  });

  test("catches up at start, after the relay was down", async () => {
    await withOutbox(async (made) => {
      const reference = await delivered(made, "venue", "v@visitor.ca");
      made.clock.advance(400 * DAY);
      const end = keepRetention({ outbox: made.outbox, clock: made.clock, observe: () => {}, retentionDays });
      await end();
      expect(await isErased(made, reference)).toBe(true);
    });
  });

  test("goes on after a failure, which it tells", async () => {
    await withOutbox(async ({ clock }) => {
      const events: RelayEvent[] = [];
      let calls = 0;
      const purge = async () => {
        calls += 1;
        if (calls === 1) throw new Error("disk full");
        return null;
      };
      const end = keepRetention({ outbox: { purge }, clock, observe: (event) => events.push(event), retentionDays });
      await settled();
      expect(events).toMatchObject([{ type: "fault", where: "retention" }]);
      clock.advance(PURGE_EVERY_MS);
      await settled();
      expect(calls).toBe(2);
      await end();
      clock.advance(10 * PURGE_EVERY_MS);
      await settled();
      expect(calls).toBe(2);
    });
  });
});
