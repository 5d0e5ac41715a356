import { describe, expect, test } from "vitest";
import { createJumpAwareClock } from "../../../relay/clock.ts";
import type { FormName } from "../../../relay/contract.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { keepRetention } from "../../../relay/upkeep/keep-retention.ts";
import { acceptance, attemptAll, DAY, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";
import { settle } from "../support/with-worker.ts";

const PURGE_EVERY_MS = 3_600_000;
const retentionDays = { general: 180, forms: { venue: 30 } };

/** A request of a form whose mails are all delivered. */
async function delivered(test: TestOutbox, form: FormName, email: string): Promise<string> {
  const { outbox, clock } = test;
  const kept = submission({ form, receivedAt: clock.now() }, { email, message: `${email} ${clock.now()}` });
  const result = await outbox.accept(acceptance({ submission: kept }));
  await attemptAll(test);
  return result.kind === "accepted" ? result.reference : "";
}

type Parts = Parameters<typeof keepRetention>[0];
const begin = ({ outbox, clock }: Pick<Parts, "outbox"> & { clock: TestOutbox["clock"] }, events: RelayEvent[]) =>
  keepRetention({
    ...{ outbox, retentionDays, clock: createJumpAwareClock(clock) },
    observe: (event) => events.push(event),
  });

const isErased = async ({ outbox }: TestOutbox, reference: string) => {
  const found = await outbox.find(reference);
  return found?.submission === null && found.erasedAt !== null;
};

describe("retention", () => {
  test("erases each form's submissions on their day, and not before", async () => {
    await withOutbox(async (made) => {
      const { clock } = made;
      const venue = await delivered(made, "venue", "v@visitor.ca");
      const talent = await delivered(made, "talent", "t@visitor.ca");
      const events: RelayEvent[] = [];
      const end = begin(made, events);
      await settle();
      clock.advance(30 * DAY - PURGE_EVERY_MS);
      await settle();
      expect([await isErased(made, venue), await isErased(made, talent)]).toEqual([false, false]);
      clock.advance(2 * PURGE_EVERY_MS);
      await expect.poll(() => isErased(made, venue)).toBe(true);
      expect(await isErased(made, talent)).toBe(false);
      await end();
      expect(events).toEqual([{ type: "changed", action: "purged", count: 1 }]);
    });
  });

  test("goes on after a failure, which it tells", async () => {
    await withOutbox(async (made) => {
      const { clock } = made;
      const events: RelayEvent[] = [];
      let calls = 0;
      const purge = async () => {
        calls += 1;
        if (calls === 1) throw new Error("disk full");
        return null;
      };
      const end = begin({ outbox: { purge, stats: made.outbox.stats }, clock }, events);
      await settle();
      expect(events).toMatchObject([{ type: "fault", where: "retention" }]);
      clock.advance(PURGE_EVERY_MS);
      await settle();
      expect(calls).toBe(2);
      await settle();
      await end();
      clock.advance(10 * PURGE_EVERY_MS);
      await settle();
      expect(calls).toBe(2);
    });
  });

  test("counts from the end of the delivery, and keeps and reports what the team never got", () =>
    withOutbox(async (made) => {
      const { outbox, clock } = made;
      const accept = async (name: string, state: "queued" | "held" = "queued") => {
        const kept = submission({ form: "venue", receivedAt: clock.now() }, { message: name });
        const entries = [
          { kind: "team", recipient: "team@example.com", state },
          { kind: "acknowledgement", recipient: "zoe@example.org", state },
        ] as const;
        return ((await outbox.accept(acceptance({ submission: kept, entries }))) as { reference: string }).reference;
      };
      const finish = (of: (kind: string, message: string) => "delivered" | "dead" | null) =>
        attemptAll(made, ({ entry, submission: sent }) => {
          const to = of(entry.kind, sent?.fields.message ?? "");
          return to === "dead" ? { to, reason: "mailbox-unknown" } : to && { to };
        });
      const names = ["delivered", "late", "waiting", "dead", "acknowledgement dead"];
      const references: Record<string, string> = Object.fromEntries(
        await Promise.all(names.map(async (name) => [name, await accept(name)])),
      );
      references.held = await accept("held", "held");
      await finish((kind, name) => {
        if (name === "delivered") return "delivered";
        if (name === "dead") return kind === "team" ? "dead" : "delivered";
        if (name === "acknowledgement dead") return kind === "team" ? "delivered" : "dead";
        return null;
      });
      clock.advance(20 * DAY);
      await finish((_kind, name) => (name === "late" ? "delivered" : null));
      clock.advance(11 * DAY);
      const erased = async () => {
        const gone: string[] = [];
        for (const [name, reference] of Object.entries(references))
          if (await isErased(made, reference)) gone.push(name);
        return gone;
      };
      await outbox.purge(retentionDays, clock.now());
      expect(await erased()).toEqual(["delivered", "acknowledgement dead"]);
      expect((await outbox.stats(clock.now())).overdue).toBe(3);
      clock.advance(20 * DAY);
      await outbox.purge(retentionDays, clock.now());
      expect(await erased()).toEqual(["delivered", "late", "acknowledgement dead"]);
      // An operator decides.
      await outbox.erase("zoe@example.org", clock.now());
      await outbox.purge(retentionDays, clock.now());
      expect((await outbox.stats(clock.now())).overdue).toBe(0);
    }));

  test("is not hastened by a clock that is set forward", () =>
    withOutbox(async (made) => {
      const reference = await delivered(made, "venue", "v@visitor.ca");
      const clock = createJumpAwareClock(made.clock);
      made.clock.set(300 * DAY);
      await keepRetention({ outbox: made.outbox, clock, observe: () => {}, retentionDays: retentionDays })();
      expect(await isErased(made, reference)).toBe(false);
    }));

  test("lets requests in between: no transaction takes out more than a few", () =>
    withOutbox(async (made) => {
      const { outbox, clock } = made;
      await Promise.all(
        Array.from({ length: 120 }, (_, n) =>
          outbox.accept(acceptance({ submission: submission({ form: "venue" }, { message: `${n}` }) })),
        ),
      );
      for (const _ of ["a hundred", "more", "the rest"]) await attemptAll(made);
      clock.advance(31 * DAY);
      let isPurged = false;
      const purging = outbox.purge(retentionDays, clock.now()).finally(() => {
        isPurged = true;
      });
      await new Promise((done) => setImmediate(done));
      const now = submission({ receivedAt: clock.now() }, { message: "meanwhile" });
      expect(await outbox.accept(acceptance({ submission: now }))).toMatchObject({ kind: "accepted" });
      expect(isPurged).toBe(false);
      expect(await purging).toMatchObject({ submissions: 120, entries: 240, references: { length: 120 } });
      expect(await outbox.purge(retentionDays, clock.now())).toBeNull();
      expect((await outbox.receipts()).every(({ submissions }) => submissions <= 50)).toBe(true);
    }));
});
