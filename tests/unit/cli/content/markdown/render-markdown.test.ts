import type { Token } from "markdown-it";
import { describe, expect, test } from "vitest";
import { createMarkdownRenderer, markdownTargets } from "../../../../../cli/content/markdown/render-markdown.ts";

const renderer = createMarkdownRenderer(
  (target) => (target.startsWith("/") ? `${target}/` : target),
  (src, words) => `<picture title="${src}: ${words.length}"></picture>`,
);
const html = (source: string) => renderer.render(source).html.trim();

describe("Markdown as HTML", () => {
  test("shows HTML as it was typed", () => {
    expect(html("<b onclick=x>a</b> &amp; <script>")).toBe(
      "<p>&lt;b onclick=x&gt;a&lt;/b&gt; &amp; &lt;script&gt;</p>",
    );
  });

  test("leaves out the marks of placeholders, which are for those who write", () => {
    expect(html("One *two* # placeholder\nthree\n\n- four #placeholder\n")).toBe(
      "<p>One <em>two</em>\nthree</p>\n<ul>\n<li>four</li>\n</ul>",
    );
    expect(html("## Five # placeholder\n\n# placeholder\n\nSix")).toBe('<h2 id="five">Five</h2>\n<p>Six</p>');
    expect(html("Room #placeholders, and a # placeholder-free day")).toContain("<p>Room #placeholders, and a");
  });

  test("gives links and pictures their published addresses", () => {
    expect(html('[a](/contact) ![A "room"](room.png)')).toBe(
      '<p><a href="/contact/">a</a> <picture title="room.png: 8"></picture></p>',
    );
  });

  test.each([
    "javascript:x",
    "&#106;avascript:x",
    "JAVASCRIPT:x",
    "data:text/html,x",
    "vbscript:x",
    "//evil",
    "<java\tscript:x>",
  ])("never carries %s, even if nobody has checked the text", (target) => {
    expect(html(`[a](${target})`)).toBe("<p><a>a</a></p>");
  });

  test("aligns the columns of a table without a style that the content policy blocks", () => {
    const table = html("| a | b | c | d |\n| --- | :-- | :-: | --: |\n| 1 | 2 | 3 | 4 |");
    expect(table).not.toContain("style");
    expect(table).toContain('<th>a</th>\n<th>b</th>\n<th class="align-center">c</th>\n<th class="align-right">d</th>');
    expect(table).toContain('<td>1</td>\n<td>2</td>\n<td class="align-center">3</td>\n<td class="align-right">4</td>');
  });

  test("gives thousands of equal headings a name each, and none of them twice", () => {
    // Far more than a page has: with a search among those before it, each would take longer than the last.
    const { headings } = renderer.render(`${"## Part\n\n".repeat(20_000)}## Part 7\n\n## Part`);
    const ids = headings.map(({ id }) => id);
    expect(new Set(ids).size).toBe(20_002);
    expect([ids[0], ids[1], ids[19_999], ids[20_000], ids[20_001]]).toEqual([
      ...["part", "part-2", "part-20000", "part-7-2", "part-20001"],
    ]);
  });

  test("numbers headings of the second level and gives each a name of its own", () => {
    const source = "## Café & bar\n\n## Café & bar\n\n### Below\n\n## 24 hours";
    expect(renderer.render(source, { numbered: true })).toEqual({
      html: '<h2 id="cafe-bar">1. Café &amp; bar</h2>\n<h2 id="cafe-bar-2">2. Café &amp; bar</h2>\n<h3>Below</h3>\n<h2 id="s-24-hours">3. 24 hours</h2>\n',
      headings: [
        { id: "cafe-bar", text: "1. Café & bar" },
        { id: "cafe-bar-2", text: "2. Café & bar" },
        { id: "s-24-hours", text: "3. 24 hours" },
      ],
    });
    expect(renderer.render(source).headings[0]).toEqual({ id: "cafe-bar", text: "Café & bar" });
    expect(html("## Room 24, *large*\n\n### Three\n\n#### Four")).toBe(
      '<h2 id="room-24-large">Room 24, <em>large</em></h2>\n<h3>Three</h3>\n<h4>Four</h4>',
    );
    const same = renderer.render("## A\n\n## A\n\n## A\n\n## A *b*");
    expect(same.headings.map(({ id, text }) => `${id} ${text}`)).toEqual(["a A", "a-2 A", "a-3 A", "a-b A b"]);
    const names = renderer.render("## Straße nach Ærø\n\n## 東京\n\n## 大阪").headings.map(({ id }) => id);
    expect(names).toEqual(["strasse-nach-aero", "part", "part-2"]);
  });
});

test.each([
  ["# One\n\n## Two", ["h2", "h2"]],
  ["One\n===\n\n### Two\n\n## Three", ["h2", "h3", "h2"]],
  ["## One\n\n#### Two\n\n##### Three\n\n### Four", ["h2", "h3", "h4", "h3"]],
  ["### One\n\n> # Two\n>\n> ### Three", ["h3", "h2", "h3"]],
])("a page does not have the main headings and skipped levels that are reported in its text: %j", (source, levels) => {
  const { html } = renderer.render(source);
  expect(Array.from(html.matchAll(/<(h\d)/g), ([, level]) => level)).toEqual(levels);
  expect(Array.from(html.matchAll(/<\/(h\d)/g), ([, level]) => level)).toEqual(levels);
});

test("marks in words are in the page, and not in the names of its parts", () => {
  const mark = (tokens: readonly Token[]) => {
    for (const { children } of tokens) for (const token of children ?? []) token.content = `«${token.content}»`;
  };
  const unmark = (text: string) => text.replace(/[«»]/g, "x");
  const source = "## Café";
  expect(renderer.render(source, {}, { mark, unmark })).toEqual({
    html: '<h2 id="xcafex">«Café»</h2>\n',
    headings: [{ id: "xcafex", text: "«Café»" }],
  });
  expect(renderer.render(source).html).toBe('<h2 id="cafe">Café</h2>\n');
  expect(renderer.render(source)).toBe(renderer.render(source));
});

test.each(["# Café", "Café\n==="])("a main heading is a target: %j", (source) => {
  expect(markdownTargets(source)).toEqual([{ kind: "mainHeading", target: "Café", text: "Café", line: 1 }]);
});

test("the targets of a text are reported as they are written, with the line of their paragraph", () => {
  const source =
    "One\n\n- [a](/caf\u00e9)\n- ![b](a b.png) ![c](<c d.png>)\n\n[d][x] <https://e.ca>\n\n[x]: {brand.url}\n";
  expect(markdownTargets(source)).toEqual([
    { kind: "link", target: "/caf\u00e9", text: "", line: 3 },
    { kind: "image", target: "c d.png", text: "c", line: 4 },
    { kind: "link", target: "{brand.url}", text: "", line: 6 },
    { kind: "link", target: "https://e.ca", text: "", line: 6 },
  ]);
});
