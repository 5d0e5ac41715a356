import { describe, expect, test } from "vitest";
import { locateText } from "../../../../cli/rewrite/locate-text.ts";
import { openFile } from "../../../../cli/rewrite/open-file.ts";
import { editText, removeText } from "../../../../cli/rewrite/rewrite-text.ts";
import { readTable } from "../../../support/process/read-table.ts";
import { sourceOf } from "../../../support/site/sources.ts";

type Path = readonly (string | number)[];

const ref = sourceOf("");

function edited(raw: string, path: Path, text: string): string {
  const source = openFile(ref, raw);
  const there = locateText(source, { path });
  if ("code" in there) throw new Error(there.message);
  const outcome = editText(source, { path, was: there.text, text });
  if (typeof outcome !== "string") throw new Error(outcome.message);
  return outcome;
}

const without = (raw: string, path: Path) => removeText(openFile(ref, raw), path);

/** What is done, the file, the place, the new words or nothing, and the file afterwards: see tests/fixtures/yaml-edits.jsonl. */
type Case = readonly [what: string, raw: string, path: Path, text: string | null, after: string];

test.each(readTable<Case>("yaml-edits"))("%s: %j %j %j", (_, raw, path, text, after) => {
  expect(text === null ? without(raw, path) : edited(raw, path, text)).toBe(after);
});

describe("a text keeps the way it is written", () => {
  test("as folded lines, of which only the changed ones are wrapped again", () => {
    const raw = [
      "a: >-",
      "  {brand.name} plans, builds and runs corporate events across the Greater Toronto Area, from a board dinner for",
      "  twelve to a conference for a thousand. Toronto events executed, years of experience, and",
      "  one team for all of it.",
      "",
      "b: more",
      "",
    ].join("\n");
    const words = raw.split("\n").slice(1, 4).join(" ").replace(/ +/g, " ").trim();
    expect(edited(raw, ["a"], words.replace("for a thousand", "for two thousand"))).toBe(
      raw.replace("for a thousand", "for two thousand"),
    );
    expect(edited(raw, ["a"], `${words}\nAnd a paragraph.`)).toBe(
      raw.replace("all of it.\n", "all of it.\n\n  And a paragraph.\n"),
    );
  });

  test("as plain words on several lines", () => {
    const raw = "a: words that begin\n  and go on\n  to the end\nb: 1\n";
    expect(edited(raw, ["a"], "words that begin and went on to the end")).toBe(raw.replace("and go on", "and went on"));
  });
});

test("lines of a Markdown text change within YAML, where all other lines stay", () => {
  const raw = "a:\n  - text: |\n      ## One\n\n      Old words.\n      \n      - item\n    more: 1 # placeholder\n";
  const source = openFile(ref, raw);
  const path = ["a", 0, "text"];
  const outcome = editText(source, { path, block: { first: 2, end: 3 }, was: "Old words.", text: "New: words." });
  expect(outcome).toBe(raw.replace("Old words.", "New: words."));
});

describe("what cannot be changed alone is left alone", () => {
  test.each([
    ["words in a block that is used elsewhere", "a: &name\n  c: old\nb: *name\n", ["b", "c"], /written once/],
    ["words that are gone", "a: old\n", ["c"], /no text at this place/],
    ["words of a key that is there twice", "a: old\na: new\n", ["a"], /./],
  ] as const)("%s", (_, raw, path, message) => {
    const source = openFile(ref, raw);
    expect(editText(source, { path, was: "old", text: "new" })).toEqual(
      expect.objectContaining({ code: "EDIT_REFUSED", message: expect.stringMatching(message) }),
    );
  });

  test("words that have changed meanwhile", () => {
    expect(editText(openFile(ref, "a: newer\n"), { path: ["a"], was: "old", text: "new" })).toMatchObject({
      code: "EDIT_CHANGED",
      line: 1,
    });
  });

  test("a file that would become too large", () => {
    const outcome = editText(openFile(ref, "a: old\n"), { path: ["a"], was: "old", text: "x".repeat(1_048_576) });
    expect(outcome).toMatchObject({ code: "EDIT_REFUSED", message: "The file would become larger than 1 MiB." });
  });
});

test("a text is not taken out where that would leave a key without a value", () => {
  expect(without("a: one\n", ["a"])).toMatchObject({ code: "EDIT_REFUSED" });
});
