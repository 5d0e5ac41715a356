// The document of a site is taken whole or not at all, and every mistake in it is reported at once, by its path.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../relay/config/config.ts";
import { FIELD_TYPES } from "../../../relay/contract.ts";
import type { ConfigError } from "../../../relay/errors.ts";
import { MAX_DOCUMENT_BYTES, parseDocument, wordsOf } from "../../../relay/words/site-document.ts";
import { fileFolder } from "../../support/process/own-folder.ts";
import { sampleDocument, sampleDocumentPath } from "../../support/relay/sample-document.ts";
import { sampleForms } from "../../support/relay/sample-forms.ts";

const parse = (document: unknown) =>
  parseDocument(Buffer.from(typeof document === "string" ? document : JSON.stringify(document)));

const NAMED = [
  { name: "firstName", type: "text", label: "Name", required: true, limit: 200 },
  { name: "email", type: "email", label: "Email", required: true, limit: 254 },
];
const field = (more: object) => ({ name: "own", type: "text", label: "Own", required: false, limit: 200, ...more });
const withFields = (...fields: object[]) => ({
  version: 1,
  forms: { fair: { title: "Fair", fields: [...NAMED, ...fields] } },
});
const problemsOf = (document: unknown) => parse(document).problems;

test("one that the build has written is taken as it is", () => {
  expect(parse(sampleForms)).toMatchObject({ document: { forms: sampleForms, company: null }, problems: [] });
});

test("one written by hand needs no hash, and gets the one that pages would have", () => {
  const { hash, ...rest } = sampleForms;
  expect(parse(rest).document?.forms.hash).toBe(hash);
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
});

test("a hash that is not that of the forms would have old pages checked against new forms", () => {
  expect(problemsOf({ ...sampleForms, hash: "0000000000000000" })).toEqual([
    `hash: is not that of "forms", which is "${sampleForms.hash}"; it may be left out`,
  ]);
});

test("every mistake is reported at once, by its path", () => {
  const document = {
    version: 2,
    frms: {},
    forms: {
      "No name": {},
      gala: {
        title: "",
        fields: [field({ name: "page" }), field({ type: "txt", limit: 0 }), field({ extra: 1 })],
      },
      fair: { title: "a\nb", fields: [...NAMED, field({ type: "choice", options: [{ value: "a" }] })] },
    },
  };
  expect([...problemsOf(document)].sort()).toEqual([
    "forms.No name: is no name of a form: small letters, digits and hyphens, beginning with a letter, at most 40",
    "forms.fair.fields.2.options.0.label: must be a text",
    "forms.fair.title: must be one line",
    "forms.gala.fields.0.name: is a name that every call uses for something else",
    "forms.gala.fields.1.limit: must be at least 1",
    `forms.gala.fields.1.type: must be one of ${FIELD_TYPES.join(", ")}`,
    "forms.gala.fields.2.extra: is no key that is known here",
    "forms.gala.title: must not be empty",
    "frms: is no key that is known here",
    "version: must be 1",
  ]);
});

test("what fields say together is reported once each of them is right", () => {
  const fields = [field({}), field({})];
  expect(problemsOf({ version: 1, forms: { fair: { title: "Fair", fields } } })).toEqual([
    'forms.fair.fields.1.name: "own" is there twice',
    'forms.fair.fields: lacks "firstName", without which no request is taken',
    'forms.fair.fields: lacks "email", without which no request is taken',
  ]);
});

