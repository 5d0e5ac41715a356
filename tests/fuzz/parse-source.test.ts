import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseSource } from "../../cli/content/sources/parse-source.ts";
import { diagnosticCodes } from "../../cli/diagnostics/codes.ts";
import { anyCharacter } from "../support/process/any-character.ts";
import { isTorture, rounds } from "../support/process/rounds.ts";
import { damagedFile } from "../support/site/mutations.ts";
import { sourceOf } from "../support/site/sources.ts";

/** Data or problems, and every problem has a place inside the file, words and a frame. */
function isAnswered(text: string, format: "yaml" | "markdown"): void {
  const { data, diagnostics } = parseSource(sourceOf(text, format));
  const lines = text.split(/\r\n|\n/);
  if (data === undefined) expect(diagnostics.filter(({ severity }) => severity === "error").length).toBeGreaterThan(0);
  else expect(Array.isArray(data)).toBe(false);
  for (const { code, message, line = 0, column = 0, frame, hint } of diagnostics) {
    expect(Object.keys(diagnosticCodes)).toContain(code);
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line, JSON.stringify({ code, message, text })).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column, JSON.stringify({ code, message, text })).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
    expect(message).toMatch(/\S+ \S+.*[.:?!"]$/s);
    expect(hint).not.toBe("");
    expect(frame).toContain("^");
  }
}

test("a content file after accidents gives data or problems with a place in it, and never throws", () => {
  fc.assert(
    fc.property(damagedFile(), ({ path, text }) => isAnswered(text, path.endsWith(".md") ? "markdown" : "yaml")),
    rounds(100, 15_000),
  );
});

test("any text gives data or problems with a place in it, and never throws", () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 120 }),
    fc
      .array(
        fc.constantFrom(
          ...["\n", "\r\n", "a: b", ": ", "- ", " ", "\t", "&a ", "!x "],
          ...`--- -- a # ' " [ { | *a ---js …`.split(" "),
        ),
        { maxLength: 16 },
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(fc.property(text, fc.constantFrom("yaml", "markdown"), isAnswered), rounds(500, 50_000));
});

/** As many of a text as make a large file: where the time grows with the square of the size, the test runs into its limit. */
const BYTES = isTorture ? 300_000 : 30_000;
const many = (text: string) => text.repeat(Math.floor(BYTES / text.length));

test.each([
  ["brackets in brackets", `a: ${many("[")}`],
  ["brackets in brackets that are closed", `a: ${many("[")}${many("]")}`],
  ["blocks between brackets", `a:\n${many("  - { x: 1\n")}`],
  ["braces", many("{a: ")],
  ["dashes", `a:\n  ${many("- ")}x`],
  ["question marks", many("? ")],
  ["levels of indentation", Array.from({ length: 700 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["quotation marks", `a: ${many('"')}`],
  ["apostrophes", `a: '${many("'")}`],
  ["colons", many("a: ")],
  ["commas", `a: [${many("b,")}`],
  ["number signs", `a: ${many("b #")}`],
  ["different keys", Array.from({ length: BYTES / 10 }, (_, index) => `k${index}: a: b\n`).join("")],
  ["equal keys", many("a: b\n")],
  ["anchors", many("- &a b\n")],
  ["spaces that are none", `a: b\n${many("\u00a0c: d\n")}`],
])("a large file of nothing but %s gives a few problems, each with a place", (_, text) => {
  isAnswered(text, "yaml");
  expect(parseSource(sourceOf(text)).diagnostics.length).toBeLessThanOrEqual(41);
});

test("aliases unfold up to the limit and no further, however they are nested", () => {
  const TOO_MANY = "SOURCE_TOO_MANY_ALIASES";
  const most = 100;
  const bomb = fc.record({ depth: fc.integer({ min: 2, max: 9 }), width: fc.integer({ min: 2, max: 9 }) });
  fc.assert(
    fc.property(bomb, ({ depth, width }) => {
      const levels = Array.from(
        { length: depth },
        (_, level) => `l${level + 1}: &l${level + 1} [${Array(width).fill(`*l${level}`).join(", ")}]`,
      );
      const text = `l0: &l0 word\n${levels.join("\n")}\n`;
      isAnswered(text, "yaml");
      const { data, diagnostics } = parseSource(sourceOf(text));
      const words = JSON.stringify(data?.[`l${depth}`])?.match(/word/g)?.length;
      if (words === undefined) expect([width ** depth > most / 4, diagnostics[0]?.code]).toEqual([true, TOO_MANY]);
      else expect([words <= most, words, diagnostics]).toEqual([true, width ** depth, []]);
    }),
    rounds(15, 300),
  );
});
