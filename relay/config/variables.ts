// Every variable, once: what a relay is without it, what it is for, how its text is read, and what to write instead.
// The configuration, its types, its errors and the manual's table come from here.
import * as z from "zod";
import { longestBounceLocal } from "../bounces/bounce-address.ts";
import { bounceAddress, emailAddress, senderValue, uniqueAddresses } from "./email-values.ts";
import { privateKey, siteDocument } from "./file-values.ts";
import { heloName, networks } from "./host-values.ts";
import { LOG_LEVELS } from "./log-levels.ts";
import { mailTarget, storeTarget } from "./targets.ts";
import { deskOrigin, origins, receivers, safeUrl, siteUrl } from "./url-values.ts";
import { listValue, matching, rateLimit, unique } from "./values.ts";

export interface Variable<Value> {
  /** What the manual says of a relay without it. */
  readonly without: string;
  /** Whether `without` is a text that is read as the variable's own would be. */
  readonly isRead: boolean;
  readonly meaning: string;
  /** Of its text. An issue without words of its own says no more than that the text cannot be used. */
  readonly schema: z.ZodType<Value>;
  /** What to write instead. */
  readonly hint: string;
  /** It can also be given as a file: `<NAME>_FILE` names one, as container engines mount them. */
  readonly isSecret: boolean;
}

/** Without a hint the meaning says it. */
type Described<Value> = [without: string, meaning: string, schema: z.ZodType<Value>, hint?: string];
type Kind<Value> = readonly [schema: z.ZodType<Value>, hint: string];

/** Has a value in any case. */
const set = <Value>(...[without, meaning, schema, hint = meaning]: Described<Value>): Variable<Value> => ({
  without,
  meaning,
  schema,
  hint,
  isRead: true,
  isSecret: false,
});
/** Null where it is not set. */
const none = <Value>(...described: Described<Value>): Variable<Value | null> => ({
  ...set<Value | null>(...described),
  isRead: false,
});
const secret = <Value>(variable: Variable<Value>): Variable<Value> => ({ ...variable, isSecret: true });
const secretOrNone = <Value>(...described: Described<Value>) => secret(none(...described));

const kind = <Value>(schema: z.ZodType<Value>, hint: string): Kind<Value> => [schema, hint];
const text = kind(z.string(), "a text");
const whole = (least: number, most: number, what = "a number") =>
  kind(
    matching(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.int().min(least).max(most)),
    `${what} from ${least} to ${most}`,
  );
const word = <Word extends string>(...words: readonly Word[]) =>
  kind(z.string().toLowerCase().pipe(z.enum(words)), `one of ${words.join(", ")}`);
const port = whole(0, 65_535);
const days = whole(1, 3650, "a whole number of days");
/** Null for none. */
const limit = kind(rateLimit, "so many in so long, such as 20/10m (s, m, h or d), or off");
const addresses = kind(
  listValue(emailAddress).transform(uniqueAddresses),
  "addresses separated by commas: events@example.com,sales@example.com",
);
const target = kind(
  mailTarget,
  "smtp://user:password@host:587, smtps://user:password@host:465 or maildir:DIR; a special character in a password is written as %40 for @",
);
const receiverList = kind(
  receivers,
  "https://crm.example.com/requests (http on this machine alone), without user, password and #; several are separated by commas, and a comma in an address is written as %2C",
);

const MOST_KEYS = 10;

