// What operators set: the variables, the files that hold secrets in their place, and names that are none.
import { readFileSync } from "node:fs";

/** Every variable with what it is for and its default; the README's table is held to this list. */
export const variables = {
  HOST: ["the address to listen on", "127.0.0.1"],
  PORT: ["the port to listen on; 0 lets the system choose", "8787"],
  RELAY_CONTROL_PORT: [
    "a port for operators alone: metrics, the desk, commands and bounces, and health; 0 lets the system choose",
    "none: they are on RELAY_SOCKET",
  ],
  RELAY_CONTROL_TOKEN: [
    "what the office signs in with at the desk, and callers of commands and bounces send, at least 16 characters (desk.md)",
    "none",
  ],
  RELAY_DESK_LOGIN_HEADER: [
    "the header in which a proxy says who has signed in; believed from networks of RELAY_TRUST_PROXY alone (desk.md)",
    "none",
  ],
  RELAY_DESK_URL: ["the address at which the office opens the desk through a proxy: https://desk.example.com", "none"],
  RELAY_MAIL_URL: ["where mail goes: smtp://user:pass@host:587, smtps://…, or maildir:DIR", "maildir:.eventsite/mail"],
  RELAY_MAIL_FROM: ["our own sender, `Name <address>`; needed with smtp", "Evenhall <relay@example.com>"],
  RELAY_MAIL_TO: ["the team, a comma list; needed with smtp", "team@example.com"],
  "RELAY_MAIL_TO_<FORM>": ["the team for requests of one form, such as RELAY_MAIL_TO_VENUE", "as RELAY_MAIL_TO"],
  RELAY_MAIL_FALLBACK: ["who gets a mail to the team that its own mailbox refuses (monitoring.md)", "nobody"],
  RELAY_MAIL_WORDS: ["a JSON file with the words of the mails, as `eventsite mail-words` writes it", "our own"],
  RELAY_FORMS: [
    "what the site's forms ask: a file, or the site's https://www.example.com/forms.json (forms.md)",
    "the four forms as the relay knows them",
  ],
  RELAY_DKIM_KEY: ["a private RSA key in PEM that mails are signed with (deliverability.md)", "none: unsigned"],
  RELAY_DKIM_SELECTOR: ["the name of its public half in the DNS: NAME._domainkey.<the sender's domain>", "none"],
  RELAY_BOUNCE_TO: [
    "where acknowledgements that do not arrive are reported to: bounces@example.com (deliverability.md)",
    "the sender's address",
  ],
  RELAY_TLS: ["`required`, `opportunistic` or `off`, towards the mail server", "required"],
  RELAY_ACKNOWLEDGE: ["`on` or `off`: an acknowledgement to the visitor", "on"],
  RELAY_STORE_URL: [
    "where submissions are kept: sqlite:PATH, or postgres://user:password@host/database (postgresql.md)",
    "sqlite:.eventsite/relay.db",
  ],
  RELAY_STORE_CONNECTIONS: ["connections of a relay to PostgreSQL, at most; one more listens", "10"],
  RELAY_STORE_TIMEOUT: ["seconds that a statement on PostgreSQL may take", "5"],
  RELAY_ALERT_TO: ["operators who get a mail when something is wrong, a comma list (monitoring.md)", "none"],
  RELAY_ALERT_MAIL_URL: ["the mail server of alerts, another one than RELAY_MAIL_URL", "as RELAY_MAIL_URL"],
  RELAY_ALERT_WEBHOOK: ["https addresses that get alerts, a comma list", "none"],
  RELAY_WEBHOOK: ["https addresses that get every accepted request, a comma list (forms.md)", "none"],
  RELAY_WEBHOOK_SECRET: ["what calls are signed with; two, `new,old`, while one is replaced", "none"],
  RELAY_ALLOWED_ORIGINS: [
    "the sites that may call, a comma list; needed unless HOST is loopback",
    "any on this machine",
  ],
  RELAY_PUBLIC_KEY: [
    "the key that scripts must send, if any, or several while one takes the place of another, a comma list; forms of an allowed site need none",
    "none",
  ],
  RELAY_SITE_URL: ["the site, for the pages that forms without script lead to", "none"],
  RELAY_TRUST_PROXY: ["proxies in front: how many, or their networks, a comma list", "0"],
  RELAY_RATE_LIMIT: ["new requests per client address; `off` for none", "20/10m"],
  RELAY_RATE_LIMIT_ADDRESS: ["new requests per email address; `off` for none", "10/1h"],
  RELAY_RATE_LIMIT_OVERALL: [
    "new requests in all; `off` for none. What is held counts apart, under the same three limits",
    "600/10m",
  ],
  RELAY_RETENTION_DAYS: ["days until a submission is erased", "180"],
  "RELAY_RETENTION_DAYS_<FORM>": [
    "the same for requests of one form, such as RELAY_RETENTION_DAYS_VENUE",
    "as RELAY_RETENTION_DAYS",
  ],
  RELAY_SOCKET: ["the local socket of the command line", ".eventsite/relay.sock"],
  LOG_LEVEL: ["`debug`, `info`, `warn`, `error` or `silent`", "info"],
} as const;
export type VariableName = keyof typeof variables;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that hold secrets can also be given as files: `<NAME>_FILE` names one, as container engines mount them. */
export const SECRETS = [
  "RELAY_CONTROL_TOKEN",
  "RELAY_MAIL_URL",
  "RELAY_PUBLIC_KEY",
  "RELAY_DKIM_KEY",
  "RELAY_STORE_URL",
  "RELAY_ALERT_MAIL_URL",
  "RELAY_ALERT_WEBHOOK",
  "RELAY_WEBHOOK",
  "RELAY_WEBHOOK_SECRET",
] as const satisfies readonly VariableName[];

