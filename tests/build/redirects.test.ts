// Old addresses in a built site: the rules for hosts that read them, and the page for those that do not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build, check } from "../../cli/index.ts";
import { exampleDir, small, withSite } from "../support/site/with-site.ts";

const site = (more: string) => ({ "content/site.yaml": `${small("site.yaml")}${more}` });

async function built(files: Readonly<Record<string, string>>, base?: string) {
  return withSite(
    files,
    async ({ root }) => {
      const result = await build({ root, write: false });
      const textOf = (path: string) => {
        const file = result.files.find((each) => each.path === path);
        return file?.content && Buffer.from(file.content).toString();
      };
      return { ...result, textOf };
    },
    base,
  );
}

describe("a site with old addresses", () => {
  test("has rules and a page for each, and they are no pages of the site", async () => {
    const more =
      "moved:\n  - { from: /galas, to: /services/gala-dinners#form }\n  - { from: /a.pdf, to: /contact }\ngone: [/offer]\n";
    const { textOf, routes, redirects, gone } = await built({
      ...site(more),
      "content/pages/contact.yaml": `formerly: [contact-us]\n${small("pages/contact.yaml")}`,
    });
    expect(redirects).toEqual([
      { from: "/a.pdf", to: "/contact/" },
      { from: "/contact-us/", to: "/contact/" },
      { from: "/galas/", to: "/services/gala-dinners/#form" },
    ]);
    expect(gone).toEqual(["/offer/"]);
    expect(textOf("_redirects")?.split("\n")).toEqual([
      "/a.pdf /contact/ 301!",
      "/a.pdf /contact/ 301",
      "/contact-us/ /contact/ 301!",
      "/contact-us/ /contact/ 301",
      "/contact-us /contact/ 301",
      "/galas/ /services/gala-dinners/#form 301!",
      "/galas/ /services/gala-dinners/#form 301",
      "/galas /services/gala-dinners/#form 301",
      "/offer/ /404.html 410!",
      "",
    ]);
    const page = textOf("galas/index.html");
    const url = "https://www.example.com/services/gala-dinners/#form";
    for (const part of [
      '<html lang="en-CA">',
      "<title>Gala dinners in Toronto</title>",
      '<meta name="robots" content="noindex">',
      `<link rel="canonical" href="${url}">`,
      `<meta http-equiv="refresh" content="0; url=${url}">`,
      `<a href="${url}">Gala dinners in Toronto</a>`,
      '<meta name="generator" content="eventsite">',
    ])
      expect(page).toContain(part);
    expect(page).not.toContain("<script");
    expect(routes.map(({ path }) => path)).not.toContain("/galas/");
    expect(textOf("sitemap.xml")).not.toContain("/galas/");
    expect(textOf("a.pdf")).toBeUndefined();
  });

  test("without any, there is no file for them", async () => {
    const { files, redirects, gone } = await built({});
    expect(files.filter(({ path }) => path === "_redirects")).toEqual([]);
    expect([...redirects, ...gone]).toEqual([]);
  });

  test("needs nothing of its template set", async () => {
    const words = readFileSync(join(exampleDir, "content/site.yaml"), "utf8");
    const { redirects } = await built(
      { "content/site.yaml": `${words}\nmoved:\n  - { from: /us, to: /about }\n` },
      exampleDir,
    );
    expect(redirects).toEqual([{ from: "/us/", to: "/about/" }]);
  });
});

test.each([
  ["moved:\n  - { from: old, to: /contact }\n", "from"],
  ["moved:\n  - { from: //example.com/, to: /contact }\n", "from"],
  ["moved:\n  - { from: /blog/*, to: /contact }\n", "from"],
  ["moved:\n  - { from: /a/../b, to: /contact }\n", "from"],
  ["moved:\n  - { from: /old, to: contact }\n", "to"],
  ["moved:\n  - { from: /old, to: 'javascript:alert(1)' }\n", "to"],
  ["moved:\n  - { from: /old }\n", "moved"],
  ["gone: [/offer?x=1]\n", "gone"],
])("an address that hosts could not serve is refused at its line: %s", (more) =>
  withSite(site(more), async ({ root }) => {
    const { diagnostics } = await check({ root });
    const lines = `${small("site.yaml")}${more}`.split("\n").length - 1;
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([
      expect.objectContaining({ file: "content/site.yaml", line: lines }),
    ]);
  }),
);

describe("an old address that is a file of the site", () => {
  const reported = (more: string) =>
    withSite(site(more), async ({ root }) => {
      const { diagnostics } = await check({ root });
      return diagnostics
        .filter(({ code }) => code !== "ROUTE_UNLINKED")
        .map(({ code, line, message }) => `${line} ${code} ${message}`);
    });
  const first = small("site.yaml").split("\n").length;

  test.each([
    ["moved:\n  - { from: /sitemap.xml, to: /contact }\n", 1, "/sitemap.xml is a file of the site"],
    ["moved:\n  - { from: /Robots.TXT, to: /contact }\n", 1, "/Robots.TXT is a file of the site"],
    ["gone:\n  - /robots.txt\n", 1, "/robots.txt is a file of the site"],
    ["gone: [/offer]\nmoved:\n  - { from: /_headers, to: /contact }\n", 2, "/_headers/ is a file of the site"],
    ["gone:\n  - /_redirects\n", 1, "/_redirects/ is a file of the site"],
    ["moved:\n  - { from: /forms.json, to: /contact }\n", 1, "/forms.json is a file of the site"],
    [
      "moved:\n  - { from: /robots.txt/old, to: /contact }\n",
      1,
      "/robots.txt/old/ is below /robots.txt, which is a file",
    ],
    ["moved:\n  - { from: /_headers/old, to: /contact }\n", 1, "/_headers/old/ is below /_headers, which is a file"],
    [
      "gone: []\nmoved:\n  - { from: /a.html, to: /contact }\n  - { from: /a.html/b, to: /contact }\n",
      3,
      "/a.html/b/ is below /a.html, which is a file",
    ],
  ])("is reported at its line: %j", async (more, lines, message) => {
    expect(await reported(more)).toEqual([
      `${first + lines} ROUTE_REDIRECT_TAKEN ${message}, so it cannot be an old address.`,
    ]);
  });

  test("may be one that only looks like a file, or has a file's name in a folder", async () => {
    expect(
      await reported("moved:\n  - { from: /old/sitemap.xml, to: /contact }\n  - { from: /sitemaps, to: / }\n"),
    ).toEqual([]);
  });

  test.each([
    ["/:any/galas/", "must be a single address: some hosts read"],
    [`/${"a".repeat(300)}/`, "is too long: a part between two slashes has at most 255 bytes"],
    [`/${"é".repeat(130)}/`, "is too long: a part between two slashes has at most 255 bytes"],
    [`/${"abcdefghi/".repeat(100)}`, "is too long: an address has at most 900 bytes"],
  ])("is no pattern, and fits into every store: %.20s", async (from, message) => {
    const found = await reported(`moved:\n  - { from: "${from}", to: /contact }\ngone:\n  - "${from}x"\n`);
    expect(found).toHaveLength(2);
    for (const each of found) expect(each).toContain(message);
  });
});
