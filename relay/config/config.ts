// Environment → RelayConfig. Every problem is reported at once, by variable, with what to write instead.

import { ConfigError, type ConfigProblem, type Report } from "../errors.ts";
import type { PerForm } from "../forms/per-form.ts";
import { isLoopback } from "../loopback.ts";
import { asciiAddress, domainOf } from "../text/email-address.ts";
import { OWN_DOCUMENT } from "../words/site-document.ts";
import { checkTogether } from "./check-together.ts";
import { type Environment, readEnvironment, textOf, withoutMark } from "./environment.ts";
import { heloNameOf, oauthOf } from "./mail-access.ts";
import { readPerForm } from "./per-form-setting.ts";
import { readValues, type Values } from "./read-values.ts";
import type { StoreTarget } from "./targets.ts";
import type { DkimKey } from "./values.ts";
import { VARIABLES } from "./variables.ts";

export type RelayConfig = ReturnType<typeof readConfig>;

/** Rejects with ConfigError. A variable that is set to nothing counts as not set. */
export function readConfig(environment: Environment) {
  const problems: ConfigProblem[] = [];
  const report: Report = (variable, message, hint) => void problems.push({ variable, message, hint });
  const texts = readEnvironment(environment, report);
  const values = readValues(texts, report);
  checkTogether(texts, values, report);
  const oauth = oauthOf(values, values.RELAY_MAIL_URL, report);
  const forms = knownFormsOf(texts, values);
  const to = readPerForm("RELAY_MAIL_TO", texts, values.RELAY_MAIL_TO, forms, report);
  const retentionDays = readPerForm("RELAY_RETENTION_DAYS", texts, values.RELAY_RETENTION_DAYS, forms, report);
  if (problems.length > 0) throw new ConfigError(problems);
  return configOf(values, { oauth, to, retentionDays });
}

/** Null where an address is asked for them when the relay has started, or the file that has them cannot be read. */
function knownFormsOf(texts: Environment, { RELAY_FORMS: given }: Values) {
  if (given !== null) return given.document?.forms ?? null;
  return textOf(texts, "RELAY_FORMS") === undefined ? OWN_DOCUMENT.forms : null;
}

/** What is made of more than one variable. */
interface Combined {
  readonly oauth: ReturnType<typeof oauthOf>;
  readonly to: PerForm<Values["RELAY_MAIL_TO"]>;
  readonly retentionDays: PerForm<Values["RELAY_RETENTION_DAYS"]>;
}

function configOf(values: Values, { oauth, to, retentionDays }: Combined) {
  const { RELAY_ALLOWED_ORIGINS: origins } = values;
  return {
    host: values.HOST,
    port: values.PORT,
    /** Of the operators' app, at the same address; null where that is on the local socket alone. */
    controlPort: values.RELAY_CONTROL_PORT,
    desk: deskOf(values),
    mail: mailOf(values, oauth, to),
    alerts: {
      to: values.RELAY_ALERT_TO ?? [],
      /** Null where alerts go as the mails do. */
      target: values.RELAY_ALERT_MAIL_URL,
      urls: values.RELAY_ALERT_WEBHOOK ?? [],
    },
    webhooks: { urls: values.RELAY_WEBHOOK ?? [], secrets: values.RELAY_WEBHOOK_SECRET ?? [] },
    store: withPool(values.RELAY_STORE_URL, values.RELAY_STORE_CONNECTIONS, values.RELAY_STORE_TIMEOUT),
    allowedOrigins: origins ?? [],
    /** Any origin on this machine, on any port: only where the relay itself listens on loopback and no origin is given. */
    allowLoopbackOrigins: isLoopback(values.HOST) && origins === null,
    /** Each is valid; empty where callers need none. */
    publicKeys: values.RELAY_PUBLIC_KEY ?? [],
    /** With a slash at the end. */
    siteUrl: values.RELAY_SITE_URL,
    trustProxy: values.RELAY_TRUST_PROXY,
    limits: {
      perClient: values.RELAY_RATE_LIMIT,
      perAddress: values.RELAY_RATE_LIMIT_ADDRESS,
      overall: values.RELAY_RATE_LIMIT_OVERALL,
    },
    forms: formsOf(values),
    retentionDays,
    socketPath: values.RELAY_SOCKET,
    logLevel: values.LOG_LEVEL,
  };
}

/** Null where nobody could sign in. */
function deskOf({ RELAY_CONTROL_TOKEN: token, RELAY_DESK_LOGIN_HEADER: loginHeader, RELAY_DESK_URL: origin }: Values) {
  return token === null && loginHeader === null ? null : { token, loginHeader, origin };
}

function mailOf(values: Values, oauth: Combined["oauth"], to: Combined["to"]) {
  const { RELAY_MAIL_FROM: from } = values;
  return {
    target: values.RELAY_MAIL_URL,
    tls: values.RELAY_TLS,
    helo: heloNameOf(values.RELAY_MAIL_HELO, values.RELAY_SITE_URL, from.address),
    /** In place of a password; null where there is one, or no login. */
    oauth,
    connections: values.RELAY_MAIL_CONNECTIONS,
    /** Null where mails go as fast as they can. */
    rate: values.RELAY_MAIL_RATE,
    from,
    to,
    fallback: values.RELAY_MAIL_FALLBACK,
    acknowledge: values.RELAY_ACKNOWLEDGE,
    teamAutomatic: values.RELAY_TEAM_AUTOMATIC,
    dkim: dkimOf(values),
    bounceTo: values.RELAY_BOUNCE_TO,
  };
}

/** Null where mails are not signed. */
function dkimOf(values: Values): DkimKey | null {
  const { RELAY_DKIM_KEY: privateKey, RELAY_DKIM_SELECTOR: selector, RELAY_MAIL_FROM: from } = values;
  if (privateKey === null || selector === null) return null;
  return { domain: domainOf(asciiAddress(from.address)), selector, privateKey };
}

function formsOf({ RELAY_FORMS: given, RELAY_MAIL_URL: mail }: Values) {
  return {
    /** The path or address of the site's document; null where there is none. */
    place: given?.place ?? null,
    isAddress: given !== null && given.document === null,
    /** What holds until the address has answered. */
    first: given?.document ?? OWN_DOCUMENT,
    /** Real people get these mails: they are never sent in another name than the company's. */
    needsCompany: mail.type === "smtp",
  };
}

const withPool = (store: StoreTarget, connections: number, seconds: number): StoreTarget =>
  store.type === "sqlite" ? store : { ...store, connections, timeoutMs: seconds * 1000 };

/** Where the command line finds the running relay; all that it needs of the configuration. */
export const readSocketPath = (environment: Environment): string =>
  textOf(withoutMark(environment), "RELAY_SOCKET") ?? VARIABLES.RELAY_SOCKET.without;
