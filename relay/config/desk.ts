// The variables of the desk.
import type { ProxySetting } from "../client-address.ts";
import type { Given, Report } from "./environment.ts";

export interface DeskConfig {
  /** What people sign in with; null where a proxy says who they are. */
  readonly token: string | null;
  /** The header in which a proxy that RELAY_TRUST_PROXY names says who somebody is, in lower case. */
  readonly loginHeader: string | null;
  /** The origin at which people open it, such as "https://desk.example.com". */
  readonly origin: string | null;
}

/** Fewer characters could be found by trying. */
const LEAST_TOKEN = 16;

/** Null where nobody could sign in. */
export function readDesk(given: Given, trustProxy: ProxySetting, report: Report): DeskConfig | null {
  const token = given("RELAY_CONTROL_TOKEN") ?? null;
  if (token !== null && token.length < LEAST_TOKEN)
    report("RELAY_CONTROL_TOKEN", `has less than ${LEAST_TOKEN} characters`, "`openssl rand -base64 24` makes one");
  const loginHeader = given("RELAY_DESK_LOGIN_HEADER")?.toLowerCase() ?? null;
  if (loginHeader !== null && !/^[a-z0-9-]+$/.test(loginHeader))
    report(
      "RELAY_DESK_LOGIN_HEADER",
      "is no name of a header",
      "X-Forwarded-User or Remote-User, as the proxy sets it",
    );
  if (loginHeader !== null && typeof trustProxy === "number")
    report(
      "RELAY_DESK_LOGIN_HEADER",
      "is believed from proxies that RELAY_TRUST_PROXY names by their networks alone, and it gives a number",
      "RELAY_TRUST_PROXY=10.0.0.0/8, or the proxy's address",
    );
  const origin = readOrigin(given("RELAY_DESK_URL"), report);
  return token === null && loginHeader === null ? null : { token, loginHeader, origin };
}

function readOrigin(text: string | undefined, report: Report): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    /^\/(?:desk\/?)?$/.test(url.pathname) &&
    url.search + url.hash === ""
  )
    return url.origin;
  report(
    "RELAY_DESK_URL",
    "the value cannot be used",
    "the address at which people open the desk: https://desk.example.com",
  );
  return null;
}
