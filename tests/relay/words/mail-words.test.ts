// The relay's own sentences, and which of them an acknowledgement says.
import { expect, test } from "vitest";
import { composeAcknowledgement } from "../../../relay/mail/compose-acknowledgement.ts";
import { shownText } from "../../../relay/requests/shown-fields.ts";
import { OWN_SENTENCES, sentencesSchema } from "../../../relay/words/mail-words.ts";
import { OWN_DOCUMENT, wordsOf } from "../../../relay/words/site-document.ts";
import { sampleDocument } from "../../support/relay/sample-document.ts";
import { definitionOf } from "../../support/relay/sample-forms.ts";
import { sampleSender } from "../../support/relay/sample-mail.ts";
import { NO_FIELDS } from "../support/with-outbox.ts";

test("our own sentences are valid, and name no company", () => {
  expect(sentencesSchema.parse({})).toEqual(OWN_SENTENCES);
  expect(JSON.stringify(OWN_SENTENCES)).not.toMatch(/evenhall|toronto|example\.com|\d{3}-\d{4}/i);
});

test("an acknowledgement leaves out what names a fact that the company does not have", () => {
  const company = { name: "Tidewater Walks", legalName: "Tidewater Ltd.", email: "hello@tidewater.example" };
  const facts = { address: "4 Quay Lane", phone: null, hours: null, reply: null };
  const words = { ...OWN_DOCUMENT.words, company: { ...company, ...facts } };
  const { text, replyTo } = composeAcknowledgement({ id: "1", recipient: "zoe@visitor.test", createdAt: 0 }, "EV-1", {
    ...sampleSender,
    words,
  });
  expect(replyTo).toEqual({ name: "Tidewater Walks", address: "hello@tidewater.example" });
  expect(text).toContain("write to hello@tidewater.example and mention the reference");
  expect(text).toMatch(/\n\nTidewater Ltd\., 4 Quay Lane\n\nhello@tidewater\.example\n$/);
  expect(text).not.toMatch(/[{}]|null|call us|answer within/);
});

test("a trial without the company's facts speaks in the sender's name and shows nothing else", () => {
  const from = { name: "The Website", address: "website@mail.example" };
  const { text, html, replyTo } = composeAcknowledgement(
    { id: "1", recipient: "zoe@visitor.test", createdAt: 0 },
    "EV-1",
    { ...sampleSender, from, words: wordsOf(OWN_DOCUMENT, from) },
  );
  expect(replyTo).toEqual({ name: "The Website", address: "website@mail.example" });
  expect(text).toMatch(/^The Website\n/);
  expect(text).toMatch(/\n\nThe Website\n\nwebsite@mail\.example\n$/);
  expect(`${text}${html}`).not.toMatch(/evenhall|toronto|example\.com|null/i);
});

test("a value is shown by its form's label, and as it is where there is none", () => {
  const { contact } = sampleDocument.forms.forms;
  const fields = (contact?.fields ?? []).map((field) =>
    field.name === "eventType" ? { ...field, options: [{ value: "rave", label: "Rave, all night" }] } : field,
  );
  const forms = definitionOf({ ...sampleDocument.forms.forms, venue: { title: "Venue request", fields } });
  const label = (form: string, value: string, field: "eventType" | "budgetRange" = "eventType") =>
    shownText({ form, fields: { ...NO_FIELDS, [field]: value } }, field, forms);
  expect(label("venue", "rave")).toBe("Rave, all night");
  expect(label("contact", "launch")).toBe("Product Launch");
  expect(label("contact", "rave")).toBe("rave");
  expect(label("contact", "constructor")).toBe("constructor");
  expect(label("constructor", "rave")).toBe("rave");
  // Nothing was chosen.
  expect(label("venue", "")).toBe("");
  expect(label("talent", "under-10k", "budgetRange")).toBe("under-10k");
});
