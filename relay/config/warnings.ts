// Warnings about settings that are valid and probably not meant.
import { isLoopback } from "../client-address.ts";
import { FORM_NAMES } from "../contract.ts";
import type { ConfigProblem } from "../errors.ts";
import type { RelayConfig } from "./config.ts";
import type { MailTarget } from "./values.ts";

export function warningsOf({
  host,
  controlPort,
  desk,
  mail: { target },
  alerts,
}: RelayConfig): readonly ConfigProblem[] {
  const warnings = [...alertWarnings(alerts, target)];
  if (desk !== null && controlPort === null)
    warnings.push({
      variable: desk.token === null ? "RELAY_DESK_LOGIN_HEADER" : "RELAY_CONTROL_TOKEN",
      message: "is set, and there is no port that the desk could be on",
      hint: "RELAY_CONTROL_PORT=9091, which visitors cannot reach",
    });
  if (!isLoopback(host) && target.type === "maildir")
    warnings.push({
      variable: "RELAY_MAIL_URL",
      message: `names no mail server, and HOST ${host} can be reached from other machines: mails go to the folder ${target.dir} and reach nobody`,
      hint: "RELAY_MAIL_URL=smtp://user:password@host:587; `eventsite-relay doctor` says what else is missing",
    });
  return warnings;
}

/** An alert that a mail server fails should not need that server. */
export function alertWarnings({ to, target, urls }: RelayConfig["alerts"], mail: MailTarget): readonly ConfigProblem[] {
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

/** What is set for a form that there is not: the forms are known when the relay has read their definition. */
export function formWarningsOf({ mail, retentionDays }: RelayConfig, known: readonly string[]): ConfigProblem[] {
  const settings = { RELAY_MAIL_TO: mail.to.forms, RELAY_RETENTION_DAYS: retentionDays.forms };
  return Object.entries(settings).flatMap(([setting, forms]) =>
    Object.keys(forms)
      .filter((form) => !known.includes(form) && !(FORM_NAMES as readonly string[]).includes(form))
      .map((form) => ({
        variable: `${setting}_${form.toUpperCase().replaceAll("-", "_")}`,
        message: `is for a form "${form}", which there is not`,
        hint: `the forms are ${known.join(", ")}`,
      })),
  );
}
