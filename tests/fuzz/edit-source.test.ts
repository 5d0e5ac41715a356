// Documents as people write them, in every style that YAML has: one text changes, all else stays.
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseSource } from "../../cli/content/sources/parse-source.ts";
import { openFile } from "../../cli/rewrite/open-file.ts";
import { editText } from "../../cli/rewrite/rewrite-text.ts";
import { rounds } from "../support/process/rounds.ts";
import { sourceOf } from "../support/site/sources.ts";

type Path = readonly (string | number)[];

/** Words with all that a YAML reader may stumble over. */
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("dinner", "for", "twelve", "guests", "Toronto,", "it's", "é", "🎉") },
  fc.constantFrom(": ", " #", "- ", "* ", "&a", "*a", "!t", ..."#|>'\"\\%@`{}[],"),
  fc.constantFrom(..."yes null ~ 1.10 0600 1e3 2025-01-01 --- ... << = : {brand.name}".split(" "), "? "),
  fc.constantFrom(" ", "  ", "\t", "\u00a0", "\u2028", "\ufeff"),
);
const line = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(" ").slice(0, 200));
const words = fc.oneof(
  { weight: 3, arbitrary: line },
  fc
    .array(fc.oneof({ weight: 3, arbitrary: line }, fc.constant("")), { minLength: 1, maxLength: 5 })
    .map((lines) => lines.join("\n")),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", " ", "\n", "\n\n", "a\n", "a\n\n", " a", "a ", "a\n b", "\ta"),
);

/** A value as it is written behind `key:` or `-` at so many columns. */
type Written = (indent: number) => string;
const plainWords = fc.constantFrom(
  "plain words",
  "Suite 400, King Street",
  "one - two",
  "a:b",
  "12 guests",
  "don't",
  "{x} y".slice(4),
);
const pad = (indent: number) => " ".repeat(indent);
/** What is drawn, as it is written at an indentation. */
const written = <Drawn>(drawn: fc.Arbitrary<Drawn>, write: (drawn: Drawn, indent: number) => string) =>
  drawn.map(
    (each): Written =>
      (indent) =>
        write(each, indent),
  );
const block = (mark: string) =>
  written(
    fc.tuple(
      fc.array(fc.constantFrom("first line here", "second: line", "# third", "", "  deeper", 'it\'s "so"'), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom("", "-", "+"),
      fc.constantFrom("", " # why"),
      fc.integer({ min: 0, max: 2 }),
    ),
    ([lines, deep, chomp, comment, blank], indent) =>
      `${mark}${lines[0]?.startsWith(" ") || lines[0] === "" ? deep : ""}${chomp}${comment}\n${lines.map((each) => (each === "" ? "" : pad(indent + deep) + each)).join("\n")}${"\n".repeat(blank)}`,
  );
const comment = fc.constantFrom("", "", " # placeholder", "  # a note");
const scalar: fc.Arbitrary<Written> = fc.oneof(
  written(fc.tuple(plainWords, comment), ([text, after]) => text + after),
  written(fc.tuple(words, comment), ([text, after]) => JSON.stringify(text) + after),
  written(fc.tuple(line, comment), ([text, after]) => `'${text.replaceAll("'", "''")}'${after}`),
  fc.constant<Written>(
    (indent) => `words that go on\n${pad(indent + 2)}in the next line\n\n${pad(indent + 2)}and after an empty one`,
  ),
  fc.constant<Written>((indent) => `"quoted words that\n${pad(indent + 3)}go on \\\n${pad(indent + 3)}and \\u00e9 on"`),
  fc.constant<Written>((indent) => `'single''s that\n\n${pad(indent + 1)}go on'`),
  block("|"),
  block(">"),
  written(
    fc.constantFrom(
      "{ src: a.webp, alt: Candles on a table }",
      "[one, \"two, three\", 'four']",
      "{ a: { b: [c, d e] } }",
    ),
    (text) => text,
  ),
  written(
    fc.constantFrom("12", "true", "null", "&name anchored words", "*name", "&name\n    on its own line"),
    (text) => text,
  ),
);

/** Lines of a mapping at so many columns, with comments between them. */
const mapping: fc.Arbitrary<Written> = fc.letrec<{ map: Written; list: Written; node: Written }>((tie) => ({
  map: written(
    fc.uniqueArray(
      fc.tuple(
        fc.constantFrom("title", "text", "alt", "two words", '"quoted: key"', "body"),
        tie("node"),
        fc.boolean(),
      ),
      { selector: ([key]) => key, minLength: 1, maxLength: 4 },
    ),
    (entries, indent) =>
      entries
        .map(
          ([key, value, isReported]) =>
            `${isReported ? `${pad(indent)}# about ${key}\n` : ""}${pad(indent)}${key}: ${value(indent)}`,
        )
        .join("\n"),
  ),
  list: written(fc.array(fc.tuple(scalar, fc.boolean()), { minLength: 1, maxLength: 3 }), (items, indent) =>
    items
      .map(([value, isReported]) => `\n${isReported ? `${pad(indent)}# item\n` : ""}${pad(indent)}- ${value(indent)}`)
      .join(""),
  ),
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: scalar },
    written(tie("list"), (list, indent) => list(indent + 2)),
    written(tie("map"), (map, indent) => `\n${map(indent + 2)}`),
  ),
})).map;

