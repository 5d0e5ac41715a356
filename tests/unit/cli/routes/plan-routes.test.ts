import { describe, expect, test } from "vitest";
import { outputFile, publishedPath, type RoutableEntry } from "../../../../cli/routes/addresses.ts";
import { findAlike, planRoutes } from "../../../../cli/routes/plan-routes.ts";

const entry = (path: string, more: Partial<RoutableEntry> = {}): RoutableEntry => ({
  collection: "pages",
  slug: path.slice(1) || "home",
  path,
  file: `content/pages${path === "/" ? "/home" : path}.yaml`,
  listed: true,
  ...more,
});

describe("the address that links carry", () => {
  test.each([
    ["/", "/", "/"],
    ["/contact", "/contact/", "/contact"],
    ["/contact/", "/contact/", "/contact"],
    ["/contact#form", "/contact/#form", "/contact#form"],
    ["/contact?a=b/c#d?e", "/contact/?a=b/c#d?e", "/contact?a=b/c#d?e"],
    ["/#top", "/#top", "/#top"],
    ["/?a=1", "/?a=1", "/?a=1"],
    ["/downloads/guide.pdf", "/downloads/guide.pdf", "/downloads/guide.pdf"],
    ["/services/gala-dinners", "/services/gala-dinners/", "/services/gala-dinners"],
  ])("of %s is %s with slashes and %s without", (target, slash, bare) => {
    expect(publishedPath(target, "slash")).toBe(slash);
    expect(publishedPath(target, "bare")).toBe(bare);
  });
});

test.each([
  ["/", "index.html"],
  ["/contact", "contact/index.html"],
  ["/services/gala-dinners/", "services/gala-dinners/index.html"],
  ["/404", "404.html"],
])("the page at %s becomes %s", (path, output) => {
  expect(outputFile(path)).toBe(output);
});

describe("the plan", () => {
  test("has a route for each entry, sorted by address, whatever their order", () => {
    const entries = [entry("/contact"), entry("/"), entry("/about")];
    const { routes, diagnostics } = planRoutes(entries, "slash");
    expect(routes.map(({ path, output }) => [path, output])).toEqual([
      ["/", "index.html"],
      ["/about/", "about/index.html"],
      ["/contact/", "contact/index.html"],
    ]);
    expect(diagnostics).toEqual([]);
    expect(planRoutes(entries.toReversed(), "slash").routes).toEqual(routes);
  });

  test("keeps the not-found page out of the sitemap, under the name that hosts look for", () => {
    const { routes } = planRoutes([entry("/404")], "bare");
    expect(routes).toMatchObject([{ path: "/404.html", output: "404.html", listed: false }]);
  });

  test("keeps pages out of the sitemap that ask for it", () => {
    expect(planRoutes([entry("/thanks", { listed: false })], "slash").routes).toMatchObject([{ listed: false }]);
  });

  test.each([
    ["the same address", "/contact", "/contact"],
    ["addresses that differ in case", "/contact", "/Contact"],
    ["addresses that differ in how an accent is written", "/caf\u00e9", "/cafe\u0301"],
  ])("tells two entries of %s, at the second of them", (_, first, second) => {
    const other = entry(second, { collection: "legal", file: "content/legal/second.md" });
    const { routes, diagnostics } = planRoutes([entry(first), other], "slash");
    expect(routes).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      { code: "ROUTE_COLLISION", file: "content/legal/second.md", line: 1, column: 1 },
    ]);
    expect(diagnostics[0]?.message).toContain(`content/pages${first}.yaml`);
  });
});

test("names are alike where they differ in capitals, or in how an accent is written", () => {
  const paths = ["index.html", "a/index.html", "A/index.html", "\u00e9.pdf", "e\u0301.pdf", "b.pdf"];
  expect(findAlike(paths)).toEqual([
    ["a/index.html", "A/index.html"],
    ["\u00e9.pdf", "e\u0301.pdf"],
  ]);
});

test("other names, and one name twice, are no matter", () => {
  expect(findAlike(["a.pdf", "a.pdf", "b.pdf", "a/index.html"])).toEqual([]);
});
