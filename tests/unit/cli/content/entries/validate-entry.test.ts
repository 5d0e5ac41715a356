// An entry that its schema rejects → its report, to the letter: the code, the line, what is wrong, and what to do.
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { validateEntry } from "../../../../../cli/content/entries/validate-entry.ts";
import { parseSource } from "../../../../../cli/content/sources/parse-source.ts";
import { readTable } from "../../../../support/process/read-table.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const block = z.strictObject({ heading: z.string(), lead: z.string().optional(), kicker: z.string().optional() });
const pageSchema = z.strictObject({
  title: z.string().default("x"),
  order: z.int().optional(),
  price: z.number().min(1).max(10).optional(),
  isOpen: z.boolean().optional(),
  size: z.enum(["small", "large"]).optional(),
  code: z.string().length(3).optional(),
  sign: z.string().max(1).optional(),
  summary: z.string().min(5).optional(),
  notes: z
    .string()
    .refine((value) => value.trim() !== "", "has no words in it")
    .optional(),
  link: z.string().regex(/^\//, "is not a link.").optional(),
  day: z.string().regex(/^\d/, "a day is expected").optional(),
  date: z
    .string()
    .refine(() => false, { message: "must be a day", params: { hint: "write it as 2026-05-01" } })
    .optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  pair: z.array(z.string()).length(2).optional(),
  hero: block.optional(),
  prices: z.record(z.string(), z.number()).optional(),
  either: z.union([z.number(), z.boolean()]).optional(),
  media: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("picture"), src: z.string() }),
      z.strictObject({ kind: z.enum(["video", "film"]), href: z.string() }),
    ])
    .optional(),
  cards: z.array(block).optional(),
  nothing: z.null().optional(),
  sections: z.array(z.looseObject({ type: z.string() })).optional(),
});

const sectionSchemas: Record<string, z.ZodObject> = {
  hero: z.strictObject({ type: z.literal("hero"), heading: z.string(), image: block.optional() }),
  cards: z.strictObject({
    type: z.literal("cards"),
    cards: z.array(block),
    groups: z.array(z.strictObject({ cards: z.array(block) })).optional(),
    count: z.number().default(3),
  }),
};
const sections = new Map(Object.entries(sectionSchemas));

const validated = (text: string, schema: z.ZodType = pageSchema) =>
  validateEntry(parseSource(sourceOf(text)), schema, sections);
/** "line:column CODE", what is wrong, and the hint. */
const reported = (text: string, schema?: z.ZodType) =>
  validated(text, schema).diagnostics.map(({ code, line, column, message, hint }) => [
    `${line}:${column} ${code.replace("CONTENT_", "")}`,
    message,
    hint,
  ]);

const ITEMS = 'begin each item on a line of its own with "- "';

type Table = readonly [what: string, text: string, reports: readonly (readonly (string | null)[])[]];

test.each(readTable<Table>("invalid-values"))("%s: %j", (_, text, reports) => {
  expect(reported(text).map((report) => report.map((part) => part ?? null))).toEqual(reports);
});

describe("a value of another type", () => {
  test("in the whole file is named so", () => {
    expect(reported("a: 1", z.array(z.string()))).toEqual([
      ["1:1 WRONG_TYPE", "The file must be a list, not a block of fields.", `${ITEMS}: - a: ...`],
    ]);
  });
});

describe("a field that is missing", () => {
  const all = z.strictObject({
    title: z.string(),
    size: z.enum(["small", "large"]),
    order: z.int(),
    tags: z.array(z.string()),
    media: pageSchema.shape.media.unwrap(),
  });

  test("is reported at its block, with what belongs there", () => {
    expect(reported("{}", all)).toEqual([
      ["1:1 MISSING_KEY", 'The file needs a field "title".', 'add "title: ..." to this block'],
      ["1:1 MISSING_KEY", 'The file needs a field "size".', 'add "size: ..." to this block: one of small, large'],
      ["1:1 MISSING_KEY", 'The file needs a field "order".', 'add "order: ..." to this block: a number'],
      ["1:1 MISSING_KEY", 'The file needs a field "tags".', 'add "tags: ..." to this block: a list'],
      ["1:1 MISSING_KEY", 'The file needs a field "media".', 'add "media: ..." to this block: a block of fields'],
    ]);
  });
});

describe("a field that there is not", () => {
  test("is no misspelling of one that is missing where it is there too", () => {
    const schema = z.strictObject({ title: z.string(), titles: z.array(z.string()) });
    expect(reported("titles: 3", schema).map(([place]) => place)).toEqual(["1:1 MISSING_KEY", "1:9 WRONG_TYPE"]);
  });

  test("is to be at the start of its line where the file lacks it or may have it, and the file does not lack it then", () => {
    const schema = z.strictObject({ title: z.string(), hero: block });
    expect(reported("hero:\n  heading: x\n  title: x", schema).map(([place, , hint]) => [place, hint])).toEqual([
      ["3:3 UNKNOWN_KEY", '"title" is a field of the file: begin it at the start of the line'],
    ]);
    const withOrder = z.strictObject({ order: z.number().optional(), hero: block });
    expect(reported("hero:\n  heading: x\n  order: 1", withOrder).map(([place, , hint]) => [place, hint])).toEqual([
      ["3:3 UNKNOWN_KEY", '"order" is a field of the file: begin it at the start of the line'],
    ]);
    // The file has it: the other one is something else.
    expect(reported("order: 1\nhero:\n  heading: x\n  order: 1", withOrder).map(([, , hint]) => hint)).toEqual([
      "its fields are: heading, lead, kicker",
    ]);
  });

  test("is reported fifty times at most in one block", () => {
    const keys = Array.from({ length: 51 }, (_, index) => `unknown${index}: x\n`).join("");
    expect(reported(keys)).toHaveLength(50);
  });
});

