// What operators are alerted of: found in the store, and reported once by relays that share it.
import { expect, test } from "vitest";
import { accepted, attemptAll, type TestOutbox, withOutbox } from "../../support/with-outbox.ts";

const HOUR = 3_600_000;
const OPERATORS = ["operator@example.com"];

/** The team's mails wait because the mail server refuses the login, with these words. */
async function refusedLogins(relay: TestOutbox, count: number, reply: string): Promise<void> {
  for (let index = 0; index < count; index += 1) await accepted(relay, {}, { message: `Gala ${index}` });
  const dueAt = relay.clock.now() + 48 * HOUR;
  const end = () => ({ to: "queued", dueAt, reason: "login" }) as const;
  await attemptAll(relay, end, { outcome: "deferred", reason: "login", smtpCode: 535, reply });
}

test("a long reply of the mail server is quoted by its beginning, one that fits as a whole", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    await refusedLogins(relay, 1, `535 ${"x".repeat(296)}`);
    const first = await outbox.planAlert(OPERATORS, null, clock.now());
    expect(first?.begun.find(({ name }) => name === "mail-login")?.reply).toBe(`535 ${"x".repeat(296)}`);
    clock.advance(HOUR);
    await refusedLogins(relay, 1, `535 ${"y".repeat(297)}`);
    const second = await outbox.planAlert(OPERATORS, null, clock.now());
    expect(second?.lasting.find(({ name }) => name === "mail-login")?.reply).toBe(`535 ${"y".repeat(296)}…`);
  }));

test("addresses are left out of the quoted reply, but for those that are named as our own", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    await refusedLogins(relay, 1, "535 web@example.com may not log in, nor zoe@visitor.ca");
    const alert = await outbox.planAlert(OPERATORS, null, clock.now());
    expect(alert?.begun.find(({ name }) => name === "mail-login")?.reply).toBe("535 …@… may not log in, nor …@…");
    clock.advance(HOUR);
    const again = await outbox.planAlert(OPERATORS, null, clock.now(), ["Web@example.com"]);
    expect(again?.lasting.find(({ name }) => name === "mail-login")?.reply).toBe(
      "535 web@example.com may not log in, nor …@…",
    );
  }));

test("a time without the store is reported by one of the relays that were without it, and a later one again", () =>
  withOutbox(async ({ outbox, clock }) => {
    const failedAt = clock.now();
    clock.advance(60_000);
    const alert = await outbox.planAlert(OPERATORS, failedAt, clock.now());
    expect(alert?.over).toEqual([{ name: "store", count: 1, since: failedAt, references: [] }]);
    // Another relay notices the same failure a moment later.
    expect(await outbox.planAlert(OPERATORS, failedAt + 500, clock.now())).toBeNull();
    clock.advance(60_000);
    expect((await outbox.planAlert(OPERATORS, clock.now() - 1000, clock.now()))?.over).toHaveLength(1);
  }));

test("what lasts is summed up each hour while its count changes, and each day once it has not for a day", () =>
  withOutbox(async (relay) => {
    const { outbox, clock } = relay;
    const plan = () => outbox.planAlert(OPERATORS, null, clock.now());
    await refusedLogins(relay, 1, "535 no");
    // By then the team's mails are late, too.
    clock.advance(HOUR);
    expect((await plan())?.begun.map(({ name }) => name)).toEqual(["team-mail-late", "mail-login"]);
    clock.advance(HOUR - 1);
    expect(await plan()).toBeNull();
    clock.advance(1);
    expect(await plan()).not.toBeNull();
    clock.advance(24 * HOUR);
    expect(await plan()).not.toBeNull();
    clock.advance(HOUR);
    expect(await plan()).toBeNull();
    await refusedLogins(relay, 1, "535 no");
    expect((await plan())?.lasting.some(({ name, count }) => name === "mail-login" && count > 1)).toBe(true);
  }));
