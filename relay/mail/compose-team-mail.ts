// The mail that brings the team a request: everything the visitor sent, and a reply goes to the visitor.

import type { FormsDefinition } from "../contract.ts";
import { linkOf, type ShownField, shownFields, shownText, titleOf } from "../requests/shown-fields.ts";
import type { Submission } from "../requests/submission.ts";
import { needsSmtpUtf8 } from "../text/email-address.ts";
import { headerText, oneLine, severalLines } from "../text/header-text.ts";
import { dateText, fillIn, type MailWords } from "../words/mail-words.ts";
import { composeMail } from "./compose-mail.tsx";
import { heading, type MailBlock, type MailRow, type MailText, quiet, subheading } from "./mail-layout.tsx";
import type { MailEntry, MailMessage, MailSender } from "./mail-message.ts";

const MAX_NAME = 120;
/** Characters; mail programs show 60 to 120 of them. */
const MAX_PART = 60;
const MAX_SUBJECT = 180;

export function composeTeamMail(entry: MailEntry, request: Submission, sender: MailSender): MailMessage {
  const subject = requestSubject(request, sender.forms(), sender.words);
  const replyTo = { name: visitorName(request) || null, address: request.fields.email };
  return composeMail(entry, sender, { subject, blocks: teamBlocks(request, sender, subject), replyTo });
}

const visitorName = ({ fields }: Submission) => headerText(`${fields.firstName} ${fields.lastName}`, MAX_NAME);

function teamBlocks(request: Submission, sender: MailSender, subject: string): MailBlock[] {
  const { words } = sender;
  const name = visitorName(request) || request.fields.email;
  const fields = shownFields(request, sender.forms());
  const of = (isMeant: (field: ShownField) => boolean) => fieldRows(fields.filter(isMeant), request, words);
  return [
    heading(subject),
    {
      type: "rows",
      rows: [...of((field) => !isLong(field)), ...factRows(request, sender)],
    },
    ...fields
      .filter(isLong)
      .flatMap(({ label, text }) => [subheading(oneLine(label)), { type: "lines", text: severalLines(text) } as const]),
    ...(request.suspicion.reasons.length > 0 ? [quiet(`${words.team.held}: ${suspicions(request, words)}`)] : []),
    ...(fields.some(({ isUnknown }) => isUnknown) ? [quiet(words.team.unknown)] : []),
    // Not every mail server passes such an address on: then nobody is promised that a reply goes there.
    ...(needsSmtpUtf8(request.fields.email) ? [] : [quiet(fillIn(words.team.reply, { name }))]),
  ];
}

/** Below the table, in full and line by line. */
const isLong = ({ type }: ShownField) => type === "lines";

/** "Venue request: Conference, 120 guests, 2026-03-14, Acme Ltd."; without a company, the person. What is missing is left out. */
export function requestSubject(request: FormAnswers, forms: FormsDefinition, words: MailWords): string {
  const { form, fields } = request;
  const name = [fields.firstName, fields.lastName].filter(Boolean).join(" ");
  const parts = [
    shownText(request, "eventType", forms),
    guests(shownText(request, "attendees", forms), words),
    shownText(request, "preferredDate", forms),
    fields.company || name,
  ];
  const shownParts = parts.map((part) => headerText(part, MAX_PART)).filter((part) => part !== "");
  return headerText([titleOf(forms, form), shownParts.join(", ")].filter(Boolean).join(": "), MAX_SUBJECT);
}

type FormAnswers = Pick<Submission, "form" | "fields">;

/** "120 guests", "1 guest", "500+ guests"; words of a visitor's own stay as they are. */
function guests(attendees: string, { team }: MailWords): string {
  if (!/^\s*[\d\s,.–+-]+\s*$/.test(attendees) || !/\d/.test(attendees)) return attendees;
  const count = attendees.trim();
  return fillIn(count === "1" ? team.guest : team.guests, { count });
}

export const fieldRows = (shown: readonly ShownField[], { receivedAt }: Submission, words: MailWords): MailRow[] =>
  shown.map((field) => ({ label: oneLine(field.label), value: fieldValue(field, receivedAt, words) }));

function fieldValue(field: ShownField, receivedAt: number, words: MailWords): MailText {
  const value = oneLine(field.text);
  const href = linkOf(field, value);
  if (href !== null) return { text: value, href };
  if (field.type === "consent") return `“${value}”, ${fillIn(words.team.given, { time: timeText(receivedAt, words) })}`;
  return value;
}

function factRows(request: Submission, { words, siteUrl }: MailSender): MailRow[] {
  const { team } = words;
  const page = pageOf(oneLine(request.page ?? ""), siteUrl);
  return [
    { label: team.reference, value: request.reference },
    { label: team.received, value: timeText(request.receivedAt, words) },
    ...(page === null ? [] : [{ label: team.page, value: page }]),
  ];
}

/** A link only where the route is one of our own site: a route is what the caller says it is. */
function pageOf(page: string, siteUrl: string | null): MailText | null {
  if (page === "") return null;
  if (siteUrl === null || !/^\/(?!\/)[\w/.-]*$/.test(page)) return page;
  const href = siteUrl + page.slice(1);
  return { text: href, href };
}

/** "Saturday, November 21, 2026 at 2:53 a.m. EST" */
export const timeText = (at: number, words: MailWords): string =>
  dateText(at, words, {
    ...({ weekday: "long", year: "numeric", month: "long", day: "numeric" } as const),
    ...({ hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const),
  });

export const suspicions = ({ suspicion }: Submission, words: MailWords): string =>
  suspicion.reasons.map((reason) => words.suspicions[reason] ?? reason).join(", ");
