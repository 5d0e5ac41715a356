// What people type who have never read the YAML specification: each trap is reported at the character that springs it, and nothing else is.
import { describe, expect, test } from "vitest";
import { edited, problemsOf } from "../support/problems.ts";

const file = "venues/harbour-hotel.yaml";
const plain = edited(file)[1];
const at = (place: string, code: string) => [`${file}:${place} ${code}`];

/** Each case: what a line of the venue is turned into, and the one report it gives. */
type Trap = readonly [from: string, to: string, place: string, code: string];

const area = "area: Downtown";
const values: readonly Trap[] = [
  [area, "area: Suite #4", "2:13", "SOURCE_COMMENT"],
  [area, "area: #1 venue", "2:7", "SOURCE_COMMENT"],
  ["A ballroom for a thousand guests.", "A\n  ballroom #4\n  for guests.", "5:12", "SOURCE_COMMENT"],
  [area, "area: Downtown # new", "2:16", "SOURCE_COMMENT (warning)"],
  [area, 'area: "Suite" #4', "2:15", "SOURCE_COMMENT (warning)"],
  [area, "area: *bold* text", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: **bold** text", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: * item", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: & co", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: &co and friends", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: @king.and.bay", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: `code`", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: %20 off", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: ? what", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: , and so on", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: ] x", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: | Downtown", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: > Downtown", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: {brand.name} text", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: [x] y", "2:7", "SOURCE_SPECIAL_CHARACTER"],
  [area, "area: {brand.name}", "2:7", "CONTENT_WRONG_TYPE"],
  [area, "area: [x]", "2:7", "CONTENT_WRONG_TYPE"],
  [area, "area: [x", "2:7", "SOURCE_SYNTAX"],
  [area, "area: *bold", "2:7", "SOURCE_UNKNOWN_ANCHOR"],
  [area, "area: !important", "2:7", "SOURCE_TAG"],
  [area, "area: !!str 12", "2:7", "SOURCE_TAG"],
  [area, "area: Downtown: the core", "2:15", "SOURCE_COLON"],
  [area, "area: “Downtown: core”", "2:16", "SOURCE_COLON"],
  ['value: "1,670"', "value: Guests: 10", "9:18", "SOURCE_COLON"],
  [area, "area: “Downtown”", "2:7", "SOURCE_QUOTE (warning)"],
  [area, "area: 'it's'", "2:7", "SOURCE_QUOTE"],
  [area, 'area: "The "core" of it"', "2:7", "SOURCE_QUOTE"],
  [area, 'area: "Downtown', "2:7", "SOURCE_QUOTE"],
  [area, "area: 'Downtown", "2:7", "SOURCE_QUOTE"],
  ["label: guests", 'label: "guests', "10:12", "SOURCE_QUOTE"],
  [area, 'area: "C:\\drive"', "2:10", "SOURCE_QUOTE"],
  [area, "area: - Downtown", "2:7", "SOURCE_SYNTAX"],
];

describe("a value that YAML reads in its own way", () => {
  test.each(values)("%j → %j is reported at %s as %s", async (from, to, place, code) => {
    expect(await problemsOf(edited(file, [from, to]))).toEqual(at(place, code));
  });

  test.each(["1.10", "0600", "2025", "1e3", "0x1F", "true", ".inf", "12345678901234567890"])(
    "%s is no text without quotes",
    async (value) => {
      const found = await problemsOf(edited(file, ['"1,670"', value]));
      expect(found).toEqual(at("9:12", "CONTENT_NUMBER_AS_TEXT"));
      expect(await problemsOf(edited(file, ['"1,670"', `"${value}"`]))).toEqual([]);
    },
  );

  test.each(["", "null", "~"])("%j is reported at its key, as empty", async (value) => {
    expect(await problemsOf(edited(file, ['"1,670"', value]))).toEqual(at("9:5", "CONTENT_WRONG_TYPE"));
  });

  test.each(["2026-09-24", "19:30", "416-555-0142", "yes", "12 or 13", "a:b", "x#y", "50%", "it's"])(
    "%s is text, and nothing is said",
    async (value) => {
      expect(await problemsOf(edited(file, [area, `area: ${value}`]))).toEqual([]);
    },
  );
});

