// An entry that its schema rejects → its report, to the letter: the code, the line, what is wrong, and what to do.
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { parseSource } from "../../../../cli/content/parse-source.ts";
import { keysAt, schemaAt, valueAt } from "../../../../cli/content/schema-walk.ts";
import { validateEntry } from "../../../../cli/content/validate-entry.ts";
import { sourceOf } from "../../../support/sources.ts";

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
const sections = { types: Object.keys(sectionSchemas), get: (type: string) => sectionSchemas[type] };

const validated = (text: string, schema: z.ZodType = pageSchema) =>
  validateEntry(parseSource(sourceOf(text)), schema, sections);
/** "line:column CODE", what is wrong, and the hint. */
const reported = (text: string, schema?: z.ZodType) =>
  validated(text, schema).diagnostics.map(({ code, line, column, message, hint }) => [
    `${line}:${column} ${code.replace("CONTENT_", "")}`,
    message,
    hint,
  ]);

type Report = readonly [place: string, message: string, hint: string | undefined];

const FILL_IN = "fill it in, or remove the line if the field is optional";
const ITEMS = 'begin each item on a line of its own with "- "';
const FIELDS =
  "its fields are: title, order, price, isOpen, size, code, sign, summary, notes, link, day, date, tags, pair, hero, prices, either, media, cards, nothing, sections";

