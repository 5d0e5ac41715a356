// Whether alerts and calls would reach anybody: found out without sending anything.
import { afterEach, expect, test } from "vitest";
import { checkAlerts, checkReceivers } from "../../../relay/commands/check-alerts.ts";
import { readConfig } from "../../../relay/config/config.ts";
import { startFakeSmtp } from "../../support/fake-smtp.ts";
import { startWebhookReceiver } from "../../support/webhook-receiver.ts";
import { createAuthority } from "../support/certificates.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const closeLater = <Closable extends { close(): Promise<void> }>(each: Closable): Closable => {
  closing.push(() => each.close());
  return each;
};

const mail = {
  ...{
    RELAY_MAIL_URL: "smtp://mx.test",
    RELAY_MAIL_FROM: "website@evenhall.test",
    RELAY_MAIL_TO: "team@evenhall.test",
  },
  ...{ RELAY_TLS: "off", RELAY_WEBHOOK_SECRET: "s".repeat(32) },
};
const check = async (env: Record<string, string>) =>
  (await checkAlerts(readConfig({ ...mail, ...env }), Date.now())).map((one) => [one.status, one.check] as const);

test("nobody to alert is no fault, and is reported", async () => {
  expect(await check({})).toEqual([["skipped", "alerts: recipients"]]);
});

test("one way for mails and alerts is a warning", async () => {
  expect(await check({ RELAY_ALERT_TO: "operator@elsewhere.test" })).toEqual([["warning", "alerts: routes"]]);
});

test("the mail server of alerts is looked at as the team's is, under its own variables, and gets no mail", async () => {
  const server = closeLater(
    await startFakeSmtp({ recipient: (to) => (to.startsWith("gone") ? "550 5.1.1 no" : null) }),
  );
  const env = {
    RELAY_ALERT_TO: "it@elsewhere.test,gone@elsewhere.test",
    RELAY_ALERT_MAIL_URL: `smtp://localhost:${server.port}`,
  };
  const found = await checkAlerts(readConfig({ ...mail, ...env }), Date.now());
  expect(found.filter(({ status }) => status === "failed")).toMatchObject([
    { check: "alert mail server: recipient", hint: expect.stringContaining("RELAY_ALERT_TO") },
  ]);
  expect(found.map((one) => one.check)).toContain("alert mail server: greeting");
  expect(JSON.stringify(found)).not.toMatch(/RELAY_MAIL_(?:URL|TO)/);
  expect(server.mails).toEqual([]);
});

test("a mail server of alerts whose TLS is not believed is not given the password", async () => {
  const given: string[] = [];
  const { cert, key } = createAuthority("mail.elsewhere.example");
  const server = closeLater(await startFakeSmtp({ login: (...words) => void given.push(...words) }, { cert, key }));
  const found = await check({
    RELAY_TLS: "required",
    RELAY_ALERT_TO: "it@elsewhere.test",
    RELAY_ALERT_MAIL_URL: `smtp://user:secret@localhost:${server.port}`,
  });
  expect(found).toContainEqual(["failed", "alert mail server: TLS"]);
  expect(given).toEqual([]);
});

test("a receiver is reached and not called; one that is away fails", async () => {
  const receiver = closeLater(await startWebhookReceiver());
  const gone = await startWebhookReceiver();
  await gone.close();
  const statuses = async (...urls: string[]) =>
    (await checkReceivers("webhook", urls)).map(({ status, check: name }) => [status, name]);
  expect(await statuses(receiver.url, gone.url)).toEqual([
    ["ok", `webhook: 127.0.0.1:${receiver.port}`],
    ["failed", `webhook: 127.0.0.1:${gone.port}`],
  ]);
  expect(receiver.calls).toEqual([]);
});
