// Fields that refer to something → what they name wrongly, and what was probably meant.
import { describe, expect, test } from "vitest";
import type { EntryPart } from "../../../../cli/content/entry-fields.ts";
import { type SiteIndex, siteIndex } from "../../../../cli/content/link-targets.ts";
import { resolveEntry } from "../../../../cli/content/resolve-references.ts";
import { sourceOf } from "../../../support/sources.ts";

const index: SiteIndex = {
  slugs: { venues: new Set(["harbour-hotel", "old-mill"]), "site.offices": new Set(["toronto"]) },
  paths: new Set(["", "/contact", "/services/gala-dinners"]),
  images: new Set(["room.png", "venues/hall.jpg", "cafe\u0301.png"]),
  otherImages: ["team/group.HEIC"],
  drafts: new Set(["venues/new-hall", "/services/new"]),
  tokens: new Map([
    ["brand.name", "Evenhall"],
    ["brand.legalName", "Evenhall Inc."],
    ["contact.email", "a@example.com"],
  ]),
};

type Field = Parameters<Parameters<EntryPart["visit"]>[1]>[0]["field"];

/** A file whose only field has this value. */
function resolved(field: object, value: string, more: Partial<SiteIndex> = {}) {
  const file = sourceOf(`title: x\na: ${JSON.stringify(value)}\n`);
  const parts: EntryPart[] = [
    { base: [], value, visit: (_, use) => use({ field: field as Field, value, path: ["a"] }) },
  ];
  return resolveEntry({ ...file, read: () => file }, { a: value }, parts, { ...index, ...more }, true);
}
const problems = (field: object, value: string, more: Partial<SiteIndex> = {}) =>
  resolved(field, value, more).diagnostics.map(({ code, message, hint }) => [code, message, hint]);

const DRAFT = "write its words and remove the placeholder marks, or remove this line";

describe("a reference", () => {
  const venue = { kind: "reference", collection: "venues" };
  const office = { kind: "reference", collection: "site.offices" };

  test("names an entry, or an item of a list of site.yaml", () => {
    expect(problems(venue, "old-mill")).toEqual([]);
    expect(problems(office, "toronto")).toEqual([]);
    // The list was not read.
    expect(problems({ kind: "reference", collection: "site.teams" }, "x")).toEqual([]);
  });

  test("to something else is reported, with what is near", () => {
    expect(problems(venue, "harbor-hotel")).toEqual([
      ["CONTENT_UNKNOWN_REFERENCE", 'There is no "harbor-hotel" in content/venues.', 'did you mean "harbour-hotel"?'],
    ]);
    expect(problems(office, "ottawa")).toEqual([
      [
        "CONTENT_UNKNOWN_REFERENCE",
        'There is no "ottawa" in offices of site.yaml.',
        expect.stringContaining("toronto"),
      ],
    ]);
    expect(problems({ kind: "reference", collection: "gone" }, "x")).toEqual([
      ["CONTENT_UNKNOWN_REFERENCE", 'There is no "x" in content/gone.', undefined],
    ]);
  });

  test("to a draft says so", () => {
    expect(problems(venue, "new-hall")).toEqual([
      ["CONTENT_UNKNOWN_REFERENCE", '"new-hall" of content/venues is a draft: all its words are placeholders.', DRAFT],
    ]);
  });
});

