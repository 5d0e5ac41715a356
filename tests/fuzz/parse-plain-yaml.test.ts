// The fast parser and the careful one: where the fast one answers at all, both say the same.
import { deepStrictEqual } from "node:assert";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify, type ToStringOptions } from "yaml";
import { parsePlainYaml } from "../../cli/content/yaml/parse-plain-yaml.ts";
import { openDocument } from "../../cli/content/yaml/source-document.ts";
import { anyCharacter } from "../support/any-character.ts";
import { contentTexts, damagedFile } from "../support/mutations.ts";
import { rounds } from "../support/rounds.ts";
import { sourceOf } from "../support/sources.ts";
import { yamlDocument } from "../support/yaml-documents.ts";

/** The law. The order of keys counts: it shows in lists that pages are made of. */
function agree(text: string): boolean {
  const fast = parsePlainYaml(text);
  if (fast === undefined) return false;
  const careful: unknown = parse(text, { logLevel: "error" });
  deepStrictEqual(fast, careful);
  deepStrictEqual(JSON.stringify(fast), JSON.stringify(careful));
  return true;
}

const key = fc.oneof(
  fc.constantFrom(
    "title",
    "order",
    "0",
    "10",
    "-1",
    "true",
    "null",
    "~",
    "a b",
    "a: b",
    "#a",
    "- a",
    "é",
    "",
    "__proto__",
    "constructor",
    "toString",
    "<<",
    "y",
    "=",
    "1.0",
    "0x1",
    "1e1",
    "?",
    "? a",
    "&a",
    "*a",
  ),
  fc.string({ maxLength: 8 }),
);
const words = fc.oneof(
  fc.constantFrom(
    "yes",
    "no",
    "on",
    "off",
    "null",
    "~",
    "true",
    "False",
    "NULL",
    "",
    " ",
    "1.10",
    "0600",
    "0o17",
    "0x1F",
    "0b1",
    "1e3",
    ".5",
    "5.",
    "+1",
    "-0",
    "0",
    "-.inf",
    ".NaN",
    "1_000",
    "12:30:45",
    "2025-01-01",
    "2025-01-01T00:00:00Z",
    "9007199254740993",
    "123456789012345678901234567890",
    "- a",
    "-",
    "a: b",
    "a:b",
    "a #b",
    "a#b",
    "#a",
    "*a",
    "&a b",
    "!tag x",
    "? a",
    "?",
    "|",
    ">",
    "%a",
    "@a",
    "`a",
    "'",
    '"',
    "it's",
    'a "b" c',
    "[a]",
    "{a}",
    "{brand.name}",
    "a, b",
    "---",
    "...",
    "--- a",
    "<<",
    "=",
    "a\nb",
    "a\n\nb\n",
    "\n",
    " a",
    "a ",
    "  a\n b",
    "\ta",
    "a\tb",
    "é",
    "𝒳",
    "\u00a0",
    "\u0085",
    "\u2028",
    "\ufeff",
    "\u0000",
    "\u007f",
    "a\\b",
    "a\r\nb",
    "Monday to Friday, 9AM to 6PM",
  ),
  fc.string({ maxLength: 30 }),
  fc.string({ maxLength: 30, unit: "grapheme" }),
  fc.lorem({ maxCount: 40 }),
);
const scalar = fc.oneof(
  words,
  words,
  fc.integer(),
  fc.double({ noDefaultInfinity: false }),
  fc.boolean(),
  fc.constant(null),
  fc.maxSafeInteger(),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const mapping = fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true });

const style: fc.Arbitrary<ToStringOptions> = fc.record({
  defaultStringType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", "BLOCK_FOLDED", "BLOCK_LITERAL"),
  defaultKeyType: fc.constantFrom("PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE", null),
  collectionStyle: fc.constantFrom("any", "block", "flow"),
  indent: fc.constantFrom(2, 3, 4),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 20, 80),
  minContentWidth: fc.constantFrom(0, 20),
  simpleKeys: fc.constant(false),
  flowCollectionPadding: fc.boolean(),
  singleQuote: fc.constantFrom(true, false, null),
});

