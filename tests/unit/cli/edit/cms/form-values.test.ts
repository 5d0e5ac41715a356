import { describe, expect, test } from "vitest";
import * as z from "zod";
import { meantValues, shownValues } from "../../../../../cli/edit/cms/form-values.ts";
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

describe("values in a form", () => {
  test("have the defaults that the file leaves out, and YAML where there is no control", () => {
    const was = { name: "A", facts: { price: "5" }, steps: [{ title: "One" }], constructor: 1 };
    const shown = shownValues(was, schema);
    expect(shown).toEqual({
      name: "A",
      order: 1000,
      listed: true,
      facts: 'price: "5"',
      steps: [{ title: "One", look: "plain" }],
      constructor: 1,
    });
    expect(meantValues(shown, was, schema)).toEqual(was);
  });

  test("keep a default that the file has written, in an item that was moved, too", () => {
    const was = { name: "A", order: 1000, steps: [{ title: "One", look: "plain" }, { title: "Two" }] };
    const { steps, ...shown } = shownValues(was, schema) as { steps: unknown[] };
    expect(meantValues({ ...shown, steps: steps.toReversed() }, was, schema)).toEqual({
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
    expect(meantValues({ name: "A", ...sent }, { name: "A", ...was }, schema)).toEqual({ name: "A", ...meant });
  });

  test("say where YAML has a mistake", () => {
    expect(() => meantValues({ name: "A", facts: "price: [5" }, { name: "A" }, schema)).toThrow(/line 1/);
  });
});
