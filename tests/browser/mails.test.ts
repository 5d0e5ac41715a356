// The relay's mails on a phone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { composeAcknowledgement } from "../../relay/mail/compose-acknowledgement.ts";
import { composeDigest } from "../../relay/mail/compose-digest.ts";
import { composeTeamMail } from "../../relay/mail/compose-team-mail.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { sampleRequest, sampleSender } from "../support/relay/sample-mail.ts";

const LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
const slip = { id: "row-1", recipient: "team@evenhall.test", createdAt: 0 };
const { company } = sampleSender.words;
const sender = {
  ...sampleSender,
  words: { ...sampleSender.words, company: { ...company, name: LONG, legalName: LONG, email: `${LONG}@example.com` } },
};
const request = sampleRequest(
  { firstName: LONG, company: LONG, email: `${LONG}@visitor.test`, eventType: LONG, message: LONG },
  { suspicion: { score: 60, reasons: [LONG] }, answers: [{ name: "x", label: LONG, type: "lines", value: LONG }] },
);
const mails = {
  team: () => composeTeamMail(slip, request, sender),
  acknowledgement: () => composeAcknowledgement(slip, "EV-7K3M-9QXD", sender),
  digest: () => composeDigest(slip, [request], sender),
};

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test.each(["team", "acknowledgement", "digest"] as const)("long words of the %s mail wrap at 375 px", async (name) => {
  const page = await (await browser.newContext({ viewport: { width: 375, height: 800 } })).newPage();
  await page.setContent(mails[name]().html);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > innerWidth || element.scrollWidth > innerWidth)
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 30)}`),
  );
  expect(wide).toEqual([]);
});
