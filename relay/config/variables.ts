// Every variable, once: how its text is read, what it is without, what it is for, and whether it is a secret. The configuration, its types,
// its errors and the manual's table come from here.
import { longestBounceLocal } from "../mail/parse-bounce.ts";
import { LOG_LEVELS } from "../operators/log.ts";
import {
  readAddress,
  readAddresses,
  readBounceAddress,
  readDays,
  readDeskOrigin,
  readHeaderName,
  readKeys,
  readLimit,
  readMailTarget,
  readOrigins,
  readPrivateKey,
  readReceivers,
  readSecrets,
  readSelector,
  readSender,
  readSiteUrl,
  readStore,
  readToken,
  readTrust,
  readWhole,
} from "./values.ts";

/** How a text is read (null or UnusableError where it cannot be used), and what to write instead. */
interface Kind<Value> {
  readonly read: (text: string) => Value | null;
  readonly hint: string;
}

export interface Variable<Value> extends Kind<Exclude<Value, null>> {
  readonly meaning: string;
  /** What the manual says of a relay without it. */
  readonly without: string;
  /** Whether `without` is a text that is read as the variable's own would be. */
  readonly isRead: boolean;
  /** It can also be given as a file: `<NAME>_FILE` names one, as container engines mount them. */
  readonly isSecret: boolean;
}

const kind = <Value>(hint: string, read: (text: string) => Value | null): Kind<Value> => ({ read, hint });
/** Has a value in any case. */
const set = <Value>(without: string, given: Kind<Value>, meaning: string) =>
  ({ ...given, meaning, without, isRead: true, isSecret: false }) as Variable<Value>;
/** Null where it is not set. */
const none = <Value>(without: string, given: Kind<Value>, meaning: string) =>
  ({ ...given, meaning, without, isRead: false, isSecret: false }) as Variable<Value | null>;
const secret = <Value>(variable: Variable<Value>): Variable<Value> => ({ ...variable, isSecret: true });

const text = kind("a text", (given) => given);
const whole = (least: number, most: number, what = "a number") =>
  kind(`${what} from ${least} to ${most}`, (given) => readWhole(given, least, most));
const word = <Word extends string>(...words: readonly Word[]) =>
  kind(`one of ${words.join(", ")}`, (given) => words.find((each) => each === given.toLowerCase()) ?? null);
const port = whole(0, 65_535);
const days = kind("a whole number of days from 1 to 3650", readDays);
const limit = kind("so many in so long, such as 20/10m (s, m, h or d), or off", readLimit);
const addresses = kind("addresses separated by commas: events@example.com,sales@example.com", readAddresses);
const target = kind(
  "smtp://user:password@host:587, smtps://user:password@host:465 or maildir:DIR; a special character in a password is written as %40 for @",
  readMailTarget,
);
const receivers = kind(
  "https://crm.example.com/requests without user and password; several are separated by commas, and a comma in an address is written as %2C",
  readReceivers,
);

