/** @jsxImportSource preact */
// The mail that tells the team of a request: everything the visitor sent, and a reply goes to the visitor.
import { FIELD_LIMITS, type FieldName } from "../contract.ts";
import { headerText, oneLine, severalLines } from "./header-text.ts";
import { Heading, Lines, Link, Mail, Quiet, type Row, Rows, Subheading } from "./mail-layout.tsx";
import type { MailMessage } from "./mail-message.ts";
import { type MailSender, type MailSlip, mailFrame } from "./mail-sender.ts";
import { requestSubject } from "./mail-subject.ts";
import { fillIn, labelOf, type MailWords } from "./mail-words.ts";
import { renderMail } from "./render-mail.ts";
import type { Submission } from "./submission.ts";

const MAX_NAME = 120;

export function composeTeamMail(slip: MailSlip, request: Submission, sender: MailSender): MailMessage {
  const subject = requestSubject(request, sender.words);
  return {
    ...mailFrame(slip, sender, "generated"),
    replyTo: { name: visitorName(request) || null, address: request.fields.email },
    subject,
    ...renderMail(<TeamMail request={request} sender={sender} subject={subject} />),
  };
}

const visitorName = ({ fields }: Submission) => headerText(`${fields.firstName} ${fields.lastName}`, MAX_NAME);

function TeamMail(props: { request: Submission; sender: MailSender; subject: string }) {
  const { request, sender } = props;
  const { words } = sender;
  const name = visitorName(request) || request.fields.email;
  return (
    <Mail title={props.subject} words={words}>
      <Heading>{props.subject}</Heading>
      <Rows rows={[...fieldRows(request, words), ...factRows(request, sender)]} />
      {request.fields.message !== "" && <Subheading>{words.fields.message}</Subheading>}
      {request.fields.message !== "" && <Lines text={severalLines(request.fields.message)} />}
      {request.suspicion.reasons.length > 0 && (
        <Quiet>
          {words.team.held}: {suspicions(request, words)}
        </Quiet>
      )}
      <Quiet>{fillIn(words.team.reply, { name })}</Quiet>
    </Mail>
  );
}

/** Every field that was filled in, in the order of the contract; the message follows below, in full. */
export function fieldRows({ form, fields }: Submission, words: MailWords): Row[] {
  const names = (Object.keys(FIELD_LIMITS) as FieldName[]).filter((name) => name !== "message" && fields[name] !== "");
  return names.map((name) => ({
    label: words.fields[name],
    value: fieldValue(name, oneLine(labelOf(words, form, name, fields[name]))),
  }));
}

function fieldValue(name: FieldName, value: string) {
  if (name === "email")
    return <Link href={`mailto:${encodeURI(value).replace(/[?&#]/g, encodeURIComponent)}`}>{value}</Link>;
  const digits = value.replace(/[^\d+]/g, "");
  if (name === "phone" && digits.length > 4) return <Link href={`tel:${digits}`}>{value}</Link>;
  return value;
}

function factRows(request: Submission, { words, siteUrl }: MailSender): Row[] {
  const { team } = words;
  const page = pageOf(oneLine(request.page ?? ""), siteUrl);
  return [
    { label: team.reference, value: request.reference },
    { label: team.received, value: timeText(request.receivedAt, words) },
    ...(page === null ? [] : [{ label: team.page, value: page }]),
  ];
}

/** A link only where the route is one of our own site: a route is what the caller says it is. */
function pageOf(page: string, siteUrl: string | null) {
  if (page === "") return null;
  if (siteUrl === null || !/^\/(?!\/)[\w/.-]*$/.test(page)) return page;
  const address = siteUrl + page.slice(1);
  return <Link href={address}>{address}</Link>;
}

/** "Saturday, November 21, 2026 at 2:53 a.m. EST" */
export function timeText(at: number, { locale, timeZone }: MailWords): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  // Some versions of the language data put a narrow no-break space before "a.m.".
  return format.format(at).replace(/[\u00a0\u202f]/g, " ");
}

export const suspicions = ({ suspicion }: Submission, words: MailWords): string =>
  suspicion.reasons.map((reason) => words.suspicions[reason] ?? reason).join(", ");
