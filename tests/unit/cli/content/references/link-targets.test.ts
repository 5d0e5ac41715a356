// The pages that a site may not be without, and the files that many pages use.
import { describe, expect, test } from "vitest";
import { linkTargets, sharedSources } from "../../../../../cli/content/references/link-targets.ts";
import { missingPages } from "../../../../../cli/content/references/missing-pages.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const collections = [
  { name: "legal", format: "markdown", path: (slug: string) => (slug === "terms" ? "/terms" : `/legal/${slug}`) },
  { name: "pages", format: "yaml", path: (slug: string) => (slug === "home" ? "/" : `/${slug}`) },
  {
    name: "forms",
    format: "yaml",
    needs: [{ path: "/terms", message: "Visitors agree to terms that they cannot read." }],
  },
  { name: "quotes", format: "yaml" },
] as unknown as Parameters<typeof missingPages>[0];
const entry = (path: string) => {
  const [collection = "", slug = ""] = path.split("/");
  return { ...sourceOf(""), collection, slug, file: `content/${path}` };
};
const site = { ...sourceOf(""), collection: "", slug: "site", file: "my/words/site.yaml" };
const missing = (paths: readonly string[], of = collections) =>
  missingPages(of, { site, entries: paths.map(entry) }, new Set());

describe("a page that the site needs", () => {
  const START = {
    code: "ROUTE_MISSING",
    severity: "error",
    message: "The site has no start page.",
    file: "my/words/pages/home.yaml",
    hint: "make my/words/pages/home.yaml",
  };
  const NOT_FOUND = {
    code: "ROUTE_MISSING",
    severity: "error",
    message: "The site has no page for addresses that do not exist.",
    file: "my/words/pages/404.yaml",
    hint: "make my/words/pages/404.yaml",
  };

  test("is for its start and for unknown addresses", () => {
    expect(missing(["pages/home", "pages/404"])).toEqual([]);
    expect(missing(["pages/404"])).toEqual([START]);
    expect(missing(["pages/home", "quotes/404"])).toEqual([NOT_FOUND]);
    expect(missing([])).toEqual([START, NOT_FOUND].map((report) => ({ ...report, folder: "my/words/pages" })));
  });

  test("is one that a collection with entries names: that is a warning", () => {
    const terms = {
      code: "ROUTE_MISSING",
      severity: "warning",
      message: "Visitors agree to terms that they cannot read.",
      file: "my/words/legal/terms.md",
      hint: "make my/words/legal/terms.md",
      folder: "my/words/legal",
    };
    expect(missing(["pages/home", "pages/404", "forms/contact"])).toEqual([terms]);
    expect(missing(["pages/home", "pages/404", "forms/contact", "legal/terms"])).toEqual([]);
  });

  test("has no file where no collection has such an address", () => {
    const elsewhere = [{ name: "notes", format: "yaml", path: (slug: string) => `/notes/${slug}` }];
    expect(missing(["notes/home"], elsewhere as unknown as typeof collections)).toEqual(
      [START, NOT_FOUND].map(({ file: _, ...report }, index) => ({
        ...report,
        hint: `make the entry whose address is ${["/", "/404"][index]}`,
      })),
    );
  });
});

test("what many pages use is in site.yaml and in entries without a page", () => {
  const entries = ["pages/home", "quotes/a", "forms/b", "gone/c"].map(entry);
  const list = { site, entries } as unknown as Parameters<typeof sharedSources>[0];
  expect(sharedSources(list, collections).map(({ file }) => file)).toEqual([
    "my/words/site.yaml",
    "content/quotes/a",
    "content/forms/b",
    "content/gone/c",
  ]);
});

test("addresses have no slash at their ends, are in their order, and those of misnamed files exist", () => {
  const odd = [
    { name: "pages", format: "yaml", path: (slug: string) => `/${slug}//` },
  ] as unknown as typeof collections;
  const misnamed = [entry("pages/d")];
  const entries = ["pages/b", "pages/a", "pages/a-c"].map(entry);
  const list = { site, entries, misnamed, images: [], otherImages: [], files: [{ path: "b.pdf" }] };
  const { paths, emptyFolders } = linkTargets(odd, list as unknown as Parameters<typeof linkTargets>[1], {
    lists: {},
    datedItems: [],
    tokens: undefined,
    clock: { moment: 0, timeZone: "UTC", showsAll: false },
  });
  expect([...paths]).toEqual(["", "/a", "/a-c", "/b", "/b.pdf", "/d"]);
  expect(emptyFolders).toEqual([{ folder: "my/words/images" }]);
});
