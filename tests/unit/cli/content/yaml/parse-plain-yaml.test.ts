// What the fast parser reads, and what it leaves to the one with positions: where the two differ, and where the text deserves a closer look.
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { mayHoldHidden } from "../../../../../cli/content/find-hidden-values.ts";
import { parsePlainYaml } from "../../../../../cli/content/yaml/parse-plain-yaml.ts";

describe("plain text of every kind is read as `yaml` reads it", () => {
  test.each([
    ["text", "title: Rooms that are ready\n"],
    ["text in quotes", `a: "one: two, three"\nb: 'it''s'\n`],
    ["numbers and yes or no", "a: 1\nb: 2.5\nc: -3\nd: true\ne: null\nf:\n"],
    ["what only looks like a number", "a: 12:30\nb: 2026-09-24\nc: 416-555-0142\nd: 1,670\ne: 450+\n"],
    ["yes and no as text", "a: yes\nb: NO\nc: on\n"],
    ["lists and blocks", "a:\n  - b: 1\n    c: 2\n  - b: 3\n"],
    ["lists in line with their key", "a:\n- 1\n- 2\n"],
    ["brackets", "a: [x, y]\nb: { c: 1, d: two }\n"],
    ["folded and kept lines", "a: >-\n  one\n  two\nb: |\n  one\n\n  two\n"],
    ["comments on lines of their own", "# first\na: 1\n  # second\nb: 2\n"],
    ["the comment of a placeholder", "a: Someone # placeholder\n"],
    ["Windows line ends", "a: 1\r\nb: two\r\n"],
    ["letters beyond ASCII", "a: Café — “so” they say\n"],
  ])("%s", (_, text) => {
    expect(parsePlainYaml(text)).toEqual(parse(text));
    expect(parsePlainYaml(text)).toBeDefined();
  });
});

describe("anything out of the ordinary is left to the careful parser", () => {
  test.each([
    ["a tab", "a:\n\tb: 1\n"],
    ["a tab in a value", "a: x\ty\n"],
    ["a line end of old Macs", "a: 1\rb: 2\n"],
    ["a comment behind a value", "a: Suite #4\n"],
    ["an anchor", "a: &x 1\nb: *x\n"],
    ["a star that begins a text", "a: *bold*\n"],
    ["a tag", "a: !important\n"],
    ["an explicit tag", "a: !!str 1\n"],
    ["a second document", "a: 1\n---\nb: 2\n"],
    ["a directive", "%YAML 1.1\n---\na: yes\n"],
    ["a merge key", "a: 1\n<<: { b: 2 }\n"],
    ["an explicit key", "? a\n: 1\n"],
    ["the key of all objects", "__proto__: 1\n"],
    ["a leading zero", "a: 0600\n"],
    ["a hexadecimal number", "a: 0x1F\n"],
    ["an exponent", "a: 1e3\n"],
    ["a number that is too long to be exact", "a: 12345678901234567890\n"],
    ["curly quotes around a value", "a: “Downtown”\n"],
    ["an item that goes on with the text above", "a:\n  - Galas\n    - Launches\n"],
    ["a duplicate key", "a: 1\na: 2\n"],
    ["text that is no YAML", "a: b: c\n"],
    ["nothing", ""],
  ])("%s", (_, text) => {
    expect(parsePlainYaml(text)).toBeUndefined();
  });
});

test("no character that may be hidden is in the subset, so that its texts need not be searched for them", () => {
  const read: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    if (mayHoldHidden(character) && parsePlainYaml(`a: x${character}x\n`)) read.push(code.toString(16));
  }
  expect(read).toEqual([]);
});