describe("whatever the fast parser returns is what the careful one returns", () => {
  test("for values in every style that YAML can be written in", () => {
    fc.assert(
      fc.property(mapping, style, (data, options) => void agree(stringify(data, options))),
      rounds(300, 50_000),
    );
  });

  test("for content files after accidents", () => {
    fc.assert(
      fc.property(
        damagedFile((path) => path.endsWith(".yaml")),
        ({ text }) => void agree(text),
      ),
      rounds(300, 20_000),
    );
  });

  test("for small texts made of what YAML gives a meaning to", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "a",
        "b",
        "1",
        "0",
        ":",
        ": ",
        " ",
        "  ",
        "\n",
        "\n  ",
        "\n- ",
        "- ",
        "-",
        "#",
        " #",
        "'",
        '"',
        "[",
        "]",
        "{",
        "}",
        ",",
        ", ",
        "|",
        ">",
        "|-",
        ">+",
        "|2",
        "&",
        "*",
        "!",
        "%",
        "?",
        "? ",
        "@",
        "`",
        "~",
        ".",
        "..",
        "...",
        "---",
        "\t",
        "\r\n",
        "\\",
        "\\n",
        "\\x41",
        "\\u00e9",
        "\\",
        "<<",
        "=",
        "e",
        "x",
        "_",
        "+",
        "inf",
        "nan",
        "true",
        "null",
        "é",
        "\u00a0",
        "\u2028",
      ),
      words,
    );
    const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        text,
        fc.boolean(),
        (source, nested) => void agree(nested ? `a:\n  - b: ${source}\n    c: 1\n` : source),
      ),
      rounds(1_500, 100_000),
    );
  });

  test("for documents that a grammar of YAML writes, at its edges", () => {
    let read = 0;
    const { numRuns, seed } = rounds(600, 200_000);
    fc.assert(
      fc.property(yamlDocument, (text) => {
        if (!agree(text)) return;
        read++;
        deepStrictEqual(openDocument(sourceOf(text)).diagnostics, []);
      }),
      { numRuns, seed },
    );
    // Documents that are left to the careful parser say nothing about the fast one.
    expect(read).toBeGreaterThan(numRuns / 8);
  });

  test("for any text at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => void agree(text)),
      rounds(300, 20_000),
    );
  });
});

/** A comment behind a value other than the mark of a placeholder may be text that was meant. */
const BEHIND_VALUE = /^ *[^ #\n].* #(?! placeholder$)/m;

test("the fast parser answers for every file of the content without a comment behind a value", () => {
  const files = contentTexts.filter(({ path, text }) => path.endsWith(".yaml") && !BEHIND_VALUE.test(text));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter(({ text }) => !agree(text)).map(({ path }) => path)).toEqual([]);
});

test.each([
  '{a: b"}',
  '{ a: 1, b: c" , d: e }',
  '["a", b"]',
  '"a": b"\n',
  "- { a: 1 } order: 1",
  "a: { label: x, href:/y }",
  "a: 1e400",
  "a: |+\n  x\n\n",
  "a: {null }",
])("%j is left to the careful parser", (text) => {
  expect(parsePlainYaml(text)).toBeUndefined();
});

test("the fast way passes over nothing that the careful one would report", () => {
  const isUnharmed = (text: string) => {
    const fast = parsePlainYaml(text);
    if (typeof fast !== "object" || fast === null || Array.isArray(fast)) return;
    deepStrictEqual(openDocument(sourceOf(text)).diagnostics, []);
  };
  fc.assert(
    fc.property(
      damagedFile((path) => path.endsWith(".yaml")),
      ({ text }) => isUnharmed(text),
    ),
    rounds(300, 10_000),
  );
  fc.assert(
    fc.property(mapping, style, (data, options) => isUnharmed(stringify(data, options))),
    rounds(150, 10_000),
  );
});
