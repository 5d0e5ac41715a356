// Whether alerts would reach operators: who they are, over which routes, and whether its mail server takes them. Nothing is sent.
import { alertWarnings, type RelayConfig } from "../config/config.ts";
import { smtpSettings } from "../delivery/smtp-transport.ts";
import { checkMailServer } from "./check-mail-server.ts";
import { type Finding, ok, skipped, unwritable, warning } from "./finding.ts";

export async function checkAlerts({ alerts, mail }: Pick<RelayConfig, "alerts" | "mail">): Promise<Finding[]> {
  const { to, urls } = alerts;
  if (to.length + urls.length === 0)
    return [
      skipped(
        "alerts: recipients",
        "Nobody is alerted when something is wrong.",
        "set RELAY_ALERT_TO or RELAY_ALERT_WEBHOOK (relay/monitoring.md)",
      ),
    ];
  const warnings = alertWarnings(alerts, mail.target);
  const routes =
    warnings.length === 0
      ? [
          ok(
            "alerts: routes",
            `${[...to, ...urls.map((url) => new URL(url).host)].join(", ")}, not only over the team's mail server`,
          ),
        ]
      : warnings.map(({ message, hint }) => warning("alerts: routes", `${to.join(", ")} ${message}.`, hint));
  return [...routes, ...(await checkAlertMail({ alerts, mail }))];
}

/** The mail server of the team is looked at for itself. */
async function checkAlertMail({ alerts, mail }: Pick<RelayConfig, "alerts" | "mail">): Promise<Finding[]> {
  const { to, target } = alerts;
  if (target === null || to.length === 0) return [];
  if (target.type === "maildir") {
    const check = "alert mail: folder";
    return [unwritable(check, target.dir) ?? ok(check, `alerts go to the folder ${target.dir}`)];
  }
  const server = smtpSettings(target, mail.tls);
  const findings = await checkMailServer({ server, from: mail.from.address, recipients: to });
  const ours = (text: string) =>
    text.replaceAll("RELAY_MAIL_URL", "RELAY_ALERT_MAIL_URL").replaceAll("RELAY_MAIL_TO", "RELAY_ALERT_TO");
  return findings.map(({ check, status, message, hint }) => ({
    check: `alert ${check}`,
    status,
    message: ours(message),
    hint: hint && ours(hint),
  }));
}
