// Alerts to operators, as a mail or a call: what is wrong, since when, and what to do, in numbers and references, without a word that a visitor
// typed. Then the webhook of a request, and the daily digest.
import type { FormsDefinition } from "../contract.ts";
import { type StoreFailure, storeHints } from "../errors.ts";
import { fieldRows, requestSubject, suspicions, timeText } from "./compose-team-mail.ts";
import { asciiAddress } from "./email-address.ts";
import { failureHint } from "./failure-hints.ts";
import { headerText } from "./fold-text.ts";
import { composeMail, heading, type MailBlock, paragraph, quiet, subheading } from "./mail-layout.tsx";
import type { MailMessage, MailRef, MailSender } from "./mail-message.ts";
import { counted, fillIn, type MailWords } from "./mail-words.ts";
import { type ShownField, shownFields } from "./shown-fields.ts";
import type { Submission } from "./submission.ts";

/** What can be wrong, in the order in which alerts list it. */
export const CONDITION_NAMES = [
  "store",
  "team-mail-dead",
  "team-mail-late",
  "mail-login",
  "mail-certificate",
  "mail-refused",
  "mailbox-refuses",
  "webhook-dead",
  "held",
] as const;

export type ConditionName = (typeof CONDITION_NAMES)[number];

export interface Condition {
  readonly name: ConditionName;
  /** How many requests, or mails, it concerns; 1 where it is there or not. */
  readonly count: number;
  /** When it was noticed first, in milliseconds since 1970. */
  readonly since: number;
  /** Some of the requests, the latest first. */
  readonly references: readonly string[];
  /** Of the store: why. */
  readonly reason?: StoreFailure;
  /** What the mail server said last, without the addresses of others. */
  readonly reply?: string;
}

/** One message to operators: what is new, what goes on, and what is over. */
export interface Alert {
  readonly at: number;
  readonly begun: readonly Condition[];
  readonly lasting: readonly Condition[];
  readonly over: readonly Condition[];
}

const requests = (count: number) => counted(count, "request");

interface Words {
  readonly is: (count: number) => string;
  readonly isOver: string;
  readonly action: string;
}

const CONDITION_WORDS = {
  store: {
    is: () => "The store takes no writes: forms fail, and visitors are asked to try again",
    isOver: "The store takes writes again",
    action: "eventsite-relay doctor",
  },
  "team-mail-dead": {
    is: (count) => `${requests(count)} did not reach the team: a mail was given up`,
    isOver: "No mail to the team is given up any more",
    action: "eventsite-relay show REFERENCE says why; then eventsite-relay retry or redirect",
  },
  "team-mail-late": {
    is: (count) => `${requests(count)} waited for more than 15 minutes to reach the team`,
    isOver: "No mail to the team waits for long any more",
    action: "eventsite-relay list --state queued; eventsite-relay doctor",
  },
  "mail-login": {
    is: () => "The mail server refuses the relay's login; mails wait",
    isOver: "No mail waits because of the login any more",
    action: "check user and password in RELAY_MAIL_URL; eventsite-relay doctor",
  },
  "mail-certificate": {
    is: () => "The mail server's certificate is not accepted, or it speaks no TLS; mails wait",
    isOver: "No mail waits because of the mail server's certificate any more",
    action: "eventsite-relay doctor says what is wrong with it",
  },
  "mail-refused": {
    is: () => "The mail server refuses mail from us, and not because of its recipients; mails wait",
    isOver: "No mail waits because the mail server refuses mail from us any more",
    action:
      "what the mail server says is about our account, sender, limits or address: settle it with its provider; waiting mails then go by themselves, or at once by eventsite-relay retry --all",
  },
  "mailbox-refuses": {
    is: (count) => `A mailbox of the team refuses mails: ${requests(count)} went to the fallback address within a day`,
    isOver: "No mailbox of the team has refused a mail for a day",
    action: "correct RELAY_MAIL_TO, or have the mailbox repaired; eventsite-relay show REFERENCE",
  },
  "webhook-dead": {
    is: (count) => `${requests(count)} did not reach a receiver of webhooks: it refused the call`,
    isOver: "No webhook is given up any more",
    action: "eventsite-relay show REFERENCE says why; then eventsite-relay retry",
  },
  held: {
    is: (count) => `${requests(count)} ${count === 1 ? "is" : "are"} held as suspicious`,
    isOver: "No request is held any more",
    action: "eventsite-relay list --held-for suspicion; eventsite-relay release REFERENCE",
  },
} satisfies Readonly<Record<ConditionName, Words>>;

/** Of an alert for an address, the mail; for a receiver, the body of the call. */
export const composeAlert = (slip: MailRef, alert: Alert, sender: MailSender): MailMessage | string =>
  /^https?:\/\//.test(slip.recipient) ? alertCall(slip, alert) : alertMail(slip, alert, sender);

function alertMail(slip: MailRef, alert: Alert, sender: MailSender): MailMessage {
  const { words } = sender;
  const subject = `${words.company.name} relay: ${headline(alert)}`;
  return composeMail(slip, sender, { subject, blocks: alertBlocks(alert, subject, words) });
}