export const VARIABLES = {
  HOST: set("127.0.0.1", text, "the address to listen on"),
  PORT: set("8787", port, "the port to listen on; 0 lets the system choose"),
  RELAY_CONTROL_PORT: none(
    "none: they are on RELAY_SOCKET",
    port,
    "a port for operators alone: metrics, the desk, commands and bounces, and health; 0 lets the system choose",
  ),
  RELAY_CONTROL_TOKEN: secret(
    none(
      "none",
      kind("`openssl rand -base64 24` makes one", readToken),
      "what the office signs in with at the desk, and callers of commands and bounces send, at least 16 characters (desk.md)",
    ),
  ),
  RELAY_DESK_LOGIN_HEADER: none(
    "none",
    kind("X-Forwarded-User or Remote-User, as the proxy sets it", readHeaderName),
    "the header in which a proxy says who has signed in; believed from networks of RELAY_TRUST_PROXY alone (desk.md)",
  ),
  RELAY_DESK_URL: none(
    "none",
    kind("the address at which people open the desk: https://desk.example.com", readDeskOrigin),
    "the address at which the office opens the desk through a proxy: https://desk.example.com",
  ),
  RELAY_MAIL_URL: secret(
    set("maildir:.eventsite/mail", target, "where mail goes: smtp://user:pass@host:587, smtps://…, or maildir:DIR"),
  ),
  RELAY_MAIL_FROM: set(
    "Evenhall <relay@example.com>",
    kind("one address of our own domain: Evenhall <website@example.com>", readSender),
    "our own sender, `Name <address>`; needed with smtp",
  ),
  RELAY_MAIL_TO: set("team@example.com", addresses, "the team, a comma list; needed with smtp"),
  "RELAY_MAIL_TO_<FORM>": none(
    "as RELAY_MAIL_TO",
    addresses,
    "the team for requests of one form, such as RELAY_MAIL_TO_VENUE",
  ),
  RELAY_MAIL_FALLBACK: none(
    "nobody",
    kind("one address: backup@example.net", readAddress),
    "who gets a mail to the team that its own mailbox refuses (monitoring.md)",
  ),
  RELAY_MAIL_WORDS: none(
    "our own",
    text,
    "a JSON file with the words of the mails, as `eventsite mail-words` writes it",
  ),
  RELAY_FORMS: none(
    "the four forms as the relay knows them",
    text,
    "what the site's forms ask: a file, or the site's https://www.example.com/forms.json (forms.md)",
  ),
  RELAY_DKIM_KEY: secret(
    none(
      "none: unsigned",
      kind(
        "`openssl genrsa -out dkim.pem 2048` makes one; name the file in RELAY_DKIM_KEY_FILE (deliverability.md)",
        readPrivateKey,
      ),
      "a private RSA key in PEM that mails are signed with (deliverability.md)",
    ),
  ),
  RELAY_DKIM_SELECTOR: none(
    "none",
    kind("letters, digits, dots and dashes: relay1", readSelector),
    "the name of its public half in the DNS: NAME._domainkey.<the sender's domain>",
  ),
  RELAY_BOUNCE_TO: none(
    "the sender's address",
    kind(
      `an address whose mailbox takes mail with a +suffix, at most ${longestBounceLocal} characters before the at sign: bounces@example.com`,
      readBounceAddress,
    ),
    "where acknowledgements that do not arrive are reported to: bounces@example.com (deliverability.md)",
  ),
  RELAY_TLS: set(
    "required",
    word("required", "opportunistic", "off"),
    "`required`, `opportunistic` or `off`, towards the mail server",
  ),
  RELAY_ACKNOWLEDGE: set("on", word("on", "off"), "`on` or `off`: an acknowledgement to the visitor"),
  RELAY_STORE_URL: secret(
    set(
      "sqlite:.eventsite/relay.db",
      kind(
        "sqlite:PATH, such as sqlite:/data/relay.db, or postgres://user:password@host/database with sslmode (disable, require, verify-ca, verify-full), sslrootcert and schema as parameters; a special character in a password is written as %40 for @",
        readStore,
      ),
      "where submissions are kept: sqlite:PATH, or postgres://user:password@host/database (postgresql.md)",
    ),
  ),
  RELAY_STORE_CONNECTIONS: set("10", whole(2, 100), "connections of a relay to PostgreSQL, at most"),
  RELAY_STORE_TIMEOUT: set("5", whole(1, 60, "seconds,"), "seconds that a statement on PostgreSQL may take"),
  RELAY_ALERT_TO: none(
    "none",
    addresses,
    "operators who get a mail when something is wrong, a comma list (monitoring.md)",
  ),
  RELAY_ALERT_MAIL_URL: secret(
    none("as RELAY_MAIL_URL", target, "the mail server of alerts, another one than RELAY_MAIL_URL"),
  ),
  RELAY_ALERT_WEBHOOK: secret(none("none", receivers, "https addresses that get alerts, a comma list")),
  RELAY_WEBHOOK: secret(
    none("none", receivers, "https addresses that get every accepted request, a comma list (forms.md)"),
  ),
  RELAY_WEBHOOK_SECRET: secret(
    none(
      "none",
      kind("one, or the new and the old one: new,old", readSecrets),
      "what calls are signed with; two, `new,old`, while one is replaced",
    ),
  ),
  RELAY_ALLOWED_ORIGINS: none(
    "any on this machine",
    kind("exact origins without a path, separated by commas: https://www.example.com,https://example.com", readOrigins),
    "the sites that may call, a comma list; needed unless HOST is loopback",
  ),
  RELAY_PUBLIC_KEY: secret(
    none(
      "none",
      kind("a key of plain characters without blanks; or up to 10 different ones, separated by commas", readKeys),
      "the key that scripts must send, if any, or several while one takes the place of another, a comma list; forms of an allowed site need none",
    ),
  ),
  RELAY_SITE_URL: none(
    "none",
    kind("the site's address: https://www.example.com", readSiteUrl),
    "the site, for the pages that forms without script lead to",
  ),
  RELAY_TRUST_PROXY: set(
    "0",
    kind("how many proxies are in front (0 to 10), or their networks: 10.0.0.0/8,192.168.1.7", readTrust),
    "proxies in front: how many, or their networks, a comma list",
  ),
  RELAY_RATE_LIMIT: set("20/10m", limit, "new requests per client address; `off` for none"),
  RELAY_RATE_LIMIT_ADDRESS: set("10/1h", limit, "new requests per email address; `off` for none"),
  RELAY_RATE_LIMIT_OVERALL: set(
    "600/10m",
    limit,
    "new requests in all; `off` for none. What is held counts apart, under the same three limits",
  ),
  RELAY_RETENTION_DAYS: set("180", days, "days until a submission is erased"),
  "RELAY_RETENTION_DAYS_<FORM>": none(
    "as RELAY_RETENTION_DAYS",
    days,
    "the same for requests of one form, such as RELAY_RETENTION_DAYS_VENUE",
  ),
  RELAY_SOCKET: set(".eventsite/relay.sock", text, "the local socket of the command line"),
  LOG_LEVEL: set("info", word(...LOG_LEVELS), "`debug`, `info`, `warn`, `error` or `silent`"),
};
export type VariableName = keyof typeof VARIABLES;
export type ValueOf<Name extends VariableName> = (typeof VARIABLES)[Name] extends Variable<infer Value> ? Value : never;

/** Settings that a form may have of its own, under its name in capitals and with _ for each hyphen: RELAY_MAIL_TO_WEDDING_FAIR. */
const PER_FORM = ["RELAY_MAIL_TO_<FORM>", "RELAY_RETENTION_DAYS_<FORM>"] as const;

/** The setting and the form that a variable is for; null where it is for no form. */
export function formOfVariable(name: string) {
  if (Object.hasOwn(VARIABLES, name)) return null;
  const setting = PER_FORM.find((each) => name.startsWith(each.replace("<FORM>", "")));
  const form = name.slice((setting ?? "").length - "<FORM>".length);
  if (setting === undefined || !/^[A-Z][A-Z0-9_]{0,39}$/.test(form)) return null;
  return { setting, form: form.toLowerCase().replaceAll("_", "-") };
}
