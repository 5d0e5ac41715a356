// Values that YAML accepts and reads in its own way: what is marked, and the exact words.
import { describe, expect, test } from "vitest";
import { readingOf } from "../../../../support/yaml-reports.ts";

const QUOTE_ALL = "put quotes around the whole text";
const COMMENT_HINT = `${QUOTE_ALL} if the # belongs to it; put a comment on a line of its own`;
const CUT = `SOURCE_COMMENT: Everything from this # on is a comment and does not appear on the site. → ${COMMENT_HINT}`;
const ENDS = `SOURCE_COMMENT (warning): The text ends before this #; what follows is a comment. → ${COMMENT_HINT}`;
const TAG = `SOURCE_TAG: A value may not begin with an exclamation mark: YAML reads it as a tag. → ${QUOTE_ALL}`;
const CURLY =
  'SOURCE_QUOTE (warning): YAML does not know curly quotes: they are part of the text and appear on the site. → put straight quotes (") in their place, or around them if they are meant';
const LAST =
  'SOURCE_QUOTE (warning): There is a quotation mark (") at the end of this text, and none at its beginning: it appears on the site. → remove it, or put one in front of the text as well';
const DEEPER =
  "SOURCE_INDENTATION: This line is indented deeper than the text above it, so it is read as part of that text and not as an item. → line the dash up with the other dashes of its list; put quotes around a text that has it";
const GLUED = "SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it.";

const anchor = (name: string) =>
  `SOURCE_SPECIAL_CHARACTER: "${name}" is taken for a name that nothing uses, and does not appear on the site. → ${QUOTE_ALL}`;
const begins = (line: number, hint: string) =>
  `SOURCE_INDENTATION: The list that goes on in line ${line} begins here, without a "- ". → ${hint}`;

describe("is reported", () => {
  test.each([
    ["a: Suite #4", `1:10 "#4" ${CUT}`],
    ["a: Suite #4 # so ", `1:10 "#4 # so" ${CUT}`],
    ["a: 1 #4", `1:6 "#4" ${CUT}`],
    ["a: Town # new", `1:9 "# new" ${ENDS}`],
    ["a: Town # placeholders", `1:9 "# placeholders" ${ENDS}`],
    ['a: "Suite" #4', `1:12 "#4" ${ENDS}`],
    ["a: 'Suite' #4", `1:12 "#4" ${ENDS}`],
    ["a: [b, c #4\n  ]", `1:10 "#4" ${CUT}`],
    ["a: one\n  two #4\nb: 1", `2:7 "#4" ${CUT}`],
    ["a: &co and friends", `1:4 "&co" ${anchor("&co")}`],
    ["l:\n  - &co and friends\n  - b & c", `2:5 "&co" ${anchor("&co")}`],
    ["a: b && &co c\nd:   &e f", `2:6 "&e" ${anchor("&e")}`],
    ["a: !tag x", `1:4 "!tag" ${TAG}`],
    ["a: !tag { b: c! }", `1:4 "!tag" ${TAG}`],
    ["a: “Downtown”", `1:4 "“Downtown”" ${CURLY}`],
    ["a: „Downtown“", `1:4 "„Downtown“" ${CURLY}`],
    ["a: ‘Downtown’", `1:4 "‘Downtown’" ${CURLY}`],
    ["a: ‘Downtown‘", `1:4 "‘Downtown‘" ${CURLY}`],
    ["a: “Down\n  town”", `1:4 "“Down" ${CURLY}`],
    ['a: Downtown"', `1:12 "\\"" ${LAST}`],
    ["l:\n  One\n    - Two", `3:5 "-" ${DEEPER}`],
    ["l:\n  - One\n    - Two\n    - Three", `3:5 "-" ${DEEPER}`],
    ["l: One\n   - Two", `2:4 "-" ${DEEPER}`],
    ["l:\n  One \n  - Two\n  - Three", `2:3 "One" ${begins(3, "write - One, 2 spaces in")}`],
    ["l:\n    One\n    two\n  - Two", `2:5 "One" ${begins(4, "write - One, 2 spaces in")}`],
    ["l:\n  -One\n  - Two", `2:3 "-" ${GLUED} → write - One, 2 spaces in`],
    ["l:\n  --One\n  - Two", `2:3 "-" ${GLUED} → write - One, 2 spaces in`],
    ["l:\n  -One\n  -Two", `2:3 "-" ${GLUED} → write - One; the same in the lines below`],
    ["l:\n  -One \n  two", `2:3 "-" ${GLUED} → write - One`],
    ["l:\n  -a: 1 ", `2:3 "-" ${GLUED} → write - a: 1`],
    ["l:\n\n  -One", `3:3 "-" ${GLUED} → write - One`],
  ])("%j", (text, report) => expect(readingOf(text).reports).toEqual([report]));

  test("each mark before a value, and each line", () => {
    expect(readingOf("a: !!str &x 12").reports).toEqual([`1:4 "!!str" ${TAG}`, `1:10 "&x" ${anchor("&x")}`]);
    expect(readingOf("a: &x !!str 12").reports).toEqual([`1:4 "&x" ${anchor("&x")}`, `1:7 "!!str" ${TAG}`]);
    expect(readingOf("l:\n  -a: 1\n  -b: 2").reports).toEqual([
      `2:3 "-" ${GLUED} → write - a: 1`,
      `3:3 "-" ${GLUED} → write - b: 2`,
    ]);
    expect(readingOf("a: x #1\nb: y #2\n").reports).toEqual([`1:6 "#1" ${CUT}`, `2:6 "#2" ${CUT}`]);
  });
});

describe("is meant so, and nothing is reported", () => {
  test.each([
    "a: 1 # one",
    "a: x # placeholder",
    "a: x #placeholder text",
    "a: x\n# comment\nb: y",
    "a: x\n  # comment",
    "a: | # comment\n  x # y\n",
    "a: > # comment\n  “x”\n",
    'a: |\n  z"\n  - b\n',
    "a: &n y\nb: *n",
    "a: &n [y]\nb: *n",
    'a: 6"',
    'a: x "y"',
    'a: "y"',
    "'a\"': 1",
    "a: ’x’",
    "a: “x” y",
    "a: x “y”",
    "a: '“x”'",
    "a: -One",
    "a: -5 degrees",
    "a:\n  -5 degrees",
    "a:\n  -.5",
    "a:\n  ---",
    'a: "x\n  - y"',
    "a: one -\n  two",
  ])("%j", (text) => expect(readingOf(text).reports).toEqual([]));
});
