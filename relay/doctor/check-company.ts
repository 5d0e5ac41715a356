import type { MailTarget } from "../config/targets.ts";
import { VARIABLES } from "../config/variables.ts";
import type { Finding } from "../service/protocol.ts";
import type { FormsStatus } from "../upkeep/used-document.ts";
import { failed, ok, warning } from "./finding.ts";

/** In whose name mails are sent. */
export function checkCompany({ company, isNamed }: FormsStatus, target: MailTarget["type"]): Finding {
  const { name, legalName, address, email } = company;
  const fullName = legalName === name ? name : `${name} (${legalName})`;
  if (isNamed) return ok("company", `mails speak as ${fullName}, ${address}; visitors answer to ${email}`);
  const { hint } = VARIABLES.RELAY_FORMS;
  return target === "smtp"
    ? failed(
        "company",
        "There is no document of the site: nothing says which company mails would speak as.",
        `RELAY_FORMS: ${hint}`,
      )
    : warning(
        "company",
        `mails speak as ${name}, the sender's name: no document of a site names a company.`,
        `RELAY_FORMS: ${hint}`,
      );
}
