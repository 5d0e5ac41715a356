// Whether alerts would reach anybody: found out without sending anything.
import { expect, test } from "vitest";
import { checkAlerts } from "../../../relay/commands/run-doctor.ts";
import { readConfig } from "../../../relay/config/config.ts";

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
