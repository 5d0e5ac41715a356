// The service pages are told apart at first sight: each opening has a framing, and neighbours never share one.
import { beforeAll, expect, test } from "vitest";
import { type BuiltSite, buildSite, sectionOfType } from "../support/built-site.ts";
import { attribute, classesOf, one, select } from "../support/html.ts";

const FRAMINGS = ["right-bleed", "full-bleed", "diptych", "strip"];

let site: BuiltSite;
beforeAll(async () => {
  site = await buildSite();
});

function framingOf(path: string): string {
  const classes = classesOf(sectionOfType(site.page(path), "page-hero").element);
  return FRAMINGS.filter((framing) => classes.includes(framing)).join(" ");
}

/** Pages in the order in which lists of links show them, each once. */
function inOrder(links: readonly (string | undefined)[]): string[] {
  return [...new Set(links.filter((href) => href?.startsWith("/services/") && href !== "/services/"))] as string[];
}

const hrefsIn = (path: string, selector: string) =>
  select(one(site.page(path), selector), "a").map((link) => attribute(link, "href"));

test("the sixteen service pages use at least four framings", () => {
  const pages = site.paths.filter((path) => /^\/services\/./.test(path));
  expect(pages).toHaveLength(16);
  expect(new Set(pages.map(framingOf))).toEqual(new Set(FRAMINGS));
});

test.each([
  ["the footer", () => inOrder(hrefsIn("/", "footer"))],
  ["the overview", () => inOrder(hrefsIn("/services/", "main"))],
])("two neighbours in %s never open alike", (_, links) => {
  const pages = links();
  expect(pages.length).toBeGreaterThan(10);
  const alike = pages.flatMap((path, index) => {
    const next = pages[index + 1];
    return next && framingOf(path) === framingOf(next) ? [`${path} and ${next}: ${framingOf(path)}`] : [];
  });
  expect(alike).toEqual([]);
});