describe("each form of the subset is read, and as `yaml` reads it", () => {
  test.each([
    "---\na: 1\n",
    "\n\n# first\n---\na: 1\n",
    "a: 1\n\n\n",
    "a: 1",
    "a:\r\n  b: 1\r\n",
    "_a-1: x\nA9: y\n",
    `${"k".repeat(100)}: 1\n`,
    "a: -1\nb: 0\nc: -0.5\nd: 123456789012345\ne: 12345678.1234567\nf: 1.0\n",
    "a: -5 degrees\nb: 12 or 13\nc: 1-2\nd: 416-555\ne: 1.2.3\n",
    "a: true\nb: True\nc: TRUE\nd: false\ne: False\nf: FALSE\ng: null\nh: Null\ni: NULL\n",
    "a: trues\nb: nulls\nc: x true\n",
    "a: b:c\nb: x#y\nc: it's\nd: a, b\ne: x ]\nf: http://example.com/a#b\n",
    "a: x   \nb:   y\n",
    "a: one\n  two\n\n  three\n\n\n  four\nb: 1\n",
    "a: one\n  two\n# comment\nb: 1\n",
    "a: one\n   two\n      three\n",
    "a: one # placeholder\nb:   two   # placeholder\n",
    'a: "one" # placeholder\nb: [x] # placeholder\n',
    "a: \"\"\nb: ''\nc: '''x'\nd: \"a \\\" b\"\n",
    'a: "x\\\\"\nb: "x\\ny\\/"\n',
    'a: "one\n  two\n\n  three"\nb: 1\n',
    "a: 'one\n  two'\n",
    "a: |\n  one\n   two\n\n  three\nb: 1\n",
    "a: |-\n  one\n\n\nb: 1\n",
    "a: >\n  one\n  two\n\n\n  three\n# comment\nb: 1\n",
    "a: >-\n  one\n",
    "a: |-\n  one\n  # no comment\n  - no item\n",
    "a:\n  - |\n    one\n  - two\n",
    "a: []\nb: {}\nc: [ ]\nd: { }\n",
    "a: [x, 'y, z', \"w\", 1, true, [a], { b: c }]\n",
    "a: { b: [1, 2], c: { d: e }, f: x y }\n",
    "a: [x y , z ]\n",
    "a: [it's, x-y, -1]\n",
    "a:\n  -\n  - b:\n    c: 1\n  - x\n",
    "a:\n- b: 1\n  c:\n  - 2\n  - 3\n- 4\nd: 5\n",
    "a:\n  - b\n\n  # comment\n  - c\n",
    "a:\n  b:\n    c:\n      d: 1\n  e: 2\nf: 3\n",
    "a:\nb:\n  c:\nd: 1\n",
    'a: "one\n  "\nb: 1\n',
    'a: "one\n  two  "\n',
    'a: "one  \n  two  \n\n\n  three"\nb: 1\n',
    "a: |-\n  one",
    "a: 'x\\'\nb: \"x'\"\n",
    "a: ['x\\', \"it''s\", 'it''s']\n",
    "a:   |  \n   one\n\n\n   two\n\nb: 1\n",
    "a: >-\n  one\n\n\n  two\n  three\n\n\n",
    "a: [ x,y,  { b:   1 ,c: [ ] } ]   \nb: 1\n",
    "a:\n  -   b: 1\n      c: 2\n  -     d: 1\n",
    "a: b\r\n  c\r\n\r\nd: 'e\r\n  f'\r\n",
    "a: x\u00a0y\nb: Ünïcödé – “x”\nc: 日本語\nd: «\u00a0oui\u00a0»\n",
  ])("%j", (text) => {
    const read = parsePlainYaml(text);
    expect(read).toEqual(parse(text));
    expect(JSON.stringify(read)).toBe(JSON.stringify(parse(text)));
  });
});

