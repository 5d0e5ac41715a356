import { describe, expect, test } from "vitest";
import {
  hasHidden,
  hiddenAt,
  hiddenName,
  hiddenWords,
  withoutHidden,
} from "../../../../../cli/content/yaml/find-hidden-characters.ts";
import { readingOf } from "../../../../support/yaml-reports.ts";

const SPACES: readonly (readonly [code: number, name: string])[] = [
  [0x0085, "A line separator (U+0085)"],
  [0x00a0, "A non-breaking space (U+00A0)"],
  [0x1680, "An Ogham space (U+1680)"],
  [0x2000, "A wide space (U+2000)"],
  [0x2001, "A wide space (U+2001)"],
  [0x2002, "A wide space (U+2002)"],
  [0x2003, "A wide space (U+2003)"],
  [0x2004, "A space of another width (U+2004)"],
  [0x2005, "A space of another width (U+2005)"],
  [0x2006, "A space of another width (U+2006)"],
  [0x2007, "A space as wide as a figure (U+2007)"],
  [0x2008, "A space as wide as a point (U+2008)"],
  [0x2009, "A thin space (U+2009)"],
  [0x200a, "A hair space (U+200A)"],
  [0x2028, "A line separator (U+2028)"],
  [0x2029, "A paragraph separator (U+2029)"],
  [0x202f, "A narrow non-breaking space (U+202F)"],
  [0x205f, "A space for formulas (U+205F)"],
  [0x3000, "An ideographic space (U+3000)"],
];
const DIRECTIONS = [0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
const MARKS: readonly (readonly [code: number, name: string])[] = [
  [0x00ad, "A soft hyphen (U+00AD)"],
  [0x180e, "A vowel separator (U+180E)"],
  [0x200b, "A zero-width space (U+200B)"],
  [0x200c, "A zero-width non-joiner (U+200C)"],
  [0x200d, "A zero-width joiner (U+200D)"],
  ...DIRECTIONS.map((code) => [code, `A mark of writing direction (U+${code.toString(16).toUpperCase()})`] as const),
  [0x2060, "A word joiner (U+2060)"],
  [0xfeff, "A byte order mark (U+FEFF)"],
];

const named = (found: string) => `${found} is here.`;

describe("each has a name, and its words by whether it has a width", () => {
  test.each(SPACES)("U+%x: %s", (code, name) => {
    const character = String.fromCharCode(code);
    expect(hiddenName(character)).toBe(name);
    expect(hiddenWords(character)).toEqual({
      message: `${named(name)} It looks like a space, but YAML treats it as a letter.`,
      hint: "delete it and press the space bar",
    });
    expect([hasHidden(character), hiddenAt(`ab${character}`), withoutHidden(`a${character}b`)]).toEqual([
      true,
      2,
      "ab",
    ]);
  });

  test.each(MARKS)("U+%x: %s", (code, name) => {
    const character = String.fromCharCode(code);
    expect(hiddenName(character)).toBe(name);
    expect(hiddenWords(character)).toEqual({
      message: `${named(name)} It cannot be seen, but YAML treats it as a letter.`,
      hint: "put the cursor after it and press backspace",
    });
    expect([hasHidden(character), hiddenAt(`ab${character}`), withoutHidden(`a${character}b`)]).toEqual([
      true,
      2,
      "ab",
    ]);
  });

  test("another one by its code alone, and of visible ones none is one", () => {
    expect(hiddenName("\u{e0001}")).toBe("A character (U+E0001)");
    expect([hasHidden("a b\t-é…"), hiddenAt("a b")]).toEqual([false, -1]);
  });
});

const SPACE = named("A non-breaking space (U+00A0)");
const report = (place: string, more = "") =>
  `${place} "\u00a0" SOURCE_HIDDEN_CHARACTER: ${SPACE} It looks like a space, but YAML treats it as a letter. → delete it and press the space bar${more}`;

describe("is reported where YAML expects its own marks", () => {
  test.each([
    ["around a colon", "a\u00a0:\u00a0b\nc: d", report("1:2")],
    ["behind the dash of the only item", "l:\n  -\u00a0a\n", report("2:4")],
    ["behind each dash", "l:\n  -\u00a0a\n  -\u00a0b\n", report("2:4")],
    ["in a key of a list", "l:\n  - a: 1\n    b\u00a0: 2\n", report("3:6")],
    [
      "in lines one below the other",
      "k:\n\u00a0\u00a0a: 1\n\u00a0\u00a0b: 2\n\u00a0\u00a0c: 3\nl: 1\n",
      report("2:1", "; the same in the lines down to 4"),
    ],
    ["in lines apart", "a:\u00a0b\nc: d\ne:\u00a0f\n", report("1:3")],
    ["above a mistake that follows from it", "a:\u00a0b\nc: @d\n", report("1:3")],
    ["beside one in a text", "t: x\u00a0y\na:\u00a0b\n", report("2:3")],
    ["beside one in block text", "t: |\n  x\u00a0: y\na:\u00a0b\n", report("3:3")],
    ["beside one in quotes", '"x\u00a0": y\na:\u00a0b\n', report("2:3")],
  ])("%s", (_, text, found) => {
    expect(readingOf(text)).toEqual({ data: undefined, reports: [found] });
  });

  test("and neither behind a hyphen in a text, nor below the first mistake", () => {
    expect(readingOf("a: -\u00a0b\n")).toEqual({ data: { a: "-\u00a0b" }, reports: [] });
    expect(readingOf("a: @b\nc:\u00a0d\n").reports).toEqual([expect.stringMatching(/^1:4 "@b" SOURCE_SPECIAL/)]);
  });
});
