// `eventsite rename`: the files, every mention, and the redirect; nothing else changes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build, check, renameEntry } from "../../cli/index.ts";
import { shortForm } from "../support/site/problems.ts";
import { type SiteFiles, small, withSite } from "../support/site/with-site.ts";

const gala = small("services/gala-dinners.yaml");
const other = gala.replace(/^(title|description|name): /gm, "$&Other ").replace("order: 10", "order: 20");

describe("renaming an entry", () => {
  test("changes links with the site's full address too, and no others", () =>
    withSite(
      {
        "content/legal/terms.md": `${small("legal/terms.md")}
[a](https://www.example.com/services/gala-dinners) [b](HTTP://WWW.example.com/services/gala-dinners/?x=1#y) <https://www.example.com/services/gala-dinners/>

[c](https://other.example/services/gala-dinners) [d](https://www.example.com/services/gala-dinners-x)

[a]: https://www.example.com/services/gala-dinners
`,
      },
      async ({ root }) => {
        const terms = () => readFileSync(join(root, "content/legal/terms.md"), "utf8");
        const before = terms();
        await renameEntry({ root, from: "services/gala-dinners", to: "galas" });
        expect(terms()).toBe(
          before
            .replaceAll(/(www\.example\.com\/services\/)gala-dinners/gi, "$1galas")
            .replace("services/galas-x", "services/gala-dinners-x"),
        );
      },
    ));

  test("takes its variants, links, references and choices along, and leads the old address on", () =>
    withSite(
      {
        "content/site.yaml":
          `${small("site.yaml").replace("variants: {}", "")}variants:\n  gala-dinners: short # chosen\nmoved:\n  - { from: /dinners, to: "/services/gala-dinners/#form" }\n`.replace(
            /\n/g,
            "\r\n",
          ),
        "content/legal/terms.md":
          `${small("legal/terms.md")}\nSee [galas](/services/gala-dinners/ "Galas") and [these][1].\n\n[1]: /services/gala-dinners?x=1\n`.replaceAll(
            "\n",
            "\r\n",
          ),
      },
      async ({ root }) => {
        const text = (path: string) => readFileSync(join(root, "content", path), "utf8");
        const before = { site: text("site.yaml"), home: text("pages/home.yaml"), terms: text("legal/terms.md") };
        const renamed = await renameEntry({ root, from: "services/gala-dinners", to: "galas" });
        expect(renamed).toEqual({
          files: [
            { from: "content/services/gala-dinners.yaml", to: "content/services/galas.yaml" },
            { from: "content/services/gala-dinners@short.yaml", to: "content/services/galas@short.yaml" },
          ],
          changed: ["content/site.yaml", "content/legal/terms.md", "content/pages/home.yaml"],
          redirect: { from: "/services/gala-dinners", to: "/services/galas" },
        });
        expect(existsSync(join(root, "content/services/gala-dinners.yaml"))).toBe(false);
        expect(text("services/galas.yaml")).toBe(`formerly:\n  - gala-dinners\n${gala}`);
        const swap = (words: string) => words.replaceAll("gala-dinners", "galas");
        expect(text("site.yaml")).toBe(swap(before.site));
        expect(text("pages/home.yaml")).toBe(swap(before.home));
        expect(text("legal/terms.md")).toBe(swap(before.terms));
        const { redirects } = await build({ root, write: false });
        expect(redirects).toEqual([
          { from: "/dinners/", to: "/services/galas/#form" },
          { from: "/services/gala-dinners/", to: "/services/galas/" },
        ]);
      },
    ));

  test("and back again, or on to a third name, keeps every old address alive", () =>
    withSite({}, async ({ root }) => {
      const text = (slug: string) => readFileSync(join(root, `content/services/${slug}.yaml`), "utf8");
      await renameEntry({ root, from: "services/gala-dinners", to: "galas" });
      await renameEntry({ root, from: "content/services/galas.yaml", to: "services/evenings" });
      expect(text("evenings")).toContain("formerly:\n  - gala-dinners\n  - galas\n");
      await renameEntry({ root, from: "/services/evenings/", to: "gala-dinners" });
      expect(text("gala-dinners")).toBe(`formerly:\n  - galas\n  - evenings\n${gala}`);
      const { diagnostics, routes } = await check({ root });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(routes.map(({ path }) => path)).toContain("/services/gala-dinners/");
    }));

  test("adds to a list in lines, comments kept", () =>
    withSite(
      {
        "content/services/gala-dinners.yaml": gala.replace(
          "order: 10\n",
          "formerly: # since 2020\n  - dinners # first\norder: 10\n",
        ),
      },
      async ({ root }) => {
        await renameEntry({ root, from: "services/gala-dinners", to: "galas" });
        expect(readFileSync(join(root, "content/services/galas.yaml"), "utf8")).toContain(
          "formerly: # since 2020\n  - dinners # first\n  - gala-dinners\norder: 10\n",
        );
      },
    ));

  test("without a page changes its references and needs no redirect", () =>
    withSite(
      {
        "content/pages/home.yaml": small("pages/home.yaml").replace(
          "heading: Venues",
          "heading: Venues\n    venues: [harbour-hotel]",
        ),
      },
      async ({ root }) => {
        const { redirect, changed } = await renameEntry({ root, from: "venues/harbour-hotel", to: "quay-hotel" });
        expect({ redirect, changed }).toEqual({ redirect: undefined, changed: ["content/pages/home.yaml"] });
        expect(readFileSync(join(root, "content/pages/home.yaml"), "utf8")).toContain("venues: [quay-hotel]");
        expect(readFileSync(join(root, "content/venues/quay-hotel.yaml"), "utf8")).toBe(
          small("venues/harbour-hotel.yaml"),
        );
      },
    ));
});

