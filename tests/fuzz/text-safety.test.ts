// What content may write, and what becomes of it on a page.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isAllowedTarget, markdownTargets } from "../../cli/content/markdown/render-markdown.ts";
import { tokenValues } from "../../cli/content/references/resolve-tokens.ts";
import { headHtml } from "../../cli/render/head-html.ts";
import { escapeHtml } from "../../cli/text/html-text.ts";
import { anyCharacter } from "../support/process/any-character.ts";
import { rounds } from "../support/process/rounds.ts";
import { attribute, elementsOf, parseHtml, select, text } from "../support/site/html.ts";
import { markdown, markdownSign } from "../support/site/markdown-pieces.ts";

const hostile = fc.constantFrom(
  "<script>alert(1)</script>",
  "</script>",
  "<!--",
  "-->",
  "]]>",
  "<img src=x onerror=alert(1)>",
  "<a href=javascript:alert(1)>",
  "<style>",
  "<svg/onload=1>",
  "&lt;",
  "&#60;",
  "\u2028",
  "\u2029",
  "{brand.name}",
  "{a}",
  "{",
  "}",
  "$\u007bx}",
  "$&",
  "$1",
  "$$",
  '"',
  "'",
  "`",
  "<iframe",
  "<base href=//x>",
);
const anyText = fc.oneof(hostile, fc.string({ maxLength: 20 }), fc.string({ unit: anyCharacter, maxLength: 20 }));
const joined = fc.array(anyText, { maxLength: 6 }).map((parts) => parts.join(""));

const ALLOWED =
  "html head body p h1 h2 h3 h4 h5 h6 ul ol li a strong em s code pre blockquote hr br img picture table thead tbody tr th td";
const ATTRIBUTES = "id href title src alt width height loading decoding class start style";
const isIn = (words: string, word: string) => words.split(" ").includes(word);

test("Markdown gives no element and no attribute beyond those of Markdown, whatever HTML is written in it", () => {
  const piece = fc.oneof(anyText, markdownSign);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = pieces.join("");
      fc.pre(markdownTargets(source).every(({ kind, target }) => kind !== "link" || isAllowedTarget(target)));
      const { html, headings } = markdown.render(source, { numbered: true });
      const elements = elementsOf(parseHtml(html));
      expect(elements.map(({ tagName }) => tagName).filter((tag) => !isIn(ALLOWED, tag))).toEqual([]);
      expect(
        elements.flatMap(({ attrs }) => attrs.map(({ name }) => name)).filter((name) => !isIn(ATTRIBUTES, name)),
      ).toEqual([]);
      expect(headings.map(({ id }) => id)).toEqual(
        select(parseHtml(html), "h2").map((heading) => attribute(heading, "id")),
      );
      expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
    }),
    rounds(500, 20_000),
  );
});

test("data in a script element holds no angle bracket and gives back its value", () => {
  const value = fc.jsonValue({ maxDepth: 3 }).chain((json) => fc.record({ json: fc.constant(json), text: joined }));
  fc.assert(
    fc.property(value, (data) => {
      const element = headHtml([{ tag: "script", type: "application/ld+json", json: data }]);
      const written = element.slice('<script type="application/ld+json">'.length, -"</script>".length);
      expect(written).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(data)));
    }),
    rounds(400, 15_000),
  );
});

test("a head holds its tags and no other, whatever words they carry", () => {
  fc.assert(
    fc.property(joined, joined, (title, description) => {
      fc.pre(!/[\0\r]/.test(title + description));
      const head = headHtml([
        { tag: "title", text: title },
        { tag: "meta", attributes: { name: "description", content: description } },
        { tag: "script", type: "application/ld+json", json: { title } },
      ]);
      const page = parseHtml(`<!DOCTYPE html><html><head>${head}</head><body></body></html>`);
      expect(elementsOf(page).map(({ tagName }) => tagName)).toEqual([
        "html",
        "head",
        "title",
        "meta",
        "script",
        "body",
      ]);
      expect(select(page, "meta").map((meta) => attribute(meta, "content"))).toEqual([description]);
    }),
    rounds(300, 10_000),
  );
});

test("escaped text is read as it was written", () => {
  fc.assert(
    fc.property(joined, (written) => {
      fc.pre(!/[\0\r]/.test(written));
      const page = parseHtml(`<p title="${escapeHtml(written)}">x${escapeHtml(written)}x</p>`);
      expect(select(page, "p").map((element) => attribute(element, "title"))).toEqual([written]);
      expect(select(page, "p").map(text)).toEqual([`x${written}x`.replace(/\s+/g, " ").trim()]);
    }),
    rounds(300, 10_000),
  );
});

test("settings that name each other in a circle come to an end", () => {
  const names = ["a", "b", "c", "d"];
  const settings = fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc
          .array(fc.constantFrom(...names.map((each) => `{x.${each}}`), "w"), { maxLength: 3 })
          .map((parts) => parts.join(" ")),
      ]),
    ),
  );
  fc.assert(
    fc.property(settings, (x) => {
      for (const words of tokenValues({ x }).values()) expect(words.length).toBeLessThan(100_000);
    }),
    rounds(100, 3_000),
  );
});
