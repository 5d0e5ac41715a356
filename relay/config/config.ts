// Environment → RelayConfig. Every problem is reported at once, by variable, with what to write instead.

import { readFileSync } from "node:fs";
import { ConfigError, type ConfigProblem, type Report } from "../errors.ts";
import { isKnownForm, knownForms } from "../forms/known-forms.ts";
import type { PerForm } from "../forms/per-form.ts";
import { isLoopback } from "../loopback.ts";
import { asciiAddress, domainOf } from "../text/email-address.ts";
import { OWN_DOCUMENT } from "../words/site-document.ts";
import { heloNameOf, oauthOf } from "./mail-access.ts";
import type { StoreTarget } from "./targets.ts";
import type { DkimKey } from "./values.ts";
import {
  type FormSetting,
  formOfVariable,
  VARIABLES,
  type ValueOf,
  type Variable,
  type VariableName,
} from "./variables.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export type RelayConfig = ReturnType<typeof readConfig>;

/** Rejects with ConfigError. A variable that is set to nothing counts as not set. */
export function readConfig(environment: Environment) {
  const problems: ConfigProblem[] = [];
  const report: Report = (variable, message, hint) => void problems.push({ variable, message, hint });
  const env = withSecretFiles(withoutMark(environment), report);
  reportUnknown(env, report);
  const isSet = (name: VariableName) => Boolean(env[name]?.trim());
  const values = readValues(env, report);
  const host = values.HOST;
  const isOpen = !isLoopback(host);
  const given = values.RELAY_FORMS;
  const first = given?.document ?? OWN_DOCUMENT;

  const isMailed = values.RELAY_MAIL_URL.type === "smtp";
  const isCalling = isSet("RELAY_WEBHOOK") || isSet("RELAY_ALERT_WEBHOOK");
  const needed: readonly (readonly [name: VariableName, isNeeded: boolean, why: string])[] = [
    ["RELAY_MAIL_FROM", isMailed, "mail is to go to a mail server"],
    ["RELAY_MAIL_TO", isMailed, "mail is to go to a mail server"],
    ["RELAY_FORMS", isMailed, "mail is to go to a mail server: nothing else says which company it is from"],
    ["RELAY_ALLOWED_ORIGINS", isOpen, `HOST ${host} can be reached from other machines`],
    ["RELAY_ALERT_TO", isSet("RELAY_ALERT_MAIL_URL"), "alerts are to go by mail"],
    ["RELAY_WEBHOOK_SECRET", isCalling, "receivers know a call of this relay by its signature"],
    ["RELAY_DKIM_KEY", isSet("RELAY_DKIM_SELECTOR"), "RELAY_DKIM_SELECTOR is"],
    ["RELAY_DKIM_SELECTOR", isSet("RELAY_DKIM_KEY"), "RELAY_DKIM_KEY is"],
  ];
  // What is wrong with a file that has the value was reported with the file.
  for (const [name, isNeeded, why] of needed)
    if (isNeeded && !isSet(name) && !env[`${name}_FILE`]?.trim())
      report(name, `is not set, and ${why}`, VARIABLES[name].hint);
  if (isMailed && given?.document?.company === null)
    report("RELAY_FORMS", `${given.place} has no "company", and mail is to go to a mail server`, COMPANY_HINT);
  if (values.RELAY_CONTROL_PORT === values.PORT && values.PORT !== 0)
    report("RELAY_CONTROL_PORT", `is ${values.PORT}, as PORT is`, "another port, which visitors cannot reach");
  if (values.RELAY_DESK_LOGIN_HEADER !== null && typeof values.RELAY_TRUST_PROXY === "number")
    report(
      "RELAY_DESK_LOGIN_HEADER",
      "is believed from proxies that RELAY_TRUST_PROXY names by their networks alone, and it gives a number",
      "RELAY_TRUST_PROXY=10.0.0.0/8, or the proxy's address",
    );

  const isFirstKnown = given === null ? !isSet("RELAY_FORMS") : given.document !== null;
  /** A setting's own value for each form that has one; an address is asked for the forms when the relay has started. */
  const perForm = <Value>(setting: FormSetting, general: Value): PerForm<Value> => {
    const own = Object.keys(env).flatMap((name) => {
      const found = formOfVariable(name);
      if (found?.setting !== setting || !env[name]?.trim()) return [];
      if (isFirstKnown && !isKnownForm(first.forms, found.form))
        report(
          name,
          `is for a form "${found.form}", which there is not`,
          `one of ${knownForms(first.forms).join(", ")}`,
        );
      const value = readValue(env, name, VARIABLES[`${setting}_<FORM>`], report) as Value | null;
      return [[found.form, value ?? general] as const];
    });
    return { general, forms: Object.fromEntries(own) };
  };
  const { RELAY_CONTROL_TOKEN: token, RELAY_DESK_LOGIN_HEADER: loginHeader } = values;
  const { RELAY_DKIM_KEY: privateKey, RELAY_DKIM_SELECTOR: selector, RELAY_MAIL_FROM: from } = values;
  const domain = domainOf(asciiAddress(from.address));
  const dkim: DkimKey | null = privateKey === null || selector === null ? null : { domain, selector, privateKey };
  const oauth = oauthOf(values, values.RELAY_MAIL_URL, report);
  const to = perForm("RELAY_MAIL_TO", values.RELAY_MAIL_TO);
  const retentionDays = perForm("RELAY_RETENTION_DAYS", values.RELAY_RETENTION_DAYS);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    host,
    port: values.PORT,
    /** Of the operators' app, at the same address; null where that is on the local socket alone. */
    controlPort: values.RELAY_CONTROL_PORT,
    /** Null where nobody could sign in. */
    desk: token === null && loginHeader === null ? null : { token, loginHeader, origin: values.RELAY_DESK_URL },
    mail: {
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
      dkim,
      bounceTo: values.RELAY_BOUNCE_TO,
    },
    alerts: {
      to: values.RELAY_ALERT_TO ?? [],
      /** Null where alerts go as the mails do. */
      target: values.RELAY_ALERT_MAIL_URL,
      urls: values.RELAY_ALERT_WEBHOOK ?? [],
    },
    webhooks: { urls: values.RELAY_WEBHOOK ?? [], secrets: values.RELAY_WEBHOOK_SECRET ?? [] },
    store: withPool(values.RELAY_STORE_URL, values.RELAY_STORE_CONNECTIONS, values.RELAY_STORE_TIMEOUT),
    allowedOrigins: values.RELAY_ALLOWED_ORIGINS ?? [],
    /** Any origin on this machine, on any port: only where the relay itself listens on loopback and no origin is given. */
    allowLoopbackOrigins: !isOpen && !isSet("RELAY_ALLOWED_ORIGINS"),
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
    forms: {
      /** The path or address of the site's document; null where there is none. */
      place: given?.place ?? null,
      isAddress: given !== null && given.document === null,
      /** What holds until the address has answered. */
      first,
      /** Real people get these mails: they are never sent in another name than the company's. */
      needsCompany: isMailed,
    },
    retentionDays,
    socketPath: values.RELAY_SOCKET,
    logLevel: values.LOG_LEVEL,
  };
}

