// The quick scan of finished HTML against a full parser.

import * as fc from "fast-check";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { isAllowedTarget, markdownTargets } from "../../cli/content/markdown/render-markdown.ts";
import { scanHtml } from "../../cli/verify/scan-html.ts";
import { createTextCache } from "../../cli/verify/shared-texts.ts";
import { rounds } from "../support/process/rounds.ts";
import { buildSite } from "../support/site/built-site.ts";
import { attribute, elementsOf, parseHtml } from "../support/site/html.ts";
import { markdown, markdownSign } from "../support/site/markdown-pieces.ts";

const ID_REFERENCES = ["for", "aria-labelledby", "aria-describedby", "aria-controls"];
const isInternal = (target: string) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target);

/** The facts of a page, read from the tree of a full parser. */
function factsOf(html: string) {
  const elements = elementsOf(parseHtml(html));
  const valuesOf = (names: readonly string[]) =>
    elements.flatMap(({ attrs }) => attrs.flatMap(({ name, value }) => (names.includes(name) ? [value] : [])));
  const targets = valuesOf(["href", "src", "action"]);
  const candidates = valuesOf(["srcset"]).flatMap((value) =>
    value.split(",").map((each) => each.trim().split(/\s/)[0] ?? ""),
  );
  const hasSize = (element: (typeof elements)[number]) =>
    ["width", "height"].every((name) => Number(attribute(element, name)) > 0);
  const pictures = elements.filter(({ tagName }) => tagName === "img");
  const lacking = pictures.filter((each) => attribute(each, "alt") === undefined || !hasSize(each));
  return {
    targets: [...new Set([...targets, ...candidates])].filter(isInternal).sort(),
    ids: valuesOf(["id"]).sort(),
    idReferences: valuesOf(ID_REFERENCES)
      .flatMap((value) => value.split(/\s+/).filter(Boolean))
      .sort(),
    headings: elements.flatMap(({ tagName }) => (/^h[1-6]$/.test(tagName) ? [Number(tagName[1])] : [])),
    problems: lacking.length,
  };
}

const texts = createTextCache();

function scanned(html: string) {
  const { targets, files, ids, idReferences, headings, problems } = scanHtml(html, texts);
  return {
    targets: [...new Set([...targets, ...files.flatMap((each) => each.targets)])].sort(),
    ids: [...ids].sort(),
    idReferences: [...idReferences].sort(),
    headings: headings.map(({ level }) => level),
    problems: problems.filter(({ code }) => code === "VERIFY_IMAGE").length,
  };
}

/** Leaves out style and data, which are written without a scan. */
const withoutRaw = (html: string) => html.replace(/<(style|script)\b[^>]*>.*?<\/\1>/gs, "");

test.each(["react", "preact"] as const)(
  "the scan finds on every page what a full parser finds, rendered by %s",
  async (renderer) => {
    const site = await buildSite({ renderer });
    for (const { path, file } of site.result.routes) {
      const html = withoutRaw(site.file(file));
      expect(scanned(html), path).toEqual(factsOf(html));
    }
  },
);

const words = fc.oneof(
  fc.constantFrom(
    `<img src="x">`,
    `" id="a`,
    `' href='/b`,
    "<h1>",
    "</p>",
    "&amp;",
    "&quot;",
    "a=b",
    `href="/c"`,
    "a > b",
    "a&b",
    "",
    " x  y ",
    "/venues/#part",
    "https://example.com",
    "mailto:a@b.c",
    "//other.example",
    "é",
  ),
  fc.string({ maxLength: 12 }),
);
const attributes = fc.dictionary(
  fc.constantFrom("id", "title", "aria-labelledby", "aria-describedby", "data-id", "data-src", "lang"),
  words,
  { maxKeys: 3, noNullPrototype: true },
);
const link = fc.tuple(attributes, words).map(
  ([more, href]) =>
    (children: ReactNode[]) =>
      createElement("a", { ...more, href }, ...children),
);
const picture = fc.record({
  // React leaves out an empty one, with a warning each time.
  src: words.filter((word) => word !== ""),
  alt: fc.option(words, { nil: undefined }),
  width: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
  height: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
  srcSet: fc.option(fc.constantFrom("/a.webp 1x, /b.webp 2x", "/c.webp 640w"), { nil: undefined }),
});
/** What an element has beside any attributes. */
const OWN: Readonly<Record<string, object>> = { form: { action: "/send" }, label: { htmlFor: "field" } };
const { tree } = fc.letrec<{ tree: ReactNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    words,
    picture.map((properties) => createElement("picture", null, createElement("img", properties))),
    fc
      .tuple(
        fc.constantFrom("div", "section", "h1", "h2", "h3", "ul", "label", "span", "form"),
        attributes,
        fc.array(tie("tree"), { maxLength: 3 }),
      )
      .map(([tag, properties, children]) => createElement(tag, { ...properties, ...OWN[tag] }, ...children)),
    fc.tuple(link, fc.array(words, { maxLength: 2 })).map(([make, children]) => make(children)),
  ),
}));

/** A parser moves what may not be where it is; such trees are not ours to make. */
const isKept = (html: string) => !/<(h[1-6]|form)\b[^>]*>(?:(?!<\/\1>).)*<(?:h[1-6]|form)\b/s.test(html);

test("the scan finds in any tree of elements what a full parser finds", () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (nodes) => {
      const html = renderToStaticMarkup(createElement("main", null, ...nodes));
      fc.pre(isKept(html));
      expect(scanned(html)).toEqual(factsOf(html));
    }),
    rounds(300, 10_000),
  );
});

test("the scan finds in any Markdown what a full parser finds", () => {
  const piece = fc.oneof(words, markdownSign);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const source = pieces.join("");
      fc.pre(markdownTargets(source).every(({ kind, target }) => kind !== "link" || isAllowedTarget(target)));
      const { html } = markdown.render(source);
      expect(scanned(html)).toEqual(factsOf(html));
    }),
    rounds(300, 10_000),
  );
});
