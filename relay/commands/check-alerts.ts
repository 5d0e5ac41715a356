// Whether alerts would reach operators: who they are, over which routes, and whether these can be reached. Nothing is sent.

import { connect as connectPlainly } from "node:net";
import { connect } from "node:tls";
import type { RelayConfig } from "../config/config.ts";
import { alertWarnings } from "../config/config.ts";
import { checkMailServer } from "./check-mail-server.ts";
import { type Finding, failed, ok, skipped, unwritable, warning } from "./finding.ts";

export async function checkAlerts(
  { alerts, mail }: Pick<RelayConfig, "alerts" | "mail">,
  now: number,
): Promise<Finding[]> {
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
  const found = await Promise.all([checkAlertMail({ alerts, mail }, now), checkReceivers("alert webhook", urls)]);
  return [...routes, ...found.flat()];
}

/** The mail server of the team is looked at for itself. */
async function checkAlertMail({ alerts, mail }: Pick<RelayConfig, "alerts" | "mail">, now: number): Promise<Finding[]> {
  const { to, target } = alerts;
  if (target === null || to.length === 0) return [];
  if (target.type === "maildir") {
    const check = "alert mail: folder";
    return [unwritable(check, target.dir) ?? ok(check, `alerts go to the folder ${target.dir}`)];
  }
  const { host, port, implicitTls: isSecure, user, password } = target;
  const server = { host, port, isSecure, user, password, tls: mail.tls };
  const findings = await checkMailServer({ server, from: mail.from.address, recipients: to, now });
  const ours = (text: string) =>
    text.replaceAll("RELAY_MAIL_URL", "RELAY_ALERT_MAIL_URL").replaceAll("RELAY_MAIL_TO", "RELAY_ALERT_TO");
  return findings
    .filter(({ check }) => !/: (?:size|international addresses)$/.test(check))
    .map((one) => ({
      ...one,
      check: `alert ${one.check}`,
      message: ours(one.message),
      hint: one.hint === null ? null : ours(one.hint),
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

function reach(url: URL): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isSecure = url.protocol === "https:";
  const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
  const options = { host, port };
  return new Promise((resolve, reject) => {
    const socket = isSecure
      ? connect({ ...options, ...(/[a-z]/i.test(host) && !host.includes(":") ? { servername: host } : {}) })
      : connectPlainly(options);
    const end = (error?: Error) => {
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.setTimeout(TIMEOUT_MS, () => end(Object.assign(new Error("too slow"), { code: "ETIMEDOUT" })));
    socket.once("error", end);
    socket.once(isSecure ? "secureConnect" : "connect", () => end());
  });
}
