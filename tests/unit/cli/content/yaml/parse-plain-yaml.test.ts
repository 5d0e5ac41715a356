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