describe("a field", () => {
  test.each<[object, string]>([
    [
      field({ name: "Own" }),
      "name: is no name of a field: letters, digits and _, beginning with a small letter, at most 40",
    ],
    [field({ limit: 2001 }), "limit: must be at most 2000"],
    [field({ name: "phone", limit: 51 }), "limit: must be at most 50"],
    [field({ limit: 1.5 }), "limit: must be a whole number"],
    [
      field({ name: "company", type: "consent", wording: "x" }),
      'type: cannot be "consent": company is one text in every call',
    ],
    [field({ type: "choices" }), "options: is missing: choices needs it"],
    [field({ type: "choice", options: [] }), "options: must have an option"],
    [
      field({
        type: "choice",
        options: [
          { value: "a", label: "A" },
          { value: "a", label: "B" },
        ],
      }),
      "options: has one value twice",
    ],
    [field({ type: "consent" }), "wording: is missing: consent needs it"],
    [field({ type: "hidden" }), `type: must be one of ${FIELD_TYPES.join(", ")}`],
    [field({ wording: "x" }), "wording: belongs to consent, not to text"],
    [field({ options: [{ value: "a", label: "A" }] }), "options: belongs to choice and choices, not to text"],
    [field({ type: "number", min: 3, max: 2 }), 'max: is less than "min"'],
    [field({ label: 3 }), "label: must be a text"],
  ])("%j is refused", (given, problem) => {
    expect(problemsOf(withFields(given))).toEqual([`forms.fair.fields.2.${problem}`]);
  });

  test("of a form's own may be one of fifty", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => field({ name: `own${index}` }));
    expect(problemsOf(withFields(...many(50)))).toEqual([]);
    expect(problemsOf(withFields(...many(51)))).toEqual([
      "forms.fair.fields: has 51 fields of its own; at most 50 are taken",
    ]);
  });
});

test.each([
  ["{", "is not JSON"],
  ["[]", "the document: must be an object"],
  ["null", "the document: must be an object"],
  ['{"version":1,"forms":null}', "forms: must be an object"],
  ['{"version":1,"forms":{}}', "forms: has no form"],
  ['{"version":1,"forms":{"a":3}}', "forms.a: must be an object"],
  [" ".repeat(MAX_DOCUMENT_BYTES + 1), `has more than ${MAX_DOCUMENT_BYTES} bytes`],
])("%.40j is no document", (text, problem) => expect(problemsOf(text)).toEqual([problem]));

test("bytes that are not UTF-8 are no document", () => {
  expect(parseDocument(Buffer.from([0x7b, 0xff])).problems).toEqual(["is not JSON"]);
});

test.each([
  ["https://www.example.com/forms.json"],
  ["http://127.0.0.1:4321/forms.json"],
  ["http://localhost/forms.json"],
])("%s is where a document may be", (text) =>
  expect(readConfig({ RELAY_FORMS: text }).forms).toMatchObject({ place: text, isAddress: true }),
);

test.each([
  ["http://www.example.com/forms.json"],
  ["ftp://127.0.0.1/forms.json"],
  ["https://user:secret@www.example.com/forms.json"],
  ["https://www.example.com/forms.json#sha256-12"],
  ["https://"],
  ["nothing.json"],
])("%s is none", (text) => expect(() => readConfig({ RELAY_FORMS: text })).toThrow("RELAY_FORMS: "));

const FACTS = { name: "Tidewater Walks", email: "hello@tidewater.example", address: "4 Quay Lane, Fernmouth" };
const SENDER = { name: "The Website", address: "website@mail.example" };
const documentOf = (more: object) => parse({ version: 1, ...more }).document ?? sampleDocument;

describe("the company", () => {
  test("needs a name, an address for letters and one for mails, and has its name where it gives no other", () => {
    expect(documentOf({ company: FACTS }).company).toEqual({
      ...{ ...FACTS, legalName: "Tidewater Walks" },
      ...{ phone: null, hours: null, reply: null },
    });
    expect(problemsOf({ version: 1, company: {} })).toEqual(
      ["name", "email", "address"].map((fact) => `company.${fact}: must be a text`),
    );
  });

  test.each([
    [{ email: "nobody" }, "company.email: is not an email address"],
    [{ name: "two\nlines" }, "company.name: must be one line"],
    [{ fax: "1" }, "company.fax: is no key that is known here"],
  ])("with %j is refused", (more, problem) => {
    expect(problemsOf({ version: 1, company: { ...FACTS, ...more } })).toEqual([problem]);
  });

  test("is the sender of the mails where the document names none, with nothing that anybody has made up", () => {
    const { company } = wordsOf(documentOf({}), SENDER);
    const nothing = { address: null, phone: null, hours: null, reply: null };
    expect(company).toEqual({ name: SENDER.name, legalName: SENDER.name, email: SENDER.address, ...nothing });
    expect(wordsOf(documentOf({}), { ...SENDER, name: null }).company.name).toBe("mail.example");
  });
});

