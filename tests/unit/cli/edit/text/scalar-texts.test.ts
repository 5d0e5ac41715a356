// How a value is written again: as it was written before where that can say the new words, and otherwise in the next simple way.
import { describe, expect, test } from "vitest";
import { openSource } from "../../../../../cli/edit/text/edit-source.ts";
import { sourceOf } from "../../../../support/sources.ts";

type Path = readonly (string | number)[];

function edited(raw: string, path: Path, text: string): string {
  const source = openSource(sourceOf(""), raw);
  const there = source.locate({ path });
  if ("code" in there) throw new Error(there.message);
  const outcome = source.edit({ path, was: there.text, text });
  if ("code" in outcome) throw new Error(outcome.message);
  return outcome.raw;
}

/** As long as a line may become here. */
const LONG = "A long sentence that goes on and on until it is wrapped at the end of its line by";

type Case = readonly [raw: string, path: Path, text: string, after: string];

describe("lines of a block", () => {
  test.each<Case>([
    ["a: |\n  one\n  two\nb: 1\n", ["a"], "one\n\n  two\n", "a: |\n  one\n\n    two\nb: 1\n"],
    ["a: |-\n  one\n\n\nb: 1\n", ["a"], "x", "a: |-\n  x\n\n\nb: 1\n"],
    ["a: |-\n\n\nb: 1\n", ["a"], "x", "a: |-\n  x\n\n\nb: 1\n"],
    ["a: >-\nb: 1\n", ["a"], "x", "a: >-\n  x\nb: 1\n"],
    ["a: |-\n  one\n  # no comment\n# comment\nb: 1\n", ["a"], "x", "a: |-\n  x\n# comment\nb: 1\n"],
    ["a: |-\n  old", ["a"], "one\ntwo", "a: |-\n  one\n  two"],
    // Spaces of an empty line belong to no words, and stay where they are.
    ["a: |-\n  one\n \n  two\n  three\nb: 1\n", ["a"], "one\n\n2\nthree", "a: |-\n  one\n \n  2\n  three\nb: 1\n"],
    ["a: |-\n  one\n \n  two\n  three\nb: 1\n", ["a"], "1\n\ntwo\nthree", "a: |-\n  1\n \n  two\n  three\nb: 1\n"],
    ["a: |-\n  one\n \n  two\n", ["a"], "zero\none\n\ntwo", "a: |-\n  zero\n  one\n \n  two\n"],
    ["a: |-\n  one\n \n  two\n", ["a"], "one\n\ntwo\nthree", "a: |-\n  one\n \n  two\n  three\n"],
    ["a: |-\n  zero\n  one\n \n  two\n", ["a"], "one\n\ntwo", "a: |-\n  one\n \n  two\n"],
    ["a: |-\n  one\n \n  one\n", ["a"], "one", "a: |-\n  one\n"],
    ["a: |-\n  one\n", ["a"], "one\none\none", "a: |-\n  one\n  one\n  one\n"],
  ])("stay one, and what is around them stays as it is: %j %j %j", (raw, path, text, after) => {
    expect(edited(raw, path, text)).toBe(after);
  });

  test.each<Case>([
    ["a: |+\n  one\n\nb: 1\n", ["a"], "two\n\n", "a: |+\n  two\n\nb: 1\n"],
    ["a: |+\n  one\n\nb: 1\n", ["a"], "two\n", "a: |\n  two\n\nb: 1\n"],
    ["a: |+\n  one\n\nb: 1\n", ["a"], "two", "a: |-\n  two\n\nb: 1\n"],
    ["a: |+\n  one\nb: 1\n", ["a"], "two\n", "a: |+\n  two\nb: 1\n"],
    ["a: |\n  one\nb: 1\n", ["a"], "two", "a: |-\n  two\nb: 1\n"],
    ["a: |-\n  one\nb: 1\n", ["a"], "two\n\n\n", "a: |+\n  two\n\n\nb: 1\n"],
    ["a: |-\n    one\n     \nb: 1\n", ["a"], "x\n", "a: |\n    x\nb: 1\n"],
  ])("say with their mark how they end: %j %j %j", (raw, path, text, after) => {
    expect(edited(raw, path, text)).toBe(after);
  });

  test.each<Case>([
    ["a: |2-\n    one\n  two\nb: 1\n", ["a"], "   x\ny", "a: |2-\n     x\n  y\nb: 1\n"],
    ["a: |1-\n one\n", ["a"], " x", "a: |1-\n  x\n"],
    ["a: |-2\n    one\n  two\nb: 1\n", ["a"], "x", "a: |-2\n  x\nb: 1\n"],
    ["a: old\nb: 1\n", ["a"], "  one\ntwo", "a: |2-\n    one\n  two\nb: 1\n"],
  ])("say with their mark how far they are indented, where that cannot be seen: %j %j %j", (raw, path, text, after) => {
    expect(edited(raw, path, text)).toBe(after);
  });

  test.each<Case>([
    ["a: old # why\nb: 1\n", ["a"], "one\ntwo", "a: |- # why\n  one\n  two\nb: 1\n"],
    ["a: old", ["a"], "one\ntwo", "a: |-\n  one\n  two"],
    ["a: 'x'\n", ["a"], "one\ntwo", "a: |-\n  one\n  two\n"],
    ["a:\n  - old\n  - b\n", ["a", 0], "one\ntwo\n", "a:\n  - |\n    one\n    two\n  - b\n"],
    ["a:\n  b:\n    c: 'old'\n", ["a", "b", "c"], "one\ntwo", "a:\n  b:\n    c: |-\n      one\n      two\n"],
    ["\ufeffa: one\r\nb: two\r\n", ["b"], "x\ny", "\ufeffa: one\r\nb: |-\r\n  x\r\n  y\r\n"],
    ["a: one\r\nb: two\n", ["b"], "x\ny", "a: one\r\nb: |-\n  x\n  y\n"],
  ])("are made of a text that becomes several lines: %j %j %j", (raw, path, text, after) => {
    expect(edited(raw, path, text)).toBe(after);
  });
});