const documentText = fc
  .tuple(
    mapping,
    fc.constantFrom("", "# The first line.\n"),
    fc.constantFrom("\n", "", "\n\n# The end.\n"),
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([map, head, tail, isLong, hasMark, isMarkdown]) => {
    const yaml = head + map(0) + tail;
    const text = isMarkdown ? `---\n${yaml.replace(/\n?$/, "\n")}---\n\n## Heading\n\nSome *words*.\n\n- item\n` : yaml;
    const ends = isLong ? text.replaceAll("\n", "\r\n") : text;
    return { raw: (hasMark ? "\ufeff" : "") + ends, format: isMarkdown ? ("markdown" as const) : ("yaml" as const) };
  });

function textsOf(value: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    textsOf(member, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function withValue(data: unknown, [step, ...rest]: Path, value: string): unknown {
  if (step === undefined) return value;
  if (Array.isArray(data)) return data.map((item, index) => (index === step ? withValue(item, rest, value) : item));
  return Object.fromEntries(
    Object.entries(data as object).map(([key, member]) => [
      key,
      key === step ? withValue(member, rest, value) : member,
    ]),
  );
}

/** Read here without the program's help. */
function read(raw: string, isMarkdown: boolean): unknown {
  const text = raw.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  if (!isMarkdown) return parse(text, { logLevel: "silent" });
  const [, front = "", body = ""] = /^---\n(.*?\n)---\n\n?(.*)$/s.exec(text) ?? [];
  return { ...parse(front, { logLevel: "silent" }), body };
}

/** A name may be used before it is given, and a text may not begin as it does. */
function readValid(raw: string, isMarkdown: boolean): unknown {
  try {
    return read(raw, isMarkdown);
  } catch {
    return undefined;
  }
}

/** Control characters are told apart below. */
const isWritable = (text: string) => text.isWellFormed() && !/[^\P{C}\t\n\ufeff]/u.test(text);

describe("any document", () => {
  test("takes any words in the place of any text, and stays as it was around them", () => {
    let edits = 0;
    const { numRuns, seed } = rounds(50, 6_000);
    fc.assert(
      fc.property(documentText, fc.nat(), words.filter(isWritable), ({ raw, format }, pick, text) => {
        const ref = sourceOf("", format);
        const isMarkdown = format === "markdown";
        const before = readValid(raw, isMarkdown);
        fc.pre(before !== undefined);
        const { data } = parseSource({ ...ref, text: raw.replace(/^\ufeff/, "") });
        const source = openFile(ref, raw);
        const texts = textsOf(data);
        const textNode = texts[pick % Math.max(1, texts.length)];
        if (!textNode) return;
        const was = textNode.text.replaceAll("\r\n", "\n");
        const edited = editText(source, { path: textNode.path, was, text });
        if (typeof edited !== "string") {
          // Names that are used elsewhere, and files that cannot be read, are left to editors.
          expect(edited.message).toMatch(/used at several places|mistakes and cannot be read/);
          return;
        }
        edits++;
        if (!isDeepStrictEqual(read(edited, isMarkdown), withValue(before, textNode.path, text)))
          throw new Error(`other values changed:\n${edited}`);
        expect(edited.startsWith("\ufeff")).toBe(raw.startsWith("\ufeff"));
        // No line end of another kind.
        if (raw.includes("\r\n")) expect(edited).not.toMatch(/(?<!\r)\n/);
        else expect(edited).not.toContain("\r");
        const back = editText(openFile(ref, edited), { path: textNode.path, was: text, text: was });
        if (typeof back !== "string") throw new Error(`no way back: ${back.message}\n${edited}`);
        if (!isDeepStrictEqual(read(back, isMarkdown), before)) throw new Error(`another way back:\n${back}`);
      }),
      { numRuns, seed },
    );
    expect(edits).toBeGreaterThan(numRuns / 3);
  });
});
