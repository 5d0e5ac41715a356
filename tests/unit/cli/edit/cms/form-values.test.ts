import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as formValues from "../../../../../cli/edit/cms/form-values.ts";
import { AS_IN_FILE, MARKS_APART } from "../../../../../cli/edit/cms/markdown-texts.ts";
import { image, markdown, text } from "../../../../../templates/kit/field.ts";
import { jsonSchemaOf } from "../../../../../templates/kit/for-build/json-schema.ts";

const schema = jsonSchemaOf(
  z.strictObject({
    name: text(),
    order: z.int().default(1000),
    listed: z.boolean().default(true),
    note: text().optional(),
    body: markdown().optional(),
    picture: image().optional(),
    facts: z.record(z.string(), z.string()).optional(),
    steps: z.array(z.strictObject({ title: text(), look: z.enum(["plain", "boxed"]).default("plain") })).optional(),
    words: z.array(text()).optional(),
  }),
);

const shownValues = (value: unknown) => formValues.shownValues(value, schema, MARKS_APART);
const meantValues = (sent: unknown, stored: unknown, markdown = MARKS_APART) =>
  formValues.meantValues(sent, stored, schema, markdown);

describe("values in a form", () => {
  test("have the defaults that the file leaves out, and YAML where there is no control", () => {
    const was = { name: "A", facts: { price: "5" }, steps: [{ title: "One" }], constructor: 1 };
    const shown = shownValues(was);
    expect(shown).toEqual({
      name: "A",
      order: 1000,
      listed: true,
      facts: 'price: "5"',
      steps: [{ title: "One", look: "plain" }],
      constructor: 1,
    });
    expect(meantValues(shown, was)).toEqual(was);
  });

  test("keep a default that the file has written, in an item that was moved, too", () => {
    const was = { name: "A", order: 1000, steps: [{ title: "One", look: "plain" }, { title: "Two" }] };
    const { steps, ...shown } = shownValues(was) as { steps: unknown[] };
    expect(meantValues({ ...shown, steps: steps.toReversed() }, was)).toEqual({
      ...was,
      steps: was.steps.toReversed(),
    });
  });

  test.each<[string, object, object, object]>([
    ["an empty field", { note: "" }, { note: "B" }, {}],
    ["an empty picture", { picture: { src: "", alt: "", focus: { x: "", y: null } } }, {}, {}],
    ["an empty list", { words: [] }, { words: ["a"] }, {}],
    ["an added line without words", { words: ["a", ""] }, { words: ["a"] }, { words: ["a"] }],
    ["a list that is empty in the file", { words: [] }, { words: [] }, { words: [] }],
    ["blank lines around a text", { body: "Text, new." }, { body: "\nText.\n" }, { body: "\nText, new.\n" }],
    ["blank lines behind a new text", { body: "Text.\n\n\n" }, {}, { body: "Text." }],
    ["line ends of another system", { body: "a\r\nb" }, { body: "a" }, { body: "a\nb" }],
    ["a number that was typed", { order: "20" }, { order: 10 }, { order: 20 }],
    ["a number that is none", { order: "many" }, { order: 10 }, { order: "many" }],
    ["a picture by its address", { picture: { src: "/a.jpg", alt: "A" } }, {}, { picture: { src: "a.jpg", alt: "A" } }],
    [
      "changed YAML",
      { facts: 'price: "6"\ntax: none' },
      { facts: { price: "5" } },
      { facts: { price: "6", tax: "none" } },
    ],
  ])("say what is meant: %s", (_, sent, was, meant) => {
    expect(meantValues({ name: "A", ...sent }, { name: "A", ...was })).toEqual({ name: "A", ...meant });
  });

  test("have Markdown without the marks of placeholders, which stay on lines that are left as they were", () => {
    const was = { name: "A", body: "\n## One # placeholder\n\nTwo # placeholder\n" };
    expect(shownValues(was)).toMatchObject({ body: "\n## One\n\nTwo\n" });
    expect(meantValues(shownValues(was), was)).toEqual(was);
    const body = "## One\n\nThree";
    expect(meantValues({ name: "A", body }, was)).toEqual({ name: "A", body: "\n## One # placeholder\n\nThree\n" });
    // A hosted CMS shows the marks: one that is gone was taken away.
    expect(meantValues({ name: "A", body }, was, AS_IN_FILE)).toEqual({ name: "A", body: "\n## One\n\nThree\n" });
  });

  test("say where YAML has a mistake", () => {
    expect(() => meantValues({ name: "A", facts: "price: [5" }, { name: "A" })).toThrow(/line 1/);
  });
});
