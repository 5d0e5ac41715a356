// Fields that refer to something → what they name wrongly, and what was probably meant.
import { describe, expect, test } from "vitest";
import { ALWAYS, UNWRITTEN } from "../../../../../cli/content/publication/windows.ts";
import { type LinkTargets, linkTargets } from "../../../../../cli/content/references/link-targets.ts";
import { resolveEntry } from "../../../../../cli/content/references/resolve-references.ts";
import type { EntryPart } from "../../../../../cli/content/schema/entry-fields.ts";
import type { SourceRef } from "../../../../../cli/content/sources/list-sources.ts";
import { readTable } from "../../../../support/process/read-table.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const index: LinkTargets = {
  slugs: { venues: new Set(["harbour-hotel", "old-mill"]), "site.offices": new Set(["toronto"]) },
  paths: new Set(["", "/contact", "/services/gala-dinners"]),
  images: new Set(["room.png", "venues/hall.jpg", "cafe\u0301.png"]),
  otherImages: ["team/group.HEIC"],
  emptyFolders: [],
  windows: new Map(["venues/new-hall", "/services/new"].map((name) => [name, { ...UNWRITTEN, isPublic: false }])),
  clock: { moment: 0, timeZone: "UTC", showsAll: false },
  tokens: new Map([
    ["brand.name", "Evenhall"],
    ["brand.legalName", "Evenhall Inc."],
    ["contact.email", "a@example.com"],
  ]),
};

type Field = Parameters<Parameters<EntryPart["visit"]>[1]>[0]["field"];

/** A file whose only field has this value. */
function resolved(field: object, value: string, more: Partial<LinkTargets> = {}) {
  const file = sourceOf(`title: x\na: ${JSON.stringify(value)}\n`);
  const parts: EntryPart[] = [
    { base: [], value, visit: (_, use) => use({ field: field as Field, value, path: ["a"] }) },
  ];
  return resolveEntry(file, { a: value }, parts, { ...index, dated: [], ...more }, true);
}
const problems = (field: object, value: string, more: Partial<LinkTargets> = {}) =>
  resolved(field, value, more).diagnostics.map(({ code, message, hint }) => [code, message, hint]);

/** What a field says, and what is reported of it: see tests/fixtures/references.jsonl. */
type Case = readonly [what: string, field: object, value: string, reports: readonly (readonly (string | null)[])[]];

test.each(readTable<Case>("references"))("%s, %j: %j", (_, field, value, reports) => {
  const found = resolved(field, value).diagnostics.map(({ code, severity, message, hint }) => [
    `${code}${severity === "warning" ? " (warning)" : ""}`,
    message,
    hint ?? null,
  ]);
  expect(found).toEqual(reports);
});

describe("a picture", () => {
  test("is below the folder of pictures, and put there first where there is none", () => {
    for (const src of ["images/a.png", "content/images/a.png", "./images/a.png", "./content/images/a.png"]) {
      const images = new Set(["a.png", src.replace("images", "image")]);
      expect(problems({ kind: "image" }, src, { images })[0]?.[2]).toBe('did you mean "a.png"?');
    }
    expect(problems({ kind: "image" }, "x.png", { images: new Set() })[0]?.[2]).toBe("put the file there first");
  });

  test("is listed for its page, of fields and of Markdown", () => {
    expect(resolved({ kind: "image" }, "venues/hall.jpg").images).toEqual(["venues/hall.jpg"]);
    expect(resolved({ kind: "markdown" }, "![A room](room.png) ![x](venues/hall.jpg)").images).toEqual([
      "room.png",
      "venues/hall.jpg",
    ]);
  });
});

describe("tokens", () => {
  test("become their words", () => {
    expect(resolved({ kind: "text" }, "At {brand.name}").data).toEqual({ a: "At Evenhall" });
    expect(resolved({ kind: "text" }, "At {brand.nam}", { tokens: undefined })).toMatchObject({
      data: { a: "At {brand.nam}" },
      diagnostics: [],
    });
    expect(problems({ kind: "text" }, "a {b}", { tokens: new Map() })[0]?.[2]).toBe("name a text of site.yaml");
  });

  test("are reported two hundred times at most in one entry", () => {
    expect(problems({ kind: "text" }, "{x} ".repeat(201))).toHaveLength(200);
  });
});

test("problems are placed in the file, and are reported without a place where it is gone", () => {
  const file = sourceOf("title: x\na: /contacts\n");
  const part = (base: string[], path: string[]): EntryPart => ({
    ...{ base, value: "" },
    visit: (_, use) => use({ field: { kind: "link" } as Field, value: "/contacts", path }),
  });
  const parts = [part(["b"], []), part([], ["a"])];
  const { text: _, ...unread } = file;
  const at = (source: SourceRef) =>
    resolveEntry(source, {}, parts, { ...index, dated: [] }, false).diagnostics.map(({ line, column, file: name }) => [
      name,
      line,
      column,
    ]);
  expect(at(file)).toEqual([
    [file.file, 1, 1],
    [file.file, 2, 4],
  ]);
  expect(at(unread)).toEqual([
    [file.file, undefined, undefined],
    [file.file, undefined, undefined],
  ]);
});

test("the targets of a site are its entries, drafts and lists, whether they are valid or not", () => {
  const collections = [
    { name: "pages", path: (slug: string) => (slug === "home" ? "/" : `/${slug}`) },
    { name: "quotes" },
  ] as unknown as Parameters<typeof linkTargets>[0];
  const entry = (path: string) => {
    const [collection = "", slug = ""] = path.split("/");
    return { ...sourceOf(""), collection, slug };
  };
  const entries = ["pages/contact", "pages/404", "quotes/one", "gone/x"].map(entry);
  const [images, otherImages] = [["b.png"], ["c.heic"]];
  const files = ["guide.pdf", "press/index.html", ".well-known/x"].map((path) => ({ path }));
  const site = { file: "content/site.yaml" };
  const list = { site, entries, misnamed: [], images, otherImages, files } as unknown as Parameters<
    typeof linkTargets
  >[1];
  const lists = { "site.offices": new Set(["toronto"]) };
  const { clock } = index;
  const window = { ...ALWAYS, until: 1, words: "until 1970-01-01" };
  const datedItems = [{ collection: "site.offices", slug: "toronto", window }];
  expect(
    linkTargets(collections, list, { lists, datedItems, tokens: undefined, clock }, [
      { ...entry("pages/new"), window },
      { ...entry("quotes/two"), window: UNWRITTEN },
    ]),
  ).toEqual({
    slugs: { pages: new Set(["contact", "404"]), quotes: new Set(["one"]), ...lists },
    paths: new Set(["", "/contact", "/guide.pdf", "/press", "/press/index.html"]),
    images: new Set(["b.png"]),
    otherImages: ["c.heic"],
    emptyFolders: [],
    windows: new Map([
      ["site.offices/toronto", { ...window, isPublic: true }],
      ["pages/new", { ...window, isPublic: true }],
      ["/new", { ...window, isPublic: true }],
      ["quotes/two", { ...UNWRITTEN, isPublic: false }],
    ]),
    clock,
    tokens: undefined,
  });
});
