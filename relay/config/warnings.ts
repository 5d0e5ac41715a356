import type { ConfigProblem, Report } from "../errors.ts";
import { isLoopback } from "../loopback.ts";
import type { RelayConfig } from "./config.ts";
import type { MailTarget } from "./targets.ts";

/** Warnings about settings that are valid and probably not meant. */
export function warningsOf({ host, controlPort, desk, mail, alerts }: RelayConfig): readonly ConfigProblem[] {
  const { target } = mail;
  const warnings: ConfigProblem[] = [];
  const warn: Report = (variable, message, hint) => void warnings.push({ variable, message, hint });
  const isOneWay = placeOf(alerts.target ?? target) === placeOf(target);
  if (alerts.to.length > 0 && alerts.urls.length === 0 && isOneWay)
    warn(
      "RELAY_ALERT_TO",
      "is reached over the same mail server as the team: an alert about that server does not arrive",
      "RELAY_ALERT_MAIL_URL=smtp://… of another mail server, or RELAY_ALERT_WEBHOOK=https://…",
    );
  if (desk !== null && controlPort === null)
    warn(
      desk.token === null ? "RELAY_DESK_LOGIN_HEADER" : "RELAY_CONTROL_TOKEN",
      "is set, and the desk is on the local socket alone",
      "RELAY_CONTROL_PORT=9091, which visitors cannot reach",
    );
  if (!isLoopback(host) && target.type === "maildir")
    warn(
      "RELAY_MAIL_URL",
      `names no mail server, and HOST ${host} can be reached from other machines: mails go to the folder ${target.dir} and reach nobody`,
      "RELAY_MAIL_URL=smtp://user:password@host:587; `eventsite-relay doctor` says what else is missing",
    );
  return warnings;
}

const placeOf = (target: MailTarget): string => (target.type === "smtp" ? target.host.toLowerCase() : target.dir);
