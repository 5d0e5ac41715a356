// Alerts to operators, as a mail or a call: what is wrong, since when, and what to do, in numbers and references, without a word that a visitor
// typed. Then the webhook of a request, and the daily digest.

import type { Alert, Condition } from "../store/operations/alerts.ts";
import type { MailWords } from "../words/mail-words.ts";
import { alertCall } from "./alert-call.ts";
import { actionFor, CONDITION_WORDS, headline, saying } from "./alert-words.ts";
import { composeMail } from "./compose-mail.tsx";
import { timeText } from "./compose-team-mail.ts";
import { heading, type MailBlock, paragraph, quiet, subheading } from "./mail-layout.tsx";
import type { MailEntry, MailMessage, MailSender } from "./mail-message.ts";

/** Of an alert for an address, the mail; for a receiver, the body of the call. */
export const composeAlert = (entry: MailEntry, alert: Alert, sender: MailSender): MailMessage | string =>
  /^https?:\/\//.test(entry.recipient) ? alertCall(entry, alert) : alertMail(entry, alert, sender);

function alertMail(entry: MailEntry, alert: Alert, sender: MailSender): MailMessage {
  const { words } = sender;
  const subject = `${words.company.name} relay: ${headline(alert)}`;
  return composeMail(entry, sender, { subject, blocks: alertBlocks(alert, subject, words) });
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
  const unlisted = count - references.length;
  return [
    subheading(`${since}: ${saying(condition)}`),
    paragraph(`Noticed ${timeText(condition.since, words)}.`),
    ...(references.length > 0
      ? [paragraph(`${references.join(", ")}${unlisted > 0 ? ` and ${unlisted} more` : ""}`)]
      : []),
    ...(reply === undefined ? [] : [paragraph(`The mail server said: “${reply}”`)]),
    paragraph(`What to do: ${actionFor(condition)}`),
  ];
}
