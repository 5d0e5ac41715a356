// Laws of comparing words, over texts that nobody would write.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ChangedPart, compareTexts } from "../../cli/publish/diff/compare/text-changes.ts";

const word = fc.constantFrom("soup", "hall", "gala", "a", "the", "Größe", "東京", "1,670", "—", "don't");
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const block = fc.record({ text, isHeading: fc.boolean(), under: fc.constant(""), isMain: fc.constant(true) });
const blocks = fc.array(block, { maxLength: 8 });

const side = (parts: readonly ChangedPart[], without: ChangedPart["state"]) =>
  parts.map(({ state, text: words }) => (state === without ? "" : words)).join("");

test("the parts of a text give back the words before and after, to the letter", () => {
  // Two texts with enough words in common are one that was changed.
  const common = "welcome to our evening of many words ";
  const shown = { isHeading: false, under: "", isMain: true };
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), fc.oneof(text, fc.string()), (one, other) => {
      const [before, after] = [`${one} ${common}`, `${common}${other}`];
      const parts = compareTexts([{ ...shown, text: before }], [{ ...shown, text: after }]).flatMap(
        (change) => change.parts,
      );
      const isSame = before === after;
      expect([side(parts, "added"), side(parts, "removed")]).toEqual(isSame ? ["", ""] : [before, after]);
    }),
  );
});

test("a page has no changes against itself, and every word of another is accounted for", () => {
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      expect(compareTexts(before, before)).toEqual([]);
      const count = (all: readonly { readonly text: string }[]) =>
        all.reduce((sum, { text: words }) => sum + words.length, 0);
      const changes = compareTexts(before, after).filter(({ kind }) => kind !== "moved");
      const added = changes.map(({ parts }) => ({ text: side(parts, "removed") }));
      const removed = changes.map(({ parts }) => ({ text: side(parts, "added") }));
      expect(count(after) - count(before)).toBe(count(added) - count(removed));
    }),
  );
});
