import { describe, expect, test } from "vitest";
import {
  escapeHidden,
  hasHidden,
  hiddenAt,
  hiddenInText,
  hiddenName,
  hiddenWords,
  withoutHidden,
} from "../../../../../cli/content/yaml/hidden-characters.ts";

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

describe("each has a name, and its words by whether it has a width", () => {
  const space = {
    words: "It looks like a space, but YAML treats it as a letter.",
    hint: "delete it and press the space bar",
  };
  const mark = {
    words: "It cannot be seen, but YAML treats it as a letter.",
    hint: "put the cursor after it and press backspace",
  };
  test.each([
    ...SPACES.map(([code, name]) => [code, name, space] as const),
    ...MARKS.map(([code, name]) => [code, name, mark] as const),
  ])("U+%x: %s", (code, name, { words, hint }) => {
    const character = String.fromCharCode(code);
    expect(hiddenName(character)).toBe(name);
    expect(hiddenWords(character)).toEqual({ message: `${name} is here. ${words}`, hint });
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

describe("a character that nobody sees", () => {
  test.each([
    ["a zero-width space", "a\u200bb", 1],
    ["a line separator", "a\u2028b", 1],
    ["a paragraph separator", "a\u2029b", 1],
    ["the line separator of old systems", "a\u0085b", 1],
    ["a vertical tab", "a\u000bb", 1],
    ["an override of the direction", "a\u202eb", 1],
    ["an override among Hebrew letters", "א\u202eב\u202c", 1],
    ["a mark of direction among Latin letters", "\u200ea", 0],
    ["an isolate among Latin letters", "\u2066a\u2069", 0],
    ["an isolate that is never closed", "\u2067שלום", 0],
    ["one of two isolates that is never closed", "\u2067א\u2067ב\u2069", 0],
    ["a soft hyphen at the end of a word", "a\u00ad b", 1],
    ["a word joiner", "a\u2060b", 1],
    ["a byte order mark inside", "a\ufeffb", 1],
    ["a joiner between Latin letters", "a\u200db", 1],
    ["a non-joiner between Latin letters", "a\u200cb", 1],
    ["an empty Hangul letter", "\u3164", 0],
    ["a blank braille cell", "a\u2800", 1],
    ["a tag letter without its flag", "a\u{e0061}", 1],
    ["what an unreadable letter was replaced by", "caf\ufffd", 3],
    ["a control character", "a\u0007b", 1],
    ["a zero-width space beside Latin letters, in a text with Thai ones", "a\u200bb ไทย", 1],
    ["a joiner at the beginning", "\u200dक", 0],
    ["a soft hyphen at the beginning", "\u00ada", 0],
    ["a soft hyphen at the end", "a\u00ad", 1],
    ["the second of two", "Ver\u00adan a\u00ad b", 8],
  ])("is found: %s", (_, text, at) => {
    expect(hiddenInText(text)).toBe(at);
  });

  test.each([
    ["emoji that are joined", "👨‍👩‍👧 👩🏽‍💻 ❤️‍🔥 🏳️‍🌈"],
    ["the flag of Scotland", "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"],
    ["Persian", "می‌خواهم"],
    ["Devanagari", "क्‍ष"],
    ["Hebrew with its marks", "שלום\u200f!"],
    ["Hebrew in an isolate", "x \u2067שלום\u2069 y"],
    ["Thai", "ภาษา\u200bไทย"],
    ["Thai after another script", "x\u200bไทย"],
    ["Thai before another script", "ไทย\u200bx"],
    ["a hyphenated word", "Ver\u00adan\u00adstal\u00adtung"],
    ["spaces that do not break", "1\u202f000\u00a0$"],
    ["thin spaces and dashes", "a\u2009–\u2009b"],
    ["tabs and lines", "a\tb\nc\r\nd"],
  ])("belongs there: %s", (_, text) => {
    expect(hiddenInText(text)).toBe(-1);
  });
});

test("every such character can be written as an escape, whether it belongs there or not", () => {
  expect(escapeHidden('"a\u200b b\u{e0061}\t\u0007é 🎉"')).toBe(String.raw`"a\u200b b\U000e0061${"\t"}\u0007é 🎉"`);
});
