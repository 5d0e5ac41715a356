// Environment → RelayConfig. Every problem is reported at once, by variable, with what to write instead.
import { isLoopback, type ProxySetting } from "../client-address.ts";
import { FORM_NAMES } from "../contract.ts";
import { ConfigError, type ConfigProblem } from "../errors.ts";
import type { MailAddress } from "../mail/mail-message.ts";
import { type MailWords, OWN_WORDS } from "../mail/mail-words.ts";
import { ownDefinition } from "../mail/own-definition.ts";
import { LOG_LEVELS, type LogLevel } from "../operators/log.ts";
import { type GivenForms, readForms } from "../requests/read-forms.ts";
import { type AlertConfig, readAlerts } from "./alerts.ts";
import { type DkimKey, readBounceTo, readDkim } from "./deliverability.ts";
import { type DeskConfig, readDesk } from "./desk.ts";
import {
  type Environment,
  formOfVariable,
  type Given,
  type PER_FORM,
  type Report,
  readSocketPath,
  reportUnknown,
  type VariableName,
  withSecretFiles,
} from "./environment.ts";
import {
  type MailTarget,
  type PerForm,
  type RateLimit,
  readAddress,
  readAddresses,
  readDays,
  readKeys,
  readLimit,
  readMailTarget,
  readMailWords,
  readOrigins,
  readSender,
  readSiteUrl,
  readStore,
  readTrust,
  readWhole,
  type StoreTarget,
} from "./values.ts";
import { readWebhooks, type WebhookConfig } from "./webhooks.ts";

export type { MailTarget, RateLimit, StoreTarget };

export interface RelayConfig {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** The port that metrics and health have to themselves, at the same address; null where they are beside the call. */
  readonly controlPort: number | null;
  /** Null where there is none. */
  readonly desk: DeskConfig | null;
  readonly mail: {
    readonly target: MailTarget;
    readonly tls: "required" | "opportunistic" | "off";
    readonly from: MailAddress;
    readonly to: PerForm<readonly string[]>;
    /** The recipient of a mail to the team that its own mailbox refuses; null for none. */
    readonly fallback: string | null;
    /** Whether visitors get an acknowledgement. */
    readonly acknowledge: boolean;
    /** What mails are signed with; null where they are not. */
    readonly dkim: DkimKey | null;
    /** Where acknowledgements that do not arrive are reported to; null for the sender's address. */
    readonly bounceTo: string | null;
    /** What mails say, and who we are in them. */
    readonly words: MailWords;
  };
  /** Recipients of alerts. */
  readonly alerts: AlertConfig;
  /** Receivers of accepted requests. */
  readonly webhooks: WebhookConfig;
  /** A file of this relay alone, or a database that relays share. */
  readonly store: StoreTarget;
  /** Exact origins, such as "https://www.example.com". */
  readonly allowedOrigins: readonly string[];
  /** Any origin on this machine, on any port: only where the relay itself listens on loopback and no origin is given. */
  readonly allowLoopbackOrigins: boolean;
  /** Each is valid; empty where callers need none. */
  readonly publicKeys: readonly string[];
  /** With a slash at the end. Null where plain forms have no page to go to. */
  readonly siteUrl: string | null;
  /** So many proxies are in front of the relay, or the proxies' networks. */
  readonly trustProxy: ProxySetting;
  /** Null where there is none. */
  readonly limits: {
    readonly perClient: RateLimit | null;
    readonly perAddress: RateLimit | null;
    readonly overall: RateLimit | null;
  };
  /** What the site's forms ask. */
  readonly forms: GivenForms;
  /** Days until a submission is erased. */
  readonly retentionDays: PerForm<number>;
  /** The local socket of the command line. */
  readonly socketPath: string;
  readonly logLevel: LogLevel;
}

