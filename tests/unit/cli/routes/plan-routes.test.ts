import { describe, expect, test } from "vitest";
import { outputFile, planRoutes, publishedPath, type RoutableEntry } from "../../../../cli/routes/plan-routes.ts";

const entry = (path: string, file = `content/pages${path}.yaml`): RoutableEntry => ({
  collection: "pages",
  slug: path.split("/").at(-1) ?? "",
  path,
  file,
  listed: true,
});

describe("planRoutes", () => {
  test("gives each entry its address and its file, sorted by address", () => {
    const { routes, diagnostics } = planRoutes([entry("/services/gala"), entry("/contact"), entry("/")], "slash");
    expect(diagnostics).toEqual([]);
    expect(routes.map(({ path, output, source }) => [path, output, source])).toEqual([
      ["/", "index.html", "content/pages/.yaml"],
      ["/contact/", "contact/index.html", "content/pages/contact.yaml"],
      ["/services/gala/", "services/gala/index.html", "content/pages/services/gala.yaml"],
    ]);
  });

  test("writes the same files for bare links", () => {
    const { routes } = planRoutes([entry("/contact"), entry("/")], "bare");
    expect(routes.map(({ path, output }) => [path, output])).toEqual([
      ["/", "index.html"],
      ["/contact", "contact/index.html"],
    ]);
  });

  test("publishes the page for unknown addresses as 404.html, which no sitemap lists", () => {
    const { routes } = planRoutes([entry("/404")], "slash");
    expect(routes).toEqual([
      {
        path: "/404.html",
        output: "404.html",
        collection: "pages",
        slug: "404",
        source: "content/pages/404.yaml",
        listed: false,
      },
    ]);
  });

  test("keeps an entry out of the sitemap that is not listed", () => {
    expect(planRoutes([{ ...entry("/thanks"), listed: false }], "slash").routes[0]?.listed).toBe(false);
  });

  test.each([
    ["/contact", "/contact"],
    ["/contact", "/contact/"],
    ["/contact", "/Contact"],
    ["/caf\u00e9", "/cafe\u0301"],
  ])("%s and %s are one address: the later file is told", (first, second) => {
    const { routes, diagnostics } = planRoutes(
      [entry(first, "content/pages/a.yaml"), entry(second, "content/legal/b.md")],
      "slash",
    );
    expect(routes.map(({ source }) => source)).toEqual(["content/pages/a.yaml"]);
    expect(diagnostics).toEqual([
      {
        code: "ROUTE_COLLISION",
        severity: "error",
        message: `This page and content/pages/a.yaml would both be published as ${publishedPath(second, "slash")}.`,
        file: "content/legal/b.md",
        line: 1,
        column: 1,
        hint: "rename one of the two files",
      },
    ]);
  });

  test("tells each collision of several", () => {
    const { diagnostics } = planRoutes([entry("/a"), entry("/a"), entry("/a"), entry("/b")], "slash");
    expect(diagnostics.map(({ code }) => code)).toEqual(["ROUTE_COLLISION", "ROUTE_COLLISION"]);
  });
});

describe("publishedPath", () => {
  test.each([
    ["/", "/", "/"],
    ["", "/", "/"],
    ["/contact", "/contact/", "/contact"],
    ["/contact/", "/contact/", "/contact"],
    ["/contact//", "/contact/", "/contact"],
    ["/contact#form", "/contact/#form", "/contact#form"],
    ["/contact/#form", "/contact/#form", "/contact#form"],
    ["/contact?a=b#form", "/contact/?a=b#form", "/contact?a=b#form"],
    ["/contact?next=/a.b/", "/contact/?next=/a.b/", "/contact?next=/a.b/"],
    ["/#top", "/#top", "/#top"],
    ["/downloads/guide.pdf", "/downloads/guide.pdf", "/downloads/guide.pdf"],
    ["/downloads/guide.pdf#page=2", "/downloads/guide.pdf#page=2", "/downloads/guide.pdf#page=2"],
  ])("%s is %s with slashes and %s without", (target, slash, bare) => {
    expect(publishedPath(target, "slash")).toBe(slash);
    expect(publishedPath(target, "bare")).toBe(bare);
  });
});

test.each([
  ["/", "index.html"],
  ["/404", "404.html"],
  ["/services", "services/index.html"],
  ["/services/gala/", "services/gala/index.html"],
])("outputFile of %s is %s", (path, output) => {
  expect(outputFile(path)).toBe(output);
});
