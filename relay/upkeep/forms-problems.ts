// What to say where RELAY_FORMS names a document that is not the one in use.

import { VARIABLES } from "../config/variables.ts";
import type { ConfigProblem } from "../errors.ts";
import type { FormsStatus } from "./used-document.ts";

/** Mails would go out, and nobody knows in whose name. */
export const withoutCompany = (place: string, problem: string | null): ConfigProblem => ({
  variable: "RELAY_FORMS",
  message: `${place} ${problem ?? "could not be used"}, there is no earlier copy of it, and mail is to go to a mail server: nothing else says which company it is from`,
  hint: `publish the site, and check the address; RELAY_FORMS is ${VARIABLES.RELAY_FORMS.hint}`,
});

/** The warning at the start, where what RELAY_FORMS names is not what is used. */
export function formsWarnings({ problem, place, source }: FormsStatus): ConfigProblem[] {
  if (problem === null) return [];
  const instead =
    source === "copy"
      ? "the relay uses the last good copy that it kept"
      : "the relay uses its own four forms and the sender's name; it accepts and shows everything that pages send, and checks less";
  const hint = "check the address, and that the site is published with its forms.json; the relay looks again by itself";
  return [{ variable: "RELAY_FORMS", message: `${place} ${problem}; ${instead}`, hint }];
}
