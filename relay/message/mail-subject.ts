// What a request is about, in one line: "Venue request: Conference, 120 guests, 2026-03-14, Acme Ltd."
import type { FieldName } from "../contract.ts";
import { headerText } from "./header-text.ts";
import { fillIn, labelOf, type MailWords } from "./mail-words.ts";
import type { Submission } from "./submission.ts";

/** Characters; mail programs show 60 to 120 of them. */
const MAX_PART = 60;
const MAX_SUBJECT = 180;

/** Kind of request, then event type, guests, date, and the company or, without one, the person; what is missing is left out. */
export function requestSubject({ form, fields }: Pick<Submission, "form" | "fields">, words: MailWords): string {
  const name = [fields.firstName, fields.lastName].filter(Boolean).join(" ");
  const shown = (field: FieldName) => labelOf(words, form, field, fields[field] ?? "");
  const parts = [shown("eventType"), guests(shown("attendees"), words), shown("preferredDate"), fields.company || name];
  const told = parts.map((part) => headerText(part ?? "", MAX_PART)).filter((part) => part !== "");
  return headerText([words.team.kinds[form], told.join(", ")].filter(Boolean).join(": "), MAX_SUBJECT);
}

/** "120 guests", "1 guest", "500+ guests"; words of a visitor's own stay as they are. */
function guests(attendees: string, { team }: MailWords): string {
  if (!/^\s*[\d\s,.–+-]+\s*$/.test(attendees) || !/\d/.test(attendees)) return attendees;
  const count = attendees.trim();
  return fillIn(count === "1" ? team.guest : team.guests, { count });
}