test("a document without forms leaves the four of the call, with its fields as they are called there", () => {
  const { forms } = documentOf({ company: FACTS });
  expect(Object.keys(forms.forms)).toEqual(["contact", "consultation", "venue", "talent"]);
  expect(parse(forms).document?.forms).toEqual(forms);
});

describe("its words", () => {
  test("are laid over the relay's own, key by key, and a list in place of a list", () => {
    const acknowledgement = { heading: "Merci", paragraphs: ["Only {reference}."] };
    const { words } = documentOf({ words: { acknowledgement } });
    expect(words.acknowledgement).toMatchObject({ ...acknowledgement, subject: expect.stringContaining("{company}") });
    expect(words.team.reference).toBe("Reference");
  });

  test("are reported by their paths", () => {
    const words = { acknowledgement: { heading: "Thank you, {firstName}", subject: "{phone}" }, team: { gest: "x" } };
    expect(problemsOf({ version: 1, words })).toEqual([
      "words.team.gest: is no key that is known here",
      ...["subject", "heading"].map(
        (name) => `words.acknowledgement.${name}: may name only {reference}, {company}, {legalName}, {email} in braces`,
      ),
    ]);
    for (const given of [null, [], "words", 3]) expect(problemsOf({ version: 1, words: given })).not.toEqual([]);
  });

  test.each([
    [{ locale: "fr_CA" }, []],
    [{ locale: "English" }, ["locale: is not a language that dates can be written in"]],
    [{ locale: "en CA" }, ["locale: is not a language that dates can be written in"]],
    [{ locale: "xx-YY" }, ["locale: is not a language that dates can be written in"]],
    [{ timeZone: "America/Vancouver" }, []],
    [{ timeZone: "Mars/Olympus" }, ["timeZone: is not a time zone"]],
  ])("%j: problems %j", (given, problems) => expect(problemsOf({ version: 1, ...given })).toEqual(problems));

  test("are dated in the language as other programs spell it", () => {
    const { locale } = documentOf({ locale: "fr_CA" }).words;
    expect(new Intl.DateTimeFormat(locale).resolvedOptions().locale).toBe("fr-CA");
  });
});

describe("a relay whose mails go to a mail server", () => {
  const folder = fileFolder();
  const SMTP = {
    RELAY_MAIL_URL: "smtp://mail.example.net",
    RELAY_MAIL_FROM: "a@b.example",
    RELAY_MAIL_TO: "c@d.example",
  };

  test.each(["smtp:", "smtps:"])("by %s needs the company's facts", (protocol) => {
    const env = { ...SMTP, RELAY_MAIL_URL: `${protocol}//mail.example.net` };
    expect(() => readConfig(env)).toThrow(/^RELAY_FORMS: is not set, and mail is to go to a mail server/);
    expect(() => readConfig({ ...env, RELAY_FORMS: sampleDocumentPath })).not.toThrow();
  });

  test("does not start on a file without them, and says how they come into it", () => {
    const file = join(folder, "forms.json");
    writeFileSync(file, JSON.stringify(sampleForms));
    expect(() => readConfig({ ...SMTP, RELAY_FORMS: file })).toThrow(/RELAY_FORMS: .* has no "company"/);
    expect(() => readConfig({ RELAY_FORMS: file })).not.toThrow();
    try {
      readConfig({ ...SMTP, RELAY_FORMS: file });
    } catch (error) {
      expect((error as ConfigError).problems[0]?.hint).toContain("`npx eventsite build`");
    }
  });
});
