// What people type who have never read the YAML specification: each trap with the character that springs it.

/** Each case: what a line of the venue is turned into, and the one report it gives. */
export type Trap = readonly [from: string, to: string, place: string, code: string];

/** The file that they are laid over, below content/. */
export const trapFile = "venues/harbour-hotel.yaml";

export const area = "area: Downtown";

export const valueTraps: readonly Trap[] = [
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

/** Items of a list at the end of the file. */
export const itemTraps: readonly (readonly [items: string, expected: readonly string[]])[] = [
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

export const layoutTraps: readonly Trap[] = [
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
