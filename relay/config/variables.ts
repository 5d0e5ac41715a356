// Every variable, once: its kind, what it is without, and what it is for. The configuration, its types, its errors and the manual's table come
// from here.
import { LOG_LEVELS } from "../operators/log.ts";
import * as kinds from "./values.ts";

export interface Variable<Value> extends kinds.Kind<Value> {
  readonly meaning: string;
  /** What the manual says of a relay without it. */
  readonly without: string;
  /** Whether `without` is a text that is read as the variable's own would be. */
  readonly isRead: boolean;
}

/** Has a value in any case. */
const set = <Value>(without: string, kind: kinds.Kind<Value>, meaning: string): Variable<Value> => ({
  ...{ ...kind, without, meaning },
  isRead: true,
});
/** Null where it is not set. */
const none = <Value>(without: string, kind: kinds.Kind<Value>, meaning: string): Variable<Value | null> => ({
  ...{ ...kind, without, meaning },
  isRead: false,
});

export const VARIABLES = {
  HOST: set("127.0.0.1", kinds.text, "the address to listen on"),
  PORT: set("8787", kinds.port, "the port to listen on; 0 lets the system choose"),
  RELAY_CONTROL_PORT: none(
    "none: they are on RELAY_SOCKET",
    kinds.port,
    "a port for operators alone: metrics, the desk, commands and bounces, and health; 0 lets the system choose",
  ),
  RELAY_CONTROL_TOKEN: none(
    "none",
    kinds.token,
    "what the office signs in with at the desk, and callers of commands and bounces send, at least 16 characters (desk.md)",
  ),
  RELAY_DESK_LOGIN_HEADER: none(
    "none",
    kinds.headerName,
    "the header in which a proxy says who has signed in; believed from networks of RELAY_TRUST_PROXY alone (desk.md)",
  ),
  RELAY_DESK_URL: none(
    "none",
    kinds.deskOrigin,
    "the address at which the office opens the desk through a proxy: https://desk.example.com",
  ),
  RELAY_MAIL_URL: set(
    "maildir:.eventsite/mail",
    kinds.mailTarget,
    "where mail goes: smtp://user:pass@host:587, smtps://…, or maildir:DIR",
  ),
  RELAY_MAIL_FROM: set(
    "Evenhall <relay@example.com>",
    kinds.sender,
    "our own sender, `Name <address>`; needed with smtp",
  ),
  RELAY_MAIL_TO: set("team@example.com", kinds.addresses, "the team, a comma list; needed with smtp"),
  "RELAY_MAIL_TO_<FORM>": none(
    "as RELAY_MAIL_TO",
    kinds.addresses,
    "the team for requests of one form, such as RELAY_MAIL_TO_VENUE",
  ),
  RELAY_MAIL_FALLBACK: none(
    "nobody",
    kinds.address,
    "who gets a mail to the team that its own mailbox refuses (monitoring.md)",
  ),
  RELAY_MAIL_WORDS: none(
    "our own",
    kinds.mailWords,
    "a JSON file with the words of the mails, as `eventsite mail-words` writes it",
  ),
  RELAY_FORMS: none(
    "the four forms as the relay knows them",
    kinds.text,
    "what the site's forms ask: a file, or the site's https://www.example.com/forms.json (forms.md)",
  ),
  RELAY_DKIM_KEY: none(
    "none: unsigned",
    kinds.privateKey,
    "a private RSA key in PEM that mails are signed with (deliverability.md)",
  ),
  RELAY_DKIM_SELECTOR: none(
    "none",
    kinds.selector,
    "the name of its public half in the DNS: NAME._domainkey.<the sender's domain>",
  ),
  RELAY_BOUNCE_TO: none(
    "the sender's address",
    kinds.bounceAddress,
    "where acknowledgements that do not arrive are reported to: bounces@example.com (deliverability.md)",
  ),
  RELAY_TLS: set(
    "required",
    kinds.word("required", "opportunistic", "off"),
    "`required`, `opportunistic` or `off`, towards the mail server",
  ),
  RELAY_ACKNOWLEDGE: set("on", kinds.onOrOff, "`on` or `off`: an acknowledgement to the visitor"),
  RELAY_STORE_URL: set(
    "sqlite:.eventsite/relay.db",
    kinds.store,
    "where submissions are kept: sqlite:PATH, or postgres://user:password@host/database (postgresql.md)",
  ),
  RELAY_STORE_CONNECTIONS: set("10", kinds.whole(2, 100), "connections of a relay to PostgreSQL, at most"),
  RELAY_STORE_TIMEOUT: set("5", kinds.whole(1, 60, "seconds,"), "seconds that a statement on PostgreSQL may take"),
  RELAY_ALERT_TO: none(
    "none",
    kinds.addresses,
    "operators who get a mail when something is wrong, a comma list (monitoring.md)",
  ),
  RELAY_ALERT_MAIL_URL: none(
    "as RELAY_MAIL_URL",
    kinds.mailTarget,
    "the mail server of alerts, another one than RELAY_MAIL_URL",
  ),
  RELAY_ALERT_WEBHOOK: none("none", kinds.receivers, "https addresses that get alerts, a comma list"),
  RELAY_WEBHOOK: none(
    "none",
    kinds.receivers,
    "https addresses that get every accepted request, a comma list (forms.md)",
  ),
  RELAY_WEBHOOK_SECRET: none(
    "none",
    kinds.secrets,
    "what calls are signed with; two, `new,old`, while one is replaced",
  ),
  RELAY_ALLOWED_ORIGINS: none(
    "any on this machine",
    kinds.origins,
    "the sites that may call, a comma list; needed unless HOST is loopback",
  ),
  RELAY_PUBLIC_KEY: none(
    "none",
    kinds.publicKeys,
    "the key that scripts must send, if any, or several while one takes the place of another, a comma list; forms of an allowed site need none",
  ),
  RELAY_SITE_URL: none("none", kinds.siteUrl, "the site, for the pages that forms without script lead to"),
  RELAY_TRUST_PROXY: set("0", kinds.proxies, "proxies in front: how many, or their networks, a comma list"),
  RELAY_RATE_LIMIT: set("20/10m", kinds.limit, "new requests per client address; `off` for none"),
  RELAY_RATE_LIMIT_ADDRESS: set("10/1h", kinds.limit, "new requests per email address; `off` for none"),
  RELAY_RATE_LIMIT_OVERALL: set(
    "600/10m",
    kinds.limit,
    "new requests in all; `off` for none. What is held counts apart, under the same three limits",
  ),
  RELAY_RETENTION_DAYS: set("180", kinds.days, "days until a submission is erased"),
  "RELAY_RETENTION_DAYS_<FORM>": none(
    "as RELAY_RETENTION_DAYS",
    kinds.days,
    "the same for requests of one form, such as RELAY_RETENTION_DAYS_VENUE",
  ),
  RELAY_SOCKET: set(".eventsite/relay.sock", kinds.text, "the local socket of the command line"),
  LOG_LEVEL: set("info", kinds.word(...LOG_LEVELS), "`debug`, `info`, `warn`, `error` or `silent`"),
};
export type VariableName = keyof typeof VARIABLES;
export type ValueOf<Name extends VariableName> = (typeof VARIABLES)[Name] extends Variable<infer Value> ? Value : never;

/** Settings that a form may have of its own, under its name in capitals and with _ for each hyphen: RELAY_MAIL_TO_WEDDING_FAIR. */
const PER_FORM = ["RELAY_MAIL_TO", "RELAY_RETENTION_DAYS"] as const;
export type FormSetting = (typeof PER_FORM)[number];

/** The setting and the form that a variable is for; null where it is for no form. */
export function formOfVariable(name: string) {
  const setting = PER_FORM.find((each) => name.startsWith(`${each}_`));
  const form = name.slice((setting ?? "").length + 1);
  if (setting === undefined || !/^[A-Z][A-Z0-9_]{0,39}$/.test(form)) return null;
  return { setting, form: form.toLowerCase().replaceAll("_", "-") };
}

export const variableOfForm = (setting: FormSetting, form: string): string =>
  `${setting}_${form.toUpperCase().replaceAll("-", "_")}`;
