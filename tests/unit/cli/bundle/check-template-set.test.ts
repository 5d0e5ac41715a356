import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkTemplateSet } from "../../../../cli/bundle/check-template-set.ts";
import { readTable } from "../../../support/process/read-table.ts";

const config = { root: "/site", templatesDir: "/site/templates" };
const messages = (set: unknown) => checkTemplateSet(set, config, z).map(({ message }) => message);

const make = () => {};
/** Every field that a template set may have. */
const whole = () => ({
  settings: z.object({}),
  collections: [
    { name: "pages", singular: "a page", format: "yaml", schema: z.object({}), path: make, summarize: make },
    { name: "legal", singular: "a legal page", format: "markdown", schema: z.object({}) },
  ],
  sections: [{ type: "hero", schema: z.object({}), Component: make }],
  css: { base: ["base.css"], byType: { hero: "hero.css" } },
  fonts: [
    {
      family: "Own Sans",
      variable: "--text",
      files: ["own.woff2"],
      axes: { wght: { min: 400, max: 700 } },
      characters: [[32, 126]],
      fallback: "serif",
      matchedAt: { wght: 400 },
    },
  ],
  proseSlot: { crops: [{ widths: [390], sizes: "100vw" }] },
  sectionTypes: make,
  renderPage: make,
  derived: [{ name: "links", make }],
  card: { version: 1, ground: "#000", overlay: make },
  icons: make,
  siteFiles: make,
  pageScripts: make,
  relayDocument: make,
  wordmark: make,
});

/** The set with another value at a path; undefined takes the field away. */
function withValue(path: string, value: unknown) {
  const set = whole();
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  const holder = steps.reduce((at: object, step) => Reflect.get(at, step), set);
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else Reflect.set(holder, last, value);
  return set;
}

/** Fields of a template set with what they may not be: see tests/fixtures/template-set-fields.jsonl. */
type Field = readonly [need: "required" | "optional" | "within", path: string, ...wrong: unknown[]];
const fieldsOf = (kind: Field[0]) =>
  readTable<Field>("template-set-fields").flatMap(([need, path, ...wrong]) => (need === kind ? [{ path, wrong }] : []));

/** Each of the values is a mistake at its path. */
function expectWrong(path: string, wrong: readonly unknown[]) {
  for (const value of wrong)
    expect(messages(withValue(path, value))).toEqual([
      expect.stringMatching(`^"templates\\.${path.replaceAll(".", "\\.")}" of the template set: .+\\.$`),
    ]);
}

describe("a template set", () => {
  test("with every field of its type is right, and so it is with fields of the templates' own", () => {
    for (const set of [whole(), withValue("card.version", "2"), withValue("fonts.0.fallback", "sans-serif")])
      expect(messages(set)).toEqual([]);
    const own = ["own", "collections.0.own", "sections.0.own", "css.own", "fonts.0.own", "fonts.0.axes.wght.own"];
    for (const path of [...own, "proseSlot.own", "proseSlot.crops.0.own", "derived.0.own", "card.own"])
      expect(messages(withValue(path, 1)), path).toEqual([]);
  });

  test.each(fieldsOf("required"))("needs $path, of its type", ({ path, wrong }) => {
    expect(messages(withValue(path, undefined))).toEqual([`The template set lacks "templates.${path}".`]);
    expectWrong(path, wrong);
  });

  test.each(fieldsOf("optional"))("does without $path, and takes no other type for it", ({ path, wrong }) => {
    expect(messages(withValue(path, undefined))).toEqual([]);
    expectWrong(path, wrong);
  });

  test.each(fieldsOf("within"))("names $path where it is wrong within a list", ({ path, wrong }) => {
    expect(messages(withValue(path, wrong[0]))).toEqual([expect.stringContaining(`"templates.${path}`)]);
  });

  test("is reported whole, at its file, with where to read on; nothing at all is reported, too", () => {
    const set = { ...withValue("icons", undefined), siteFiles: 5 };
    expect(checkTemplateSet(set, config, z)).toEqual([
      {
        code: "BUNDLE_FAILED",
        severity: "error",
        message: 'The template set lacks "templates.icons".',
        file: "templates/index.ts",
        hint: "the type TemplateSet of eventsite/kit describes every field",
      },
      expect.objectContaining({ message: '"templates.siteFiles" of the template set: must be a function.' }),
    ]);
    expect(messages(undefined)).toEqual(['The template set lacks "templates".']);
    expect(messages(withValue("settings", null))).toEqual([
      '"templates.settings" of the template set: must be a schema of zod.',
    ]);
  });
});
