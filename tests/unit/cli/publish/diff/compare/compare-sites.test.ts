// Two sites of a few pages: what visitors notice of the difference, and what they do not.
import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { diffTable } from "../../../../../../cli/commands/diff-table.ts";
import { compareSites } from "../../../../../../cli/publish/diff/compare/compare-sites.ts";
import { countPages } from "../../../../../../cli/publish/diff/compare/site-change.ts";
import type { SiteSide } from "../../../../../../cli/publish/diff/compare/site-side.ts";

type Files = Readonly<Record<string, string>>;

const ORIGIN = "https://www.example.com";

const side = (files: Files, reads: string[] = []): SiteSide => ({
  about: { kind: "folder", name: "dist" },
  files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.byteLength(text)])),
  staticPages: new Set(Object.keys(files).filter((path) => path.startsWith("google"))),
  parallel: 4,
  hashOf: async (path) => hash("sha256", files[path] ?? ""),
  async read(path) {
    reads.push(path);
    return files[path] === undefined ? undefined : Buffer.from(files[path]);
  },
});

const page = (path: string, body: string, head = "", origin = ORIGIN) =>
  `<html lang="en"><head><title>Page ${path}</title><link rel="canonical" href="${origin}${path}">${head}<style>h1{color:red}</style></head>` +
  `<body><header><nav><a href="/">Home</a><a href="/contact/">Contact</a></nav></header><main>${body}</main><footer>Call 555 0142</footer></body></html>`;

const redirect = (to: string) =>
  `<html><head><link rel="canonical" href="${ORIGIN}${to}"><meta http-equiv="refresh" content="0; url=${ORIGIN}${to}"></head><body></body></html>`;

const GALAS = "<h1>Galas</h1><p>The soup is hot and the winners are in their seats.</p>";

const SITE: Files = {
  "index.html": page("/", "<h1>Start</h1><p>Welcome.</p>"),
  "contact/index.html": page("/contact/", "<h1>Contact</h1><p>Write to us.</p>"),
  "galas/index.html": page("/galas/", GALAS),
  "assets/images/room-640-11111111.jpg": "room",
  "sitemap.xml": "all",
};

/** The site with another page of galas. */
const withGalas = (body: string): Files => ({ ...SITE, "galas/index.html": page("/galas/", body) });

const compare = (before: Files, after: Files) => compareSites(side(before), side(after));
const kinds = async (before: Files, after: Files) =>
  (await compare(before, after)).pages.map(({ kind, address, to }) => [kind, address, ...(to ? [to] : [])]);

test("a site is the same as itself, and nothing of what is live is read", async () => {
  const reads: string[] = [];
  const change = await compareSites(side(SITE, reads), side(SITE));
  expect(change.pages).toEqual([]);
  expect([change.unchanged, change.before.pages, change.files]).toEqual([3, 3, []]);
  expect(reads).toEqual([]);
});

test("what is new in one direction is gone in the other", async () => {
  const { "galas/index.html": _, ...fewer } = SITE;
  expect(await kinds(fewer, SITE)).toEqual([["added", "/galas/"]]);
  expect(await kinds(SITE, fewer)).toEqual([["gone", "/galas/"]]);
  const [gone] = (await compare(SITE, fewer)).pages;
  expect(gone?.changes.map((change) => ("parts" in change ? change.parts : change))).toEqual([
    { what: "head", name: "title", before: "Page /galas/" },
    { what: "head", name: "description", before: undefined },
    [{ state: "removed", text: "Galas" }],
    [{ state: "removed", text: "The soup is hot and the winners are in their seats." }],
  ]);
});

test("words are compared block by block, then word by word, below their heading", async () => {
  const { pages } = await compare(SITE, withGalas(GALAS.replace("is hot", "arrives hot")));
  expect(pages).toMatchObject([{ kind: "changed", address: "/galas/" }]);
  expect(pages[0]?.changes).toMatchObject([{ what: "words", kind: "changed", under: "Galas" }]);
  expect(pages[0]?.changes.flatMap((change) => ("parts" in change ? change.parts : []))).toEqual([
    { state: "same", text: "The soup " },
    { state: "removed", text: "is" },
    { state: "added", text: "arrives" },
    { state: "same", text: " hot and the winners are in their seats." },
  ]);
});

