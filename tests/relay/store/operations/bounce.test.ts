// A bounce in the store: it proves its mail, is kept with it once, and its address is left alone for a while.
import { expect, test } from "vitest";
import { readConfig } from "../../../../relay/config/config.ts";
import { createPlanEntries } from "../../../../relay/service/plan-entries.ts";
import { sampleWords } from "../../../support/relay/sample-mail.ts";
import { acceptedAs, attemptAll, DAY, submission, type TestOutbox, withOutbox } from "../../support/with-outbox.ts";

const planEntries = createPlanEntries(readConfig({ RELAY_MAIL_TO: "team@evenhall.test" }), () => sampleWords);

/** Sends a request and delivers its mails; answers the reference and the id of the acknowledgement, "" if there was none. */
async function deliver(test: TestOutbox, email = "zoe@visitor.ca") {
  const { outbox, clock } = test;
  const fields = { email, message: `at ${clock.now()}` };
  const entries = planEntries(submission({ receivedAt: clock.now() }, fields));
  const { reference } = await acceptedAs(test, {}, fields, { entries });
  await attemptAll(test);
  const found = await outbox.find(reference);
  return { reference, mail: found?.entries.find(({ kind }) => kind === "acknowledgement")?.id ?? "" };
}

/** Somebody reports a bounce of this mail. */
const bounce = ({ outbox, clock }: TestOutbox, entryId: string, more = {}) => {
  const found = { isPermanent: true, status: "5.1.1", diagnostic: "550 5.1.1 <zoe@visitor.ca> no such user" };
  return outbox.bounce({ entryId, ...found, ...more }, clock.now());
};

test("it is kept with its mail and in its history, once", () =>
  withOutbox(async (test) => {
    const { outbox, clock } = test;
    const { reference, mail } = await deliver(test);
    clock.advance(60_000);
    const take = (more = {}) => bounce(test, mail, more);
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
    const { outbox } = test;
    const { reference, mail } = await deliver(test);
    const other = mail.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    for (const wrong of [other, ""]) expect(await bounce(test, wrong)).toEqual({ kind: "unknown" });
    const team = (await outbox.find(reference))?.entries[0]?.id ?? "";
    expect(await bounce(test, team)).toEqual({ kind: "unknown" });
    expect((await outbox.find(reference))?.entries.map(({ reason }) => reason)).toEqual([null, null]);
    expect(await bounce(test, mail)).toMatchObject({ kind: "recorded" });
  }));

test("its address gets no acknowledgement for thirty days, and others do", () =>
  withOutbox(async (test) => {
    const { clock } = test;
    await bounce(test, (await deliver(test)).mail);
    for (let day = 0; day < 2; day += 1) {
      clock.advance(14 * DAY);
      expect((await deliver(test)).mail).toBe("");
      expect((await deliver(test, "zoe+party@visitor.ca")).mail).toBe("");
      expect((await deliver(test, "ana@visitor.ca")).mail).not.toBe("");
    }
    clock.advance(3 * DAY);
    expect((await deliver(test)).mail).not.toBe("");
  }));

test("erasure takes the server's words out of the history", () =>
  withOutbox(async (test) => {
    const { outbox, clock } = test;
    const { mail, reference } = await deliver(test);
    await bounce(test, mail);
    await outbox.erase("zoe@visitor.ca", clock.now());
    const found = await outbox.find(reference);
    expect(found?.timeline.map(({ what }) => what)).toContainEqual({ type: "bounced" });
    expect(JSON.stringify(found)).not.toContain("zoe@visitor.ca");
    expect(found?.entries.map(({ reason }) => reason)).toEqual([null, null]);
    expect(await bounce(test, mail)).toEqual({ kind: "unknown" });
  }));
