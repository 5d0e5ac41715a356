// What the pages of the frozen site say and lead to, in their order: sections, headings, words, links, pictures and fields, one a line. Their
// counts and names are those of the specification. `npx vitest run tests/build/outline -u` writes the files again: then read the difference.
import { describe, expect, test } from "vitest";
import { buildSite } from "../support/site/built-site.ts";
import { attribute, elementsOf, type HtmlElement, type HtmlNode, one, text } from "../support/site/html.ts";

const site = await buildSite();
const variants = await buildSite({ variants: { home: "no-form", "event-planning": "b" } });

/** Elements whose words are given as a whole. */
const WORDS =
  /^(?:h[1-6]|p|dt|dd|blockquote|figcaption|address|label|legend|option|button|summary|time|caption|th|td)$/;
const FIELD_ATTRIBUTES =
  "id for name type value required placeholder autocomplete maxlength min max rows tabindex method action".split(" ");
/** Hashes change with what they are of. */
const steady = (words: string) => words.replace(/\b[0-9a-f]{16}\b/g, "<hash>");
const quoted = (name: string, value: string | undefined) =>
  value === undefined ? [] : [value === "" ? name : `${name}=${JSON.stringify(value)}`];

function lineOf(element: HtmlElement): string | undefined {
  const { tagName } = element;
  const id = attribute(element, "id");
  const named = id === undefined || /^[a-z]+-\d+|:/.test(id) ? tagName : `${tagName}#${id}`;
  const label = ["aria-label", "aria-labelledby", "aria-hidden"].flatMap((name) =>
    quoted(name, attribute(element, name)),
  );
  if (tagName === "section")
    return `\n${named} ${attribute(element, "class")
      ?.split(" ")
      .find((name) => name !== "section")}`;
  if (tagName === "a") return [named, attribute(element, "href"), ...label, text(element)].join(" ");
  if (tagName === "img") {
    const states = ["loading", "fetchpriority"].flatMap((name) => quoted(name, attribute(element, name)));
    return [tagName, ...quoted("alt", attribute(element, "alt")), ...states].join(" ");
  }
  const fields = FIELD_ATTRIBUTES.flatMap((name) => quoted(name, attribute(element, name)));
  if (/^(?:form|input|select|textarea)$/.test(tagName)) return [tagName, ...fields].join(" ");
  if (tagName === "label") return [tagName, ...fields, text(element)].join(" ");
  if (tagName === "option") return `option ${JSON.stringify(attribute(element, "value"))} ${text(element)}`;
  if (WORDS.test(tagName)) return [named, ...label, text(element)].join(" ");
  if (/^(?:ol|ul|nav|article|figure|header|main|footer)$/.test(tagName)) return [named, ...label].join(" ");
  // Icons have no words.
  if (tagName === "svg") return attribute(element, "aria-label") && [named, ...label].join(" ");
  if (tagName === "li" && elementsOf(element).every((inner) => /^(?:svg|path|span|b)$/.test(inner.tagName)))
    return `- ${text(element)}`;
  return attribute(element, "aria-current") === "page" ? `current ${text(element)}` : undefined;
}

const linesOf = (elements: readonly HtmlElement[]): string =>
  steady(
    elements
      .flatMap((element) => lineOf(element) ?? [])
      .map((line) => line.trimEnd())
      .join("\n"),
  );
const outlineOf = (page: HtmlNode): string => linesOf(elementsOf(one(page, "main")));

/** What is around the main part: the skip link, the header and the footer, whose link to the open page leads to its top. */
function frameOf(page: HtmlNode): string {
  const main = one(page, "main");
  const within = new Set(elementsOf(main));
  return linesOf(
    elementsOf(one(page, "body")).filter((element) => element === main || !within.has(element)),
  ).replaceAll("#top", "");
}

/** What a page says to browsers and search engines: its tags with their attributes, and its data; styles and their hashes are left out. */
function headOf(page: HtmlNode): string {
  const tags = elementsOf(one(page, "head")).filter(
    (element) => element.tagName !== "style" && attribute(element, "http-equiv") === undefined,
  );
  const lines = tags.map((element) => {
    const data = /^(?:title|script)$/.test(element.tagName) ? text(element) : "";
    return [element.tagName, ...element.attrs.flatMap(({ name, value }) => quoted(name, value)), data].join(" ").trim();
  });
  return steady(lines.join("\n")).replace(/-(?:[0-9a-f]{8}|[0-9A-Z]{8})(?=\.\w+)/g, "-<hash>");
}

describe("the pages are those of the specification", () => {
  test.each(site.paths)("%s", async (path) => {
    const name = path === "/" ? "home" : path.replace(/^\/|\/$|\.html$/g, "").replaceAll("/", "--");
    await expect(`${outlineOf(site.page(path))}\n`).toMatchFileSnapshot(`../fixtures/outlines/${name}.txt`);
  });

  test.each(["/", "/services/event-planning/"])("%s in its other reading", async (path) => {
    const name = path === "/" ? "home@no-form" : "services--event-planning@b";
    await expect(`${outlineOf(variants.page(path))}\n`).toMatchFileSnapshot(`../fixtures/outlines/${name}.txt`);
  });
});

const readings = [
  ...site.paths.map((path) => [path, site.page(path)] as const),
  ...["/", "/services/event-planning/"].map((path) => [`${path} in its other reading`, variants.page(path)] as const),
];

test("every page has the same frame", async () => {
  const frame = frameOf(site.page("/"));
  await expect(`${frame}\n`).toMatchFileSnapshot("../fixtures/outlines/frame.txt");
  for (const [name, page] of readings) expect(frameOf(page), name).toBe(frame);
});

test("every page has its head", async () => {
  const heads = readings.map(([name, page]) => `${name}\n${headOf(page)}\n`);
  await expect(heads.join("\n")).toMatchFileSnapshot("../fixtures/outlines/heads.txt");
});