test("a page whose address leads on has moved, and is compared with the page there", async () => {
  const { "galas/index.html": _, ...others } = SITE;
  const moved = { ...others, "galas/index.html": redirect("/gala-dinners/") };
  const same = {
    ...moved,
    "gala-dinners/index.html": page("/gala-dinners/", GALAS, "").replace("Page /gala-dinners/", "Page /galas/"),
  };
  const { pages } = await compare(SITE, same);
  expect(pages).toMatchObject([
    { kind: "moved", address: "/galas/", to: "/gala-dinners/", name: "Galas", changes: [] },
  ]);
  const edited = { ...same, "gala-dinners/index.html": page("/gala-dinners/", GALAS.replace("hot", "cold")) };
  const [only] = (await compare(SITE, edited)).pages;
  expect(only?.changes.map(({ what }) => what)).toEqual(["head", "words"]);
  // To a page that was there: it is the end of the old one.
  const merged = { ...others, "galas/index.html": redirect("/contact/") };
  expect(await kinds(SITE, merged)).toEqual([["gone", "/galas/", "/contact/"]]);
});

test("old addresses that lead elsewhere now are listed, and are no pages", async () => {
  const before = { ...SITE, "old/index.html": redirect("/galas/") };
  const after = { ...SITE, "old/index.html": redirect("/contact/"), "older/index.html": redirect("/") };
  const change = await compare(before, after);
  expect([change.pages, change.before.pages, change.after.pages]).toEqual([[], 3, 3]);
  expect(change.redirects).toEqual([
    { address: "/old/", before: "/galas/", after: "/contact/" },
    { address: "/older/", before: undefined, after: "/" },
  ]);
});

const picture = (hash: string, alt = "A room") =>
  `<h1>Galas</h1><picture><source type="image/avif" srcSet="/assets/images/room-480-${hash}.avif 480w, /assets/images/room-960-${hash}.avif 960w"><img src="/assets/images/room-640-${hash}.jpg" alt="${alt}"></picture>`;
const withPicture = (hash: string, alt?: string): Files => ({
  ...withGalas(picture(hash, alt)),
  [`assets/images/room-640-${hash}.jpg`]: `jpg ${hash}`,
  [`assets/images/room-960-${hash}.avif`]: `the avif of ${hash}`,
});

test("pictures are the same by the hash in their names, whatever is said of them, and move although cut in another way", async () => {
  const changesOf = async (before: Files, after: Files) =>
    (await compare(before, after)).pages.flatMap(({ changes }) => changes);
  expect(await changesOf(withPicture("11111111"), withPicture("22222222"))).toMatchObject([
    { what: "picture", kind: "replaced", before: { src: "/assets/images/room-640-11111111.jpg" } },
  ]);
  expect(await changesOf(withPicture("11111111"), withPicture("11111111", "A hall"))).toMatchObject([
    { kind: "described", before: { alt: "A room" }, after: { alt: "A hall" } },
  ]);
  const hall = (hash: string) => picture(hash).replace("<img", '<img class="ground-0a0b0c"');
  const [before, after] = [hall("11111111") + picture("33333333"), picture("33333333") + hall("22222222")];
  expect(await changesOf(withGalas(before), withGalas(after))).toMatchObject([{ what: "picture", kind: "moved" }]);
  // Two rooms with each other's picture: each of them has another one.
  const rooms = (...hashes: string[]) =>
    withGalas(hashes.map((hash, room) => `<div>${picture(hash).replace("Galas", `Room ${room}`)}</div>`).join(""));
  const swapped = await changesOf(rooms("11111111", "22222222", "33333333"), rooms("33333333", "22222222", "11111111"));
  expect(swapped.map((each) => "under" in each && each.under)).toEqual(["Room 0", "Room 2"]);
});

test("a page weighs its file and what a phone loads with it", async () => {
  const before = withPicture("11111111");
  const { pages } = await compare(before, withPicture("11111111", "A hall"));
  const html = Buffer.byteLength(before["galas/index.html"] ?? "");
  expect(pages[0]?.weight.before).toBe(html + "the avif of 11111111".length);
});

test("what several pages have in common is said once", async () => {
  const calls: Files = JSON.parse(JSON.stringify(SITE).replaceAll("555 0142", "555 0199"));
  const { pages, repeated } = await compare(SITE, calls);
  expect(repeated).toMatchObject([{ change: { what: "words" }, pages: ["/", "/contact/", "/galas/"] }]);
  for (const { changes, repeated: on } of pages) expect([changes, on]).toEqual([[], [0]]);
  const notice = "<a href='/galas/'>Closed on Monday</a><header>";
  const closed: Files = JSON.parse(JSON.stringify(calls).replaceAll("<header>", notice));
  expect(diffTable(await compare(SITE, closed))).toMatch(/PAGES\n {2}\+ link .*\n.*\n {2}under “/);
});