describe("the new address", () => {
  const rename = (root: string) => renameEntry({ root, from: "services/gala-dinners", to: "galas" });
  const problemsOf = (act: Promise<unknown>) =>
    act.then(
      () => [],
      (error) => error.diagnostics.map(shortForm),
    );
  const siteWith = (lines: string): SiteFiles => ({ "content/site.yaml": `${small("site.yaml")}${lines}` });

  test.each([
    "moved:\n  - { from: /services/galas, to: /services/gala-dinners }\n",
    "moved:\n  - { from: /services/galas/, to: /services/gala-dinners/#form }\n  - { from: /old, to: / }\n",
    "gone: [/services/galas/]\n",
  ])("may have led to the entry, or be gone: %j", (lines) =>
    withSite(siteWith(lines), async ({ root, read }) => {
      await rename(root);
      const { redirects, gone } = await build({ root, write: false });
      expect(redirects).toContainEqual({ from: "/services/gala-dinners/", to: "/services/galas/" });
      expect(gone).toEqual([]);
      expect(read("content/site.yaml")).not.toContain("galas");
    }),
  );

  test.each([
    [
      "a redirect leads elsewhere",
      siteWith("moved:\n  - { from: /services/galas, to: / }\n"),
      "site.yaml:145:13 ROUTE_REDIRECT_TAKEN",
    ],
    [
      "it was that of another entry",
      { "content/services/others.yaml": `formerly: [galas]\n${other}` },
      "services/others.yaml:1:12 ROUTE_REDIRECT_TAKEN",
    ],
    [
      "a file is published there",
      { "content/files/services/galas/index.html": "<p>Galas</p>" },
      "files/services/galas/index.html ROUTE_COLLISION",
    ],
    // An alias cannot be changed on its own.
    [
      "a link cannot be changed",
      {
        "content/pages/home.yaml": small("pages/home.yaml")
          .replace("href: /services/gala-dinners", "href: *gala")
          .replace("href: /contact", "href: &gala /services/gala-dinners"),
      },
      "pages/home.yaml:9:1 EDIT_REFUSED",
    ],
  ])("is refused if %s, and nothing is changed", (_, files, problem) =>
    withSite(files, async ({ root, read }) => {
      expect(await problemsOf(rename(root))).toEqual([problem]);
      expect(read("content/services/gala-dinners.yaml")).toBe(gala);
      expect(existsSync(join(root, "content/services/galas.yaml"))).toBe(false);
    }),
  );
});

test.each([
  ["services/gala-diners", "galas", "ROUTE_UNKNOWN", "services/gala-dinners"],
  ["services/gala-dinners", "Gala Nights", "USAGE", "gala-nights"],
  ["services/gala-dinners", "pages/galas", "USAGE", "stays in its folder"],
  ["pages/home", "start", "USAGE", "another page"],
  ["pages/contact", "terms", "NEW_EXISTS", "another name"],
])("%s cannot become %s, and nothing is changed", (from, to, code, hint) =>
  withSite({}, async ({ root }) => {
    const end = await renameEntry({ root, from, to }).then(
      () => "renamed",
      (error) => error.diagnostics?.[0] ?? error,
    );
    expect(end).toMatchObject({ code, hint: expect.stringContaining(hint) });
    expect(existsSync(join(root, `content/${from.replace("diners", "dinners")}.yaml`))).toBe(true);
  }),
);

test("a file that cannot be read stops it before anything is written", () =>
  withSite({}, async ({ root }) => {
    writeFileSync(join(root, "content/pages/home.yaml"), "title: [\n");
    await expect(renameEntry({ root, from: "services/gala-dinners", to: "galas" })).rejects.toThrow();
    expect(existsSync(join(root, "content/services/gala-dinners.yaml"))).toBe(true);
    expect(existsSync(join(root, "content/services/galas.yaml"))).toBe(false);
  }));
