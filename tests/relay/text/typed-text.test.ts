// What people type and paste, as it is stored.
import { describe, expect, test } from "vitest";
import { cleanAddress, cleanLine, cleanLines, countCharacters } from "../../../relay/contract.ts";
import { normaliseAddress, normaliseLine } from "../../../relay/text/fold-text.ts";
import { normaliseText } from "../../../relay/text/normalise-text.ts";
import { readTable } from "../../support/process/read-table.ts";

const table = readTable<[what: string, typed: string, lines: string, line: string]>("typed-text");

describe("a text is cleaned of what nobody sees", () => {
  test.each(table)("%s: %j", (_, typed, lines, line) => {
    expect(cleanLines(typed)).toBe(lines);
    expect(cleanLine(typed)).toBe(line);
    expect(cleanLines(lines)).toBe(lines);
    expect(cleanLine(line)).toBe(line);
  });

  test("whatever the character: it stays, becomes a blank or goes, and what is left is seen", () => {
    const others = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
      (character) => !["ab", "a b", `a${character}b`].includes(cleanLine(`a${character}b`)),
    );
    expect(others).toEqual([]);
    const all = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).join(" ");
    expect(cleanLine(all)).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  test("of an address, also what joins emoji and letters", () => {
    expect(cleanAddress("\u202aana\u200c@\ufeffvisitor.test\u200d\ufe0f\u202c")).toBe("ana@visitor.test");
    expect(normaliseAddress("\u200b\t ana@visitor.test\u2028")).toBe("ana@visitor.test");
  });
});

test.each([
  ["blanks around it", " \u00a0Zoë \n", "Zoë"],
  ["two ways to write an accent", "Zoe\u0308", "Zoë"],
  ["a number as phones paste it", "\u202a+1 416 204 1177\u202c", "+1 416 204 1177"],
  ["an accent that a mark keeps from its letter", "Zoe\u202a\u0308", "Zoë"],
  ["nothing that is seen", "\u200b \ufeff\u2060\u3164", ""],
])("is stored in one form: %s", (_, typed, stored) => {
  expect(normaliseText(typed)).toBe(stored);
  expect(normaliseLine(typed)).toBe(stored);
});

test("a limit counts characters, whatever their size", () => {
  expect(countCharacters("aж会😀")).toBe(4);
});
