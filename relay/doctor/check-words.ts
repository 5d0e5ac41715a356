// Whether mails still name the stand-ins that the relay comes with: a visitor would write or call to nobody.
import type { MailWords } from "../message/mail-words.ts";
import { isReservedDomain } from "./check-sender.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** Numbers that are kept for stories: 555-0100 to 555-0199 in every area of North America. */
const FICTITIOUS = /555\D?01\d\d$/;

export function checkWords({ company }: Pick<MailWords, "company">): Finding {
  const standIns = [
    ...(isReservedDomain(company.email.slice(company.email.lastIndexOf("@") + 1)) ? [company.email] : []),
    ...(FICTITIOUS.test(company.phone) ? [company.phone] : []),
  ];
  return standIns.length === 0
    ? ok("mail words", `mails speak for ${company.legalName}`)
    : warning(
        "mail words",
        `Mails to visitors name ${standIns.join(" and ")}, where nobody answers.`,
        'give the real company in a file that RELAY_MAIL_WORDS names: {"company":{"email":"…","phone":"…"}}',
      );
}
