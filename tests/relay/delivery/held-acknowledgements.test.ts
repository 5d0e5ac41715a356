// What is held spends no acknowledgement; it does when a person lets it go.
import { expect, test } from "vitest";
import { readConfig } from "../../../relay/config/config.ts";
import { createPlanEntries } from "../../../relay/service/plan-entries.ts";
import { sampleWords } from "../../support/relay/sample-mail.ts";
import { accepted, submission, type TestOutbox, withOutbox } from "../support/with-outbox.ts";

const config = readConfig({
  ...{ RELAY_MAIL_TO: "team@evenhall.test", RELAY_MAIL_TO_VENUE: "venues@evenhall.test" },
  ...{ RELAY_MAIL_FROM: "website@evenhall.test", RELAY_MAIL_FALLBACK: "backup@evenhall.test" },
});
const planEntries = createPlanEntries(config, () => sampleWords);
const SUSPICIOUS = { score: 60, reasons: ["honeypot"] };
const HOUR = 3_600_000;

/** Which mails a request from this address led to. */
async function send({ outbox, clock }: TestOutbox, email: string, suspicion = { score: 0, reasons: [] as string[] }) {
  const request = submission({ receivedAt: clock.now(), suspicion }, { email });
  const id = await accepted({ outbox, clock }, { suspicion }, { email }, { entries: planEntries(request) });
  return { id, mails: await mailsOf(outbox, id) };
}

const mailsOf = async (outbox: TestOutbox["outbox"], id: string) =>
  (await outbox.find(id))?.entries.map(({ kind, state }) => `${kind} ${state}`);

const counted = async ({ outbox, clock }: TestOutbox) =>
  (await outbox.stats(clock.now())).entries
    .filter(({ count }) => count > 0)
    .map(({ kind, state, count }) => `${count} ${kind} ${state}`)
    .sort();

const BOTH = ["team queued", "acknowledgement queued"];

test("a hundred held submissions leave a real visitor an acknowledgement, also one whose address they gave", () =>
  withOutbox(async (relay) => {
    for (let index = 0; index < 100; index += 1) await send(relay, `visitor${index}@example.org`, SUSPICIOUS);
    expect((await send(relay, "zoe@example.org")).mails).toEqual(BOTH);
    expect((await send(relay, "visitor5@example.org")).mails).toEqual(BOTH);
  }));

test("what is released spends one then, kept over a restart, and is left out where none is left", () =>
  withOutbox(async (relay) => {
    const { clock } = relay;
    const first = await send(relay, "zoe@example.org", SUSPICIOUS);
    const lives = (await relay.outbox.find(first.id))?.entries.map(({ expiresAt }) => (expiresAt - clock.now()) / HOUR);
    expect(lives).toEqual([5 * 24, 24]);
    clock.advance(HOUR);
    const second = await send(relay, "zoe@example.org", SUSPICIOUS);
    expect(second.mails).toEqual(["team held", "acknowledgement held"]);
    expect(await relay.outbox.release({ ids: [first.id] }, clock.now())).toBe(2);
    const after = await relay.reopen();
    expect(await after.release({ ids: [second.id] }, clock.now())).toBe(2);
    expect(await mailsOf(after, first.id)).toEqual(BOTH);
    expect(await mailsOf(after, second.id)).toEqual(["team queued"]);
    const history = (await after.find(second.id))?.timeline.map(({ what }) => what.type);
    expect(history).toEqual(["accepted", "released", "left-out"]);
    expect(await counted(relay)).toEqual(["1 acknowledgement queued", "2 team queued"]);
    clock.advance(HOUR);
    expect((await send(relay, "zoe@example.org")).mails).toEqual(["team queued"]);
    clock.advance(24 * HOUR);
    expect((await send(relay, "zoe@example.org")).mails).toEqual(BOTH);
  }));

test("no address of the relay's own is sent an acknowledgement", () =>
  withOutbox(async (relay) => {
    for (const name of ["team", "venues", "website", "backup"])
      expect((await send(relay, `${name.toUpperCase()}@Evenhall.test`)).mails).toEqual(["team queued"]);
    expect((await send(relay, sampleWords.company.email)).mails).toEqual(["team queued"]);
  }));

test("a release of very many acknowledges no more than an hour's share", () =>
  withOutbox(async (relay) => {
    for (let index = 0; index < 70; index += 1) await send(relay, `visitor${index}@example.org`, SUSPICIOUS);
    expect(await relay.outbox.release({ state: "held" }, relay.clock.now())).toBe(140);
    expect(await counted(relay)).toEqual(["60 acknowledgement queued", "70 team queued"]);
    const { id, mails } = await send(relay, "zoe@example.org");
    expect(mails).toEqual(["team queued"]);
    const leftOut = (await relay.outbox.find(id))?.timeline.at(-1)?.what;
    expect(leftOut).toEqual({ type: "left-out", kind: "acknowledgement", reason: "limit" });
  }));
