// Whether alerts would reach operators: who they are, over which routes, and whether its mail server takes them. Nothing is sent.
import { alertWarnings, type RelayConfig } from "../config/config.ts";
import { smtpSettings } from "../delivery/smtp-transport.ts";
import { checkMailServer } from "./check-mail-server.ts";
import { type Finding, finding, findings, ok, skipped, unwritable, warning } from "./finding.ts";

type Parts = Pick<RelayConfig, "alerts" | "mail">;

export async function checkAlerts({ alerts, mail }: Parts): Promise<Finding[]> {
  const { to, urls } = alerts;
  if (to.length + urls.length === 0) {
    const hint = "set RELAY_ALERT_TO or RELAY_ALERT_WEBHOOK (relay/monitoring.md)";
    return findings({ "alerts: recipients": skipped("Nobody is alerted when something is wrong.", hint) });
  }
  const all = [...to, ...urls.map((url) => new URL(url).host)].join(", ");
  const warnings = alertWarnings(alerts, mail.target);
  const routes = warnings.map(({ message, hint }) => warning(`${to.join(", ")} ${message}.`, hint));
  if (warnings.length === 0) routes.push(ok(`${all}, not only over the team's mail server`));
  return [...routes.map((each) => finding("alerts: routes", each)), ...(await checkAlertMail({ alerts, mail }))];
}

/** The mail server of the team is looked at for itself. */
async function checkAlertMail({ alerts: { to, target }, mail }: Parts): Promise<Finding[]> {
  if (target === null || to.length === 0) return [];
  if (target.type === "maildir")
    return findings({ "alert mail: folder": unwritable(target.dir) ?? ok(`alerts go to the folder ${target.dir}`) });
  const server = smtpSettings(target, mail.tls);
  const found = await checkMailServer({ server, from: mail.from.address, recipients: to });
  const ours = (text: string) =>
    text.replaceAll("RELAY_MAIL_URL", "RELAY_ALERT_MAIL_URL").replaceAll("RELAY_MAIL_TO", "RELAY_ALERT_TO");
  return found.map(({ check, status, message, hint }) => ({
    check: `alert ${check}`,
    status,
    message: ours(message),
    hint: hint && ours(hint),
  }));
}