export const VARIABLES = {
  HOST: set("127.0.0.1", "the address to listen on", ...text),
  PORT: set("8787", "the port to listen on; 0 lets the system choose", ...port),
  RELAY_CONTROL_PORT: none(
    "none: they are on RELAY_SOCKET",
    "a port for operators alone: metrics, the desk, commands and bounces, and health; 0 lets the system choose",
    ...port,
  ),
  RELAY_CONTROL_TOKEN: secretOrNone(
    "none",
    "what the office signs in with at the desk, and callers of commands and bounces send, at least 16 characters (desk.md)",
    z.string().min(16),
    "at least 16 characters, since fewer could be found by trying: `openssl rand -base64 24` makes one",
  ),
  RELAY_DESK_LOGIN_HEADER: none(
    "none",
    "the header in which a proxy says who has signed in, such as X-Forwarded-User; believed from networks of RELAY_TRUST_PROXY alone (desk.md)",
    matching(/^[a-z0-9-]+$/i).toLowerCase(),
  ),
  RELAY_DESK_URL: none(
    "none",
    "the address at which the office opens the desk through a proxy: https://desk.example.com",
    deskOrigin,
  ),
  RELAY_MAIL_URL: secret(
    set("maildir:.eventsite/mail", "where mail goes: smtp://user:pass@host:587, smtps://…, or maildir:DIR", ...target),
  ),
  RELAY_MAIL_FROM: set(
    "Website <relay@example.com>",
    "our own sender, `Name <address>`; needed with smtp",
    senderValue,
    "one address of our own domain: Your Company <website@example.com>",
  ),
  RELAY_MAIL_TO: set("team@example.com", "the team, a comma list; needed with smtp", ...addresses),
  "RELAY_MAIL_TO_<FORM>": none(
    "as RELAY_MAIL_TO",
    "the team for requests of one form, such as RELAY_MAIL_TO_VENUE",
    ...addresses,
  ),
  RELAY_MAIL_FALLBACK: none(
    "nobody",
    "one address that gets a mail to the team that its own mailbox refuses (monitoring.md)",
    emailAddress,
  ),
  RELAY_MAIL_HELO: none(
    "the machine's name if it has a dot, else the host of RELAY_SITE_URL, else the sender's domain",
    "what the relay calls itself to the mail server (EHLO), such as relay.example.com",
    heloName,
  ),
  RELAY_MAIL_CONNECTIONS: set(
    "4",
    "connections to the mail server for mails to the team, at most; visitors' mails and alerts have one each besides",
    ...whole(1, 50, "connections,"),
  ),
  RELAY_MAIL_RATE: none(
    "no limit",
    "how many mails this relay gives the mail server, at most, such as 30/1m (run.md)",
    ...limit,
  ),
  RELAY_MAIL_OAUTH_URL: none(
    "none: the password of RELAY_MAIL_URL",
    "where access tokens come from, for a mail server that takes OAuth 2.0 in place of passwords (run.md)",
    safeUrl,
    "the token endpoint, without user and password: https://login.microsoftonline.com/TENANT/oauth2/v2.0/token or https://oauth2.googleapis.com/token (http on this machine alone)",
  ),
  RELAY_MAIL_OAUTH_CLIENT_ID: none("none", "the relay's id there; needed with RELAY_MAIL_OAUTH_URL", ...text),
  RELAY_MAIL_OAUTH_CLIENT_SECRET: secretOrNone(
    "none",
    "its secret; needed with RELAY_MAIL_OAUTH_URL unless there is a refresh token",
    ...text,
  ),
  RELAY_MAIL_OAUTH_SCOPE: none(
    "none",
    "what the token is for, with client credentials, such as https://outlook.office365.com/.default",
    ...text,
  ),
  RELAY_MAIL_OAUTH_REFRESH_TOKEN: secretOrNone(
    "none: client credentials",
    "in place of client credentials: what the owner of the mailbox has permitted (Google)",
    ...text,
  ),
  RELAY_FORMS: none(
    "a trial: the sender's name, and the four forms of the call",
    "the site's document for its relay: its forms, the company's facts, the words of mails; its address, https://www.example.com/forms.json, or a file; needed with smtp (forms.md)",
    siteDocument,
    "the document on your own site, https://www.example.com/forms.json (http on this machine alone), or a file: `npx eventsite build` writes the same one to dist/forms.json",
  ),
  RELAY_DKIM_KEY: secretOrNone(
    "none: unsigned",
    "a private RSA key in PEM that mails are signed with (deliverability.md)",
    privateKey,
    "an RSA key of 1,024 bits at least: `openssl genrsa -out dkim.pem 2048` makes one; name the file in RELAY_DKIM_KEY_FILE (deliverability.md)",
  ),
  RELAY_DKIM_SELECTOR: none(
    "none",
    "the name of its public half in the DNS, such as relay1: NAME._domainkey.<the sender's domain>",
    matching(/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/i).toLowerCase(),
  ),
  RELAY_BOUNCE_TO: none(
    "the sender's address",
    "where acknowledgements that do not arrive are reported to: bounces@example.com (deliverability.md)",
    bounceAddress,
    `an address whose mailbox takes mail with a +suffix, at most ${longestBounceLocal} characters before the at sign: bounces@example.com`,
  ),
  RELAY_TLS: set(
    "required",
    "`required`, `opportunistic` or `off`, towards the mail server",
    ...word("required", "opportunistic", "off"),
  ),
  RELAY_ACKNOWLEDGE: set(
    "on",
    "`on` or `off`: an acknowledgement to the visitor",
    z.stringbool({ truthy: ["on"], falsy: ["off"] }),
  ),
  RELAY_TEAM_AUTOMATIC: set(
    "on",
    "`on` or `off`: whether mails to the team say in their headers that no person wrote them; `off` for help desks that drop such mails (deliverability.md)",
    z.stringbool({ truthy: ["on"], falsy: ["off"] }),
    "on or off",
  ),
  RELAY_STORE_URL: secret(
    set(
      "sqlite:.eventsite/relay.db",
      "where submissions are kept: sqlite:PATH, or postgres://user:password@host/database (postgresql.md)",
      storeTarget,
      "sqlite:PATH, such as sqlite:/data/relay.db, or postgres://user:password@host/database with sslmode (disable, require, verify-ca, verify-full), sslrootcert and schema as parameters; a special character in a password is written as %40 for @",
    ),
  ),
  RELAY_STORE_CONNECTIONS: set("10", "connections of a relay to PostgreSQL, at most", ...whole(2, 100)),
  RELAY_STORE_TIMEOUT: set("5", "seconds that a statement on PostgreSQL may take", ...whole(1, 60, "seconds,")),
  RELAY_ALERT_TO: none(
    "none",
    "operators who get a mail when something is wrong, a comma list (monitoring.md)",
    ...addresses,
  ),
  RELAY_ALERT_MAIL_URL: secretOrNone(
    "as RELAY_MAIL_URL",
    "the mail server of alerts, another one than RELAY_MAIL_URL",
    ...target,
  ),
  RELAY_ALERT_WEBHOOK: secretOrNone("none", "https addresses that get alerts, a comma list", ...receiverList),
  RELAY_WEBHOOK: secretOrNone(
    "none",
    "https addresses that get every accepted request, a comma list (forms.md)",
    ...receiverList,
  ),
  RELAY_WEBHOOK_SECRET: secretOrNone(
    "none",
    "what calls are signed with, 32 random bytes of `openssl rand -hex 32`; two, `new,old`, while one is replaced",
    listValue(z.string()).refine(({ length }) => length <= 2),
  ),
  RELAY_ALLOWED_ORIGINS: none(
    "any on this machine",
    "the sites that may call, as exact origins without a path, a comma list: https://www.example.com,https://example.com; needed unless HOST is loopback",
    origins,
  ),
  RELAY_PUBLIC_KEY: secretOrNone(
    "none",
    "the key that scripts must send, if any, or several while one takes the place of another, a comma list; forms of an allowed site need none",
    listValue(matching(/^[\x21-\x7e]+$/)).refine(
      (keys) => keys.length <= MOST_KEYS && keys.length === unique(keys).length,
    ),
    `a key of plain characters without blanks; or up to ${MOST_KEYS} different ones, separated by commas`,
  ),
  RELAY_SITE_URL: none(
    "none",
    "the site's address, https://www.example.com, for the pages that forms without script lead to",
    siteUrl,
  ),
  RELAY_TRUST_PROXY: set(
    "0",
    "proxies in front: how many (0 to 10), or their networks, a comma list: 10.0.0.0/8,192.168.1.7",
    z.union([whole(0, 10)[0], networks]),
  ),
  RELAY_RATE_LIMIT: set("20/10m", "new requests per client address; `off` for none", ...limit),
  RELAY_RATE_LIMIT_ADDRESS: set("10/1h", "new requests per email address; `off` for none", ...limit),
  RELAY_RATE_LIMIT_OVERALL: set(
    "600/10m",
    "new requests in all; `off` for none. What is held counts apart, under the same three limits",
    ...limit,
  ),
  RELAY_RETENTION_DAYS: set("180", "days until a submission is erased", ...days),
  "RELAY_RETENTION_DAYS_<FORM>": none(
    "as RELAY_RETENTION_DAYS",
    "the same for requests of one form, such as RELAY_RETENTION_DAYS_VENUE",
    ...days,
  ),
  RELAY_SOCKET: set(".eventsite/relay.sock", "the local socket of the command line", ...text),
  LOG_LEVEL: set("info", "`debug`, `info`, `warn`, `error` or `silent`", ...word(...LOG_LEVELS)),
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