describe("a picture", () => {
  const found = (src: string) => problems({ kind: "image" }, src);

  test("is below content/images", () => {
    expect(found("room.png")).toEqual([]);
    expect(resolved({ kind: "image" }, "venues/hall.jpg").images).toEqual(["venues/hall.jpg"]);
  });

  test.each([
    "/room.png",
    "\\room.png",
    "C:/room.png",
    "https://a.example/room.png",
    "../room.png",
    "a/../../b.png",
    "a/..",
    "a\\b.png",
  ])("is no path that leads elsewhere: %s", (src) => {
    expect(found(src)).toEqual([
      [
        "CONTENT_IMAGE_OUTSIDE",
        `"${src}" is not a path below content/images.`,
        "put the picture into content/images and write its path from there, with forward slashes",
      ],
    ]);
  });

  test.each([
    ["content/images/room.png", 'did you mean "room.png"?'],
    ["images/venues/hall.jpg", 'did you mean "venues/hall.jpg"?'],
    ["./images/room.png", 'did you mean "room.png"?'],
    ["Room.PNG", 'did you mean "room.png"?'],
    ["room.jpg", 'did you mean "room.png"?'],
    ["venues/hall.webp", 'did you mean "venues/hall.jpg"?'],
    ["rom.png", 'did you mean "room.png"?'],
    ["my hall:b.png", expect.stringMatching(/^there are: /)],
    ["hall.png", expect.stringMatching(/^there are: /)],
  ])("of another name is reported: %s, %s", (src, hint) => {
    expect(found(src)).toEqual([["CONTENT_UNKNOWN_IMAGE", `There is no picture "${src}" in content/images.`, hint]]);
  });

  test.each(["images/a.png", "content/images/a.png", "./images/a.png", "./content/images/a.png"])(
    "is below the folder of pictures: %s",
    (src) => {
      const images = new Set(["a.png", src.replace("images", "image")]);
      expect(problems({ kind: "image" }, src, { images })[0]?.[2]).toBe('did you mean "a.png"?');
    },
  );

  test("is missed where there is none at all, and where its name has an invisible sign", () => {
    expect(problems({ kind: "image" }, "x.png", { images: new Set() })[0]?.[2]).toBe("put the file there first");
    expect(found("a\ter.png")).toEqual([
      [
        "CONTENT_UNKNOWN_IMAGE",
        'There is no picture "a\\ter.png" in content/images.',
        "a backslash in double quotes begins a special character: write the path with forward slashes",
      ],
    ]);
  });

  test("whose name only looks the same is reported as such", () => {
    expect(found("caf\u00e9.png")).toEqual([
      [
        "CONTENT_UNKNOWN_IMAGE",
        'There is no picture "caf\u00e9.png" in content/images: the name of the file there looks the same, and its accents are spelled with other characters.',
        "give the file a name without accents, and write that name here",
      ],
    ]);
  });

  test("in a form that browsers do not show is to be exported", () => {
    expect(found("Team/group.jpg")).toEqual([
      [
        "CONTENT_UNKNOWN_IMAGE",
        'There is no picture "Team/group.jpg" in content/images, and "team/group.HEIC" is in a form that browsers do not show.',
        'open "team/group.HEIC" and export it as JPEG, under the name "Team/group.jpg"',
      ],
    ]);
  });
});

describe("a link", () => {
  const found = (href: string) => problems({ kind: "link" }, href);

  test.each([
    "/",
    "/contact",
    "/contact/",
    "/contact?a=1#b",
    "/contact/#x/y/",
    "https://a.example/x",
    "mailto:a@b.c",
    "#x",
  ])("leads to a page, or elsewhere: %s", (href) => expect(found(href)).toEqual([]));

  test.each([
    ["/contacts", "/contacts", 'did you mean "/contact"?'],
    ["/contact.html", "/contact.html", 'did you mean "/contact"?'],
    ["/contact/index.php", "/contact/index.php", 'did you mean "/contact"?'],
    ["/index.html", "/index.html", 'did you mean "/"?'],
    ["/zzz", "/zzz", "its pages are: /, /contact, /services/gala-dinners"],
    ["/gala-dinners?a#b", "/gala-dinners", expect.any(String)],
  ])("to no page is reported: %s", (href, page, hint) => {
    expect(found(href)).toEqual([["CONTENT_UNKNOWN_ROUTE", `The site has no page "${page}".`, hint]]);
  });

  test("to a draft says so", () => {
    expect(found("/services/new/#a")).toEqual([
      ["CONTENT_UNKNOWN_ROUTE", 'The page "/services/new" is a draft: all its words are placeholders.', DRAFT],
    ]);
  });
});

describe("tokens", () => {
  const found = (text: string) => problems({ kind: "text" }, text);

  test("become their words", () => {
    expect(resolved({ kind: "text" }, "At {brand.name}").data).toEqual({ a: "At Evenhall" });
    expect(resolved({ kind: "text" }, "At {brand.nam}", { tokens: undefined })).toMatchObject({
      data: { a: "At {brand.nam}" },
      diagnostics: [],
    });
  });

  test.each([
    ["At {brand.nam}", "{brand.nam} names no text of site.yaml.", "did you mean {brand.name}?"],
    ["{brand}", "{brand} names no text of site.yaml.", "name one of its parts: {brand.name}, {brand.legalName}"],
    ["{email}", "{email} names no text of site.yaml.", "did you mean {contact.email}?"],
    [
      "{nothing like it}",
      "{nothing like it} names no text of site.yaml.",
      "name a text of site.yaml, such as {brand.name}",
    ],
    ["{my.office.email}", "{my.office.email} names no text of site.yaml.", "did you mean {contact.email}?"],
    ["{company_email}", "{company_email} names no text of site.yaml.", "did you mean {contact.email}?"],
    ["{brand_name}", "{brand_name} names no text of site.yaml.", "did you mean {brand.name}?"],
  ])("that name nothing are reported: %s", (text, message, hint) => {
    expect(found(text)).toEqual([["CONTENT_UNKNOWN_TOKEN", message, hint]]);
  });

  test("are reported two hundred times at most in one entry", () => {
    expect(found("{x} ".repeat(201))).toHaveLength(200);
  });

  test("that are not closed are reported, with the beginning of what follows", () => {
    const [problem] = found(`At {brand.name, and ${"x".repeat(60)}`);
    expect(problem?.[1]).toMatch(/^The brace in "\{brand\.name, and x{20,}" has no partner\.$/);
    expect(problem?.[2]).toBe("did you mean {brand.name}?");
    expect(problems({ kind: "text" }, "a {b}", { tokens: new Map() })[0]?.[2]).toBe("name a text of site.yaml");
  });
});

