// A definition of the forms is taken whole or not at all, and every mistake in it is reported at once, by its path.
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../relay/config/config.ts";
import { FIELD_TYPES } from "../../../relay/contract.ts";
import { MAX_DEFINITION_BYTES, parseDefinition } from "../../../relay/mail/parse-definition.ts";
import { sampleForms } from "../../support/sample-forms.ts";

const parse = (document: unknown) =>
  parseDefinition(Buffer.from(typeof document === "string" ? document : JSON.stringify(document)));

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
  expect(parse(sampleForms)).toEqual({ definition: sampleForms, problems: [] });
});

test("one written by hand needs no hash, and gets the one that pages would have", () => {
  const { hash, ...rest } = sampleForms;
  expect(parse(rest).definition?.hash).toBe(hash);
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
  ['{"version":1}', "forms: must be an object"],
  ['{"version":1,"forms":{}}', "forms: has no form"],
  ['{"version":1,"forms":{"a":3}}', "forms.a: must be an object"],
  [" ".repeat(MAX_DEFINITION_BYTES + 1), `has more than ${MAX_DEFINITION_BYTES} bytes`],
])("%.40j is no definition", (text, problem) => expect(problemsOf(text)).toEqual([problem]));

test("bytes that are not UTF-8 are no definition", () => {
  expect(parseDefinition(Buffer.from([0x7b, 0xff])).problems).toEqual(["is not JSON"]);
});

test.each([
  ["https://www.example.com/forms.json"],
  ["http://127.0.0.1:4321/forms.json"],
  ["http://localhost/forms.json"],
])("%s is where a definition may be", (text) =>
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
