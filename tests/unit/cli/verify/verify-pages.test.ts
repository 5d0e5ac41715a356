// Problems of finished pages, each at the line of the content that causes it.
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { SourceRef } from "../../../../cli/content/sources/list-sources.ts";
import { locateProblems, type PageProblem } from "../../../../cli/verify/locate-problems.ts";
import { scanHtml } from "../../../../cli/verify/scan-html.ts";
import { verifyPage } from "../../../../cli/verify/verify-page.ts";
import { verifyPages } from "../../../../cli/verify/verify-pages.ts";
import { ownFolder, writeFiles } from "../../../support/process/own-folder.ts";

const root = ownFolder();

const refOf = (file: string): SourceRef => ({
  path: join(root, file),
  file,
  collection: file === "content/site.yaml" ? "" : "pages",
  slug: file.replace(/^.*\/|\.yaml$/g, ""),
  variant: undefined,
  format: "yaml",
});

const [home, contact, site] = [
  refOf("content/pages/home.yaml"),
  refOf("content/pages/contact.yaml"),
  refOf("content/site.yaml"),
];

const FILES: Readonly<Record<string, string>> = {
  [home.file]:
    "title: Home\ndescription: Of the home page\nsections:\n  - type: hero\n    id: form\n    text: See /gone/ here\n",
  [contact.file]: "title: Contact\ndescription: Of the contact page\nsections:\n  - type: form\n    link: /gone/\n",
  [site.file]: "name: Site\nlink: /old/\nsections: 1\n",
};

beforeEach(() => writeFiles(root, FILES));