describe("folded lines", () => {
  test.each<Case>([
    ["a: >-\n  one\n  two\nb: 1\n", ["a"], "one\ntwo three", "a: >-\n  one\n\n  two three\nb: 1\n"],
    ["a: >\n  one\n  two\n", ["a"], "x  y\n", "a: >\n  x  y\n"],
    ["a: >-\n\n  one\n  two\nb: 1\n", ["a"], "three", "a: >-\n  three\nb: 1\n"],
    ["a: >-\n  one\n    more\n  two\nb: 1\n", ["a"], "x\ny", "a: >-\n  x\n\n  y\nb: 1\n"],
    [
      "a: >-\n  one\n  two\n\n  end\nb: 1\n",
      ["a"],
      "new\none two\nend",
      "a: >-\n  new\n\n  one\n  two\n\n  end\nb: 1\n",
    ],
    ["a: >-\n  one\n  two\n\n  end\nb: 1\n", ["a"], "end", "a: >-\n  end\nb: 1\n"],
    [
      `a: >-\n  ${LONG}\n  ${LONG}\n\n  end\nb: 1\n`,
      ["a"],
      `${LONG} ${LONG} more words\nend`,
      `a: >-\n  ${LONG}\n  ${LONG}\n  more words\n\n  end\nb: 1\n`,
    ],
    [
      `a: >-\n  ${LONG}\n  ${LONG}\n\n  end\nb: 1\n`,
      ["a"],
      `First ${LONG} ${LONG}\nend`,
      `a: >-\n  First\n  ${LONG}\n  ${LONG}\n\n  end\nb: 1\n`,
    ],
  ])("keep those that have not changed: %j %j %j", (raw, path, text, after) => {
    expect(edited(raw, path, text)).toBe(after);
  });

  test.each<Case>([
    ["a: 'one\n  two'\n", ["a"], "one three's", "a: 'one\n  three''s'\n"],
    ['a: "one\n  two"\n', ["a"], 'one "three"\nfour', 'a: "one\n  \\"three\\"\n\n  four"\n'],
    ["a: one\n  two\n\n  three\nb: 1\n", ["a"], "one two\nfour\n\nfive", "a: one\n  two\n\n  four\n\n\n  five\nb: 1\n"],
    ["a: one\n  two\nb: 1\n", ["a"], "x: y", 'a: "x: y"\nb: 1\n'],
    [
      "a: old words\n  on two lines\nb: 1\n",
      ["a"],
      `${LONG} ${LONG}`,
      "a: A long sentence that goes on and on until it is wrapped at\n  the end of its line by A long sentence that goes on and on\n  until it is wrapped at the end of its line by\nb: 1\n",
    ],
  ])("may be in quotes or without any: %j %j %j", (raw, path, text, after) => {
    expect(edited(raw, path, text)).toBe(after);
  });
});

describe("a text on one line", () => {
  test.each<Case>([
    ["a: {b: old}\n", ["a", "b"], "one\ntwo", 'a: {b: "one\\ntwo"}\n'],
    ["a: [old, 'x']\n", ["a", 1], "it's", "a: [old, 'it''s']\n"],
    ["a: [ { b: old } ]\nc: x\n", ["a", 0, "b"], "one\ntwo", 'a: [ { b: "one\\ntwo" } ]\nc: x\n'],
    ["a: old\n", ["a"], "x\u200by", 'a: "x\\u200by"\n'],
    ["a: old\n", ["a"], "- x", 'a: "- x"\n'],
    ["a: old\n", ["a"], "# x", 'a: "# x"\n'],
    ["a: old\n", ["a"], "true", 'a: "true"\n'],
    ["a: old\n", ["a"], 'it\'s "so": x', 'a: "it\'s \\"so\\": x"\n'],
    ["a: old\n", ["a"], "\\ back: x", "a: '\\ back: x'\n"],
    ["a: |-\n  one\n  two\nb: 1\n", ["a"], "\u200b", 'a: "\\u200b"\nb: 1\n'],
  ])("has quotes where it needs them: %j %j %j", (raw, path, text, after) => {
    expect(edited(raw, path, text)).toBe(after);
  });
});
