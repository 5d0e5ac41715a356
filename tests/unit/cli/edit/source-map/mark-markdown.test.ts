// Which lines of a Markdown text its words stand on, through every kind of block.
import { describe, expect, test } from "vitest";
import { createMarkdownRenderer } from "../../../../../cli/content/render-markdown.ts";
import { chooseAlphabet } from "../../../../../cli/edit/source-map/mark-alphabet.ts";
import { markTokens } from "../../../../../cli/edit/source-map/mark-markdown.ts";
import { readMarks, stripMarks } from "../../../../../cli/edit/source-map/read-marks.ts";
import { createPen, createTextNodes } from "../../../../../cli/edit/source-map/source-texts.ts";

const source = {
  path: "x",
  file: "x.md",
  collection: "legal",
  slug: "x",
  variant: undefined,
  format: "markdown",
} as const;
const tokens = new Map([
  ["brand.name", "Evenhall"],
  ["contact.place", "King\nStreet"],
]);

interface Found {
  readonly words: string;
  /** What is in the text from there on, to the end of the line. */
  readonly at: string | undefined;
  readonly lines: readonly [first: number, end: number];
}

function sourceMap(written: string): Found[] {
  const alphabet = chooseAlphabet(written);
  if (!alphabet) throw new Error("No characters are left.");
  const textNodes = createTextNodes(tokens, source);
  const pen = createPen(alphabet, () => true);
  const textNode = textNodes.textNodeOf({ source, path: ["body"], kind: "markdown", written });
  const picture = (src: string, words: string) => `<img src="${src}" alt="${words}">`;
  const renderer = createMarkdownRenderer((target) => target, picture);
  const unmark = (text: string) => stripMarks(text, alphabet);
  const { html } = renderer.render(
    textNode.plain,
    {},
    { mark: (all) => markTokens(all, textNode, textNodes, pen), unmark },
  );
  expect(unmark(html)).toBe(renderer.render(textNode.plain).html);
  const { plain, runs } = readMarks(html.replaceAll("&amp;", "&"), alphabet, textNodes);
  return runs
    .filter(({ sourcePosition }) => sourcePosition.source.file === "x.md" && sourcePosition.block)
    .map(({ start, end, sourcePosition }) => ({
      words: plain.slice(start, end),
      at: sourcePosition.written.slice(sourcePosition.offset).split("\n")[0],
      lines: [sourcePosition.block?.first ?? -1, sourcePosition.block?.end ?? -1],
    }));
}

describe("words are found", () => {
  test("in headings and paragraphs of several lines, behind emphasis and links", () => {
    expect(sourceMap("## One\n\nfirst line\nand *second* [link](/link) link\n")).toEqual(
      [
        { words: "One", at: "One", lines: [0, 1] },
        { words: "first line", at: "first line", lines: [2, 4] },
        { words: "and ", at: "and *second* [link](/link) link", lines: [2, 4] },
        { words: "second", at: "second* [link](/link) link", lines: [2, 4] },
        { words: " ", at: " [link](/link) link", lines: [2, 4] },
        { words: "link", at: "link](/link) link", lines: [2, 4] },
        { words: " link", at: " link", lines: [2, 4] },
      ].filter(({ words }) => words.trim() !== ""),
    );
  });

  test("in lists, quotations and tables", () => {
    expect(
      sourceMap("- one\n  more\n- two\n\n> said\n\n| a | b |\n|---|---|\n| a | b |\n").map(({ words, at, lines }) => [
        words,
        at,
        lines,
      ]),
    ).toEqual([
      ["one", "one", [0, 2]],
      ["more", "more", [0, 2]],
      ["two", "two", [2, 3]],
      ["said", "said", [4, 5]],
      ["a", "a | b |", [6, 7]],
      ["b", "b |", [6, 7]],
      ["a", "a | b |", [8, 9]],
      ["b", "b |", [8, 9]],
    ]);
  });

  test("in code, and behind what is escaped at least their block", () => {
    const [code, fence, escaped] = sourceMap("Type `npm ci` now\n\n```\nnpm test\n```\n\na \\* b &amp; c\n").filter(
      ({ words }) => /npm|b/.test(words),
    );
    expect(code).toMatchObject({ at: "npm ci` now", lines: [0, 1] });
    expect(fence).toMatchObject({ at: "npm test", lines: [2, 5] });
    expect(escaped).toMatchObject({ words: "a * b & c", lines: [6, 7] });
  });

  test("behind tokens in the lines of the file, though what was filled in has lines of its own", () => {
    expect(
      sourceMap("{brand.name} is at {contact.place}.\n\nNext\n").map(({ words, at, lines }) => [words, at, lines]),
    ).toEqual([
      ["Evenhall is at King", "{brand.name} is at {contact.place}.", [0, 1]],
      ["Street.", "{contact.place}.", [0, 1]],
      ["Next", "Next", [2, 3]],
    ]);
  });

  test("in pictures: the words and the file", () => {
    expect(sourceMap("![A *set* table](table.webp)\n")).toEqual([
      // A mark in front of the name, which the view takes off when it looks the picture up.
      { words: "", at: "table.webp)", lines: [0, 1] },
      { words: "A *set* table", at: "A *set* table](table.webp)", lines: [0, 1] },
    ]);
  });
});
