// What is written, to the letter: a page around its body, the page at an old address, and the files of a preview.
import { expect, test } from "vitest";
import type { OutputFile } from "../../../../cli/emit/output-file.ts";
import { createDependencyRecord } from "../../../../cli/render/dependency-record.ts";
import { renderRedirects } from "../../../../cli/render/redirect-pages.ts";
import { createPageRenderer } from "../../../../cli/render/render-page.ts";
import type { SiteData } from "../../../../cli/render/site-data.ts";
import { renderSiteFiles } from "../../../../cli/render/site-files.ts";
import { createSiteView } from "../../../../cli/render/site-view.ts";
import { renderOwnFiles } from "../../../../cli/render/template-files.ts";

const site: SiteData = {
  settings: { language: "en-GB" },
  lists: {},
  images: new Map(),
  proseSlot: { crops: [{ widths: [400], sizes: "100vw" }] },
  fonts: { css: "@font-face{}", urls: [] },
  sharedCards: [],
  cardVersion: 1,
  links: "slash",
  baseUrl: "https://example.com",
  relayUrl: "https://relay.example.com/",
};

function page(body: string, isPreview = false): string {
  const templates = {
    sections: [{ type: "hero", hasMainHeading: true }],
    renderPage: () => ({
      lang: "en-GB",
      head: [
        { tag: "meta", attributes: { charset: "utf-8" } },
        { tag: "meta", attributes: { name: "generator", content: "eventsite" } },
        { tag: "title", text: "Bikes & tools" },
      ],
      body: [{ element: () => body }],
    }),
    sectionTypes: () => ["hero"],
  };
  const program = { templates, toHtml: (element: unknown) => element, css: { base: "b{}", byType: { hero: "h1{}" } } };
  const client = { loader: "/assets/loader.js", islands: ["menu"] };
  const record = createDependencyRecord();
  const data = { ...site, isPreview };
  const render = createPageRenderer({ ...program, client } as never, createSiteView(data, record), data, record);
  return render({ path: "", collection: "pages", slug: "home", data: {} }).parts.join("");
}

const policy = (script: string) =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${script}; style-src 'sha256-HASH'; img-src 'self'; font-src 'self'; manifest-src 'self'; connect-src 'self' https://relay.example.com; form-action 'self' https://relay.example.com; base-uri 'none'">`;
const withoutHash = (html: string) => html.replace(/sha256-[\w+/=]+/, "sha256-HASH");

test("a page has its policy first, one generator, its styles in place, and no script without an island", () => {
  expect(withoutHash(page("<main><h1>Bikes</h1></main>"))).toBe(
    `<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8">${policy("'none'")}<title>Bikes &amp; tools</title><meta name="generator" content="eventsite"><style>@font-face{}b{}h1{}</style></head><body><main><h1>Bikes</h1></main></body></html>\n`,
  );
});

test("a page with an island has the loader; a preview stays out of search engines", () => {
  const html = withoutHash(page('<main><h1>Bikes</h1><div data-island="menu"></div></main>', true));
  expect(html).toContain(
    `<meta charset="utf-8">${policy("'self'")}<title>Bikes &amp; tools</title><meta name="generator" content="eventsite"><meta name="robots" content="noindex"><script type="module" src="/assets/loader.js"></script><style>`,
  );
  expect(() => page('<div data-island="wheel"></div>')).toThrow('There is no island "wheel"');
});

const textsOf = (files: readonly OutputFile[]) =>
  Object.fromEntries(files.map(({ path, content }) => [path, String(content)]));

test("the page at an old address leads on at once, in words of the new page, and is in no search", () => {
  const moved = { redirects: [{ from: "/old/", to: "/new/?a=1#b" }], gone: ["/gone/"] };
  const files = textsOf(renderRedirects({ ...moved, titles: new Map([["/new/", "New & <better>"]]) }, site));
  expect(files).toEqual({
    "old/index.html": `<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'"><title>New &amp; &lt;better&gt;</title><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/new/?a=1#b"><meta http-equiv="refresh" content="0; url=https://example.com/new/?a=1#b"><meta name="generator" content="eventsite"></head><body><main><h1><a href="https://example.com/new/?a=1#b">New &amp; &lt;better&gt;</a></h1></main></body></html>\n`,
    _redirects: "/old/ /new/?a=1#b 301!\n/old/ /new/?a=1#b 301\n/old /new/?a=1#b 301\n/gone/ /404.html 410!\n",
  });
});

test("a preview closes its robots.txt; the document for the relay is written where there is one", () => {
  const siteFiles = () => [
    { path: "/robots.txt", text: "open\n" },
    { path: "/app.webmanifest", text: "{}\n" },
  ];
  const files = (isPreview: boolean, document?: object) =>
    textsOf(
      renderOwnFiles({ templates: { siteFiles, relayDocument: () => document } } as never, { ...site, isPreview }),
    );
  expect(files(false, { locale: "en", forms: {} })).toEqual({
    "robots.txt": "open\n",
    "app.webmanifest": "{}\n",
    "forms.json": '{\n  "version": 1,\n  "hash": "44136fa355b3678a",\n  "locale": "en",\n  "forms": {}\n}\n',
  });
  expect(files(true)).toEqual({ "app.webmanifest": "{}\n", "robots.txt": "User-agent: *\nDisallow: /\n" });
});

test("drawings outside of the pictures' folder get the policy of pictures", () => {
  const icons = [
    { path: "/icon.svg", src: "icon.svg", format: "svg", sizes: [] },
    { path: "/favicon.ico", src: "icon.svg", format: "ico", sizes: [16] },
  ] as const;
  const { _headers: headers } = textsOf(renderSiteFiles({ client: { files: [] } } as never, site, [], icons));
  expect(headers?.match(/^\/.*/gm)).toEqual(["/*", "/assets/images/*", "/icon.svg", "/assets/*"]);
  expect(headers).toContain("  Referrer-Policy: strict-origin-when-cross-origin\n");
});
