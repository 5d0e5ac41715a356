import { describe, expect, test } from "vitest";
import { type VerifiablePage, verifySite } from "../../../../cli/verify/verify-site.ts";

type Given = Partial<Omit<VerifiablePage, "links"> & VerifiablePage["links"][number]>;
const page = (path: string, { targets = [], ids = [], ...more }: Given = {}): VerifiablePage => ({
  path,
  links: [{ targets, ids }],
  title: `Title of ${path}`,
  description: `Description of ${path}`,
  listed: true,
  ...more,
});

const files = new Set(["/icon.svg"]);
const problemsOf = (...pages: VerifiablePage[]) =>
  verifySite(pages, files).map((problem) => [problem.page, problem.code, problem.needle]);

describe("links between pages", () => {
  test("that several pieces of a page have are reported once", () => {
    const pieces = [["/gone/", "/"], ["/"], ["/gone/", "#lost"]].map((targets) => ({ targets, ids: [] }));
    expect(problemsOf({ ...page("/"), links: pieces })).toEqual([
      [0, "VERIFY_BROKEN_LINK", "/gone"],
      [0, "VERIFY_BROKEN_FRAGMENT", "#lost"],
    ]);
  });

  test("are checked only for parts of known pages if not all pages are known", () => {
    const start = page("/", { targets: ["/gone/", "/gone/#part", "/a/#part", "/a/#lost", "#lost"] });
    const problems = verifySite([start, page("/a/", { ids: ["part"] }), page("/unlinked/")], undefined);
    const lost = { page: 0, code: "VERIFY_BROKEN_FRAGMENT", needle: "#lost" };
    expect(problems).toEqual([expect.objectContaining(lost), expect.objectContaining(lost)]);
  });

  test("may lead to a part that any piece of a page has", () => {
    const pieces = ["a", "b"].map((id) => ({ targets: ["#a", "#b", "/x/"], ids: [id] }));
    expect(problemsOf({ ...page("/"), links: pieces }, page("/x/", { targets: ["/#a", "/#b"] }))).toEqual([]);
  });

  test("that pages share are checked on each of them where they lead to a part of it", () => {
    const shared = { targets: ["/", "#main"], ids: [] };
    const withMain = { targets: [], ids: ["main"] };
    const pages = ["/", "/a/", "/b/", "/c/"].map((path, index) => ({
      ...page(path),
      links: index % 2 === 0 ? [shared, withMain] : [shared],
    }));
    const broken = problemsOf(...pages).filter(([, code]) => code === "VERIFY_BROKEN_FRAGMENT");
    expect(broken.map(([page, , needle]) => [page, needle])).toEqual([
      [1, "#main"],
      [3, "#main"],
    ]);
  });

  test("to pages, parts and files that exist give nothing", () => {
    const targets = [
      "/",
      "/contact/",
      "/contact/#form",
      "/contact/?a=1#form",
      "#top",
      "#",
      "/icon.svg",
      "/icon.svg?v=1",
      "/contact/#caf%C3%A9",
    ];
    expect(problemsOf(page("/", { targets, ids: ["top"] }), page("/contact/", { ids: ["form", "café"] }))).toEqual([]);
  });

  test.each(["/contact", "/gone/", "/icon.png", "contact/"])(
    "to %s, which does not exist as it is written, are reported",
    (target) => {
      const [problem] = verifySite([page("/", { targets: [target] }), page("/contact/")], files);
      expect(problem).toMatchObject({ page: 0, code: "VERIFY_BROKEN_LINK" });
    },
  );

  test("to parts that do not exist are reported, with what is near", () => {
    const pages = [page("/", { targets: ["/contact/#fom"] }), page("/contact/", { ids: ["form"] })];
    const code = "VERIFY_BROKEN_FRAGMENT";
    expect(verifySite(pages, files)[0]).toMatchObject({ page: 0, code, needle: "#fom", hint: 'did you mean "#form"?' });
  });

  test("a part of a file is its own affair only if the file has none", () => {
    expect(problemsOf(page("/", { targets: ["#100%"] }))).toEqual([[0, "VERIFY_BROKEN_FRAGMENT", "#100%"]]);
  });
});

describe("titles and descriptions", () => {
  test("that two listed pages share are reported at the second, or at the one that nothing leads to", () => {
    const twin = page("/b/", { title: "Title of /a/", description: "Description of /a/" });
    const shared = ["title", "description"].map((field) => [1, "VERIFY_DUPLICATE_TITLE", [field]]);
    expect(problemsOf(page("/a/"), twin)).toEqual(shared);
    expect(problemsOf(page("/", { targets: ["/b/"] }), page("/a/"), twin).slice(0, 2)).toEqual(shared);
  });

  test("of pages that are not listed may be the same", () => {
    expect(problemsOf(page("/a/"), page("/b/", { title: "Title of /a/", listed: false }))).toEqual([]);
  });
});

describe("pages that no way leads to from the start page", () => {
  const unlinked = (...pages: VerifiablePage[]) =>
    verifySite(pages, files)
      .filter(({ code }) => code === "ROUTE_UNLINKED")
      .map(({ page: index }) => pages[index]?.path);
  const start = page("/", { targets: ["/a/#part", "/"] });

  test("are reported, also where they link to each other or to themselves", () => {
    const ring = Object.entries({ "/b/": "/c/", "/c/": "/b/", "/d/": "/d/" });
    const others = ring.map(([path, target]) => page(path, { targets: [target] }));
    expect(unlinked(start, page("/a/", { ids: ["part"] }), ...others)).toEqual(["/b/", "/c/", "/d/"]);
  });

  test("are not those that another page leads to, nor those that are not listed", () => {
    const a = page("/a/", { ids: ["part"], targets: ["/b/?from=a"] });
    expect(unlinked(page("/b/"), a, start, page("/thank-you/", { listed: false }))).toEqual([]);
  });

  test("are not reported where there is no start page to begin at", () => {
    expect(unlinked(page("/a/"), page("/b/"))).toEqual([]);
  });
});