describe("a value of another type", () => {
  test.each<[string, Report]>([
    ["title:", ["1:1 WRONG_TYPE", '"title" is empty; text belongs here.', FILL_IN]],
    ["hero:", ["1:1 WRONG_TYPE", '"hero" is empty; a block of fields belongs here.', FILL_IN]],
    ["tags: [a, ]\norder:", ["2:1 WRONG_TYPE", '"order" is empty; a number belongs here.', FILL_IN]],
    [
      "title: 1.10",
      ["1:8 NUMBER_AS_TEXT", '"title" must be text; 1.10 is read as the number 1.1.', 'put quotes around it: "1.10"'],
    ],
    [
      "title: 12",
      ["1:8 NUMBER_AS_TEXT", '"title" must be text; 12 is read as a number.', 'put quotes around it: "12"'],
    ],
    [
      "title: .nan",
      ["1:8 NUMBER_AS_TEXT", '"title" must be text; .nan is read as a number.', 'put quotes around it: ".nan"'],
    ],
    [
      "order: .inf",
      [
        "1:8 WRONG_TYPE",
        '"order" must be a number, not a value that cannot be counted.',
        "write the number alone, without quotes or words",
      ],
    ],
    [
      "title: true",
      ["1:8 NUMBER_AS_TEXT", '"title" must be text; true is read as yes or no.', 'put quotes around it: "true"'],
    ],
    [
      "title: {a: b}",
      ["1:8 WRONG_TYPE", '"title" must be text, not a block of fields.', 'put quotes around it: "{a: b}"'],
    ],
    ['title: ["a b"]', ["1:8 WRONG_TYPE", '"title" must be text, not a list.', "put quotes around it: \"['a b']\""]],
    ["title:\n  - a", ["2:3 WRONG_TYPE", '"title" must be text, not a list.', "write it after the colon, on one line"]],
    [
      "title:\n  a: b",
      [
        "2:3 WRONG_TYPE",
        '"title" must be text, not a block of fields.',
        "a colon followed by a space makes a key: put quotes around the whole text",
      ],
    ],
    [
      "order: soon",
      [
        "1:8 WRONG_TYPE",
        '"order" must be a number, not the text "soon".',
        "write the number alone, without quotes or words",
      ],
    ],
    [
      "order: 1.5",
      [
        "1:8 WRONG_TYPE",
        '"order" must be a whole number, not the number 1.5.',
        "write the number alone, without quotes or words",
      ],
    ],
    [
      "price: yes",
      [
        "1:8 WRONG_TYPE",
        '"price" must be a number, not the text "yes".',
        "write the number alone, without quotes or words",
      ],
    ],
    [
      "isOpen: open",
      ["1:9 WRONG_TYPE", '"isOpen" must be true or false, not the text "open".', "write true or false, without quotes"],
    ],
    ["tags: true", ["1:7 WRONG_TYPE", '"tags" must be a list, not true or false.', ITEMS]],
    ["tags: 3", ["1:7 WRONG_TYPE", '"tags" must be a list, not the number 3.', ITEMS]],
    ["tags:\n  one: two", ["2:3 WRONG_TYPE", '"tags" must be a list, not a block of fields.', `${ITEMS}: - one: ...`]],
    ["tags: {}", ["1:7 WRONG_TYPE", '"tags" must be a list, not a block of fields.', ITEMS]],
    ["tags: one, two", ["1:7 WRONG_TYPE", '"tags" must be a list, not the text "one, two".', `${ITEMS}: - one`]],
    ["tags: one; two", ["1:7 WRONG_TYPE", '"tags" must be a list, not the text "one; two".', `${ITEMS}: - one`]],
    ['tags: "one \\ntwo"', ["1:7 WRONG_TYPE", '"tags" must be a list, not the text "one \ntwo".', `${ITEMS}: - one`]],
    ['tags: ", one"', ["1:7 WRONG_TYPE", '"tags" must be a list, not the text ", one".', ITEMS]],
    [
      "tags: • one • two",
      ["1:7 WRONG_TYPE", '"tags" must be a list, not the text "• one • two".', `${ITEMS}, instead of "•": - one`],
    ],
    ['tags: "• "', ["1:7 WRONG_TYPE", '"tags" must be a list, not the text "• ".', `${ITEMS}, instead of "•"`]],
    [
      `tags: ${"a".repeat(60)}`,
      ["1:7 WRONG_TYPE", `"tags" must be a list, not the text "${"a".repeat(60)}".`, `${ITEMS}: - ${"a".repeat(60)}`],
    ],
    [
      `tags: ${"a".repeat(61)}`,
      ["1:7 WRONG_TYPE", `"tags" must be a list, not the text "${"a".repeat(57)}...".`, ITEMS],
    ],
    [
      "hero: words",
      [
        "1:7 WRONG_TYPE",
        '"hero" must be a block of fields, not the text "words".',
        "write its fields below it, two spaces deeper: heading, lead, kicker",
      ],
    ],
    [
      "prices: 3",
      [
        "1:9 WRONG_TYPE",
        '"prices" must be a block of fields, not the number 3.',
        "write its fields below it, two spaces deeper",
      ],
    ],
    [
      "hero: heading:\u00a0One",
      [
        "1:7 WRONG_TYPE",
        '"hero" must be a block of fields, not the text "heading:\u00a0One".',
        "delete it and press the space bar: the space behind the colon is none",
      ],
    ],
    [
      "hero: heading:One",
      [
        "1:7 WRONG_TYPE",
        '"hero" must be a block of fields, not the text "heading:One".',
        "write its fields below it, two spaces deeper: heading, lead, kicker",
      ],
    ],
    [
      "hero: One of heading:\u00a0Two",
      [
        "1:7 WRONG_TYPE",
        '"hero" must be a block of fields, not the text "One of heading:\u00a0Two".',
        "write its fields below it, two spaces deeper: heading, lead, kicker",
      ],
    ],
    [
      "sections:\n  - type: hero\n    heading: x\n    image: words",
      [
        "4:12 WRONG_TYPE",
        '"image" must be a block of fields, not the text "words".',
        "write its fields below it, two spaces deeper: heading, lead, kicker",
      ],
    ],
    ["nothing: x", ["1:10 WRONG_TYPE", '"nothing" must be null, not the text "x".', undefined]],
    ["sections:\n  -", ["2:4 WRONG_TYPE", 'Item 1 of "sections" is empty; a block of fields belongs here.', FILL_IN]],
    [
      "cards:\n  - heading: One\n    lead: 1\n  - Two",
      [
        "4:5 WRONG_TYPE",
        'Item 2 of "cards" must be a block of fields, not the text "Two".',
        "write its fields below it, two spaces deeper: heading, lead, kicker",
      ],
    ],
    [
      "sections:\n  - hero",
      [
        "2:5 WRONG_TYPE",
        'Item 1 of "sections" must be a block of fields, not the text "hero".',
        'write "- type: hero"',
      ],
    ],
    [
      "sections:\n  - 3",
      [
        "2:5 WRONG_TYPE",
        'Item 1 of "sections" must be a block of fields, not the number 3.',
        "write its fields below it, two spaces deeper: type",
      ],
    ],
  ])("%j", (text, report) => {
    expect(reported(text).at(-1)).toEqual(report);
  });

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

  test("of a block is reported there, under the block's own name", () => {
    expect(reported("hero:\n  lead: x\ncards:\n  - lead: x\nmedia: {}\n")).toEqual([
      ["2:3 MISSING_KEY", '"hero" needs a field "heading".', 'add "heading: ..." to this block'],
      [
        "5:8 MISSING_KEY",
        '"media" needs a field "kind".',
        'add "kind: ..." to this block: one of picture, video, film',
      ],
      ["4:5 MISSING_KEY", 'Item 1 of "cards" needs a field "heading".', 'add "heading: ..." to this block'],
    ]);
    expect(reported("sections:\n  - type: hero\n  - heading: x\n")).toEqual([
      ["3:5 MISSING_KEY", 'Item 2 of "sections" needs a field "type".', 'add "type: ..." to this block'],
      ["2:5 MISSING_KEY", 'Section "hero" needs a field "heading".', 'add "heading: ..." to this block'],
    ]);
  });
});

