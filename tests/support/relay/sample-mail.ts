// A mail and a request to change one thing of.
import type { MailMessage, MailSender } from "../../../relay/mail/mail-message.ts";
import type { Submission, SubmissionFields } from "../../../relay/requests/submission.ts";
import type { MailWords } from "../../../relay/words/mail-words.ts";
import { wordsOf } from "../../../relay/words/site-document.ts";
import { sampleDocument } from "./sample-document.ts";

const from = { name: "Evenhall", address: "website@evenhall.test" };

export const sampleWords: MailWords = wordsOf(sampleDocument, from);

export const sampleSender: MailSender = {
  from,
  words: sampleWords,
  teamAutomatic: true,
  forms: () => sampleDocument.forms,
  siteUrl: "https://www.evenhall.test/",
};

export const sampleFields: SubmissionFields = {
  firstName: "Zoë",
  lastName: "Tremblay",
  email: "zoe@visitor.test",
  phone: "416-555-0199",
  company: "Acme Ltd.",
  eventType: "conference",
  attendees: "120",
  budgetRange: "$10,000 - $20,000",
  preferredDate: "2026-03-14",
  message: "Venue Request Details\n\nEvent type: conference",
};

export const sampleRequest = (
  fields: Partial<SubmissionFields> = {},
  more: Partial<Omit<Submission, "fields">> = {},
): Submission => ({
  id: "01980000-0000-7000-8000-000000000001",
  reference: "EV-7K3M-9QXD",
  form: "venue",
  answers: [],
  page: "/venues/",
  suspicion: { score: 0, reasons: [] },
  receivedAt: Date.UTC(2026, 10, 21, 17, 5),
  ...more,
  fields: { ...sampleFields, ...fields },
});

export const sampleMail = (more: Partial<MailMessage> = {}): MailMessage => ({
  messageId: "row-1@evenhall.test",
  from: { name: "Evenhall", address: "website@evenhall.test" },
  to: "team@evenhall.test",
  replyTo: { name: "Zoë Tremblay", address: "zoe@visitor.test" },
  envelopeFrom: "website@evenhall.test",
  subject: "Venue request",
  text: "Text\n",
  html: "<p>Text</p>",
  date: Date.UTC(2026, 10, 21, 17, 5),
  headers: { "Auto-Submitted": "auto-generated" },
  ...more,
});
