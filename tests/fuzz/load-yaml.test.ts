// js-yaml and `yaml`: what is read by the one alone is what the other reads, with nothing to report; where they differ, it is reported.
import { deepStrictEqual } from "node:assert";
import * as fc from "fast-check";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { parse, stringify, type ToStringOptions } from "yaml";
import { parseSource } from "../../cli/content/parse-source.ts";
import { loadOrdinary } from "../../cli/content/yaml/load-yaml.ts";
import { openDocument } from "../../cli/content/yaml/source-document.ts";
import { anyCharacter } from "../support/any-character.ts";
import { contentTexts, damagedFile } from "../support/mutations.ts";
import { rounds } from "../support/rounds.ts";
import { sourceOf } from "../support/sources.ts";
import { yamlDocument } from "../support/yaml-documents.ts";

/** The law; true where js-yaml alone was asked. The order of keys counts: it shows in lists that pages are made of. */
function agree(text: string): boolean {
  const ordinary = loadOrdinary(text);
  if (ordinary !== undefined) {
    const positioned: unknown = parse(text, { logLevel: "error" });
    deepStrictEqual(ordinary, positioned);
    deepStrictEqual(JSON.stringify(ordinary), JSON.stringify(positioned));
    deepStrictEqual(openDocument(sourceOf(text)).diagnostics, []);
    return true;
  }
  const { data, diagnostics } = parseSource(sourceOf(text));
  if (data !== undefined && diagnostics.every(({ severity }) => severity !== "error")) {
    const other = loaded(text.replaceAll("\r\n", "\n"));
    if (other !== undefined) deepStrictEqual(other, data);
  }
  return false;
}

/** undefined where js-yaml refuses the text. */
function loaded(text: string): unknown {
  try {
    return load(text);
  } catch {
    return undefined;
  }
}

const key = fc.oneof(
  fc.constantFrom(
    ..."title order 0 10 -1 true null ~ #a é __proto__ constructor toString << y = 1.0 0x1 1e1 ? &a *a".split(" "),
  ),
  fc.constantFrom("a b", "a: b", "- a", "", "? a"),
  fc.string({ maxLength: 8 }),
);
const WORDS =
  "yes no on off null ~ true False NULL 1.10 0600 0o17 0x1F 0b1 1e3 .5 5. +1 -0 0 -.inf .NaN 1_000 12:30:45 2025-01-01 2025-01-01T00:00:00Z 9007199254740993 123456789012345678901234567890 - a:b a#b #a *a ? | > %a @a `a ' \" it's [a] {a} {brand.name} --- ... << = é 𝒳 \u0000 \u007f a\\b";
const words = fc.oneof(
  fc.constantFrom(...WORDS.split(" ")),
  fc.constantFrom(
    "",
    " ",
    "- a",
    "a: b",
    "a #b",
    "&a b",
    "!tag x",
    "? a",
    'a "b" c',
    "a, b",
    "--- a",
    "a\nb",
    "a\n\nb\n",
    "\n",
  ),
  fc.constantFrom(" a", "a ", "  a\n b", "\ta", "a\tb", "\u00a0", "\u0085", "\u2028", "\ufeff", "a\r\nb", "9AM to 6PM"),
  fc.string({ maxLength: 30 }),
  fc.string({ maxLength: 30, unit: "grapheme" }),
  fc.lorem({ maxCount: 40 }),
);
const scalar = fc.oneof(words, words, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.maxSafeInteger());
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
  const SIGNS =
    "a b 1 0 : - # ' \" [ ] { } , | > |- >+ |2 & * ! % ? @ ` ~ . .. ... --- \\ \\n \\x41 \\u00e9 << = e _ + inf nan true null é";
  const piece = fc.oneof(
    fc.constantFrom(...SIGNS.split(" ")),
    fc.constantFrom(": ", " ", "  ", "\n", "\n  ", "\n- ", "- ", " #", ", ", "? ", "\t", "\r\n", "\u00a0", "\u2028"),
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
  let ordinary = 0;
  const { numRuns, seed } = rounds(600, 200_000);
  fc.assert(
    fc.property(yamlDocument, (text) => {
      if (agree(text)) ordinary++;
    }),
    { numRuns, seed },
  );
  // Documents that `yaml` reads say nothing about js-yaml.
  expect(ordinary).toBeGreaterThan(numRuns / 8);
});

test("for any text at all", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => void agree(text)),
    rounds(300, 20_000),
  );
});

/** A comment behind a value may be text that was meant, unless it marks a placeholder; so may a dash between blanks be an item. */
const DOUBTFUL = /^ *[^ #\n].* #(?! placeholder$)|\S - /m;

test("js-yaml alone reads the files of the content that have nothing doubtful", () => {
  const files = contentTexts.filter(({ path, text }) => path.endsWith(".yaml") && !DOUBTFUL.test(text));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter(({ text }) => !agree(text)).map(({ path }) => path)).toEqual([]);
});

test.each([
  ["a number that is out of range", "a: 1e400\n"],
  ["a key that is nothing", "null: x\n"],
])("%s is reported: the two do not agree on it", (_, text) => {
  expect(parseSource(sourceOf(text)).diagnostics).toMatchObject([{ code: "SOURCE_AMBIGUOUS", severity: "error" }]);
});
