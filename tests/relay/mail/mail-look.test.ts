// Whole mails, to the letter. `npx vitest run mail-look -u` writes them again; then look at them as their readers do.
import { expect, test } from "vitest";
import { composeAcknowledgement } from "../../../relay/mail/compose-acknowledgement.ts";
import { composeDigest } from "../../../relay/mail/compose-digest.ts";
import { composeTeamMail } from "../../../relay/mail/compose-team-mail.ts";
import { sampleRequest, sampleSender } from "../../support/relay/sample-mail.ts";

const slip = { id: "row-1", recipient: "team@evenhall.test", createdAt: Date.UTC(2026, 10, 21, 17, 5) };
const held = { suspicion: { score: 60, reasons: ["honeypot"] } };

const composed = {
  team: () => composeTeamMail(slip, sampleRequest({ phone: "911" }, held), sampleSender),
  acknowledgement: () => composeAcknowledgement(slip, "EV-7K3M-9QXD", sampleSender),
  digest: () =>
    composeDigest(
      slip,
      [sampleRequest({ message: "" }, held), sampleRequest({}, { id: "2", reference: "EV-2222-3333", ...held })],
      sampleSender,
    ),
};

test.each(["team", "acknowledgement", "digest"] as const)("the %s mail looks as it did", async (name) => {
  const { html, text, ...mail } = composed[name]();
  const file = (ending: string) => `../../fixtures/mails/${name}.${ending}`;
  await expect(`${html.replaceAll("><", ">\n<")}\n`).toMatchFileSnapshot(file("html"));
  await expect(text).toMatchFileSnapshot(file("txt"));
  await expect(`${JSON.stringify(mail, null, 2)}\n`).toMatchFileSnapshot(file("json"));
});