const problem = (needle: PageProblem["needle"], more: Partial<PageProblem> = {}): PageProblem => ({
  code: "VERIFY_BROKEN_LINK",
  message: "It is broken.",
  needle,
  path: "/",
  output: "index.html",
  file: home.file,
  ...more,
});
const nowhere = async () => undefined;
const placed = async (...problems: PageProblem[]) =>
  (await locateProblems(problems, [home, contact, site], nowhere)).map(({ file, line, column }) =>
    [file?.replace(/^content\//, ""), line, column].filter((part) => part !== undefined).join(":"),
  );

describe("a problem is reported", () => {
  test("where the page's own file has the words, before all others", async () => {
    expect(await placed(problem("/gone/"))).toEqual(["pages/home.yaml:6:15"]);
    expect(await placed(problem("/gone/", { path: "/contact/", file: contact.file }))).toEqual([
      "pages/contact.yaml:5:11",
    ]);
    expect(await placed(problem("form"))).toEqual(["pages/home.yaml:5:9"]);
  });

  test("or where another file has them, such as that of the frame", async () => {
    expect(await placed(problem("/old/"))).toEqual(["site.yaml:2:7"]);
  });

  test("or at the sections of the page: then a template writes it", async () => {
    const [found] = await locateProblems([problem("/nowhere/")], [home, site], nowhere);
    expect(found).toMatchObject({
      code: "VERIFY_BROKEN_LINK",
      severity: "error",
      file: home.file,
      line: 3,
      column: 1,
      message: "It is broken (on /).",
      hint: "a template writes it: it is not in the content",
    });
    expect(found?.frame).toContain("> 3 | sections:");
    const [own] = await locateProblems([problem("/nowhere/", { hint: "its own hint" })], [home, site], nowhere);
    expect(own?.hint).toBe("its own hint");
  });

  test("at the section whose template writes it; around the sections if the page has it without them", async () => {
    const link = problem("/nowhere/", { target: "/nowhere/" });
    const seen: boolean[] = [];
    const at = async (answer: number | "frame" | undefined, sought = link) =>
      locateProblems([sought], [home, site], async (output, isIn) => {
        const targets = output === "index.html" ? ["/nowhere/"] : [];
        const links = { links: [{ targets, ids: [] }], problems: [] };
        seen.push(isIn(links), isIn({ links: [], problems: [sought] }));
        return answer;
      });
    expect(await at(0)).toMatchObject([
      {
        line: 4,
        column: 11,
        message: 'It is broken (on /, in the section "hero").',
        hint: 'the template of "hero" writes it: it is not in the content',
      },
    ]);
    expect(await at("frame")).toMatchObject([
      {
        line: 3,
        message: "It is broken (on /).",
        hint: "a template writes it around the sections: it is not in the content",
      },
    ]);
    expect(seen).toEqual([true, false, true, false]);
    // What templates alone can write is not searched in the words.
    const style = problem("form", { isOfTemplate: true, hint: "its own hint" });
    expect(await at(0, style)).toMatchObject([{ line: 4, hint: "its own hint" }]);
    expect(seen.slice(4)).toEqual([false, true]);
  });

  test("once for all pages that have it, with their number; pages that nothing links to each for itself", async () => {
    const on = (path: string, file: string, more: Partial<PageProblem> = {}) =>
      problem("/old/", { path, file, ...more });
    const messages = async (...problems: PageProblem[]) =>
      (await locateProblems(problems, [home, contact, site], nowhere)).map(({ message }) => message);
    expect(await messages(on("/", home.file), on("/contact/", contact.file), on("/a/", home.file))).toEqual([
      "It is broken (on 3 pages, / first).",
    ]);
    expect(await messages(on("/", home.file), on("/contact/", contact.file, { message: "Another." }))).toEqual([
      "It is broken (on /).",
      "Another (on /contact/).",
    ]);
    expect(await messages(on("/", home.file), on("/", home.file, { code: "VERIFY_BROKEN_FRAGMENT" }))).toHaveLength(2);
    const unlinked = { code: "ROUTE_UNLINKED", needle: ["title"] } as const;
    expect(await messages(on("/", home.file, unlinked), on("/contact/", contact.file, unlinked))).toHaveLength(2);
  });
});

describe("the pages of a site", () => {
  const pages = [
    { path: "/", output: "index.html", ref: home },
    { path: "/contact/", output: "contact/index.html", ref: contact },
  ];
  const routes = pages.map(({ path, output, ref }) => {
    const { collection, slug, file } = ref;
    const words = { title: `Title of ${path}`, description: `Description of ${path}` };
    const entry = { collection, slug, file, source: ref, path: path.slice(0, -1), listed: true, ...words };
    return { path, output, collection, slug, source: file, listed: true, entry };
  });
  const verified = async (html: readonly [string, string], planned = routes) => {
    const found = await verifyPages({
      pages: pages.map(({ output }, index) => {
        const piece = scanHtml(`<h1>x</h1>${html[index]}`);
        return { output, scan: { links: [piece], problems: verifyPage([piece]) } };
      }),
      routes: planned,
      addresses: new Set(["/icon.svg"]),
      shared: [site],
      findSection: nowhere,
      base: "",
    });
    return found.map(
      ({ code, severity, file, line, column }) => `${file?.slice(8)}:${line}:${column} ${code} ${severity}`,
    );
  };
  const link = '<a href="/contact/"></a><img src="/icon.svg" alt="" width="1" height="1">';

  test("that are valid give nothing", async () => {
    expect(await verified([link, '<a href="/"></a>'])).toEqual([]);
  });

  test("give what each of them has, and what they have together, at the lines of the content", async () => {
    expect(
      await verified([`${link}<i id="form"></i><i id="form"></i>`, '<a href="/gone/"></a><a href="/old/"></a>']),
    ).toEqual([
      "pages/home.yaml:5:9 VERIFY_DUPLICATE_ID error",
      "pages/contact.yaml:5:11 VERIFY_BROKEN_LINK error",
      "site.yaml:2:7 VERIFY_BROKEN_LINK error",
    ]);
    expect(await verified(["", ""])).toEqual(["pages/contact.yaml:1:8 ROUTE_UNLINKED warning"]);
  });

  test("are reported once for all ids that nobody typed: a part of the page is there twice", async () => {
    const field = (name: string) => `<i id="order-${name}"></i>`;
    const part = ["name", "mail", "phone"].map(field).join("");
    expect(await verified([`${link}${part}${part}`, '<a href="/"></a>'])).toEqual([
      "pages/home.yaml:3:1 VERIFY_DUPLICATE_ID error",
    ]);
    expect(await verified([`${link}${part}${part}`, `<a href="/"></a>${part}${part}`])).toEqual([
      "pages/home.yaml:3:1 VERIFY_DUPLICATE_ID error",
    ]);
  });

  test("have titles and descriptions of their own, where search finds them", async () => {
    const words = { title: "One", description: "One" };
    const same = routes.map((route) => ({ ...route, entry: { ...route.entry, ...words } }));
    expect(await verified([link, ""], same)).toEqual([
      "pages/contact.yaml:1:8 VERIFY_DUPLICATE_TITLE error",
      "pages/contact.yaml:2:14 VERIFY_DUPLICATE_TITLE error",
    ]);
    const unlisted = same.map((route) => ({ ...route, listed: route.path === "/" }));
    expect(await verified([link, ""], unlisted)).toEqual([]);
  });

  test("that could not be rendered are left out", async () => {
    const more = { ...routes[1], output: "new/index.html", path: "/new/" } as (typeof routes)[number];
    expect(await verified([link, ""], [...routes, more])).toEqual([]);
    expect(await verified([link, ""], routes.slice(0, 1))).toEqual(["pages/home.yaml:3:1 VERIFY_BROKEN_LINK error"]);
  });
});
