import { describe, expect, test } from "vitest";
import { escapeHidden, hiddenInText } from "../../../../cli/content/find-hidden-values.ts";

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