describe("each edge of the subset is left to the careful parser", () => {
  const deep = (levels: number) =>
    Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}k${level}:`).join("\n");
  const flow = (levels: number) => `a: ${"[".repeat(levels)}x${"]".repeat(levels)}\n`;

  test.each([
    `${"k".repeat(101)}: 1\n`,
    " a: 1\n",
    "a: 1\n b: 2\n",
    "a:\n  b: 1\n c: 2\n",
    "a:\n    b: 1\n  c: 2\n",
    "a\n",
    "a:b\n",
    "1a: x\n",
    "-a: x\n",
    "a b: x\n",
    '"a": x\n',
    "true: x\n",
    "~: x\n",
    "- a\n",
    "---\n---\na: 1\n",
    "a: 1\n...\n",
    "a: -0\n",
    "a: 1e5\n",
    "a: .5\n",
    "a: 1.\n",
    "a: +1\n",
    "a: 0o7\n",
    "a: 01.5\n",
    "a: .inf\n",
    "a: 1234567890123456\n",
    "a: 1.12345678\n",
    "a: -.INF\n",
    "a: - b\n",
    "a: -b\n",
    "a: ? b\n",
    "a: @b\n",
    "a: `b\n",
    "a: %b\n",
    "a: |b\n",
    "a: =\n",
    "a: <<\n",
    "a: b:\n",
    'a: six"\n',
    "a: b: c\n",
    "a: b #c\n",
    "a: b # Placeholder\n",
    'a: "b" c\n',
    'a: "b"# placeholder\n',
    'a: "b\\tc"\n',
    'a: "b\\u200b"\n',
    'a: "b\n',
    'a: "b\nc: d"\n',
    'a: "one\\n\n  two"\n',
    "a: 'one\n  it''s'\n",
    "a: |+\n  b\n",
    "a: |2\n  b\n",
    "a: | # why\n  b\n",
    "a: |\nb: 1\n",
    "a: |\n\n  b\n",
    "a: |\n  b",
    "a: >\n  b\n    c\n",
    "a: >\n  b \n  c\n",
    "a: |\n    b\n  c\n",
    "a: [b\n",
    "a: [b, c\n  d]\n",
    "a: [b,, c]\n",
    "a: [b: c]\n",
    "a: [b] c\n",
    "a: { b }\n",
    "a: { b:c }\n",
    "a: { b: c, b: d }\n",
    "a: { true: c }\n",
    "a: { __proto__: c }\n",
    'a: ["b]\n',
    "a: [b # c]\n",
    "a:\n  - b\n   - c\n",
    "a:\n  - b\n c: 1\n",
    "a: one\n  b: two\n",
    "a: x\u00a0\n",
    "a: \u200bx\n",
    "a: \u007f\n",
    "a: one # placeholder\n  two\n",
    "a: x\ry\n",
    "  ---\na: 1\n",
    "a: |>\n  x\n",
    "a: |\n",
    "a: >-",
    "a: 'b' 'c'\n",
    "a: [b]# placeholder\n",
    "a: [b] # placeholder x\n",
    "a: { b: c, d }\n",
    "a: [b, ]\n",
    "a: [b\n",
    "a: [b\n]\n",
    "a: {b: c\r\n",
    "a: x\n\n b: 1\n",
    "a:\n  - - b\n",
    `${deep(22)} x\n`,
    flow(30),
  ])("%j", (text) => {
    expect(parsePlainYaml(text)).toBeUndefined();
  });

  test("nesting of twenty levels is none of them", () => {
    for (const text of [`${deep(20)} x\n`, flow(20)]) expect(parsePlainYaml(text)).toEqual(parse(text));
    expect(parsePlainYaml(`${deep(21)} x\n`)).toBeUndefined();
  });
});

describe("a number", () => {
  test.each([
    ...["0", "7", "-7", "10", "123456789012345", "-123456789012345", "0.5", "-0.5", "1.25", "10.0", "12345678.1234567"],
  ])("%s is read as `yaml` reads it", (word) => {
    expect(parsePlainYaml(`a: ${word}\nb: [${word}]\n`)).toStrictEqual({ a: Number(word), b: [Number(word)] });
    expect(parse(word)).toBe(Number(word));
  });

  test.each([
    ...["00", "012", "-0", "+12", "+0.5", "1.", "12.", ".25", "-.25", "01.25", "-0.12345678", "123456789.5"],
    ...["1e3", "12e12", "1E3", "1e+12", "1e-12", "1.25e12", ".25e3", "12.e3", "1234567890123456"],
    ...["0o17", "0x1Fa", "-0x1F", "+0o7"],
    ...[".inf", ".Inf", ".INF", "-.inf", "+.INF", ".nan", ".NaN", ".NAN"],
  ])("%s is left to the careful parser", (word) => expect(parsePlainYaml(`a: ${word}\n`)).toBeUndefined());

  test.each([
    ...["0o8", "0xG", "0x", "0o", "1e", "1e+", "e5", "1.2.3", "+", "+-1", "12a", "1_000", ".", "..5", ".infx", ".iNF"],
    ...["12 or 13", "1:30", "1.5.", "-12a", "-1-2", "1e5x", "x1e5", "0x1Fg", "7.5e3.2", "inf", "NaN"],
  ])("%s is none, but text", (word) => {
    expect(parsePlainYaml(`a: ${word}\n`)).toEqual({ a: word });
    expect(parse(`a: ${word}\n`)).toEqual({ a: word });
  });
});