describe("a field that there is not", () => {
  test.each<[string, Report]>([
    ["titel: x", ["1:1 UNKNOWN_KEY", 'The file has no field "titel".', 'did you mean "title"?']],
    // A field that is there already is not meant.
    ["title: x\ntitel: x", ["2:1 UNKNOWN_KEY", 'The file has no field "titel".', FIELDS]],
    ["warranty: x", ["1:1 UNKNOWN_KEY", 'The file has no field "warranty".', FIELDS]],
    [
      "“title”: x",
      [
        "1:1 UNKNOWN_KEY",
        'The file has no field "“title”".',
        'curly quotes do not hold a text together: put straight ones (") around it',
      ],
    ],
    ["hero:\n  heading: x\n  leed: x", ["3:3 UNKNOWN_KEY", '"hero" has no field "leed".', 'did you mean "lead"?']],
    [
      "media:\n  kind: picture\n  src: x\n  href: x",
      ["4:3 UNKNOWN_KEY", '"media" has no field "href".', "its fields are: kind, src"],
    ],
    [
      "sections:\n  - type: hero\n    heading: x\n    imege:\n      heading: x",
      ["4:5 UNKNOWN_KEY", 'Section "hero" has no field "imege".', 'did you mean "image"?'],
    ],
    [
      "sections:\n  - type: hero\n    heading: x\n    image:\n      heading: x\n      leed: x",
      ["6:7 UNKNOWN_KEY", '"image" has no field "leed".', 'did you mean "lead"?'],
    ],
  ])("%j", (text, report) => {
    expect(reported(text)).toEqual([report]);
  });

  test("is not also reported as missing where it is a misspelling", () => {
    expect(reported("hero:\n  haeding: x")).toEqual([
      ["2:3 UNKNOWN_KEY", '"hero" has no field "haeding".', 'did you mean "heading"?'],
    ]);
    // A field that is like it is no misspelling of it.
    const schema = z.strictObject({ title: z.string(), titles: z.array(z.string()) });
    expect(reported("titles: 3", schema).map(([place]) => place)).toEqual(["1:1 MISSING_KEY", "1:9 WRONG_TYPE"]);
    // In another block it is another mistake.
    expect(reported("hero:\n  lead: x\ncards:\n  - heading: x\n    haeding: x").map(([place]) => place)).toEqual([
      "2:3 MISSING_KEY",
      "5:5 UNKNOWN_KEY",
    ]);
  });

  test("belongs to the block that lacks it", () => {
    expect(reported("hero:\n  lead: x\nheading: x")).toEqual([
      ["2:3 MISSING_KEY", '"hero" needs a field "heading".', 'add "heading: ..." to this block'],
      ["3:1 UNKNOWN_KEY", 'The file has no field "heading".', '"hero" lacks it: indent it like the other fields there'],
    ]);
    // The file itself is no block to indent for.
    const schema = z.strictObject({ title: z.string(), hero: block });
    expect(reported("hero:\n  heading: x\n  title: x", schema).map(([place, , hint]) => [place, hint])).toEqual([
      ["1:1 MISSING_KEY", 'add "title: ..." to this block'],
      ["3:3 UNKNOWN_KEY", "its fields are: heading, lead, kicker"],
    ]);
  });

  test("is reported fifty times at most in one block", () => {
    const keys = Array.from({ length: 51 }, (_, index) => `unknown${index}: x\n`).join("");
    expect(reported(keys)).toHaveLength(50);
  });

  test("has its own mistake where it is a section in the wrong list", () => {
    const text = (indent: string, type: string) =>
      `sections:\n  - type: cards\n    cards:\n      - heading: x\n${indent}- type: ${type}\n${indent}  heading: x\n`;
    expect(reported(text("      ", "hero"))).toEqual([
      [
        "5:9 UNKNOWN_KEY",
        'A section "hero" is among the items of "cards".',
        "it is indented too deep: line its dash up with those of the other sections",
      ],
    ]);
    expect(reported(text("  ", "hero"))).toEqual([]);
    expect(reported(text("      ", "heroes"))).toEqual([
      ["5:9 UNKNOWN_KEY", 'Item 2 of "cards" has no field "type".', "its fields are: heading, lead, kicker"],
    ]);
    expect(
      reported(
        "sections:\n  - type: cards\n    cards: []\n    groups:\n      - cards:\n          - heading: x\n            type: hero\n",
      ).map(([, message]) => message),
    ).toEqual(['A section "hero" is among the items of "cards".']);
    // A single block is no list, and another key says nothing about sections.
    expect(
      reported("sections:\n  - type: hero\n    heading: x\n    image:\n      heading: x\n      type: hero").map(
        ([, message]) => message,
      ),
    ).toEqual(['"image" has no field "type".']);
    expect(
      reported("sections:\n  - type: cards\n    cards:\n      - heading: x\n        section: hero").map(
        ([, message]) => message,
      ),
    ).toEqual(['Item 1 of "cards" has no field "section".']);
    // Only a page has sections.
    expect(reported("cards:\n  - heading: x\n    type: hero")).toEqual([
      ["3:5 UNKNOWN_KEY", 'Item 1 of "cards" has no field "type".', "its fields are: heading, lead, kicker"],
    ]);
    // Nothing else is reported of it, and all that is wrong around it.
    expect(
      reported(
        "sections:\n  - type: cards\n    cards:\n      - type: hero\n        size: x\n        lead: 3\n      - heading: 3\n    count: x\n",
      ).map(([place]) => place),
    ).toEqual(["4:9 UNKNOWN_KEY", "7:18 NUMBER_AS_TEXT", "8:12 WRONG_TYPE"]);
  });
});

