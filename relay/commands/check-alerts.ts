// Whether alerts would reach operators: who they are, over which routes, and whether these can be reached. Nothing is sent.

import { once } from "node:events";
import { connect, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { RelayConfig } from "../config/config.ts";
import { alertWarnings } from "../config/config.ts";
import { smtpSettings } from "../delivery/smtp-transport.ts";
import { checkMailServer } from "./check-mail-server.ts";
import { type Finding, failed, ok, skipped, unwritable, warning } from "./finding.ts";

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
  const found = await Promise.all([checkAlertMail({ alerts, mail }), checkReceivers("alert webhook", urls)]);
  return [...routes, ...found.flat()];
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

const TIMEOUT_MS = 5000;

/** `what`: "webhook" or "alert webhook". Messages name the host alone: the rest of an address may be secret. */
export const checkReceivers = (what: string, urls: readonly string[]): Promise<Finding[]> =>
  Promise.all(
    urls.map(async (text) => {
      const url = new URL(text);
      const check = `${what}: ${url.host}`;
      try {
        await reach(url);
        return ok(check, url.protocol === "https:" ? "reached, certificate believed; nothing was sent" : "reached");
      } catch (error) {
        const code = String((error as NodeJS.ErrnoException).code ?? "");
        return failed(check, `It cannot be called (${code || "unknown"}).`, HINTS[code] ?? HINT);
      }
    }),
  );

const HINT = "check the address, the receiver and its certificate; calls wait meanwhile, for five days";
const HINTS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not found: check the address",
};

async function reach({ hostname, port, protocol }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "https:";
  const socket = isSecure
    ? connectTls({ host, port: Number(port || 443), ...(isIP(host) ? {} : { servername: host }) })
    : connect(Number(port || 80), host);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" })));
  try {
    await once(socket, isSecure ? "secureConnect" : "connect");
  } finally {
    socket.destroy();
  }
}