const lists: readonly (readonly [items: string, expected: readonly string[]])[] = [
  ["  - Party #1\n", ["12:11 SOURCE_COMMENT"]],
  ["  - #1 venue\n", ["12:5 SOURCE_COMMENT"]],
  ["  - *Galas*\n", ["12:5 SOURCE_UNKNOWN_ANCHOR"]],
  ["  - * item\n", ["12:5 SOURCE_SPECIAL_CHARACTER"]],
  ["  - Galas: large\n", ["12:5 CONTENT_WRONG_TYPE"]],
  ["  - Galas\n    - Launches\n", ["13:5 SOURCE_INDENTATION"]],
  ["  - Galas\n - Launches\n", ["13:2 SOURCE_INDENTATION"]],
  ["  - 2025\n", ["12:5 CONTENT_NUMBER_AS_TEXT"]],
  ["  -\tGalas\n", []],
  ["- Galas\n- Launches\n", []],
];

describe("an item of a list", () => {
  test.each(lists)("%j", async (items, expected) => {
    const found = await problemsOf([file, `${plain}suits:\n${items}`]);
    expect(found).toEqual(expected.map((place) => `${file}:${place}`));
  });

  test.each([
    ["[Galas #1, Launches]", "11:15"],
    ["[Galas, #1]", "11:16"],
  ])("%s loses its bracket to the #", async (items, place) => {
    expect(await problemsOf([file, `${plain}suits: ${items}\n`])).toEqual(at(place, "SOURCE_COMMENT"));
  });
});

const layouts: readonly Trap[] = [
  ["  src", "\tsrc", "6:1", "SOURCE_TAB"],
  ["  src", " \tsrc", "6:2", "SOURCE_TAB"],
  ["  - value", "\t- value", "9:1", "SOURCE_TAB"],
  ["  - value", "  -\tvalue", "9:4", "SOURCE_TAB"],
  ["    label", "\t\tlabel", "10:1", "SOURCE_TAB"],
  ["  alt", "    alt", "7:5", "SOURCE_INDENTATION"],
  ["  alt", " alt", "7:2", "SOURCE_INDENTATION"],
  ["area:", "  area:", "2:3", "SOURCE_INDENTATION"],
  ["name:", "  name:", "1:3", "SOURCE_INDENTATION"],
  ["    label", "      label", "10:7", "SOURCE_INDENTATION"],
  ["    label", "   label", "10:4", "SOURCE_INDENTATION"],
  ["    label", "  label", "10:3", "SOURCE_INDENTATION"],
  ["A ballroom for", ">-\nA ballroom for", "5:1", "SOURCE_INDENTATION"],
  ["area: D", "area:D", "2:5", "SOURCE_SYNTAX"],
  ["- value: ", "- value:", "9:10", "SOURCE_SYNTAX"],
  ["- value", "-value", "9:3", "SOURCE_SYNTAX"],
  ["name: H", "name H", "1:1", "SOURCE_SYNTAX"],
  ["image:", "image", "5:1", "SOURCE_SYNTAX"],
  ["figures:", "figures", "8:1", "SOURCE_SYNTAX"],
  ["label: g", "label g", "10:5", "SOURCE_SYNTAX"],
  ["kind: Hotel", "area: Midtown\nkind: Hotel", "3:1", "SOURCE_DUPLICATE_KEY"],
  ["  alt", "  src: logo.svg\n  alt", "7:3", "SOURCE_DUPLICATE_KEY"],
  ["    label", "    value: x\n    label", "10:5", "SOURCE_DUPLICATE_KEY"],
  ["kind: Hotel", "suits:\nsuits: []\nkind: Hotel", "4:1", "SOURCE_DUPLICATE_KEY"],
  ["kind: Hotel", "---\nkind: Hotel", "3:1", "SOURCE_SEVERAL_DOCUMENTS"],
];

describe("a line that is in the wrong place", () => {
  test.each(layouts)("%j → %j is reported at %s as %s", async (from, to, place, code) => {
    expect(await problemsOf(edited(file, [from, to]))).toEqual(at(place, code));
  });
});
