// The published half of the key, as the doctor finds it; and the one mail that it sends.
import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "../../../relay/config/config.ts";
import { sendTest } from "../../../relay/doctor/check-mail-server.ts";
import { checkSender } from "../../../relay/doctor/check-sender.ts";
import { testFolder } from "../../support/process/own-folder.ts";
import { startFakeSmtp } from "../../support/relay/fake-smtp.ts";
import { sampleDocumentPath } from "../../support/relay/sample-document.ts";
import { sampleWords } from "../../support/relay/sample-mail.ts";
import { dkimKeyPair } from "../support/dkim.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();
const at = testFolder();

let pair: ReturnType<typeof dkimKeyPair>;
let other: ReturnType<typeof dkimKeyPair>;
beforeAll(() => {
  [pair, other] = [dkimKeyPair(), dkimKeyPair()];
});

const statusOf = async (...records: string[]) => {
  const asked: string[] = [];
  const key = { domain: "evenhall.ca", selector: "relay1", privateKey: pair.privateKey };
  const read = async (name: string) => {
    asked.push(name);
    return records;
  };
  const found = await checkSender({ from: "web@evenhall.ca", dkimSelectors: [], dkim: key }, read);
  const signature = found.find(({ check }) => check === "sender: DKIM signature");
  expect(asked).toContain("relay1._domainkey.evenhall.ca");
  if (signature?.status === "failed") expect(signature.hint).toContain(pair.record);
  return `${signature?.status}: ${signature?.message}`;
};

test("it is the other half of the key in use, in any usual spelling", async () => {
  expect(await statusOf(pair.record)).toContain("ok: ");
  expect(await statusOf("v=spf1 -all", pair.record.replace("k=rsa; ", ""))).toContain("ok: ");
  expect(await statusOf(pair.record.replace(/(p=.{40})/, "$1 "))).toContain("ok: ");
});

test("what does not match, is missing or not alone fails, with the record that is right", async () => {
  expect(await statusOf()).toContain("failed: There is no key at relay1._domainkey.evenhall.ca");
  expect(await statusOf(other.record)).toContain("is not that of RELAY_DKIM_KEY");
  expect(await statusOf(pair.record, other.record)).toContain("failed: ");
  expect(await statusOf("v=DKIM1; p=")).toContain("failed: ");
});

const mailTo = (port: number) =>
  readConfig({
    ...{ RELAY_MAIL_URL: `smtp://127.0.0.1:${port}`, RELAY_TLS: "off", RELAY_MAIL_FROM: "Evenhall <web@evenhall.ca>" },
    RELAY_MAIL_TO: "team@evenhall.ca",
    RELAY_FORMS: sampleDocumentPath,
  }).mail;

test("a test mail goes over the configured route, and the server's answer is reported", async () => {
  const smtp = closeLater(
    await startFakeSmtp({ recipient: (to) => (to === "ana@visitor.ca" ? null : "550 5.1.1 no such user") }),
  );
  const mail = mailTo(smtp.port);
  const sent = await sendTest("ana@visitor.ca", { ...mail, words: sampleWords }, Date.UTC(2026, 2, 14, 9));
  expect(sent).toMatchObject({ check: "test mail", status: "ok" });
  expect(sent.message).toMatch(/^to ana@visitor\.ca: 250 /);
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]).toMatchObject({ from: "web@evenhall.ca", to: ["ana@visitor.ca"] });
  expect(smtp.mails[0]?.raw).toContain("Subject: Test of the mail relay");
  expect(await sendTest("nobody@visitor.ca", { ...mail, words: sampleWords }, 0)).toMatchObject({
    status: "failed",
    message: expect.stringContaining("not sent (mailbox-unknown): 550 5.1.1 no such user"),
  });
});

test("where mails go to a folder, so does the test mail", async () => {
  const { mail } = readConfig({ RELAY_MAIL_URL: `maildir:${at()}` });
  expect(await sendTest("ana@visitor.ca", { ...mail, words: sampleWords }, 0)).toMatchObject({ status: "ok" });
  expect(readdirSync(at("new"))).toHaveLength(1);
});
