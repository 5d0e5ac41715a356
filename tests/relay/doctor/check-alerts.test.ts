// Whether alerts and calls would reach anybody: found out without sending anything.
import { afterEach, expect, test } from "vitest";
import { checkAlerts, checkReceivers } from "../../../relay/commands/check-alerts.ts";
import { readConfig } from "../../../relay/config/config.ts";
import { startWebhookReceiver } from "../../support/webhook-receiver.ts";

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
  (await checkAlerts(readConfig({ ...mail, ...env }))).map((one) => [one.status, one.check] as const);

test("nobody to alert is no fault, and is reported", async () => {
  expect(await check({})).toEqual([["skipped", "alerts: recipients"]]);
});

test("one way for mails and alerts is a warning", async () => {
  expect(await check({ RELAY_ALERT_TO: "operator@elsewhere.test" })).toEqual([["warning", "alerts: routes"]]);
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
