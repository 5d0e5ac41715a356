// Which mails a request leads to.
import { expect, test } from "vitest";
import { readConfig } from "../../../relay/config/config.ts";
import { createPlanEntries } from "../../../relay/delivery/plan-entries.ts";
import { submission } from "../support/with-outbox.ts";

const mailsFor = (email: string, more = {}, environment = {}) => {
  const team = "team@evenhall.test,events@evenhall.test";
  const config = readConfig({ RELAY_MAIL_TO: team, RELAY_MAIL_FROM: "website@evenhall.test", ...environment });
  return createPlanEntries(config)(submission(more, { email })).map(
    ({ kind, recipient, state }) => `${kind} to ${recipient}, ${state}`,
  );
};
const TEAM = ["team to team@evenhall.test, queued", "team to events@evenhall.test, queued"];

test("one for each of the team and one for the visitor, all held where the request is suspicious", () => {
  expect(mailsFor("zoe@visitor.ca")).toEqual([...TEAM, "acknowledgement to zoe@visitor.ca, queued"]);
  expect(mailsFor("zoe@visitor.ca", { suspicion: { score: 60, reasons: ["honeypot"] } })).toEqual(
    [...TEAM, "acknowledgement to zoe@visitor.ca, queued"].map((mail) => mail.replace("queued", "held")),
  );
});

test("none to a program, to ourselves, or to anybody where confirmations are off", () => {
  for (const email of ["noreply@visitor.ca", "Events@evenhall.test", "website+form@evenhall.test", "hello@example.com"])
    expect(mailsFor(email)).toEqual(TEAM);
  expect(mailsFor("zoe@visitor.ca", {}, { RELAY_ACKNOWLEDGE: "off" })).toEqual(TEAM);
});