/** A variable's value; undefined where it is not set. */
export type Given = (name: VariableName) => string | undefined;

/** Called once for each problem. */
export type Report = (variable: string, message: string, hint: string) => void;

/** The environment with the values of those files. */
export function withSecretFiles(env: Environment, report: Report): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) report(`${name}_FILE`, `is set beside ${name}`, "set one of the two");
    try {
      read[name] = readFileSync(file, "utf8").trim();
      // A file that is just being replaced must not pass for a secret that is not wanted.
      if (read[name] === "") report(`${name}_FILE`, "names a file that is empty", `write the value of ${name} into it`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      report(`${name}_FILE`, `names a file that cannot be read (${code})`, "a file that the relay's user may read");
      // What is missing is the file; problems with its value are reported when it is there.
      read[name] = "";
    }
  }
  return { ...env, ...read };
}

/** Settings that a form may have of its own, under its name in capitals and with _ for each hyphen: RELAY_MAIL_TO_WEDDING_FAIR. */
export const PER_FORM = ["RELAY_MAIL_TO", "RELAY_RETENTION_DAYS"] as const;

/** The setting and the form that a variable is for; null where it is for no form. */
export function formOfVariable(variable: string): { readonly setting: string; readonly form: string } | null {
  if (Object.hasOwn(variables, variable)) return null;
  const setting = PER_FORM.find((name) => variable.startsWith(`${name}_`));
  const form = variable.slice((setting ?? "").length + 1);
  if (setting === undefined || !/^[A-Z][A-Z0-9_]{0,39}$/.test(form)) return null;
  return { setting, form: form.toLowerCase().replaceAll("_", "-") };
}

/** What Kubernetes sets in every container beside a service called "relay". */
const FROM_KUBERNETES = /^RELAY_(?:SERVICE|PORT)(?:_|$)/;

/** A misspelt variable would otherwise be a setting that silently does nothing. */
export function reportUnknown(env: Environment, report: Report): void {
  const known = new Set<string>([...Object.keys(variables), ...SECRETS.map((name) => `${name}_FILE`)]);
  for (const name of Object.keys(env))
    if (name.startsWith("RELAY_") && !known.has(name) && !FROM_KUBERNETES.test(name) && formOfVariable(name) === null)
      report(
        name,
        "is no variable of the relay",
        `the variables are ${Object.keys(variables)
          .filter((each) => each.startsWith("RELAY_"))
          .join(", ")}`,
      );
}

/** Where the command line finds the running relay; all that it needs of the configuration. */
export const readSocketPath = (env: Environment): string => env.RELAY_SOCKET?.trim() || ".eventsite/relay.sock";