/** The same alert makes the same bytes. */
function alertCall({ id }: MailRef, { at, begun, lasting, over }: Alert): string {
  const shown = (one: Condition, message: string) => ({
    condition: one.name,
    message,
    since: new Date(one.since).toISOString(),
    count: one.count,
    references: one.references,
    ...(one.reply === undefined ? {} : { reply: one.reply }),
  });
  const wrong = (one: Condition) => ({ ...shown(one, saying(one)), action: actionFor(one) });
  return JSON.stringify({
    id,
    type: "alert",
    at: new Date(at).toISOString(),
    begun: begun.map(wrong),
    lasting: lasting.map(wrong),
    over: over.map((one) => shown(one, CONDITION_WORDS[one.name].isOver)),
  });
}

const saying = ({ name, count }: Condition) => CONDITION_WORDS[name].is(count);

function actionFor({ name, reason, reply = "" }: Condition): string {
  if (reason !== undefined) return storeHints[reason];
  const cause = name === "mail-login" ? "login" : "tls";
  return failureHint(cause, reply) ?? CONDITION_WORDS[name].action;
}

/** "2 new problems", "still 1 problem", "solved". */
function headline({ begun, lasting, over }: Alert): string {
  const [first] = begun;
  const more = begun.length + lasting.length - 1;
  if (first !== undefined) return `${saying(first)}${more > 0 ? `, and ${more} more` : ""}`;
  const left = lasting.length === 0 ? "" : `; still ${counted(lasting.length, "problem")}`;
  const [solved] = over;
  if (solved !== undefined) return `${CONDITION_WORDS[solved.name].isOver}${left}`;
  return `still ${counted(lasting.length, "problem")}`;
}

function alertBlocks(alert: Alert, subject: string, words: MailWords): MailBlock[] {
  return [
    heading(subject),
    ...alert.begun.flatMap((one) => wrongBlocks(one, "New", words)),
    ...alert.lasting.flatMap((one) => wrongBlocks(one, "Still", words)),
    ...alert.over.flatMap((one) => [
      subheading(`Solved: ${CONDITION_WORDS[one.name].isOver}`),
      paragraph(`It began ${timeText(one.since, words)}.`),
    ]),
    quiet(
      "The relay alerts once, then sums up what is still wrong, and says when it is over. Nothing that was accepted is lost meanwhile.",
    ),
  ];
}

function wrongBlocks(condition: Condition, since: "New" | "Still", words: MailWords): MailBlock[] {
  const { references, count, reply } = condition;
  const rest = count - references.length;
  return [
    subheading(`${since}: ${saying(condition)}`),
    paragraph(`Noticed ${timeText(condition.since, words)}.`),
    ...(references.length > 0 ? [paragraph(`${references.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`)] : []),
    ...(reply === undefined ? [] : [paragraph(`The mail server said: “${reply}”`)]),
    paragraph(`What to do: ${actionFor(condition)}`),
  ];
}

// An accepted request as a receiver gets it (relay/forms.md). The same entry makes the same bytes: an attempt made again changes nothing.

export function composeWebhook(entry: { readonly id: string }, request: Submission): string {
  const { reference, form, receivedAt, page, suspicion, fields, answers } = request;
  return JSON.stringify({
    id: entry.id,
    type: "request.accepted",
    reference,
    form,
    receivedAt: new Date(receivedAt).toISOString(),
    page,
    suspicions: suspicion.reasons,
    fields,
    answers,
  });
}

// Once a day, what was held back as suspicious: enough to recognize a customer, and the command that sends one on.

/** A flood must not make a mail that servers refuse for its size. */
const MAX_LISTED = 50;
const MAX_TEXT = 300;

export function composeDigest(slip: MailRef, held: readonly Submission[], sender: MailSender): MailMessage {
  const subject = fillIn(sender.words.digest.subject, { count: String(held.length) });
  // The only mail that is sent periodically: its recipients can ask to be taken off (RFC 2369).
  const headers = { "List-Unsubscribe": `<mailto:${asciiAddress(sender.words.company.email)}?subject=unsubscribe>` };
  return composeMail(slip, sender, { subject, blocks: digestBlocks(held, sender), headers });
}

function digestBlocks(held: readonly Submission[], { forms, words }: MailSender): MailBlock[] {
  const { digest } = words;
  const rest = held.length - MAX_LISTED;
  return [
    heading(digest.heading),
    paragraph(digest.lead),
    paragraph(`${digest.release} eventsite-relay release ${held[0]?.reference ?? ""}`),
    ...held.slice(0, MAX_LISTED).flatMap((request) => heldBlocks(request, forms(), words)),
    ...(rest > 0 ? [paragraph(fillIn(digest.more, { count: String(rest) }))] : []),
  ];
}

const shortened = (field: ShownField): ShownField =>
  field.type === "email" ? field : { ...field, text: headerText(field.text, MAX_TEXT) };

function heldBlocks(request: Submission, forms: FormsDefinition, words: MailWords): MailBlock[] {
  const shown = shownFields(request, forms);
  const rows = [
    { label: words.digest.reasons, value: suspicions(request, words) },
    { label: words.team.received, value: timeText(request.receivedAt, words) },
    ...fieldRows(shown.filter(({ type }) => type !== "lines").map(shortened), request, words),
    ...fieldRows(shown.filter(({ type }) => type === "lines").map(shortened), request, words),
  ];
  return [subheading(`${request.reference}: ${requestSubject(request, forms, words)}`), { type: "rows", rows }];
}
