// What variables ask of each other: what is missing beside another one, and what does not go with it.

import type { Report } from "../errors.ts";
import { isLoopback } from "../loopback.ts";
import { type Environment, textOf } from "./environment.ts";
import type { Values } from "./read-values.ts";
import { VARIABLES, type VariableName } from "./variables.ts";

/** What to do about a site's document without facts of the company. */
const COMPANY_HINT =
  'the site publishes them in /forms.json, and `npx eventsite build` writes it to dist/forms.json; in a document by hand: "company": { "name", "email", "address" } (relay/docs/forms.md)';

export function checkTogether(environment: Environment, values: Values, report: Report): void {
  reportMissing(environment, values, report);
  reportConflicts(values, report);
}

function reportMissing(environment: Environment, { HOST: host, RELAY_MAIL_URL: mail }: Values, report: Report): void {
  const isSet = (name: VariableName) => textOf(environment, name) !== undefined;
  const isMailed = mail.type === "smtp";
  const isCalling = isSet("RELAY_WEBHOOK") || isSet("RELAY_ALERT_WEBHOOK");
  const needed: readonly (readonly [name: VariableName, isNeeded: boolean, why: string])[] = [
    ["RELAY_MAIL_FROM", isMailed, "mail is to go to a mail server"],
    ["RELAY_MAIL_TO", isMailed, "mail is to go to a mail server"],
    ["RELAY_FORMS", isMailed, "mail is to go to a mail server: nothing else says which company it is from"],
    ["RELAY_ALLOWED_ORIGINS", !isLoopback(host), `HOST ${host} can be reached from other machines`],
    ["RELAY_ALERT_TO", isSet("RELAY_ALERT_MAIL_URL"), "alerts are to go by mail"],
    ["RELAY_WEBHOOK_SECRET", isCalling, "receivers know a call of this relay by its signature"],
    ["RELAY_DKIM_KEY", isSet("RELAY_DKIM_SELECTOR"), "RELAY_DKIM_SELECTOR is"],
    ["RELAY_DKIM_SELECTOR", isSet("RELAY_DKIM_KEY"), "RELAY_DKIM_KEY is"],
  ];
  // What is wrong with a file that has the value was reported with the file.
  for (const [name, isNeeded, why] of needed)
    if (isNeeded && !isSet(name) && textOf(environment, `${name}_FILE`) === undefined)
      report(name, `is not set, and ${why}`, VARIABLES[name].hint);
}

function reportConflicts(values: Values, report: Report): void {
  const { PORT: port, RELAY_CONTROL_PORT: controlPort, RELAY_FORMS: forms } = values;
  if (values.RELAY_MAIL_URL.type === "smtp" && forms?.document?.company === null)
    report("RELAY_FORMS", `${forms.place} has no "company", and mail is to go to a mail server`, COMPANY_HINT);
  if (controlPort === port && port !== 0)
    report("RELAY_CONTROL_PORT", `is ${port}, as PORT is`, "another port, which visitors cannot reach");
  if (values.RELAY_DESK_LOGIN_HEADER !== null && typeof values.RELAY_TRUST_PROXY === "number")
    report(
      "RELAY_DESK_LOGIN_HEADER",
      "is believed from proxies that RELAY_TRUST_PROXY names by their networks alone, and it gives a number",
      "RELAY_TRUST_PROXY=10.0.0.0/8, or the proxy's address",
    );
}