/** What to do about a site's document without facts of the company. */
const COMPANY_HINT =
  'the site publishes them in /forms.json, and `npx eventsite build` writes it to dist/forms.json; in a document by hand: "company": { "name", "email", "address" } (relay/docs/forms.md)';

type Values = { readonly [Name in VariableName]: ValueOf<Name> };

const readValues = (env: Environment, report: Report): Values =>
  Object.fromEntries(
    Object.entries(VARIABLES).map(([name, variable]) => [name, readValue(env, name, variable, report)]),
  ) as Values;

function readValue(env: Environment, name: string, variable: Variable<unknown>, report: Report): unknown {
  const { schema, hint, without, isRead } = variable;
  const text = env[name]?.trim();
  if (text && isQuoted(text)) report(name, QUOTED, WITHOUT_QUOTES);
  else if (text) {
    const { success, data, error } = schema.safeParse(text, { error: () => "the value cannot be used" });
    if (success) return data;
    for (const message of new Set(error.issues.map((issue) => issue.message))) report(name, message, hint);
  }
  return isRead ? schema.parse(without) : null;
}

function withSecretFiles(env: Environment, report: Report): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (isQuoted(file)) report(`${name}_FILE`, QUOTED, WITHOUT_QUOTES);
    if (env[name]?.trim()) report(`${name}_FILE`, `is set beside ${name}`, "set one of the two");
    // What is missing is the file; problems with its value are reported when it is there.
    read[name] = "";
    if (isQuoted(file)) continue;
    try {
      read[name] = readFileSync(file, "utf8").trim();
      // A file that is just being replaced must not pass for a secret that is not wanted.
      if (read[name] === "") report(`${name}_FILE`, "names a file that is empty", `write the value of ${name} into it`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      report(`${name}_FILE`, `names a file that cannot be read (${code})`, "a file that the relay's user may read");
    }
  }
  return { ...env, ...read };
}

/** `docker --env-file` and others, which are no shell, pass them on. */
const isQuoted = (text: string): boolean => /^(["'`]).*\1$|^[“„«‘].*[”“»’]$/s.test(text) && text.length > 1;
const QUOTED = "is in quotation marks, which are passed on as a part of the value";
const WITHOUT_QUOTES = "write the value without them: an env file is not read by a shell";

/** An editor may begin a file with a byte order mark, which then begins the name of its first variable. */
const withoutMark = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).map(([name, value]) => [name.replace(/^\uFEFF/, ""), value]));

const SECRETS = Object.entries(VARIABLES).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));

/** What Kubernetes sets in every container beside a service called "relay". */
const FROM_KUBERNETES = /^RELAY_(?:SERVICE|PORT)(?:_|$)/;

/** A misspelt variable would otherwise be a setting that silently does nothing. */
function reportUnknown(env: Environment, report: Report): void {
  const known = new Set<string>([...Object.keys(VARIABLES), ...SECRETS.map((name) => `${name}_FILE`)]);
  const names = Object.keys(VARIABLES).filter((each) => each.startsWith("RELAY_"));
  for (const name of Object.keys(env))
    if (name.startsWith("RELAY_") && !known.has(name) && !FROM_KUBERNETES.test(name) && formOfVariable(name) === null)
      report(name, "is no variable of the relay", `the variables are ${names.join(", ")}`);
}

const withPool = (store: StoreTarget, connections: number, seconds: number): StoreTarget =>
  store.type === "sqlite" ? store : { ...store, connections, timeoutMs: seconds * 1000 };

/** Where the command line finds the running relay; all that it needs of the configuration. */
export const readSocketPath = (env: Environment): string =>
  withoutMark(env).RELAY_SOCKET?.trim() || VARIABLES.RELAY_SOCKET.without;
