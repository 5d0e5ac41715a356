// How the relay presents itself to its mail server: the name in its greeting, and the login by OAuth 2.0.
import os from "node:os";
import type { Report } from "../errors.ts";
import { asciiAddress, domainOf } from "../text/email-address.ts";
import { isFullName } from "./host-values.ts";
import type { MailTarget } from "./targets.ts";
import { VARIABLES, type VariableName } from "./variables.ts";

/** `set`: RELAY_MAIL_HELO; null where it is not set. Servers mistrust names that nobody else could know the machine by. */
export function heloNameOf(set: string | null, siteUrl: string | null, sender: string): string {
  const sites = siteUrl === null ? [] : [new URL(siteUrl).hostname];
  const fullHostName = [os.hostname(), ...sites].find(isFullName);
  return set ?? fullHostName ?? domainOf(asciiAddress(sender));
}

const OAUTH_VARIABLES = [
  "RELAY_MAIL_OAUTH_URL",
  "RELAY_MAIL_OAUTH_CLIENT_ID",
  "RELAY_MAIL_OAUTH_CLIENT_SECRET",
  "RELAY_MAIL_OAUTH_SCOPE",
  "RELAY_MAIL_OAUTH_REFRESH_TOKEN",
] as const;

type OAuthValues = Readonly<Record<(typeof OAUTH_VARIABLES)[number], string | null>>;

/** Null where the mail server takes a password, or wants no login. */
export function oauthOf(values: OAuthValues, target: MailTarget, report: Report) {
  const { RELAY_MAIL_OAUTH_URL: url } = values;
  const needs = (name: VariableName, why: string) => report(name, `is not set, and ${why}`, VARIABLES[name].hint);
  if (url === null) {
    const other = OAUTH_VARIABLES.find((name) => values[name] !== null);
    if (other !== undefined) needs("RELAY_MAIL_OAUTH_URL", `${other} is`);
    return null;
  }
  const { RELAY_MAIL_OAUTH_CLIENT_ID: clientId, RELAY_MAIL_OAUTH_CLIENT_SECRET: clientSecret } = values;
  const { RELAY_MAIL_OAUTH_SCOPE: scope, RELAY_MAIL_OAUTH_REFRESH_TOKEN: refreshToken } = values;
  const why = "RELAY_MAIL_OAUTH_URL is";
  if (clientId === null) needs("RELAY_MAIL_OAUTH_CLIENT_ID", why);
  const isForItself = `${why}, without RELAY_MAIL_OAUTH_REFRESH_TOKEN`;
  if (clientSecret === null && refreshToken === null) needs("RELAY_MAIL_OAUTH_CLIENT_SECRET", isForItself);
  if (scope === null && refreshToken === null) needs("RELAY_MAIL_OAUTH_SCOPE", isForItself);
  if (target.type !== "smtp" || target.user === null)
    report(
      "RELAY_MAIL_URL",
      `names no user, and ${why}`,
      "the mailbox is the user: smtp://relay%40example.com@host:587",
    );
  else if (target.password)
    report("RELAY_MAIL_URL", `has a password, and ${why}`, "leave it out: smtp://relay%40example.com@host:587");
  return { url, clientId: clientId ?? "", clientSecret, scope, refreshToken };
}