/** Rejects with ConfigError. A variable that is set to nothing counts as not set. */
export function readConfig(environment: Environment): RelayConfig {
  const problems: ConfigProblem[] = [];
  const report: Report = (variable, message, hint) => {
    problems.push({ variable, message, hint });
  };
  const env = withSecretFiles(environment, report);
  const given: Given = (name) => env[name]?.trim() || undefined;
  /** The variable's value read by `parse`, which gives null where it cannot be used. */
  const read = <Value>(
    name: VariableName,
    fallback: Value,
    parse: (text: string) => Value | null,
    hint: string,
  ): Value => {
    const text = given(name);
    if (text === undefined) return fallback;
    const value = parse(text);
    if (value !== null) return value;
    report(name, "the value cannot be used", hint);
    return fallback;
  };
  const oneOf = <Word extends string>(name: VariableName, fallback: Word, words: readonly Word[]): Word =>
    read<Word>(
      name,
      fallback,
      (text) => words.find((word) => word === text.toLowerCase()) ?? null,
      `one of ${words.join(", ")}`,
    );

  /** A setting's own value for each form that has one. */
  const perForm = <Value>(
    setting: (typeof PER_FORM)[number],
    general: Value,
    parse: (text: string) => Value | null,
    hint: string,
  ): PerForm<Value> => {
    const own = Object.keys(env).flatMap((name) => {
      const found = formOfVariable(name);
      const variable = name as VariableName;
      return found?.setting === setting && given(variable) !== undefined ? [[variable, found.form] as const] : [];
    });
    for (const [name, form] of own)
      if (forms.isRead && !knownForms.has(form))
        report(name, `is for a form "${form}", which there is not`, `the forms are ${[...knownForms].join(", ")}`);
    return { general, forms: Object.fromEntries(own.map(([name, form]) => [form, read(name, general, parse, hint)])) };
  };

  const limit = (name: VariableName, count: number, windowMs: number): RateLimit | null => {
    const value = read<RateLimit | "off">(name, { count, windowMs }, readLimit, LIMIT_HINT);
    return value === "off" ? null : value;
  };

  reportUnknown(env, report);
  const host = given("HOST") ?? "127.0.0.1";
  const target = read(
    "RELAY_MAIL_URL",
    MAILDIR,
    readMailTarget,
    "smtp://user:password@host:587, smtps://user:password@host:465 or maildir:DIR; a special character in a password is written as %40 for @",
  );
  const isSmtp = target.type === "smtp";
  for (const name of ["RELAY_MAIL_FROM", "RELAY_MAIL_TO"] as const)
    if (isSmtp && given(name) === undefined)
      report(
        name,
        "is not set, and mail is to go to a mail server",
        name === "RELAY_MAIL_FROM"
          ? "RELAY_MAIL_FROM='Evenhall <website@example.com>'"
          : "RELAY_MAIL_TO=team@example.com",
      );
  const words = readWords(given("RELAY_MAIL_WORDS"), report);
  const forms = readForms(given("RELAY_FORMS"), ownDefinition(words.words), report);
  const knownForms = new Set<string>([...FORM_NAMES, ...Object.keys(forms.first.forms)]);
  const team = read<readonly string[]>("RELAY_MAIL_TO", ["team@example.com"], readAddresses, ADDRESSES_HINT);
  const retention = read("RELAY_RETENTION_DAYS", 180, readDays, DAYS_HINT);
  const origins = read<readonly string[]>(
    "RELAY_ALLOWED_ORIGINS",
    [],
    readOrigins,
    "exact origins without a path, separated by commas: https://www.example.com,https://example.com",
  );
  const mayBeOpen = isLoopback(host);
  if (!mayBeOpen && given("RELAY_ALLOWED_ORIGINS") === undefined)
    report(
      "RELAY_ALLOWED_ORIGINS",
      `is not set, and HOST ${host} can be reached from other machines`,
      "the site's address: RELAY_ALLOWED_ORIGINS=https://www.example.com",
    );

  const readPort = (text: string) => readWhole(text, 0, 65_535);
  const port = read("PORT", 8787, readPort, PORT_HINT);
  const controlPort = read<number | null>("RELAY_CONTROL_PORT", null, readPort, PORT_HINT);
  if (controlPort === port && port !== 0)
    report("RELAY_CONTROL_PORT", `is ${port}, as PORT is`, "another port, which visitors cannot reach");

  const trustProxy = read<ProxySetting>(
    "RELAY_TRUST_PROXY",
    0,
    readTrust,
    "how many proxies are in front (0 to 10), or their networks: 10.0.0.0/8,192.168.1.7",
  );

  const from = read<MailAddress>(
    "RELAY_MAIL_FROM",
    { name: "Evenhall", address: "relay@example.com" },
    readSender,
    "one address of our own domain: Evenhall <website@example.com>",
  );
  const config: RelayConfig = {
    host,
    port,
    controlPort,
    desk: readDesk(given, trustProxy, report),
    mail: {
      target,
      tls: oneOf("RELAY_TLS", "required", ["required", "opportunistic", "off"]),
      from,
      dkim: readDkim(given, from.address, report),
      bounceTo: readBounceTo(given, report),
      to: perForm("RELAY_MAIL_TO", team, readAddresses, ADDRESSES_HINT),
      fallback: read<string | null>("RELAY_MAIL_FALLBACK", null, readAddress, "one address: backup@example.net"),
      acknowledge: oneOf("RELAY_ACKNOWLEDGE", "on", ["on", "off"]) === "on",
      ...words,
    },
    alerts: readAlerts(given, report),
    webhooks: readWebhooks(given, report),
    store: withPool(
      read<StoreTarget>("RELAY_STORE_URL", { type: "sqlite", path: ".eventsite/relay.db" }, readStore, STORE_HINT),
      read("RELAY_STORE_CONNECTIONS", 10, (text) => readWhole(text, 2, 100), "a number from 2 to 100"),
      read("RELAY_STORE_TIMEOUT", 5, (text) => readWhole(text, 1, 60), "seconds, from 1 to 60"),
    ),
    allowedOrigins: origins,
    allowLoopbackOrigins: mayBeOpen && given("RELAY_ALLOWED_ORIGINS") === undefined,
    publicKeys: read<readonly string[]>(
      "RELAY_PUBLIC_KEY",
      [],
      readKeys,
      "a key of plain characters without blanks; or up to 10 different ones, separated by commas",
    ),
    siteUrl: read<string | null>("RELAY_SITE_URL", null, readSiteUrl, "the site's address: https://www.example.com"),
    trustProxy,
    limits: {
      perClient: limit("RELAY_RATE_LIMIT", 20, 600_000),
      perAddress: limit("RELAY_RATE_LIMIT_ADDRESS", 10, 3_600_000),
      overall: limit("RELAY_RATE_LIMIT_OVERALL", 600, 600_000),
    },
    forms,
    retentionDays: perForm("RELAY_RETENTION_DAYS", retention, readDays, DAYS_HINT),
    socketPath: readSocketPath(env),
    logLevel: oneOf("LOG_LEVEL", "info", LOG_LEVELS),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The relay's own words where no file is named; every problem of a file by its path in it. */
function readWords(path: string | undefined, report: Report): Pick<RelayConfig["mail"], "words"> {
  if (path === undefined) return { words: OWN_WORDS };
  const read = readMailWords(path);
  for (const problem of read.problems)
    report(
      "RELAY_MAIL_WORDS",
      problem,
      "`npx eventsite mail-words` writes such a file; its shape is that of relay/mail/words.json, of which keys may be left out",
    );
  return {
    words: read.words ?? OWN_WORDS,
  };
}

const MAILDIR: MailTarget = { type: "maildir", dir: ".eventsite/mail" };
const ADDRESSES_HINT = "addresses separated by commas: events@example.com,sales@example.com";
const STORE_HINT =
  "sqlite:PATH, such as sqlite:/data/relay.db, or postgres://user:password@host/database with sslmode (disable, require, verify-ca, verify-full), sslrootcert and schema as parameters; a special character in a password is written as %40 for @";
const withPool = (store: StoreTarget, connections: number, seconds: number): StoreTarget =>
  store.type === "sqlite" ? store : { ...store, connections, timeoutMs: seconds * 1000 };
const PORT_HINT = "a number from 0 to 65535";
const DAYS_HINT = "a whole number of days from 1 to 3650";
const LIMIT_HINT = "so many in so long, such as 20/10m (s, m, h or d), or off";