describe("a value that is not allowed", () => {
  test("of a field `type` that is none of a section is a field like any other", () => {
    const schema = z.looseObject({ items: z.array(z.looseObject({ type: z.string() })) });
    expect(reported("items:\n  - what: hero", schema)).toEqual([
      ["2:5 MISSING_KEY", 'Item 1 of "items" needs a field "type".', 'add "type: ..." to this block'],
    ]);
    const page = z.looseObject({ sections: z.array(z.looseObject({ type: z.string(), size: z.string() })) });
    expect(reported("sections:\n  - type: hero\n    heading: hero", page).map(([, message]) => message)).toEqual([
      'Section "hero" needs a field "size".',
    ]);
  });

  test("has one report for each value", () => {
    const schema = z.strictObject({ a: z.string().min(3).regex(/^b/, "is not b"), b: z.string().min(3) });
    expect(reported("a: x\nb: x\n", schema).map(([place, message]) => [place, message])).toEqual([
      ["1:4 INVALID_VALUE", '"a" has 1 characters; it needs at least 3 characters.'],
      ["2:4 INVALID_VALUE", '"b" has 1 characters; it needs at least 3 characters.'],
    ]);
  });
});

describe("an entry", () => {
  test("is given as its schema has it, its sections too", () => {
    expect(validated("order: 3\nsections:\n  - type: cards\n    cards: []\n")).toEqual({
      data: { title: "x", order: 3, sections: [{ type: "cards", cards: [], count: 3 }] },
      isValid: true,
      diagnostics: [],
    });
  });

  test("is given as it is written where it is invalid, so that its links can be checked", () => {
    const { data, isValid, diagnostics } = validated(
      "order: x\nsections:\n  - type: cards\n    cards: 3\n  - type: footer\n  - heading: x\n  - 3\n",
    );
    expect(data).toEqual({
      order: "x",
      sections: [{ type: "cards", cards: 3 }, { type: "footer" }, { heading: "x" }, 3],
    });
    expect(isValid).toBe(false);
    expect(diagnostics.every(({ severity, file }) => severity === "error" && file === sourceOf("").file)).toBe(true);
    expect(diagnostics.map(({ line }) => line)).toEqual([1, 6, 7, 4, 5]);
  });

  test("has no sections where its collection has none", () => {
    const loose = z.looseObject({ title: z.string() });
    expect(validated("title: x\nsections:\n  - type: footer\n", loose)).toMatchObject({
      isValid: true,
      data: { title: "x", sections: [{ type: "footer" }] },
    });
    expect(validated("a: 1\n", z.any())).toMatchObject({ isValid: true, data: { a: 1 } });
  });

  test("that could not be parsed has the mistakes of its text alone", () => {
    const { data, isValid, diagnostics } = validateEntry(
      parseSource(sourceOf("words", "markdown")),
      pageSchema,
      sections,
    );
    expect([data, isValid, diagnostics.map(({ code }) => code)]).toEqual([
      undefined,
      false,
      ["SOURCE_FRONT_MATTER_MISSING"],
    ]);
    expect(validated("title: a\ntitle: b\n")).toMatchObject({ isValid: false, data: { title: "b" } });
  });

  test("has fields that are missing, whatever else is wrong on that line", () => {
    expect(reported("lead: &a b", block).map(([place]) => place)).toEqual([
      "1:7 SOURCE_SPECIAL_CHARACTER",
      "1:1 MISSING_KEY",
    ]);
  });

  test("has two hundred reports at most", () => {
    const items = Array.from({ length: 201 }, () => "  - 1\n").join("");
    expect(reported(`names:\n${items}`, z.object({ names: z.array(z.string()) }))).toHaveLength(200);
  });
});

test("an entry gives the same however many have been checked before it, with its fields in the same order", () => {
  const entries = [
    "sections:\n  - type: cards\n    groups: [{ cards: [{ lead: b, heading: a }] }]\n    cards: []\ntags: [a]\nhero: { heading: h }",
    "order: x\nhero: { headding: h, lead: 3 }\nmedia: { kind: film, src: a }\nsections: [{ type: hero, image: { kicker: 1 } }]\ntitel: a",
  ];
  const now = () => entries.map((text) => JSON.stringify(validated(text)));
  const first = now();
  for (let count = 0; count < 300; count++) validated("title: x");
  expect(now()).toEqual(first);
});