test("hashes of scripts and fonts, and the address of the whole site, are seen by nobody", async () => {
  const font = (hash: string) => `<style>@font-face{src:url(/assets/fonts/text-${hash}.woff2)}</style>`;
  const start = (hash: string, origin = ORIGIN) => ({ "index.html": page("/", "<h1>Start</h1>", font(hash), origin) });
  const [before, after] = [start("11111111"), start("22222222", "https://preview.example.com")];
  const change = await compare(before, after);
  expect([change.pages, change.alike]).toEqual([[], ["/"]]);
  const styled = { "index.html": before["index.html"].replace("color:red", "color:blue") };
  expect(await compare(before, styled)).toMatchObject({ pages: [], alike: [], look: { style: ["/"], layout: [] } });
});

test("links that lead elsewhere under the same words are listed", async () => {
  const link = (to: string) => withGalas(`<h1>Galas</h1><p><a href="${to}">Our prices</a></p>`);
  const { pages } = await compare(link("/contact/"), link("/galas/"));
  expect(pages[0]?.changes).toEqual([
    { what: "link", text: "Our prices", under: "Galas", before: "/contact/", after: "/galas/" },
  ]);
});

test("scripts are compared with what they import, not by the hashes in their names", async () => {
  const scripts = (hash: string, says: string): Files => ({
    "index.html": page(
      "/",
      "<h1>Start</h1>",
      `<script type="module" src="/assets/scripts/loader-${hash}.js"></script>`,
    ),
    [`assets/scripts/loader-${hash}.js`]: `import("./island-${hash}.js");`,
    // Imports each other.
    [`assets/scripts/island-${hash}.js`]: `import "./loader-${hash}.js"; say("${says}");`,
  });
  const changed = async (after: Files) => (await compare(scripts("AAAAAAAA", "hello"), after)).look.scripts;
  expect(await changed(scripts("BBBBBBBB", "hello"))).toEqual([]);
  expect(await changed(scripts("BBBBBBBB", "goodbye"))).toEqual(["/"]);
});

test("counts are those of the pages of now: a page that an old address leads to now is one of the same", async () => {
  const lost = (words: string) => ({ "404.html": page("/404.html", `<h1>${words}</h1>`) });
  const before = { ...SITE, ...lost("Nothing here"), "old/index.html": page("/old/", "<h1>Old</h1>") };
  const contact = { "contact/index.html": page("/contact/", "<h1>Contact</h1><p>Call us.</p>") };
  const after = { ...SITE, ...lost("No page here"), ...contact, "old/index.html": redirect("/galas/") };
  const change = await compare(before, after);
  expect(countPages(change)).toEqual({ added: 0, changed: 1, moved: 0, gone: 1, styled: 0, same: 2 });
  expect([change.before.pages, change.after.pages]).toEqual([4, 3]);
});

test("what was added or removed explains another layout; a class alone does not", async () => {
  const lookOf = async (body: string) => (await compare(SITE, withGalas(body))).look.layout;
  expect(await lookOf(`${GALAS}<ul><li>More</li></ul>`)).toEqual([]);
  expect(await lookOf(GALAS.replace("<p>", '<p class="large">'))).toEqual(["/galas/"]);
});

test("in the table, a part of the head with a long name has the name on a line of its own", async () => {
  const shared = page("/", "<h1>Start</h1><p>Welcome.</p>", '<meta property="og:description" content="Soup">');
  const table = diffTable(await compare(SITE, { ...SITE, "index.html": shared }));
  expect(table).toContain("  /\n    shared description\n                 “Soup”\n\n");
});

test("a link that is gone from a text whose words stay is said, and one that went with its words is not", async () => {
  const withLink = (words: string) => withGalas(`<h1>Galas</h1><p>${words}</p>`);
  const links = async (before: string, after: string) =>
    (await compare(withLink(before), withLink(after))).pages.flatMap(({ changes }) =>
      changes.filter(({ what }) => what === "link"),
    );
  const linked = 'Our soup is hot. See <a href="/menu/">the menu</a> for more of it.';
  expect(await links(linked, "Our soup is hot. See the menu for more of it.")).toMatchObject([
    { text: "the menu", before: "/menu/" },
  ]);
  expect(await links(linked, "Our soup is hot.")).toEqual([]);
});