describe("a value that is not allowed", () => {
  test.each<[string, Report]>([
    ["size: smal", ["1:7 UNKNOWN_VALUE", '"size" cannot be "smal".', 'did you mean "small"?']],
    ["size: 3", ["1:7 UNKNOWN_VALUE", '"size" cannot be 3.', "use one of: small, large"]],
    ["media:\n  kind: vidio", ["2:9 UNKNOWN_VALUE", '"kind" cannot be "vidio".', 'did you mean "video"?']],
    ["media:\n  kind: song", ["2:9 UNKNOWN_VALUE", '"kind" cannot be "song".', "use one of: picture, video, film"]],
    ["media:\n  kund: video\n  href: x", ["2:3 UNKNOWN_KEY", '"media" has no field "kund".', 'did you mean "kind"?']],
    // By its value, or by its name.
    ["media:\n  what: film\n  href: x", ["2:3 UNKNOWN_KEY", '"media" has no field "what".', 'did you mean "kind"?']],
    ["media:\n  kund: films", ["2:3 UNKNOWN_KEY", '"media" has no field "kund".', 'did you mean "kind"?']],
    [
      "media:\n  kund: 3",
      [
        "2:3 MISSING_KEY",
        '"media" needs a field "kind".',
        'add "kind: ..." to this block: one of picture, video, film',
      ],
    ],
    [
      "sections:\n  - typ: hero\n    heading: x",
      ["2:5 UNKNOWN_KEY", 'Item 1 of "sections" has no field "typ".', 'did you mean "type"?'],
    ],
    [
      "sections:\n  - section: hero\n    heading: x",
      ["2:5 UNKNOWN_KEY", 'Item 1 of "sections" has no field "section".', 'did you mean "type"?'],
    ],
    ["either: x", ["1:9 INVALID_VALUE", '"either" is not in a form that is understood here.', undefined]],
    [
      "sections:\n  - type: heroes\n    heading: x",
      ["2:11 UNKNOWN_SECTION", 'There is no section type "heroes".', 'did you mean "hero"?'],
    ],
    [
      "sections:\n  - type: footer",
      ["2:11 UNKNOWN_SECTION", 'There is no section type "footer".', "the section types are: hero, cards"],
    ],
    ["tags: []", ["1:1 INVALID_VALUE", '"tags" has 0 items; it needs at least 1.', undefined]],
    ["tags: [a, b, c]", ["1:7 INVALID_VALUE", '"tags" has 3 items; it needs at most 2.', undefined]],
    ["pair: [a]", ["1:7 INVALID_VALUE", '"pair" has 1 item; it needs exactly 2.', undefined]],
    ["pair: [a, b, c]", ["1:7 INVALID_VALUE", '"pair" has 3 items; it needs exactly 2.', undefined]],
    ["code: ab", ["1:7 INVALID_VALUE", '"code" has 2 characters; it needs exactly 3 characters.', undefined]],
    ["sign: ab", ["1:7 INVALID_VALUE", '"sign" has 2 characters; it needs at most 1 character.', undefined]],
    ["summary: ab", ["1:10 INVALID_VALUE", '"summary" has 2 characters; it needs at least 5 characters.', undefined]],
    ["price: 0", ["1:8 INVALID_VALUE", '"price" is 0; it must be at least 1.', undefined]],
    ["price: 11", ["1:8 INVALID_VALUE", '"price" is 11; it must be at most 10.', undefined]],
    ['notes: " "', ["1:8 INVALID_VALUE", '"notes" has no words in it.', FILL_IN]],
    ["link: x", ["1:7 INVALID_VALUE", '"link" is not a link.', undefined]],
    ["day: x", ["1:6 INVALID_VALUE", '"day" is not valid: a day is expected.', undefined]],
    ["date: x", ["1:7 INVALID_VALUE", '"date" must be a day.', "write it as 2026-05-01"]],
  ])("%j", (text, report) => {
    expect(reported(text)).toEqual([report]);
  });

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

  test.each([
    // The value is reported once, and not for the text that it is not.
    ["title: #1 venue", ["1:8 SOURCE_COMMENT"]],
    ["order: “1”\nsign: ab", ["1:8 WRONG_TYPE", "2:7 INVALID_VALUE"]],
    ["title: “a”\nprice: 0", ["1:8 SOURCE_QUOTE", "2:8 INVALID_VALUE"]],
    ["title: x\norder:\u00a0x", ["2:7 SOURCE_HIDDEN_CHARACTER"]],
    ["tags: a # b", ["1:9 SOURCE_COMMENT", "1:7 WRONG_TYPE"]],
    // A key is wrong whatever its value is, but a file with a mistake of syntax is read no further.
    ["sise: &a b", ["1:7 SOURCE_SPECIAL_CHARACTER", "1:1 UNKNOWN_KEY"]],
    ["sise: : x", ["1:7 SOURCE_COLON"]],
  ])("has no second report where its text could not be read as intended: %j", (text, places) => {
    expect(reported(text).map(([place]) => place)).toEqual(places);
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

test("a path leads through values and through the schema that describes them, as far as there are any", () => {
  expect(valueAt({ a: [{ b: 1 }] }, ["a", 0, "b"])).toBe(1);
  expect(valueAt({ a: null }, ["a", "b", "c"])).toBeUndefined();
  const inner = z.strictObject({ text: z.string().describe("Its words.") });
  const schema = z.strictObject({
    plain: inner.optional(),
    list: z.array(inner.describe("An item.").optional()).default([]).describe("A list."),
    named: z.record(z.string(), z.number().describe("A price.")),
    choice: z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("a"), size: z.number().describe("How large.") }),
      z.strictObject({ kind: z.literal("b"), size: z.string().describe("Its name.") }).describe("B."),
    ]),
  });
  const described = (path: readonly PropertyKey[], data?: unknown) => schemaAt(schema, path, data).description;
  expect(described(["list"])).toBe("A list.");
  expect(described(["list", 0])).toBe("An item.");
  expect(described(["list", 0, "text"])).toBe("Its words.");
  expect(described(["plain"])).toBeUndefined();
  expect(described(["plain", "text"])).toBe("Its words.");
  expect(described(["named", "x"])).toBe("A price.");
  expect(described(["choice", "size"], { choice: { kind: "a" } })).toBe("How large.");
  expect(described(["choice", "size"], { choice: { kind: "b" } })).toBe("Its name.");
  expect(described(["choice"], { choice: { kind: "b" } })).toBe("B.");
  expect(described(["choice", "size"], { choice: { kind: "c" } })).toBeUndefined();
  expect(schemaAt(schema, ["choice", "size"], {})).toEqual({ schema: undefined, description: undefined });
  expect(schemaAt(schema, ["gone", "x", "y"], undefined)).toEqual({ schema: undefined, description: undefined });
  expect(keysAt(schema, ["list", 0], undefined)).toEqual(["text"]);
  expect(keysAt(schema, ["gone"], undefined)).toEqual([]);
  expect(keysAt(schema, ["named"], undefined)).toEqual([]);
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