describe("a Markdown text", () => {
  const markdown = { kind: "markdown" };
  const at = (value: string) =>
    resolved(markdown, value).diagnostics.map(({ code, severity, message, hint }) => [code, severity, message, hint]);

  test("has links and pictures like those of fields, and tokens in them", () => {
    expect(at("[a](/contact) [b](https://a.example) [c](mailto:{contact.email}) ![A room](room.png)")).toEqual([]);
    expect(resolved(markdown, "![A room](room.png) ![x](venues/hall.jpg)").images).toEqual([
      "room.png",
      "venues/hall.jpg",
    ]);
    expect(at("[a](/contacts)")).toMatchObject([
      ["CONTENT_UNKNOWN_ROUTE", "error", 'The site has no page "/contacts".', 'did you mean "/contact"?'],
    ]);
    expect(at("![A room](rom.png)")).toMatchObject([
      ["CONTENT_UNKNOWN_IMAGE", "error", expect.any(String), 'did you mean "room.png"?'],
    ]);
  });

  test("has no other kind of link", () => {
    expect(at("[a](javascript:alert(1))")).toEqual([
      [
        "CONTENT_BAD_LINK",
        "error",
        '"javascript:alert(1)" is not a link that a page may carry.',
        "write a page of the site such as /contact, or an http(s), mailto or tel address",
      ],
    ]);
  });

  test("has no main heading, and no picture without words", () => {
    expect(at("# One")).toEqual([
      [
        "VERIFY_HEADINGS",
        "error",
        '"One" is a main heading, and the page has one already.',
        'begin it with "## " instead of "# "',
      ],
    ]);
    expect(at("![ ](room.png)")).toEqual([
      [
        "VERIFY_IMAGE",
        "error",
        'The picture "room.png" has no words for those who do not see it.',
        "write what it shows between the brackets: ![Round tables, laid](room.png)",
      ],
    ]);
  });

  test("has no signs that are shown as they are typed: that is a warning", () => {
    expect(at("##One")).toMatchObject([
      ["CONTENT_MARKDOWN", "warning", expect.stringMatching(/would be shown as it is typed\.$/), expect.any(String)],
    ]);
  });
});

test("problems are placed in the file, and are reported without a place where it is gone", () => {
  const file = sourceOf("title: x\na: /contacts\n");
  const parts: EntryPart[] = [
    {
      base: ["b"],
      value: "",
      visit: (_, use) => use({ field: { kind: "link" } as Field, value: "/contacts", path: [] }),
    },
    {
      base: [],
      value: "",
      visit: (_, use) => use({ field: { kind: "link" } as Field, value: "/contacts", path: ["a"] }),
    },
  ];
  const at = (read: () => typeof file | undefined) =>
    resolveEntry({ ...file, read }, {}, parts, index, false).diagnostics.map(({ line, column, file: name }) => [
      name,
      line,
      column,
    ]);
  expect(at(() => file)).toEqual([
    [file.file, 1, 1],
    [file.file, 2, 4],
  ]);
  expect(at(() => undefined)).toEqual([
    [file.file, undefined, undefined],
    [file.file, undefined, undefined],
  ]);
});

test("the targets of a site are its entries, drafts and lists, whether they are valid or not", () => {
  const collections = [
    { name: "pages", path: (slug: string) => (slug === "home" ? "/" : `/${slug}`) },
    { name: "files", download: { path: (slug: string) => `/${slug}.pdf` } },
    { name: "quotes" },
  ] as unknown as Parameters<typeof siteIndex>[0];
  const entry = (collection: string, slug: string) => ({ ...sourceOf(""), collection, slug });
  const entries = [
    entry("pages", "contact"),
    entry("pages", "404"),
    entry("files", "guide"),
    entry("quotes", "one"),
    entry("gone", "x"),
  ];
  const list = { entries, images: ["b.png"], otherImages: ["c.heic"] } as unknown as Parameters<typeof siteIndex>[1];
  const lists = { "site.offices": new Set(["toronto"]) };
  expect(
    siteIndex(collections, list, { lists, tokens: undefined }, [entry("pages", "new"), entry("quotes", "two")]),
  ).toEqual({
    slugs: { pages: new Set(["contact", "404"]), files: new Set(["guide"]), quotes: new Set(["one"]), ...lists },
    paths: new Set(["", "/contact", "/guide.pdf"]),
    images: new Set(["b.png"]),
    otherImages: ["c.heic"],
    drafts: new Set(["pages/new", "/new", "quotes/two"]),
    tokens: undefined,
  });
});
