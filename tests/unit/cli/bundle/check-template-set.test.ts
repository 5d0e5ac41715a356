import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkTemplateSet } from "../../../../cli/bundle/check-template-set.ts";

const config = { root: "/site", templatesDir: "/site/templates" };
const messages = (set: unknown) => checkTemplateSet(set, config).map(({ message }) => message);

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
  pdf: { fonts: [{}] },
  icons: make,
  siteFiles: make,
  pageScripts: make,
  mailWords: make,
  wordmark: make,
});

/** The set with another value at a path; undefined takes the field away. */
function withValue(path: string, value: unknown) {
  const set = whole();
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  const holder = steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], set) as Record<
    string,
    unknown
  >;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return set;
}

const REQUIRED: readonly [path: string, ...wrong: unknown[]][] = [
  ["settings", {}, "x"],
  ["collections", {}],
  ["collections.0.name", "", 5],
  ["collections.0.singular", "", 5],
  ["collections.0.format", "toml"],
  ["collections.0.schema", {}],
  ["sections", "hero"],
  ["sections.0.type", "", 5],
  ["sections.0.schema", {}],
  ["sections.0.Component", 5],
  ["css", "base.css"],
  ["css.base", "base.css"],
  ["css.byType", ["hero.css"]],
  ["fonts", "Own Sans"],
  ["fonts.0.family", "", 5],
  ["fonts.0.variable", "text", 5],
  ["fonts.0.files", [], "own.woff2"],
  ["fonts.0.axes", 400],
  ["fonts.0.axes.wght.min", "400"],
  ["fonts.0.axes.wght.max", "700"],
  ["fonts.0.characters", "abc"],
  ["fonts.0.fallback", "fantasy"],
  ["fonts.0.matchedAt", 400],
  ["proseSlot", 390],
  ["proseSlot.crops", [], 5],
  ["proseSlot.crops.0.widths", [], 390],
  ["proseSlot.crops.0.sizes", "", 5],
  ["sectionTypes", []],
  ["renderPage", "x"],
  ["derived.0.name", "", 5],
  ["derived.0.make", 5],
  ["card.version", true],
  ["card.ground", "", 5],
  ["card.overlay", 5],
  ["pdf.fonts", 5],
  ["icons", []],
  ["siteFiles", []],
];

const OPTIONAL: readonly (readonly [path: string, wrong: unknown])[] = [
  ["collections.0.path", "/x"],
  ["collections.0.summarize", 5],
  ["derived", {}],
  ["card", "x"],
  ["pdf", "x"],
  ["pageScripts", []],
  ["mailWords", {}],
  ["wordmark", "Evenhall"],
];

describe("a template set", () => {
  test("with every field of its type is right, and so it is with fields of the templates' own", () => {
    expect(messages(whole())).toEqual([]);
    expect(messages(withValue("card.version", "2"))).toEqual([]);
    expect(messages(withValue("fonts.0.fallback", "sans-serif"))).toEqual([]);
    const own = ["own", "collections.0.own", "sections.0.own", "css.own", "fonts.0.own", "fonts.0.axes.wght.own"];
    for (const path of [...own, "proseSlot.own", "proseSlot.crops.0.own", "derived.0.own", "card.own", "pdf.own"])
      expect(messages(withValue(path, 1)), path).toEqual([]);
  });

  test.each(REQUIRED.map(([path, ...wrong]) => ({ path, wrong })))("needs $path, of its type", ({ path, wrong }) => {
    expect(messages(withValue(path, undefined))).toEqual([`The template set lacks "templates.${path}".`]);
    for (const value of wrong)
      expect(messages(withValue(path, value))).toEqual([
        expect.stringMatching(`^"templates\\.${path.replaceAll(".", "\\.")}" of the template set: .+\\.$`),
      ]);
  });

  test.each(OPTIONAL)("does without %s, and takes no other type for it", (path, wrong) => {
    expect(messages(withValue(path, undefined))).toEqual([]);
    expect(messages(withValue(path, wrong))).toEqual([
      expect.stringMatching(`^"templates\\.${path.replaceAll(".", "\\.")}" of the template set: .+\\.$`),
    ]);
  });

  test.each([
    ["css.base.0", 5],
    ["css.base.0", ""],
    ["css.byType.hero", ""],
    ["fonts.0.files.0", ""],
    ["fonts.0.axes.wght", 400],
    ["fonts.0.characters.0", [32]],
    ["fonts.0.characters.0.0", "a"],
    ["fonts.0.characters.0.1", "z"],
    ["fonts.0.matchedAt.wght", "400"],
    ["proseSlot.crops.0", 390],
    ["proseSlot.crops.0.widths.0", 0],
    ["pdf.fonts.0", "x"],
  ])("names %s where it is wrong within a list", (path, wrong) => {
    expect(messages(withValue(path, wrong))).toEqual([expect.stringContaining(`"templates.${path}`)]);
  });

  test("is reported whole, at its file, with where to read on; nothing at all is reported, too", () => {
    const set = { ...withValue("icons", undefined), siteFiles: 5 };
    expect(checkTemplateSet(set, config)).toEqual([
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
