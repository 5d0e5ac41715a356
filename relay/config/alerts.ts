// The recipients of alerts, and the routes to them.
import type { ConfigProblem } from "../errors.ts";
import type { Given, Report } from "./environment.ts";
import { type MailTarget, readAddresses, readMailTarget } from "./values.ts";
import { readReceivers } from "./webhooks.ts";

export interface AlertConfig {
  readonly to: readonly string[];
  /** A mail server or folder of its own; null where alerts go as the mails do. */
  readonly target: MailTarget | null;
  /** Receivers, called as those of accepted requests are. */
  readonly urls: readonly string[];
}

export function readAlerts(given: Given, report: Report): AlertConfig {
  const to = readTo(given("RELAY_ALERT_TO"), report);
  const url = given("RELAY_ALERT_MAIL_URL");
  const target = url === undefined ? null : readMailTarget(url);
  if (url !== undefined && target === null)
    report(
      "RELAY_ALERT_MAIL_URL",
      "the value cannot be used",
      "smtp://user:password@host:587, smtps://user:password@host:465 or maildir:DIR, and another one than RELAY_MAIL_URL",
    );
  if (url !== undefined && given("RELAY_ALERT_TO") === undefined)
    report("RELAY_ALERT_TO", "is not set, and alerts are to go by mail", "RELAY_ALERT_TO=operator@example.net");
  return { to, target, urls: readReceivers("RELAY_ALERT_WEBHOOK", given, report) };
}

function readTo(text: string | undefined, report: Report): readonly string[] {
  if (text === undefined) return [];
  const to = readAddresses(text);
  if (to === null)
    report("RELAY_ALERT_TO", "the value cannot be used", "addresses: operator@example.net,it@example.com");
  return to ?? [];
}

/** An alert that a mail server fails should not need that server. */
export function alertWarnings({ to, target, urls }: AlertConfig, mail: MailTarget): readonly ConfigProblem[] {
  if (to.length === 0 || urls.length > 0 || (target !== null && !isSame(target, mail))) return [];
  return [
    {
      variable: "RELAY_ALERT_TO",
      message: "is reached over the same mail server as the team: an alert about that server does not arrive",
      hint: "RELAY_ALERT_MAIL_URL=smtp://… of another mail server, or RELAY_ALERT_WEBHOOK=https://…",
    },
  ];
}

const isSame = (one: MailTarget, other: MailTarget): boolean =>
  one.type === "smtp" && other.type === "smtp"
    ? one.host.toLowerCase() === other.host.toLowerCase()
    : one.type === "maildir" && other.type === "maildir" && one.dir === other.dir;
