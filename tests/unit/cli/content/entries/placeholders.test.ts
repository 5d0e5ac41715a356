// Values that are still to be written: how many there are, where, and whether an entry is nothing but that.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  placeholderMarks,
  placeholderProblems,
  sitePlaceholders,
} from "../../../../../cli/content/entries/placeholders.ts";
import { entryParts, visitFields } from "../../../../../cli/content/schema/entry-fields.ts";
import { parseSource } from "../../../../../cli/content/sources/parse-source.ts";
import { compileFieldVisitor } from "../../../../../templates/kit/for-build/index.ts";
import { link, markdown, text } from "../../../../../templates/kit/index.ts";
import { ownFolder } from "../../../../support/process/own-folder.ts";
import { readTable } from "../../../../support/process/read-table.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const root = ownFolder();
const card = z.strictObject({ title: text(), text: text(), href: link() });
const visit = compileFieldVisitor(
  z.strictObject({ title: text(), name: text(), lead: text(), more: text(), body: markdown(), cards: z.array(card) }),
);
const visitCards = compileFieldVisitor(z.strictObject({ heading: text(), quote: text(), cards: z.array(card) }));

function isDraft(content: string, format: "yaml" | "markdown"): boolean | undefined {
  const file = sourceOf(content, format);
  const { data = {} } = parseSource(file);
  const parts = entryParts(data, visit, (type) => (type === "cards" ? visitCards : undefined));
  return placeholderMarks(file)?.coverTexts(parts);
}

describe("an entry whose words are all placeholders", () => {
  /** An entry and whether it is a draft: see tests/fixtures/placeholder-entries.jsonl. */
  type Case = readonly [what: string, content: string, format: "yaml" | "markdown", isDraft: boolean];

  test.each(readTable<Case>("placeholder-entries"))("%s: %j", (_, content, format, expected) => {
    expect(isDraft(content, format)).toBe(expected);
  });

  test("has marks", () => {
    expect(placeholderMarks(sourceOf("lead: x\n# place holder\n"))).toBeUndefined();
    expect(placeholderMarks(sourceOf("lead: placeholder\n"))).toBeUndefined();
    expect(placeholderMarks(sourceOf("lead: x # placeholders\n"))).toBeUndefined();
    expect(placeholderMarks(sourceOf("a: x # placeholder\nb: c\nd: y # placeholder\n"))?.count).toBe(2);
    expect(placeholderMarks(sourceOf("a: x#placeholder\n"))?.count).toBe(0);
  });
});

test("each line with a mark is reported where a site is released", () => {
  const report = (line: number, column: number) => ({
    code: "CONTENT_PLACEHOLDER",
    severity: "error",
    file: "content/pages/example.yaml",
    line,
    column,
    message: "This value is still a placeholder.",
    hint: 'write the real one and take "# placeholder" away',
    frame: expect.stringContaining("# placeholder"),
  });
  const file = sourceOf("a: x # placeholder\nb: c\nd: y  # placeholder\n");
  expect(placeholderProblems(file)).toEqual([report(1, 1), report(3, 1)]);
  expect(placeholderProblems(sourceOf("a: x\n"))).toEqual([]);
});

describe("a placeholder of site.yaml", () => {
  const text = "url: x # placeholder\nrelay:\n  url: y # placeholder\n  key: z # placeholder\nbrand: a # placeholder\n";
  const linesOf = (overrides: Parameters<typeof sitePlaceholders>[1]) => {
    const ref = { ...sourceOf(""), path: join(root, "site.yaml") };
    writeFileSync(ref.path, text);
    return sitePlaceholders(ref, overrides).map(({ line }) => line);
  };

  test("counts unless an option or a variable replaces the value", () => {
    expect(linesOf({})).toEqual([1, 3, 4, 5]);
    expect(linesOf({ siteUrl: "https://a.example" })).toEqual([3, 4, 5]);
    expect(linesOf({ relayUrl: "https://r.example", relayKey: "k" })).toEqual([1, 5]);
  });

  test("is none where the file cannot be read, or has no marks", () => {
    const ref = { ...sourceOf(""), path: join(root, "site.yaml") };
    expect(sitePlaceholders(ref, {})).toEqual([]);
    writeFileSync(ref.path, "url: x\n");
    expect(sitePlaceholders(ref, { siteUrl: "https://a.example" })).toEqual([]);
  });
});

test("the marked fields of an entry are its own and those of its sections, with their paths in the entry", () => {
  const fieldsOf = (data: Record<string, unknown>) => {
    const found: string[] = [];
    const parts = entryParts(data, visit, (type) => (type === "cards" ? visitCards : undefined));
    visitFields(parts, ({ field, value, path }) => found.push(`${path.join(".")} ${field.kind} ${value}`));
    return found;
  };
  expect(
    fieldsOf({
      lead: "a",
      order: 3,
      sections: [null, { type: "other", quote: "b" }, { type: "cards", quote: "c", cards: [{ href: "/d" }] }, 3],
    }),
  ).toEqual(["lead text a", "sections.2.quote text c", "sections.2.cards.0.href link /d"]);
  expect(fieldsOf({ sections: { 0: { type: "cards", quote: "x" } } })).toEqual([]);
});
