// One mistake, or a few, in a few lines: what is reported and marked, and what the rest of the file is read as. The data is what the author
// probably meant, with letters in place of a text that cannot be told, since the rest of the file is checked with it; null where the mistake
// has several possible fixes. The mistake in a last line "z: @x" is found as well.
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readingOf } from "../../../../support/yaml-reports.ts";

type Case = readonly [what: string, text: string, meant: string | null, reports: readonly string[]];

const LATER =
  '"@x" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "@" here: YAML keeps it for itself. → put quotes around the whole text';

function hold(what: string, cases: readonly Case[]): void {
  describe(what, () => {
    test.each(cases)("%s: %j", (_, text, meant, reports) => {
      const later = text.endsWith("\nz: @x") ? [`${text.split("\n").length}:4 ${LATER}`] : [];
      const { data, reports: found } = readingOf(text);
      expect(found).toEqual([...reports, ...later]);
      expect(data).toEqual(meant === null ? undefined : parse(meant));
    });
  });
}

hold("a bracket", [
  [
    "in a text behind it, in a list",
    "l:\n  - one [two\n  - [b\nz: 1",
    "l:\n  - one [two\n  - [b]\nz: 1",
    [
      '3:5 "[b" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "in a comment is none",
    "# [ open\na: 1 \n  # { open\nb: [c\nz: 1",
    "a: 1\nb: [c]\nz: 1",
    [
      '4:4 "[c" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "behind a glued #",
    "a: [b#c, d\nz: 1",
    "a: [b#c, d]\nz: 1",
    [
      '1:4 "[b#c, d" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "closed at the start of a line that is indented less",
    "k:\n  l:\n    a: [\n      b\n  ]\nz: 1",
    null,
    [
      '3:8 "[" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → take it out if the lines below belong to it, or else add the closing ]',
      '5:3 "]" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "]" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "at the start of its line",
    "k:\n  [a, b\nz: 1",
    "k:\n  [a, b]\nz: 1",
    [
      '2:3 "[a, b" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "with its parts behind a comment",
    "a: { # first\n  b: 1,\n  c: 2\nz: @x",
    null,
    [
      '1:4 "{ # first" SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "that is not closed",
    "a: [b, c\nz: 1",
    "a: [b, c]\nz: 1",
    [
      '1:4 "[b, c" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "that is not closed, with a key in it",
    "a: { b: 1, c: 2 \nz: 1",
    "a: { b: 1, c: 2 }\nz: 1",
    [
      '1:4 "{ b: 1, c: 2" SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "in another that is not closed either",
    "a: [b, { c: d\nz: 1",
    "a: [b, { c: d }]\nz: 1",
    [
      '1:8 "{ c: d" SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "that is not closed before a comment",
    "a: [b, c # placeholder\nz: 1",
    "a: [b, c]\nz: 1",
    [
      '1:4 "[b, c # placeholder" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "that is not closed after a comma",
    "a: [b, c,\nz: 1",
    "a: [b, c]\nz: 1",
    [
      '1:4 "[b, c," SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "that goes on for lines and is not closed",
    "a: [b,\n  c,\n\n  # more\n  d\nz: @x",
    null,
    [
      '1:4 "[b," SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "closed behind a #",
    "a: [b #c]\nz: @x",
    null,
    [
      '1:7 "#c]" SOURCE_COMMENT: Everything from this # on is taken for a comment, the closing bracket with it. → put quotes around the text that holds the #',
    ],
  ],
  [
    "behind a text with an apostrophe",
    "a: [it's, b\nz: 1",
    "a: [it's, b]\nz: 1",
    [
      '1:4 "[it\'s, b" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "behind a bracket in quotes",
    'a: [ "x]", y\nz: 1',
    "a: ['x]', y]\nz: 1",
    [
      '1:4 "[ \\"x]\\", y" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "behind a quote in quotes",
    'a: [ "q \\" ]", y\nz: 1',
    "a: ['q \" ]', y]\nz: 1",
    [
      '1:4 "[ \\"q \\\\\\" ]\\", y" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "behind a doubled quote",
    "a: [ 'it''s ]', y\nz: 1",
    'a: ["it\'s ]", y]\nz: 1',
    [
      "1:4 \"[ 'it''s ]', y\" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it",
    ],
  ],
  [
    "closed by one of another kind",
    "a: [b, c}\nz: 1",
    "a: [b, c]\nz: 1",
    ['1:4 "[b, c}" SOURCE_SYNTAX: The bracket [ is opened here and not closed before the }. → write ] instead of }'],
  ],
  [
    "closed by one of another kind, before a comment",
    "a: { b: 1 ] # placeholder\nz: 1",
    "a: { b: 1 }\nz: 1",
    [
      '1:4 "{ b: 1 ] # placeholder" SOURCE_SYNTAX: The bracket { is opened here and not closed before the ]. → write } instead of ]',
    ],
  ],
  [
    "left out before the next closing one",
    "a: { b: [1, 2 }\nz: 1",
    "a: { b: [1, 2] }\nz: 1",
    [
      '1:9 "[1, 2 }" SOURCE_SYNTAX: The bracket [ is opened here and not closed before the }. → add a ] in front of the }',
    ],
  ],
  [
    "closed by one of another kind lines below",
    "a: [\n  b,\n  c\n}\nz: @x",
    null,
    [
      '1:4 "[" SOURCE_SYNTAX: The bracket [ is opened here and not closed before the } on line 4. → write ] instead of }',
    ],
  ],
  [
    "alone, with a text below",
    "a: [ \n  b\nz: @x",
    null,
    [
      '1:4 "[" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → take it out if the lines below belong to it, or else add the closing ]',
    ],
  ],
  [
    "alone, with fields below",
    "a: {\n  b: 1\n  c: 2\nz: @x",
    null,
    [
      '1:4 "{" SOURCE_SYNTAX: The bracket { is opened here and never closed. → take it out if the lines below belong to it, or else add the closing }',
    ],
  ],
  [
    "alone, with the parts of a list below",
    "a: [\n  b,\nz: @x",
    null,
    [
      '1:4 "[" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "alone, with nothing below",
    "a: [\nz: 1",
    "a:\nz: 1",
    [
      '1:4 "[" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → take it out if the lines below belong to it, or else add the closing ]',
    ],
  ],
  [
    "with a comment in it",
    "a: [b, # one ]\n  c\nz: @x",
    null,
    [
      '1:8 "# one ]" SOURCE_COMMENT: Everything from this # on is taken for a comment, the closing bracket with it. → put quotes around the text that holds the #',
    ],
  ],
  [
    "in an item",
    "l:\n  - [b, c\n  - d\nz: 1",
    "l:\n  - [b, c]\n  - d\nz: 1",
    [
      '2:5 "[b, c" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "in an item, over two lines",
    "l:\n  - { b: 1,\n      c: 2\n  - d\nz: @x",
    null,
    [
      '2:5 "{ b: 1," SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "in a field of an item",
    "l:\n  - b: [x\n    c: 1\nz: 1",
    "l:\n  - b: [x]\n    c: 1\nz: 1",
    [
      '2:8 "[x" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "below one that is closed on a line of its own",
    "k:\n  a: {\n    b: 1\n  }\n  c: [x\nz: 1",
    "k:\n  a: { b: 1 }\n  c: [x]\nz: 1",
    [
      '5:6 "[x" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "with fields on the lines below",
    "a: { b: 1,\n  c: 2\nz: @x",
    null,
    [
      '1:4 "{ b: 1," SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "in block text is none",
    "t: |\n  [ open\na: [b\nz: 1",
    "t: |\n  [ open\na: [b]\nz: 1",
    [
      '3:4 "[b" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "in quoted lines is none",
    't: "one\n  a: [ open\n  two"\na: [b\nz: 1',
    't: "one a: [ open two"\na: [b]\nz: 1',
    [
      '4:4 "[b" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "twice",
    "a: [b\nc: { d: e\nz: 1",
    "a: [b]\nc: { d: e }\nz: 1",
    [
      '1:4 "[b" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
      '2:4 "{ d: e" SOURCE_SYNTAX: The bracket { is opened here and never closed. → add the closing }, or put quotes around the whole text if the bracket belongs to it',
    ],
  ],
  [
    "too many",
    "a: [b, c]]\nz: 1",
    "a: [b, c]\nz: 1",
    [
      '1:10 "]" SOURCE_SYNTAX: This bracket ] closes nothing: the one before it has closed the last. → take it out; put quotes around the whole text if it belongs to it',
    ],
  ],
  [
    "too many, with a space",
    "a: { b: 1 } }\nz: 1",
    "a: { b: 1 }\nz: 1",
    [
      '1:13 "}" SOURCE_SYNTAX: This bracket } closes nothing: the one before it has closed the last. → take it out; put quotes around the whole text if it belongs to it',
    ],
  ],
  [
    "never opened",
    "a: b: One,  c: 2 }\nz: 1",
    "a: { b: One, c: 2 }\nz: 1",
    ['1:18 "}" SOURCE_SYNTAX: The bracket } at the end of this line was never opened. → write a: { b: One,  c: 2 }'],
  ],
  [
    "never opened, in a list",
    "l:\n  -  b: One, c: two,d:  three }\n  - { b: 1 }\nz: 1",
    "l:\n  - { b: One, c: two, d: three }\n  - { b: 1 }\nz: 1",
    [
      '2:31 "}" SOURCE_SYNTAX: The bracket } at the end of this line was never opened. → write -  { b: One, c: two,d:  three }',
    ],
  ],
  [
    "never opened, with the key of a list",
    "long-key:  b: One, c: 2 } \nz: 1",
    "long-key: { b: One, c: 2 }\nz: 1",
    [
      '1:25 "}" SOURCE_SYNTAX: The bracket } at the end of this line was never opened. → write long-key:  { b: One, c: 2 }',
    ],
  ],
]);

hold("a comma or colon between brackets", [
  [
    "a text with a colon behind two blanks",
    "a: {b:  Note: this}\nz: 1",
    "a: {b:  xxxxxxxxxx}\nz: 1",
    [
      '1:13 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "Note: this"',
    ],
  ],
  [
    "a text with a colon and a bracket of another kind",
    "a: { b: Room (two): x }\nz: 1",
    "a: { b: xxxxxxxxxxxxx }\nz: 1",
    [
      '1:19 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "Room (two): x"',
    ],
  ],
  [
    "a comma that is missing",
    "a: { b: One two c: 3 }\nz: 1",
    "a: { b: One two, c: 3 }\nz: 1",
    [
      '1:17 "c" SOURCE_SYNTAX: A comma is missing between two parts of these brackets. → put a comma in front of "c"; put quotes around the whole text if the colon belongs to it',
    ],
  ],
  [
    "a comma that is missing, with two blanks",
    "a: {b: One  c: 3, d: 4 }\nz: 1",
    "a: {b: One, c: 3, d: 4 }\nz: 1",
    [
      '1:13 "c" SOURCE_SYNTAX: A comma is missing between two parts of these brackets. → put a comma in front of "c"; put quotes around the whole text if the colon belongs to it',
    ],
  ],
  [
    "two commas that are missing",
    "a: { b: x c: y, d: v e: w }\nz: 1",
    null,
    [
      '1:11 "c" SOURCE_SYNTAX: A comma is missing between two parts of these brackets. → put a comma in front of "c"; put quotes around the whole text if the colon belongs to it',
    ],
  ],
  [
    "a comma that is missing in a list",
    "a: [{ b: x c: y }, { b: v }]\nz: 1",
    "a: [{ b: x, c: y }, { b: v }]\nz: 1",
    [
      '1:12 "c" SOURCE_SYNTAX: A comma is missing between two parts of these brackets. → put a comma in front of "c"; put quotes around the whole text if the colon belongs to it',
    ],
  ],
  [
    "a text with a colon",
    "a: { b: Note: this, c: 3 }\nz: 1",
    "a: { b: xxxxxxxxxx, c: 3 }\nz: 1",
    [
      '1:13 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "Note: this"',
    ],
  ],
  [
    "a text with a colon, with quotes in it",
    'a: { b: Note: so "it" is , c: 3 }\nz: 1',
    "a: { b: xxxxxxxxxxxxxxxx, c: 3 }\nz: 1",
    [
      '1:13 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "Note: so \'it\' is"',
    ],
  ],
  [
    "a colon that is glued to its value",
    "a: {x:10, y:20}\nz: 1",
    "a: {x: 10, y: 20}\nz: 1",
    ['1:6 ":" SOURCE_SYNTAX: The colon after a key needs a space after it. → write a: {x: 10, y: 20}'],
  ],
  [
    "one colon that is glued to its value",
    "a: { u: 1, x_1:10 }\nz: 1",
    "a: { u: 1, x_1: 10 }\nz: 1",
    ['1:15 ":" SOURCE_SYNTAX: The colon after a key needs a space after it. → write a: { u: 1, x_1: 10 }'],
  ],
]);

hold("an item", [
  [
    "whose only other is a text in a deeper list",
    "l:\n  - m:\n      - One\n  - Two\n    a: 2\nz: 1",
    "l:\n  - m:\n      - One\n  - Two:\n    a: 2\nz: 1",
    [
      '4:5 "Two" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "Two:"',
    ],
  ],
  [
    "with a field below, with a capital",
    "l:\n  - Title\n    a: 2\n  - b: 3\nz: 1",
    "l:\n  - Title:\n    a: 2\n  - b: 3\nz: 1",
    [
      '2:5 "Title" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "Title:"',
    ],
  ],
  [
    "first of its list, behind another block",
    "k:\n  m: 1\nl:\n    a: 1\n  - a: 3\nz: 1",
    "k:\n  m: 1\nl:\n  - a: 1\n  - a: 3\nz: 1",
    [
      '4:5 "a: 1" SOURCE_INDENTATION: The list that goes on in line 5 begins here, without a "- ". → write - a: 1, 2 spaces in',
    ],
  ],
  [
    "without its dash, last of the file",
    "l:\n  - a: 1\n    b: 2\n  a: 3\n  b: 4",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4",
    [
      '4:3 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 2 spaces in',
    ],
  ],
  [
    "without its dash, above a block that is indented less",
    "k:\n  l:\n    - a: 1\n      b: 2\n    a: 3\n    b: 4\n  m: 5\nz: 1",
    "k:\n  l:\n    - a: 1\n      b: 2\n    - a: 3\n      b: 4\n  m: 5\nz: 1",
    [
      '5:5 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 4 spaces in',
    ],
  ],
  [
    "text without its dash, behind a field",
    "l:\n  - a: 1\n  - Two\n  Three\nz: @x",
    null,
    [
      '4:3 "Three" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - Three, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "without its dash, with fields below",
    "l:\n  - a: 1\n    b: 2\n  a: 3\n    b: 4\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4\nz: 1",
    [
      '4:3 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 2 spaces in',
    ],
  ],
  [
    "without its dash, with fields in line",
    "l:\n  - a: 1\n    b: 2\n  a: 3\n  b: 4\n\n  - a: 5\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4\n  - a: 5\nz: 1",
    [
      '4:3 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 2 spaces in',
    ],
  ],
  [
    "without its dash, in line with its key",
    "l:\n- b: 2\n  a: 1\na: 3\n  b: 4\nz: 1",
    null,
    [
      '5:3 "b" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "a" on line 4: at the start of the line',
    ],
  ],
  [
    "without its dash, one space in",
    "l:\n - a: 1\n   b: 2\n a: 3\n   b: 4\nz: 1",
    "l:\n - a: 1\n   b: 2\n - a: 3\n   b: 4\nz: 1",
    [
      '4:2 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 1 space in',
    ],
  ],
  [
    "without its dash, with a field that the item above has",
    "l:\n  - a: 1\n    b: 2\n  b: 3\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - b: 3\nz: 1",
    [
      '4:3 "b: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - b: 3, 2 spaces in',
    ],
  ],
  [
    "field that no other item has",
    "l:\n  - a: 1\n    b: 2\n  c: 3\nz: @x",
    null,
    [
      '4:3 "c" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "b" on line 3: 4 spaces',
    ],
  ],
  [
    "with a bullet",
    "l:\n  - One\n  • Two\n  – Three\nz: 1",
    "l:\n  - One\n  - Two\n  - Three\nz: 1",
    [
      '3:3 "• Two" SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "•". → write - Two, 2 spaces in',
      '4:3 "– Three" SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "–". → write - Three, 2 spaces in',
    ],
  ],
  [
    "with a number",
    "l:\n  - a: 1\n    b: 2\n  2. a: 2\n     b: 3\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 2\n    b: 3\nz: 1",
    [
      '4:3 "2. a: 2" SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "2.". → write - a: 2, 2 spaces in',
    ],
  ],
  [
    "text without its dash",
    "l:\n  - One\n  Two\n  - Three\nz: @x",
    null,
    [
      '3:3 "Two" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - Two, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "text without its dash, in line with the key",
    "l:\n- One\nTwo\n- Three\nz: @x",
    null,
    [
      '3:1 "Two" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "Two:"',
    ],
  ],
  [
    "brackets without their dash",
    "l:\n  - { a: 1 }\n  { a: 2 }\n  - { a: 3 }\nz: 1",
    "l:\n  - { a: 1 }\n  - { a: 2 }\n  - { a: 3 }\nz: 1",
    [
      '3:3 "{ a: 2 }" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - { a: 2 }, 2 spaces in',
    ],
  ],
  [
    "brackets without their dash, indented",
    "l:\n  - { a: 1 }\n    { a: 2 }\n  - { a: 3 }\nz: 1",
    "l:\n  - { a: 1 }\n  - { a: 2 }\n  - { a: 3 }\nz: 1",
    [
      '3:5 "{ a: 2 }" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - { a: 2 }, 2 spaces in',
    ],
  ],
  [
    "a text, with a field below",
    "l:\n  - One\n    a: 2\n  - Two\nz: @x",
    null,
    [
      '3:5 "a: 2" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 2, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "a single text, with a field below",
    "l:\n  - One\n    a: 2\nz: @x",
    null,
    [
      '3:5 "a: 2" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 2, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "a single word, with a field below",
    "l:\n  - title\n    a: 2\nz: 1",
    "l:\n  - title:\n    a: 2\nz: 1",
    [
      '2:5 "title" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "title:"',
    ],
  ],
  [
    "whose first field is there twice",
    "l:\n  - a: 1\n    b: 2\n    a: 3\n    b: 4\n  - a: 5\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4\n  - a: 5\nz: 1",
    [
      '4:5 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 2 spaces in',
    ],
  ],
  [
    "whose field is there twice below an empty line",
    "l:\n  - a: 1\n    b: 2\n\n    b: 3\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - b: 3\nz: 1",
    [
      '5:5 "b: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - b: 3, 2 spaces in',
    ],
  ],
  [
    "whose other field is there twice",
    "l:\n  - a: 1\n    b: 2\n    b: 3\nz: 1",
    "l:\n  - a: 1\n    b: 3\nz: 1",
    ['4:5 "b" SOURCE_DUPLICATE_KEY: "b" is in this block twice. → keep one of the two: the other is on line 3'],
  ],
  [
    "the same field one below the other",
    "l:\n  - a: 1\n    # and\n    a: 3\nz: 1",
    "l:\n  - a: 3\nz: 1",
    ['4:5 "a" SOURCE_DUPLICATE_KEY: "a" is in this block twice. → keep one of the two: the other is on line 2'],
  ],
  [
    "first of its list, without a dash, deeper",
    "l:\n    a: 1\n\n    b: 2\n  - a: 3\n    b: 4\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4\nz: 1",
    [
      '2:5 "a: 1" SOURCE_INDENTATION: The list that goes on in line 5 begins here, without a "- ". → write - a: 1, 2 spaces in',
    ],
  ],
  [
    "first of its list, without a dash, much deeper",
    "l:\n      a: 1\n      b:\n        c: 2\n  - a: 3\nz: 1",
    "l:\n  - a: 1\n    b:\n      c: 2\n  - a: 3\nz: 1",
    [
      '2:7 "a: 1" SOURCE_INDENTATION: The list that goes on in line 5 begins here, without a "- ". → write - a: 1, 2 spaces in',
    ],
  ],
  [
    "first of its list, without a dash, in line",
    "l: # all\n  a: 1\n  # and\n  b: 2\n  - a: 3\n    b: 4\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4\nz: 1",
    [
      '2:3 "a: 1" SOURCE_INDENTATION: The list that goes on in line 5 begins here, without a "- ". → write - a: 1, 2 spaces in',
    ],
  ],
  [
    "first of its list, without a dash, at the start",
    "l:\n  a: 1\n- a: 3\nz: 1",
    "l:\n- a: 1\n- a: 3\nz: 1",
    [
      '2:3 "a: 1" SOURCE_INDENTATION: The list that goes on in line 3 begins here, without a "- ". → write - a: 1, at the start of the line',
    ],
  ],
  [
    "first of its list, one space in",
    "k:\n l:\n  a: 1\n - a: 3\nz: 1",
    "k:\n l:\n - a: 1\n - a: 3\nz: 1",
    [
      '3:3 "a: 1" SOURCE_INDENTATION: The list that goes on in line 4 begins here, without a "- ". → write - a: 1, 1 space in',
    ],
  ],
  [
    "with a glued dash",
    "l:\n  -a: 1\n   b: 2\n  - a: 3\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\nz: 1",
    ['2:3 "-" SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - a: 1'],
  ],
  [
    "with a glued dash, fields in line",
    "l:\n  - a: 1\n    b: 2\n  -a: 3\n    b: 4\nz: 1",
    "l:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4\nz: 1",
    ['4:3 "-" SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - a: 3'],
  ],
  [
    "text with a glued dash",
    "l:\n  - One\n  -Two\n  - Three\nz: 1",
    "l:\n  - One\n  - Two\n  - Three\nz: 1",
    ['3:3 "-" SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - Two'],
  ],
  [
    "where there is no list",
    "a: 1\n- b: 2\nz: 1",
    "a: 1\nb: 2\nz: 1",
    ['2:1 "- b: 2" SOURCE_SYNTAX: A dash begins an item of a list, and there is no list here. → write b: 2'],
  ],
  [
    "indented deeper than the others",
    "l:\n  - a: 1\n    b: 2\n   - a: 3\nz: @x",
    null,
    [
      '4:4 "-" SOURCE_INDENTATION: This line is indented by 3 spaces; that fits no block above it. → line it up with "- a" on line 2: 2 spaces',
    ],
  ],
  [
    "indented less than the others",
    "l:\n    - a: 1\n  - a: 3\nz: @x",
    null,
    [
      '3:3 "-" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "- a" on line 2: 4 spaces',
    ],
  ],
  [
    "with a number, fields two spaces in",
    "l:\n  - a: 1\n  2. a: 2\n    b: 3\nz: 1",
    "l:\n  - a: 1\n  - a: 2\n    b: 3\nz: 1",
    [
      '3:3 "2. a: 2" SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "2.". → write - a: 2, 2 spaces in',
    ],
  ],
  [
    "with two hyphens",
    "l:\n  - One\n  --  Two\n  - Three\nz: 1",
    "l:\n  - One\n  - Two\n  - Three\nz: 1",
    [
      '3:3 "--  Two" SOURCE_INDENTATION: An item of a list begins with a hyphen and a space, and this one with "--". → write - Two, 2 spaces in',
    ],
  ],
  [
    "without its dash, at the start of the line",
    "l:\n- { a: 1 }\n{ a: 2 }\nz: 1",
    null,
    [
      '3:1 "{" SOURCE_SYNTAX: This cannot be read as YAML: Implicit map keys need to be followed by map values. → put a comma between the parts, and quotes around a text that has a colon in it',
    ],
  ],
  [
    "without its dash, below a comment and a block",
    "l:\n  - a: 1\n    b:\n      c: 2\n\n    # next\n  a: 3\n    b: 4\n\n    d: 5\n  - a: 6\nz: 1",
    "l:\n  - a: 1\n    b:\n      c: 2\n  - a: 3\n    b: 4\n    d: 5\n  - a: 6\nz: 1",
    [
      '7:3 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 2 spaces in',
    ],
  ],
  [
    "without its dash, in an inner list",
    "o:\n  - n: 0\n    l:\n      - a: 1\n        b: 2\n      a: 3\n        b: 4\n  - n: 5\nz: 1",
    "o:\n  - n: 0\n    l:\n      - a: 1\n        b: 2\n      - a: 3\n        b: 4\n  - n: 5\nz: 1",
    [
      '6:7 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 6 spaces in',
    ],
  ],
  [
    "without its dash, that begins like one of another list",
    "m:\n    - c: 1\nl:\n  - a: 1\n    b: 2\n  c: 3\nz: @x",
    null,
    [
      '6:3 "c" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "b" on line 5: 4 spaces',
    ],
  ],
  [
    "without its dash, that begins like one of another list in line",
    "m:\n  - c: 1\nl:\n  - a: 1\n    b: 2\n  c: 3\nz: 1",
    "m:\n  - c: 1\nl:\n  - a: 1\n    b: 2\n  - c: 3\nz: 1",
    [
      '6:3 "c: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - c: 3, 2 spaces in',
    ],
  ],
  [
    "a text, with a field below, among fields",
    "l:\n  - title\n    a: 2\n  - b: 1\nz: 1",
    "l:\n  - title:\n    a: 2\n  - b: 1\nz: 1",
    [
      '2:5 "title" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "title:"',
    ],
  ],
  [
    "a text, with a field below, beside deeper ones",
    "l:\n  - title\n    a: 2\n  - b:\n      - One\nz: 1",
    "l:\n  - title:\n    a: 2\n  - b:\n      - One\nz: 1",
    [
      '2:5 "title" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "title:"',
    ],
  ],
  [
    "whose first field is there twice, in a block of its own",
    "l:\n  - a: 1\n    k:\n      a: 2\n      a: 3\nz: 1",
    "l:\n  - a: 1\n    k:\n      a: 3\nz: 1",
    ['5:7 "a" SOURCE_DUPLICATE_KEY: "a" is in this block twice. → keep one of the two: the other is on line 4'],
  ],
  [
    "whose first field is there twice, with a text below a comment",
    "l:\n  - a: 1\n    b: >-\n      two\n    # and\n    a: 3\nz: 1",
    "l:\n  - a: 1\n    b: two\n  - a: 3\nz: 1",
    [
      '6:5 "a: 3" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - a: 3, 2 spaces in',
    ],
  ],
]);

hold("indentation", [
  [
    "of a list item without words",
    "l:\n  - a: 1\n   -\n    b: 2\nz: @x",
    null,
    [
      '3:4 "-" SOURCE_INDENTATION: This line is indented by 3 spaces; that fits no block above it. → line it up with "- a" on line 2: 2 spaces',
    ],
  ],
  [
    "of an item below its text",
    "l:\n  -   a: 1\n    b: 2\nz: @x",
    null,
    [
      '3:5 "b" SOURCE_INDENTATION: This line is indented by 4 spaces; that fits no block above it. → line it up with "a" on line 2: 6 spaces',
    ],
  ],
  [
    "as far from one block as from another",
    "k:\n  m:\n    a: 1\n   b: 2\nz: @x",
    null,
    [
      '4:4 "b" SOURCE_INDENTATION: This line is indented by 3 spaces; that fits no block above it. → line it up with "a" on line 3: 4 spaces',
    ],
  ],
  [
    "below an empty text with a comment",
    "k:\n  a: 1\n    # note\n    b: 2\nz: @x",
    null,
    [
      '4:5 "b" SOURCE_INDENTATION: This line is indented by 4 spaces; that fits no block above it. → line it up with "a" on line 2: 2 spaces',
    ],
  ],
  [
    "a field too deep",
    "k:\n  a: 1\n    b: 2\nz: @x",
    null,
    [
      '3:5 "b" SOURCE_INDENTATION: This line is indented by 4 spaces; that fits no block above it. → line it up with "a" on line 2: 2 spaces',
    ],
  ],
  [
    "a field too shallow",
    "k:\n    a: 1\n    # text\n\n  b: 2\nz: @x",
    null,
    [
      '5:3 "b" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "a" on line 2: 4 spaces',
    ],
  ],
  [
    "a field between two blocks",
    "k:\n  m:\n      a: 1\n    b: 2\nz: @x",
    null,
    [
      '4:5 "b" SOURCE_INDENTATION: This line is indented by 4 spaces; that fits no block above it. → line it up with "a" on line 3: 6 spaces',
    ],
  ],
  [
    "a field one space in",
    "a: 1\n b: 2\nz: @x",
    null,
    [
      '2:2 "b" SOURCE_INDENTATION: This line is indented by 1 space; that fits no block above it. → line it up with "a" on line 1: at the start of the line',
    ],
  ],
  [
    "the first field of the file",
    "  a: 1\nb: 2\nz: @x",
    null,
    [
      '1:3 "a" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → begin it at the start of the line',
    ],
  ],
  [
    "the first field of the file, below a comment",
    "# x\n\n  a: 1\nb: 2\nz: @x",
    null,
    [
      '3:3 "a" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → begin it at the start of the line',
    ],
  ],
  [
    "a text that goes on behind a comment",
    "a: one #two\n  three\nz: 1",
    "a: one xtwo three\nz: 1",
    [
      '1:8 "#two" SOURCE_COMMENT: Everything from this # on is a comment and does not appear on the site. → put quotes around the whole text if the # belongs to it; put a comment on a line of its own',
    ],
  ],
  [
    "a text that goes on behind a comment, two spaces",
    "a: one  # two \n  three\nz: 1",
    "a: one  x two three\nz: 1",
    [
      '1:9 "# two" SOURCE_COMMENT: Everything from this # on is a comment and does not appear on the site. → put quotes around the whole text if the # belongs to it; put a comment on a line of its own',
    ],
  ],
  [
    "a long key as the place to line up with",
    "k:\n  a long name of a field that goes on and on: 1\n   b: 2\nz: @x",
    null,
    [
      '3:4 "b" SOURCE_INDENTATION: This line is indented by 3 spaces; that fits no block above it. → line it up with "a long name of a field that go" on line 2: 2 spaces',
    ],
  ],
  [
    "a tab",
    "k:\n\ta: 1\nz: 1",
    "k:\n  a: 1\nz: 1",
    ['2:1 "\\t" SOURCE_TAB: This line is indented with a tab. → use spaces: two for each level'],
  ],
  [
    "two tabs",
    "k:\n  l:\n\t\ta: 1\n\t\tb: 2\nz: 1",
    "k:\n  l:\n    a: 1\n    b: 2\nz: 1",
    [
      '3:1 "\\t" SOURCE_TAB: This line is indented with a tab. → use spaces: two for each level',
      '4:1 "\\t" SOURCE_TAB: This line is indented with a tab. → use spaces: two for each level',
    ],
  ],
  [
    "a tab behind a dash",
    "l:\n  -\ta: 1\n    b: 2\nz: 1",
    "l:\n  - a: 1\n    b: 2\nz: 1",
    ['2:4 "\\t" SOURCE_TAB: There is a tab here where YAML needs spaces. → use one space'],
  ],
  [
    "two tabs behind a dash",
    "l:\n  -\t\ta: 1\n    b: 2\nz: 1",
    "l:\n  - a: 1\n    b: 2\nz: 1",
    ['2:4 "\\t" SOURCE_TAB: There is a tab here where YAML needs spaces. → use one space'],
  ],
]);

hold("a line without a key", [
  [
    "that is a sentence below a deeper one",
    "k:\n  a: One\nAnd so it ends.\nz: 1",
    "k:\n  a: One\nAnd: so it ends.\nz: 1",
    [
      '3:1 "And so it ends." SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → write "And: ..." if And is its key; indent it like the text above if it belongs there',
    ],
  ],
  [
    "of two words below an item",
    "l:\n  - a: One\n    two words\nz: 1",
    "l:\n  - a: One\n    two: words\nz: 1",
    [
      '3:5 "two words" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → write "two: ..." if two is its key; indent it like the text above if it belongs there',
    ],
  ],
  [
    "that is a text in another column",
    "k:\n    a:\n  And so it ends.\nz: @x",
    null,
    [
      '2:5 "a" SOURCE_INDENTATION: This line is indented by 4 spaces; that fits no block above it. → line it up with "k" on line 1: at the start of the line',
    ],
  ],
  [
    "with single quotes, and one in its text",
    "a: 1\n'b: it's'\nz: 1",
    null,
    [
      "2:1 \"'b: it's'\" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → indent it like the text above it, or give it a key",
    ],
  ],
  [
    "with an item of its own, in a block",
    "k:\n  a: 1\n  - b: 2\nz: 1",
    "k:\n  - a: 1\n  - b: 2\nz: 1",
    [
      '2:3 "a: 1" SOURCE_INDENTATION: The list that goes on in line 3 begins here, without a "- ". → write - a: 1, 2 spaces in',
    ],
  ],
  [
    "that is one short word above its block",
    "a: 1\nab\n  c: 1\nz: 1",
    "a: 1\nab:\n  c: 1\nz: 1",
    [
      '2:1 "ab" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "ab:"',
    ],
  ],
  [
    "that is a sentence above a block",
    "a: One\nAnd so it ends.\n  b: 1\nz: 1",
    null,
    [
      '2:1 "And so it ends." SOURCE_INDENTATION: This line belongs to the text above it, but is not indented. → put it behind the text above it, or indent it by 2 spaces',
    ],
  ],
  [
    "with a comment behind its block mark",
    "a: | # x\ntext here\nz: 1",
    null,
    [
      '2:1 "text here" SOURCE_INDENTATION: This text belongs to the line above it, but is not indented. → indent it by 2 spaces',
    ],
  ],
  [
    "with a kept end behind its block mark",
    "a: >+\ntext here\nz: 1",
    null,
    [
      '2:1 "text here" SOURCE_INDENTATION: This text belongs to the line above it, but is not indented. → indent it by 2 spaces',
    ],
  ],
  [
    "with a glued colon",
    "a: 1\nb:two\nz: 1",
    "a: 1\nb: two\nz: 1",
    ['2:2 ":" SOURCE_SYNTAX: The colon after a key needs a space after it. → write b: two'],
  ],
  [
    "with a glued colon, in an item",
    "l:\n  -  b:two\n     c: 1\nz: 1",
    "l:\n  - b: two\n    c: 1\nz: 1",
    ['2:7 ":" SOURCE_SYNTAX: The colon after a key needs a space after it. → write b: two'],
  ],
  [
    "with an equals sign",
    "a: 1\nb = two\nz: 1",
    "a: 1\nb: two\nz: 1",
    ['2:3 "=" SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is "=". → write b: two'],
  ],
  [
    "with an equals sign and nothing",
    "a: 1\nb =\nz: 1",
    "a: 1\nb:\nz: 1",
    ['2:3 "=" SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is "=". → write b:'],
  ],
  [
    "with a semicolon",
    "a: 1\nb; two\nz: 1",
    "a: 1\nb: two\nz: 1",
    ['2:2 ";" SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is ";". → write b: two'],
  ],
  [
    "with a colon of another script",
    "a: 1\nb ： two\nz: 1",
    "a: 1\nb: two\nz: 1",
    ['2:3 "：" SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is "：". → write b: two'],
  ],
  [
    "with a colon behind a space",
    "a: 1\nb  :two\nz: 1",
    "a: 1\nb: two\nz: 1",
    ['2:4 ":" SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is ":". → write b: two'],
  ],
  [
    "with an equals sign, in an item",
    "l:\n  - b = two\n    c: 1\nz: 1",
    "l:\n  - b: two\n    c: 1\nz: 1",
    ['2:7 "=" SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is "=". → write b: two'],
  ],
  [
    "below a block mark",
    "a: |\ntext here\nmore\nz: 1",
    null,
    [
      '2:1 "text here" SOURCE_INDENTATION: This text belongs to the line above it, but is not indented. → indent it by 2 spaces',
    ],
  ],
  [
    "below a folded block mark",
    "l:\n  - a: >-  \n  Some text here\nz: @x",
    null,
    [
      '3:3 "Some text here" SOURCE_INDENTATION: A "- " seems to be missing here: a new item of the list above begins. → write - Some text here, 2 spaces in; if the line belongs to the text above, indent it by 6 spaces',
    ],
  ],
  [
    "that is one word",
    "a: 1\nwords\nz: 1",
    null,
    [
      '2:1 "words" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "words:"',
    ],
  ],
  [
    "that is one word above its block",
    "a: 1\nwords\n  b: 1\nz: 1",
    "a: 1\nwords:\n  b: 1\nz: 1",
    [
      '2:1 "words" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → put a colon behind it: "words:"',
    ],
  ],
  [
    "that is a word and more",
    "a: 1\narea  Downtown\nz: 1",
    "a: 1\narea: Downtown\nz: 1",
    [
      '2:1 "area  Downtown" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → write "area: ..." if area is its key; indent it like the text above if it belongs there',
    ],
  ],
  [
    "that is a name and more",
    "a: 1\nTwo more\nz: 1",
    "a: 1\nTwo: more\nz: 1",
    [
      '2:1 "Two more" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → write "Two: ..." if Two is its key; indent it like the text above if it belongs there',
    ],
  ],
  [
    "that is a sentence",
    "a: One\nAnd so it ends.\nz: @x",
    null,
    [
      '2:1 "And so it ends." SOURCE_INDENTATION: This line belongs to the text above it, but is not indented. → put it behind the text above it, or indent it by 2 spaces',
    ],
  ],
  [
    "that is a sentence below an empty field",
    "a:\nAnd so it ends.\nz: 1",
    "a:\n  And so it ends.\nz: 1",
    [
      '2:1 "And so it ends." SOURCE_INDENTATION: This line belongs to the text above it, but is not indented. → write a: And so it ends.',
    ],
  ],
  [
    "that is a sentence in an item",
    "l:\n  - a: One\n    And so it ends.\nz: @x",
    null,
    [
      '3:5 "And so it ends." SOURCE_INDENTATION: This line belongs to the text above it, but is not indented. → put it behind the text above it, or indent it by 6 spaces',
    ],
  ],
  [
    "that begins with a digit",
    "a: 1\n12 rooms\nz: @x",
    null,
    [
      '2:1 "12 rooms" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → indent it like the text above it, or give it a key',
    ],
  ],
  [
    "that begins with a digit, after a gap",
    "a:\n  b: 1\n12 rooms\nz: @x",
    null,
    [
      '3:1 "12 rooms" SOURCE_SYNTAX: This line has no key: a line is `key: value`, or belongs to the text above it. → indent it like the text above it, or give it a key',
    ],
  ],
  [
    "with quotes around its key as well",
    'a: 1\n"b: two"\nz: 1',
    "a: 1\nb: two\nz: 1",
    [
      '2:1 "\\"b: two\\"" SOURCE_QUOTE: The quotation marks are around the key as well; they belong around its text only. → write b: "two"',
    ],
  ],
  [
    "with quotes around its key as well, below another field",
    "l:\n  - c: 1\n    'b: two'\nz: 1",
    "l:\n  - c: 1\n    b: two\nz: 1",
    [
      "3:5 \"'b: two'\" SOURCE_QUOTE: The quotation marks are around the key as well; they belong around its text only. → write b: 'two'",
    ],
  ],
]);

hold("a quotation mark", [
  [
    "that closes with a curly one, of two",
    'a: "one ” two”\nz: 1',
    "a: xxxxxxxxxxx\nz: 1",
    [
      '1:4 "\\"one ” two”" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one ” two"',
    ],
  ],
  [
    "that is not closed before a glued placeholder",
    'a: "one #Placeholder so\nz: 1',
    "a: xxxxxxxxxxxxxxxxxxxx\nz: 1",
    [
      '1:4 "\\"one #Placeholder so" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one" #Placeholder so',
    ],
  ],
  [
    "that is not closed, at the end of the file",
    'a: 1\nb: "one',
    "a: 1\nb: xxxx",
    [
      '2:4 "\\"one" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one"',
    ],
  ],
  [
    "that is not closed, above a text",
    'a: "one\n  two\nz: 1',
    "a: xxxx two\nz: 1",
    [
      '1:4 "\\"one" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one"',
    ],
  ],
  [
    "whose partner ends the line below, with a blank",
    'a: "one\nb: two" \nz: 1',
    "a: xxxx\nb: two\nz: 1",
    [
      '1:4 "\\"one" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one"',
    ],
  ],
  [
    "that is not closed in a field of an item",
    "l:\n  - a: 'one\n    b: two\nz: 1",
    "l:\n  - a: xxxx\n    b: two\nz: 1",
    [
      "2:8 \"'one\" SOURCE_QUOTE: A quotation mark (') is opened here and not closed at the end of the text. → write 'one'",
    ],
  ],
  [
    "that is not closed",
    'a: "one\nz: 1',
    "a: xxxx\nz: 1",
    [
      '1:4 "\\"one" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one"',
    ],
  ],
  [
    "that is not closed before a placeholder",
    "a: 'one # placeholder\nz: 1",
    "a: xxxxxxxxxxxxxxxxxx\nz: 1",
    [
      "1:4 \"'one # placeholder\" SOURCE_QUOTE: A quotation mark (') is opened here and not closed at the end of the text. → write 'one' # placeholder",
    ],
  ],
  [
    "that closes with a curly one",
    "a: 'one’\nz: 1",
    "a: xxxxx\nz: 1",
    [
      "1:4 \"'one’\" SOURCE_QUOTE: A quotation mark (') is opened here and not closed at the end of the text. → write 'one'",
    ],
  ],
  [
    "alone",
    'a: "\nz: 1',
    "a: x\nz: 1",
    ['1:4 "\\"" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write ""'],
  ],
  [
    "whose partner ends the line below",
    'a: "one\nb: two"\nz: 1',
    "a: xxxx\nb: two\nz: 1",
    [
      '1:4 "\\"one" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one"',
    ],
  ],
  [
    "whose partner is one of two below",
    'a: "one\nb: "two"\nz: 1',
    "a: xxxx\nb: two\nz: 1",
    [
      '1:4 "\\"one" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one"',
    ],
  ],
  [
    "in an item that is not closed",
    'l:\n  - "one\n  - two\nz: 1',
    "l:\n  - xxxx\n  - two\nz: 1",
    [
      '2:5 "\\"one" SOURCE_QUOTE: A quotation mark (") is opened here and not closed at the end of the text. → write "one"',
    ],
  ],
  [
    "closed on a line that is not indented",
    'a: "one\ntwo"\nz: 1',
    'a: "one two"\nz: 1',
    [
      '2:1 "two\\"" SOURCE_INDENTATION: The text in quotation marks of line 1 goes on here, and this line is not indented. → indent it by 2 spaces',
    ],
  ],
  [
    "closed on a line that is not indented, in a block",
    'k:\n  a: "one\n\n  two" \n  b: 1\nz: 1',
    'k:\n  a: "one\n\n    two"\n  b: 1\nz: 1',
    [
      '4:3 "two\\"" SOURCE_INDENTATION: The text in quotation marks of line 2 goes on here, and this line is not indented. → indent it by 4 spaces',
    ],
  ],
  [
    "before a comma",
    'a: "one",\nz: 1',
    "a: one\nz: 1",
    ['1:9 "," SOURCE_QUOTE: There is a comma after the closing quotation mark. → write "one"'],
  ],
  [
    "before a comma, single, with a blank",
    "a: 'one' , \nz: 1",
    "a: one\nz: 1",
    ["1:10 \",\" SOURCE_QUOTE: There is a comma after the closing quotation mark. → write 'one'"],
  ],
  [
    "in the middle",
    'a: "one" two\nz: 1',
    "a: xxxxxxxxx\nz: 1",
    [
      '1:4 "\\"one\\" two" SOURCE_QUOTE: The text continues after its closing quotation mark. → put the quotation marks around the whole text, and single ones inside',
    ],
  ],
  [
    "as an apostrophe",
    "a: 'it's'\nz: 1",
    "a: xxxxxx\nz: 1",
    [
      "1:4 \"'it's'\" SOURCE_QUOTE: The text continues after its closing quotation mark. → put double quotes around the text that has an apostrophe in it",
    ],
  ],
  [
    "behind a backslash",
    'a: "C:\\path"\nz: 1',
    "a: xxxxxxxxx\nz: 1",
    [
      '1:7 "\\\\p" SOURCE_QUOTE: In double quotes, a backslash begins a special character, and this one does not exist. → write the backslash twice, or use single quotes',
    ],
  ],
]);

hold("a special character", [
  [
    "a star",
    "a: *b* c \nz: 1",
    "a: xxxxx\nz: 1",
    [
      '1:4 "*b* c" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "*" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "an at sign",
    "a: @b \nz: 1",
    "a: xx\nz: 1",
    [
      '1:4 "@b" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "@" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "a percent sign in an item",
    "l:\n  - %b\n  - c\nz: 1",
    "l:\n  - xx\n  - c\nz: 1",
    [
      '2:5 "%b" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "%" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "a star for a dash",
    "l:\n  * One\n  * Two\nz: @x",
    null,
    [
      '2:3 "* One" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "*" here: YAML keeps it for itself. → if it is an item of a list, begin it with a hyphen: - One',
    ],
  ],
  [
    "a star for a dash, behind a key",
    "l: * One\nz: 1",
    "l: xxxxx\nz: 1",
    [
      '1:4 "* One" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "*" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "a question mark",
    "a: ? b: c\nz: 1",
    "a: xxxxxx\nz: 1",
    [
      '1:4 "? b: c" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "?" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "a dash behind a key",
    "a: - b\nz: 1",
    "a: xxx\nz: 1",
    [
      '1:4 "- b" SOURCE_SYNTAX: A list cannot begin on the line of its key. → begin a list on the next line, two spaces in; put quotes around the whole text if it is one',
    ],
  ],
  [
    "braces with text behind",
    "a: {b} c\nz: 1",
    "a: xxxxx\nz: 1",
    [
      '1:4 "{b} c" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "{" here: YAML keeps it for itself. → put quotes around the whole text',
    ],
  ],
  [
    "a text with a colon",
    "a: one: two\nz: 1",
    "a: xxxxxxxx\nz: 1",
    [
      '1:7 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "one: two"',
    ],
  ],
  [
    "a text with a colon at its end",
    "a: one:\nz: 1",
    "a: xxxx\nz: 1",
    [
      '1:7 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "one:"',
    ],
  ],
  [
    "a text with a colon and quotes",
    'a: one: "two" \nz: 1',
    "a: xxxxxxxxxx\nz: 1",
    [
      '1:7 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "one: \'two\'"',
    ],
  ],
  [
    "a text with a colon over two lines",
    "a: one: two\n  three: four\n\n  five\nz: 1",
    "a: xxxxxxxx xxxxxxxxxxx\n\n  xxxx\nz: 1",
    [
      '1:7 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "one: two"',
    ],
  ],
  [
    "a text with a colon in curly quotes",
    "a: “one: two”\nz: 1",
    "a: xxxxxxxxxx\nz: 1",
    [
      '1:8 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → curly quotes are part of the text: put straight ones (") around it',
    ],
  ],
  [
    "two texts with a colon",
    "a: one: two\nb: c: d\nz: 1",
    "a: xxxxxxxx\nb: xxxx\nz: 1",
    [
      '1:7 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "one: two"',
      '2:5 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "c: d"',
    ],
  ],
  [
    "a second document",
    "a: 1\n---\nb: 2\n",
    null,
    [
      '2:1 "---" SOURCE_SEVERAL_DOCUMENTS: A line of "---" begins a second document; a content file is one. → remove the line, or make a second file',
    ],
  ],
  [
    "a field that is indented below a text",
    "a: one\n  b: two\nz: @x",
    null,
    [
      '2:3 "b" SOURCE_INDENTATION: This line is indented by 2 spaces; that fits no block above it. → line it up with "a" on line 1: at the start of the line',
    ],
  ],
  [
    "an item that is indented below a field with a value",
    "a: one\n  - two\n  - three\nz: 1",
    "a: one - two - three\nz: 1",
    [
      '2:3 "-" SOURCE_INDENTATION: This line is indented deeper than the text above it, so it is read as part of that text and not as an item. → line the dash up with the other dashes of its list; put quotes around a text that has it',
    ],
  ],
]);

hold("a line that is no YAML", [
  [
    "of a conflict behind a mark that was left",
    "a: 1\n=======\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\nz: @x",
    null,
    [
      '2:1 "=======" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
      '3:1 "<<<<<<< HEAD" SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 7: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "of a conflict at the start",
    "<<<<<<< HEAD\nb: 2\n======= \nb: 3\n>>>>>>>\nz: @x",
    null,
    [
      '1:1 "<<<<<<< HEAD" SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 5: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "of an empty conflict",
    "a: 1\n<<<<<<< HEAD\n=======\n>>>>>>> other\nz: @x",
    null,
    [
      '2:1 "<<<<<<< HEAD" SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 4: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "of a conflict without a middle",
    "a: 1\n<<<<<<< HEAD\nb: 1\n>>>>>>> x\nz: 1",
    "a: 1\nb: 1\nz: 1",
    [
      '2:1 "<<<<<<< HEAD" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
      '4:1 ">>>>>>> x" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
    ],
  ],
  [
    "behind another mistake",
    "a: @x\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\nz: @x",
    null,
    [
      '1:4 "@x" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "@" here: YAML keeps it for itself. → put quotes around the whole text',
      '2:1 "<<<<<<< HEAD" SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 6: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "of Markdown, with tildes",
    "~~~\na: 1\n~~~ \nz: 1",
    "a: 1\nz: 1",
    [
      '1:1 "~~~" SOURCE_SYNTAX: This mark belongs around a text in a chat or a manual, not in the file. → take the line out',
    ],
  ],
  [
    "of Markdown, below another mistake",
    "a: @x\n```\nz: 1",
    "a: xx\nz: 1",
    [
      '1:4 "@x" SOURCE_SPECIAL_CHARACTER: Text cannot begin with "@" here: YAML keeps it for itself. → put quotes around the whole text',
      '2:1 "```" SOURCE_SYNTAX: This mark belongs around a text in a chat or a manual, not in the file. → take the line out',
    ],
  ],
  ["that is a link with slashes", "a: http://x\nb: // no\nz: 1", "a: http://x\nb: // no\nz: 1", []],
  [
    "of a conflict",
    "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\nz: @x",
    null,
    [
      '2:1 "<<<<<<< HEAD" SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 6: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "of a conflict with its base",
    "a: 1\n<<<<<<<\nb: 2\n||||||| base\nb: 4\n=======\nb: 3\n>>>>>>>\nz: @x",
    null,
    [
      '2:1 "<<<<<<<" SOURCE_SYNTAX: Two versions of the same lines begin here and end in line 8: two people changed them at the same time. → keep the lines above or those below "=======", and take out the rest, with the lines of <<<<<<<, ======= and >>>>>>>',
    ],
  ],
  [
    "left from a conflict",
    "a: 1\n>>>>>>> other\nz: 1",
    "a: 1\nz: 1",
    ['2:1 ">>>>>>> other" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out'],
  ],
  [
    "left from a conflict, its middle",
    "a: 1\n=======\nz: 1",
    "a: 1\nz: 1",
    ['2:1 "=======" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out'],
  ],
  [
    "left from a conflict, its beginning",
    "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nz: 1",
    "a: 1\nb: 1\nz: 1",
    [
      '2:1 "<<<<<<< HEAD" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
      '4:1 "=======" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
    ],
  ],
  [
    "of a conflict in the wrong order",
    "a: 1\n<<<<<<< HEAD\nb: 1\n>>>>>>> x\n=======\nz: 1",
    "a: 1\nb: 1\nz: 1",
    [
      '2:1 "<<<<<<< HEAD" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
      '4:1 ">>>>>>> x" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
      '5:1 "=======" SOURCE_SYNTAX: This line is left from merging the changes of two people. → take it out',
    ],
  ],
  [
    "of Markdown",
    "```yaml\na: 1\n```\nz: 1",
    "a: 1\nz: 1",
    [
      '1:1 "```yaml" SOURCE_SYNTAX: This mark belongs around a text in a chat or a manual, not in the file. → take the line out',
    ],
  ],
  [
    "that is a comment of C",
    "a: 1\n// so it is \nz: 1",
    "a: 1\nz: 1",
    ['2:1 "// so it is" SOURCE_SYNTAX: A comment begins with # in this file. → write # so it is'],
  ],
  [
    "that is a comment of HTML",
    "k:\n  a: 1\n  <!-- so it is -->\nz: 1",
    "k:\n  a: 1\nz: 1",
    ['3:3 "<!-- so it is -->" SOURCE_SYNTAX: A comment begins with # in this file. → write # so it is'],
  ],
  [
    "that is a comment between stars",
    "a: 1\n/* so */\nz: 1",
    "a: 1\nz: 1",
    ['2:1 "/* so */" SOURCE_SYNTAX: A comment begins with # in this file. → write # so'],
  ],
]);

hold("a key that is there twice", [
  [
    "a block with longer keys",
    "title: 1\ntext: 2\nlink: 3\ntitle: 4\ntext: 5\nlink: 6\nz: 1",
    "title: 4\ntext: 5\nlink: 6\nz: 1",
    [
      '4:1 "title" SOURCE_DUPLICATE_KEY: "title" and the 2 fields after it are in this block twice. → was a block pasted where it is already? Keep one of the two',
    ],
  ],
  [
    "in a block",
    "a: 1\nb: 2\na : 3\nz: 1",
    "b: 2\na: 3\nz: 1",
    ['3:1 "a" SOURCE_DUPLICATE_KEY: "a" is in this block twice. → keep one of the two: the other is on line 1'],
  ],
  [
    "in an inner block",
    "a: 0\nk:\n  a: 1\n  b: 2\n  a: 3\nz: 1",
    "a: 0\nk:\n  b: 2\n  a: 3\nz: 1",
    ['5:3 "a" SOURCE_DUPLICATE_KEY: "a" is in this block twice. → keep one of the two: the other is on line 3'],
  ],
  [
    "twice, of two",
    "a: 1\nb: 2\na: 3\nb: 4\nz: 1",
    "a: 3\nb: 4\nz: 1",
    [
      '3:1 "a" SOURCE_DUPLICATE_KEY: "a" is in this block twice. → keep one of the two: the other is on line 1',
      '4:1 "b" SOURCE_DUPLICATE_KEY: "b" is in this block twice. → keep one of the two: the other is on line 2',
    ],
  ],
  [
    "with a whole block",
    "a: 1\nb: 2\nc: 3\na: 4\nb: 5\nc: 6\nz: 1",
    "a: 4\nb: 5\nc: 6\nz: 1",
    [
      '4:1 "a" SOURCE_DUPLICATE_KEY: "a" and the 2 fields after it are in this block twice. → was a block pasted where it is already? Keep one of the two',
    ],
  ],
  [
    "with two others between",
    "a: 1\nb: 2\nc: 3\na: 4\nx: 0\nb: 5\nc: 6\nz: 1",
    "a: 4\nx: 0\nb: 5\nc: 6\nz: 1",
    [
      '4:1 "a" SOURCE_DUPLICATE_KEY: "a" is in this block twice. → keep one of the two: the other is on line 1',
      '6:1 "b" SOURCE_DUPLICATE_KEY: "b" is in this block twice. → keep one of the two: the other is on line 2',
      '7:1 "c" SOURCE_DUPLICATE_KEY: "c" is in this block twice. → keep one of the two: the other is on line 3',
    ],
  ],
  [
    "between brackets",
    "a: { b: 1, b: 2 }\nz: 1",
    "a: { b: 2 }\nz: 1",
    ['1:12 "b" SOURCE_DUPLICATE_KEY: "b" is in this block twice. → keep one of the two'],
  ],
  [
    "in a block and in one that holds it",
    "k:\n  a:\n    b: 1\n    b: 2\nk: 3\nz: 1",
    "k: 3\nz: 1",
    [
      '4:5 "b" SOURCE_DUPLICATE_KEY: "b" is in this block twice. → keep one of the two: the other is on line 3',
      '5:1 "k" SOURCE_DUPLICATE_KEY: "k" is in this block twice. → keep one of the two: the other is on line 1',
    ],
  ],
  [
    "below a key that begins like it",
    "abc: 1\nab: 2\nabc: 3\nz: 1",
    "ab: 2\nabc: 3\nz: 1",
    ['3:1 "abc" SOURCE_DUPLICATE_KEY: "abc" is in this block twice. → keep one of the two: the other is on line 1'],
  ],
]);

hold("a hidden character", [
  [
    "before keys of three lines",
    "k:\n\u00a0 a: 1\n\u00a0 b: 2\n  c: 3\n\u2003d: 4\nz: 1",
    "k:\n  a: 1\n  b: 2\n  c: 3\n  d: 4\nz: 1",
    [
      '2:1 "\u00a0" SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar; the same in the lines down to 3',
      '5:1 "\u2003" SOURCE_HIDDEN_CHARACTER: A wide space (U+2003) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar',
    ],
  ],
  [
    "between brackets, at the key",
    "a: { b: 1,\u00a0c: 2 }\nz: 1",
    "a: { b: 1, c: 2 }\nz: 1",
    [
      '1:11 "\u00a0" SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar',
    ],
  ],
  [
    "between brackets, in the key",
    "a: { b: 1, c\u200bd: 2 }\nz: 1",
    "a: { b: 1, cd: 2 }\nz: 1",
    [
      '1:13 "\u200b" SOURCE_HIDDEN_CHARACTER: A zero-width space (U+200B) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace',
    ],
  ],
  [
    "before a value",
    "a: \u00a0b\nz: 1",
    "a: b\nz: 1",
    [
      '1:4 "\u00a0" SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar',
    ],
  ],
  [
    "before a value, without width",
    "a: \u200bb\nz: 1",
    "a: b\nz: 1",
    [
      '1:4 "\u200b" SOURCE_HIDDEN_CHARACTER: A zero-width space (U+200B) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace',
    ],
  ],
  [
    "in a key",
    "a\u00adb: c\nz: 1",
    "ab: c\nz: 1",
    [
      '1:2 "\u00ad" SOURCE_HIDDEN_CHARACTER: A soft hyphen (U+00AD) is here. It cannot be seen, but YAML treats it as a letter. → put the cursor after it and press backspace',
    ],
  ],
  [
    "behind a dash",
    "l:\n  - a\n  -\u00a0b\nz: 1",
    "l:\n  - a\n  - b\nz: 1",
    [
      '3:4 "\u00a0" SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar',
    ],
  ],
  [
    "as indentation of an item",
    "l:\n  - a\n\u00a0\u00a0- b\nz: 1",
    "l:\n  - a\n  - b\nz: 1",
    [
      '3:1 "\u00a0" SOURCE_HIDDEN_CHARACTER: A non-breaking space (U+00A0) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar',
    ],
  ],
  [
    "behind a colon",
    "a:\u3000b\nz: 1",
    "a: b\nz: 1",
    [
      '1:3 "\u3000" SOURCE_HIDDEN_CHARACTER: An ideographic space (U+3000) is here. It looks like a space, but YAML treats it as a letter. → delete it and press the space bar',
    ],
  ],
]);

hold("several mistakes", [
  [
    "one after the other",
    "a: [b\nb = 1\nc: d: e\nl:\n  - x\n  -y\nz: @x",
    "a: [b]\nb: 1\nc: xxxx\nl:\n  - x\n  - y\nz: xx",
    [
      '1:4 "[b" SOURCE_SYNTAX: The bracket [ is opened here and never closed. → add the closing ], or put quotes around the whole text if the bracket belongs to it',
      '2:3 "=" SOURCE_SYNTAX: A key ends in a plain colon with a space behind it, and this is "=". → write b: 1',
      '3:5 ":" SOURCE_COLON: This text has a colon followed by a space in it, which YAML reads as another key. → put quotes around the whole text: "d: e"',
      '6:3 "-" SOURCE_SYNTAX: The dash that begins an item of a list needs a space after it. → write - y',
    ],
  ],
  [
    "one line below a guess",
    "k:\n  a: 1\n    b: 2\n c: 3\nz: 1",
    null,
    [
      '3:5 "b" SOURCE_INDENTATION: This line is indented by 4 spaces; that fits no block above it. → line it up with "a" on line 2: 2 spaces',
    ],
  ],
]);

hold("what is no mistake", [
  [
    "brackets over lines",
    "a: [\n  b,\n  { c: d },\n]\ne: {\n  f: 1, # x\n  g: [2]\n}\nz: 1",
    "a: [b, { c: d }]\ne: { f: 1, g: [2] }\nz: 1",
    [],
  ],
  ["a bracket in a text", "a: b [c\nd: 'e ['\nz: 1", "a: b [c\nd: 'e ['\nz: 1", []],
  ["negative numbers and rules", "l:\n  - -1\n  - --\n  - -.5\nz: 1", 'l:\n  - -1\n  - "--"\n  - -0.5\nz: 1', []],
  [
    "the same key in two blocks",
    "a: { b: 1 }\nc: { b: 2 }\nl:\n  - b: 1\n  - b: 2\nz: 1",
    "a: { b: 1 }\nc: { b: 2 }\nl: [{ b: 1 }, { b: 2 }]\nz: 1",
    [],
  ],
]);
