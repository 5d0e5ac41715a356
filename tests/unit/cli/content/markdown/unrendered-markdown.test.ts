// Slips in Markdown that leave its signs on the page, and signs that are meant as they are.
import { expect, test } from "vitest";
import { unrenderedInText, unrenderedMarkdown } from "../../../../../cli/content/markdown/unrendered-markdown.ts";
import { readTable } from "../../../../support/process/read-table.ts";

/** A text of Markdown, or one without, and the signs that are shown: those of Markdown with their line. */
type Case = readonly [kind: "Markdown" | "text", source: string, signs: readonly string[]];

test.each(readTable<Case>("markdown-slips"))("%s %j shows %j", (kind, source, signs) => {
  const found =
    kind === "text"
      ? unrenderedInText(source).map(({ sign }) => sign)
      : unrenderedMarkdown(source).map(({ line, sign }) => `${line} ${sign}`);
  expect(found).toEqual(signs);
});
