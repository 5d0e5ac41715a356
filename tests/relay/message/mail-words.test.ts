// The words that operations may give in place of the relay's own.
import { expect, test } from "vitest";
import { type MailWords, OWN_WORDS, resolveMailWords } from "../../../relay/mail/mail-words.ts";
import { definitionOf, parseDefinition } from "../../../relay/mail/parse-definition.ts";
import { SUSPICIONS } from "../../../relay/mail/sender-block.ts";
import { shownText } from "../../../relay/mail/shown-fields.ts";
import { NO_FIELDS } from "../support/with-outbox.ts";

test("given words are laid over our own, key by key, and a list in place of a list", () => {
  const { words } = resolveMailWords({
    company: { phone: "1" },
    acknowledgement: { paragraphs: ["Only {reference}."] },
  });
  expect(words?.company).toMatchObject({ name: "Evenhall", phone: "1" });
  expect(words?.acknowledgement.paragraphs).toEqual(["Only {reference}."]);
  expect(words?.acknowledgement.heading).toBe("Thank you, your request is with us");
});

test("every problem is reported at once, by its path", () => {
  const { words, problems } = resolveMailWords({
    timeZone: "Mars/Olympus",
    compny: {},
    company: { email: "nobody", name: "two\nlines" },
    acknowledgement: { heading: "Thank you, {firstName}" },
  });
  expect(words).toBeNull();
  const wrong = problems.map((problem) => problem.split(":")[0]).sort();
  expect(wrong.join()).toBe("acknowledgement.heading,company.email,company.name,the file,timeZone");
});

test("a value is shown by its form's label, and as it is where there is none", () => {
  const { contact } = OWN_WORDS.forms;
  const fields = contact?.fields.map((field) =>
    field.name === "eventType" ? { ...field, options: [{ value: "rave", label: "Rave, all night" }] } : field,
  );
  const words = resolveMailWords({ forms: { venue: { fields } } }).words as MailWords;
  const label = (form: string, value: string, field: "eventType" | "budgetRange" = "eventType") =>
    shownText({ form, fields: { ...NO_FIELDS, [field]: value } }, field, definitionOf(words.forms));
  expect(label("venue", "rave")).toBe("Rave, all night");
  expect(label("contact", "launch")).toBe("Product Launch");
  expect(label("contact", "rave")).toBe("rave");
  expect(label("contact", "constructor")).toBe("constructor");
  expect(label("constructor", "rave")).toBe("rave");
  // Nothing was chosen.
  expect(label("venue", "")).toBe("");
  expect(label("talent", "under-10k", "budgetRange")).toBe("under-10k");
  expect(resolveMailWords({ forms: { "No form": contact, venue: { title: 3 } } }).problems).toHaveLength(2);
});

test("our own forms are a definition, in the spelling whose hash it has", () => {
  const definition = definitionOf(OWN_WORDS.forms);
  expect(parseDefinition(Buffer.from(JSON.stringify(definition)))).toEqual({ definition, problems: [] });
});

test.each([[null], [[]], ["words"], [3]])("%j is no file of words", (given) => {
  expect(resolveMailWords(given).problems).not.toEqual([]);
});

test.each([
  [{ locale: "fr_CA" }, 0],
  [{ locale: "English" }, 1],
  [{ locale: "en CA" }, 1],
  [{ timeZone: "America/Vancouver" }, 0],
  [{ timeZone: "Mars/Olympus" }, 1],
])("%j has %i problems", (given, count) => {
  expect(resolveMailWords(given).problems).toHaveLength(count);
});

test("a language as other programs spell it is one that dates can be written in", () => {
  const { locale } = resolveMailWords({ locale: "fr_CA" }).words as MailWords;
  expect(locale).toBe("fr-CA");
  expect(new Intl.DateTimeFormat(locale).resolvedOptions().locale).toBe("fr-CA");
});

test("every sign of abuse is reported in plain words", () => {
  expect(Object.keys(resolveMailWords().words?.suspicions ?? {}).sort()).toEqual([...SUSPICIONS].sort());
});

test("our own language and time zone are ones that dates can be written in", () => {
  const { locale, timeZone } = resolveMailWords({}).words as MailWords;
  expect(new Intl.DateTimeFormat(locale, { timeZone }).resolvedOptions()).toMatchObject({ locale, timeZone });
  expect(resolveMailWords({ locale: "xx-YY" }).problems).toHaveLength(1);
});
