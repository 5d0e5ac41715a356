// Webhooks: addresses of receivers, and the secrets that sign calls.
import { isLoopback } from "../client-address.ts";
import type { Given, Report, VariableName } from "./environment.ts";
import { listOf } from "./values.ts";

export interface WebhookConfig {
  /** Each gets every accepted request. */
  readonly urls: readonly string[];
  /** What calls are signed with: one, or two while one takes the place of the other. Empty where nobody is called. */
  readonly secrets: readonly string[];
}

/** What is wrong is reported by variable. */
export const readWebhooks = (given: Given, report: Report): WebhookConfig => ({
  urls: readReceivers("RELAY_WEBHOOK", given, report),
  secrets: readSecrets(given, report),
});

export function readReceivers(name: VariableName, given: Given, report: Report): readonly string[] {
  const urls: string[] = [];
  for (const item of listOf(given(name) ?? "")) {
    const problem = problemOf(item);
    if (problem === null) urls.push(new URL(item).href);
    else report(name, ...problem);
  }
  return [...new Set(urls)];
}

const URL_HINT =
  "https://crm.example.com/requests; several are separated by commas, and a comma in an address is written as %2C";

/** Nothing of the address itself is repeated: it may hold a secret. */
function problemOf(text: string): [message: string, hint: string] | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return ["is no https address", URL_HINT];
  if (url.username !== "" || url.password !== "")
    return ["holds a user or a password", `leave them out: the receiver checks the signature; ${URL_HINT}`];
  if (url.hash !== "") return ["has a part behind #, which no server gets", URL_HINT];
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return [`would send requests unprotected to ${url.host}`, `https, or http to this machine alone; ${URL_HINT}`];
  return null;
}

function readSecrets(given: Given, report: Report): readonly string[] {
  const secrets = listOf(given("RELAY_WEBHOOK_SECRET") ?? "");
  if (secrets.length > 2)
    report("RELAY_WEBHOOK_SECRET", "holds more than two secrets", "one, or the new and the old one: new,old");
  const isNeeded = given("RELAY_WEBHOOK") !== undefined || given("RELAY_ALERT_WEBHOOK") !== undefined;
  if (isNeeded && secrets.length === 0)
    report(
      "RELAY_WEBHOOK_SECRET",
      "is not set, and receivers know a call of this relay by its signature",
      "32 random bytes: openssl rand -hex 32",
    );
  return secrets;
}
