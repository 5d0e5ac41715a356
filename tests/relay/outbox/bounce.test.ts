// A bounce in the store: it proves its mail, is kept with it once, and its address is left alone for a while.
import { expect, test } from "vitest";
import { readConfig } from "../../../relay/config/config.ts";
import { bounceLimitsOf, createPlanEntries } from "../../../relay/delivery/plan-entries.ts";
import { acceptance, attemptAll, DAY, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";

const planEntries = createPlanEntries(readConfig({ RELAY_MAIL_TO: "team@evenhall.test" }));

/** Sends a request and delivers its mails; answers the reference and the id of the acknowledgement, if there was one. */
async function deliver(test: TestOutbox, email = "zoe@visitor.ca") {
  const { outbox, clock } = test;
  const request = submission({ receivedAt: clock.now() }, { email, message: `at ${clock.now()}` });
  const accepted = await outbox.accept(acceptance({ submission: request, entries: planEntries(request) }));
  const reference = "reference" in accepted ? accepted.reference : "";
  await attemptAll(test);
  const found = await outbox.find(reference);
  return { reference, mail: found?.entries.find(({ kind }) => kind === "acknowledgement")?.id ?? null };
}

const report = (entryId: string, proof: string, more = {}) => ({
  ...{ entryId, proof, isPermanent: true, status: "5.1.1", diagnostic: "550 5.1.1 <zoe@visitor.ca> no such user" },
  ...more,
});

test("it is kept with its mail and in its history, once", () =>
  withOutbox(async (test) => {
    const { outbox, clock } = test;
    const { reference, mail } = await deliver(test);
    const proof = await outbox.bounceProof(mail ?? "");
    clock.advance(60_000);
    const take = (more = {}) => outbox.bounce(report(mail ?? "", proof, more), clock.now(), bounceLimitsOf);
    const delayed = { isPermanent: false, status: "4.4.1", diagnostic: "later" };
    expect(await take(delayed)).toMatchObject({ kind: "recorded", entryId: mail });
    expect(await take(delayed)).toMatchObject({ kind: "repeated" });
    expect(await take()).toMatchObject({ kind: "recorded" });
    expect([await take(), await take(delayed)]).toMatchObject([{ kind: "repeated" }, { kind: "repeated" }]);
    const found = await outbox.find(reference);
    expect(found?.entries.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
      ["team", "delivered", null],
      ["acknowledgement", "delivered", "bounced"],
    ]);
    expect(found?.timeline.slice(-2).map(({ entryId, what }) => [entryId, what])).toEqual([
      [mail, { type: "bounced", permanent: false, status: "4.4.1", diagnostic: "later" }],
      [
        mail,
        { type: "bounced", permanent: true, status: "5.1.1", diagnostic: "550 5.1.1 <zoe@visitor.ca> no such user" },
      ],
    ]);
  }));

test("nobody can report one for a mail whose return path was not given to them", () =>
  withOutbox(async (test) => {
    const { outbox, clock } = test;
    const { reference, mail } = await deliver(test);
    const proof = await outbox.bounceProof(mail ?? "");
    expect(proof).toMatch(/^[0-9a-v]{16}$/);
    const take = (id: string, given: string) => outbox.bounce(report(id, given), clock.now(), bounceLimitsOf);
    expect(
      await take(
        mail ?? "",
        proof.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
      ),
    ).toEqual({ kind: "unknown" });
    expect(await take(mail ?? "", "")).toEqual({ kind: "unknown" });
    const team = (await outbox.find(reference))?.entries[0]?.id ?? "";
    expect(await take(team, await outbox.bounceProof(team))).toEqual({ kind: "unknown" });
    expect((await outbox.find(reference))?.entries.map(({ reason }) => reason)).toEqual([null, null]);
    expect(await take(mail ?? "", proof)).toMatchObject({ kind: "recorded" });
  }));

test("its address gets no acknowledgement for thirty days, and others do", () =>
  withOutbox(async (test) => {
    const { outbox, clock } = test;
    const { mail } = await deliver(test);
    await outbox.bounce(report(mail ?? "", await outbox.bounceProof(mail ?? "")), clock.now(), bounceLimitsOf);
    for (let day = 0; day < 2; day += 1) {
      clock.advance(14 * DAY);
      expect((await deliver(test)).mail).toBeNull();
      expect((await deliver(test, "zoe+party@visitor.ca")).mail).toBeNull();
      expect((await deliver(test, "ana@visitor.ca")).mail).not.toBeNull();
    }
    clock.advance(3 * DAY);
    expect((await deliver(test)).mail).not.toBeNull();
  }));

test("erasure takes the server's words out of the history", () =>
  withOutbox(async (test) => {
    const { outbox, clock } = test;
    const { mail, reference } = await deliver(test);
    await outbox.bounce(report(mail ?? "", await outbox.bounceProof(mail ?? "")), clock.now(), bounceLimitsOf);
    await outbox.erase("zoe@visitor.ca", clock.now());
    const found = await outbox.find(reference);
    expect(found?.timeline.map(({ what }) => what)).toContainEqual({ type: "bounced" });
    expect(JSON.stringify(found)).not.toContain("zoe@visitor.ca");
    expect(found?.entries.map(({ reason }) => reason)).toEqual([null, null]);
    expect(
      await outbox.bounce(report(mail ?? "", await outbox.bounceProof(mail ?? "")), clock.now(), bounceLimitsOf),
    ).toEqual({ kind: "unknown" });
  }));
