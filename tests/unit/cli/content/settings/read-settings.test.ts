// site.yaml → the settings that the build reads, with what the command gives, and the texts that others name.
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { LinkTargets } from "../../../../../cli/content/references/link-targets.ts";
import { readSettings, resolveSettings } from "../../../../../cli/content/settings/read-settings.ts";
import type { Diagnostic } from "../../../../../cli/diagnostics/diagnostic.ts";
import { compileFieldVisitor } from "../../../../../templates/kit/for-build/index.ts";
import { asText, buildSettings, buildSettingsSchema, link, picture, text } from "../../../../../templates/kit/index.ts";
import { readTable } from "../../../../support/process/read-table.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const { url, links, relay } = buildSettings;
const templateSettings = z.strictObject({
  url,
  links,
  relay: relay.optional(),
  brand: z.strictObject({ name: text(), legal: text().optional() }),
  titles: asText(z.string(), ["title"]).optional(),
  lead: text().optional(),
  home: link().optional(),
  icon: picture().optional(),
  offices: z.array(z.looseObject({ id: z.string().optional() })).optional(),
});

type Config = Parameters<typeof readSettings>[2];
const none: Config = {
  siteUrl: undefined,
  relayUrl: undefined,
  relayKey: undefined,
  variants: {},
  asOf: "2026-12-24",
  now: Date.now,
  drafts: false,
  preview: false,
};

const siteOf = (words: string) => ({ ...sourceOf(words), collection: "", slug: "site", file: "content/site.yaml" });

function read(words: string, config: Partial<Config> = {}, settings: z.ZodType = templateSettings) {
  const file = siteOf(words);
  return readSettings(
    file,
    { templates: { settings }, buildSettingsSchema, compileFieldVisitor },
    { ...none, ...config },
    file,
  );
}
test("addresses are published with their host in lower case and in A-labels", () => {
  const words = `url: https://WWW.Fêtes.example:443/
brand: { name: Evenhall }
relay: { url: https://Relay.Example.com/Mail/ }
`;
  const { final: values } = read(words);
  expect(values).toMatchObject({
    url: "https://www.xn--ftes-gpa.example",
    relay: { url: "https://relay.example.com/Mail" },
  });
});

const report = ({ code, severity, line, column, message, hint }: Diagnostic) => [
  `${line}:${column} ${code} ${severity}`,
  message,
  hint,
];
const reported = (words: string, config?: Partial<Config>, settings?: z.ZodType) =>
  read(words, config, settings).diagnostics.map(report);

const BRAND = "brand: { name: Evenhall }\n";
const VALID = `url: https://a.example\n${BRAND}`;

describe("settings", () => {
  test("have what the build reads, in one form, beside what templates declare", () => {
    expect(read(VALID)).toEqual({
      final: {
        url: "https://a.example",
        timeZone: "UTC",
        links: "slash",
        relay: { url: "" },
        variants: {},
        moved: [],
        gone: [],
        publish: {},
        brand: { name: "Evenhall" },
      },
      withTokens: expect.objectContaining({ url: "https://a.example" }),
      raw: expect.objectContaining({ url: "https://a.example" }),
      tokens: new Map([
        ["url", "https://a.example"],
        ["timeZone", "UTC"],
        ["links", "slash"],
        ["relay.url", ""],
        ["brand.name", "Evenhall"],
      ]),
      lists: {},
      datedItems: [],
      clock: { moment: Date.parse("2026-12-24T00:00Z"), timeZone: "UTC", showsAll: false },
      dated: [],
      diagnostics: [],
    });
    const { final: values } = read(
      `url: https://a.example///\n${BRAND}links: bare\nrelay: { url: https://r.example/x//, key: k }\nvariants: { home: short, about: long }\nmoved: [{ from: /a/, to: /b }]\ngone: [/c/]\npublish: { live: { to: file:/var/www } }\n`,
    );
    expect(values).toEqual({
      url: "https://a.example",
      brand: { name: "Evenhall" },
      timeZone: "UTC",
      links: "bare",
      relay: { url: "https://r.example/x", key: "k" },
      variants: { home: "short", about: "long" },
      moved: [{ from: "/a/", to: "/b" }],
      gone: ["/c/"],
      publish: { live: { to: "file:/var/www", live: false, preview: false } },
    });
  });

  test("of the command come before those of the file", () => {
    const words = `${VALID}relay: { url: https://r.example, key: k }\nvariants: { home: short, about: long }\n`;
    const config = {
      siteUrl: "https://b.example//",
      relayUrl: "https://s.example//",
      relayKey: "l",
      variants: { about: "" },
    };
    expect(read(words, config).final).toMatchObject({
      url: "https://b.example",
      relay: { url: "https://s.example", key: "l" },
      variants: { home: "short", about: "" },
    });
    expect(read(words, { relayKey: "" }).final?.relay).toEqual({ url: "https://r.example", key: "k" });
  });

  test("of the command make up for an address that the file does not have", () => {
    const own = z.strictObject({ brand: z.strictObject({ name: text() }) });
    expect(read(BRAND, { siteUrl: "https://b.example" }, own)).toMatchObject({
      final: { url: "https://b.example", brand: { name: "Evenhall" } },
      diagnostics: [],
    });
    expect(reported(BRAND, {}, own)).toEqual([
      ["1:1 CONTENT_MISSING_KEY error", 'The file needs a field "url".', 'add "url: ..." to this block'],
    ]);
  });

  test("have the build's keys although templates do not know them, and no others", () => {
    const own = z.strictObject({ name: z.string() });
    expect(read("name: x\nurl: https://a.example\ngone: [/b/]\n", {}, own).final).toMatchObject({
      name: "x",
      url: "https://a.example",
      gone: ["/b/"],
    });
    expect(reported("name: x\nurl: https://a.example\nother: 3\n", {}, own)).toEqual([
      ["3:1 CONTENT_UNKNOWN_KEY error", 'The file has no field "other".', "its fields are: name"],
    ]);
    // A schema that is no block leaves all to the build.
    expect(read("url: https://a.example\nother: 3\n", {}, z.any()).final).toMatchObject({ other: 3, links: "slash" });
  });

  test("are not given where a rule of the templates or of the build is broken", () => {
    expect(read(`${VALID}gone: [b]\n`).final).toBeUndefined();
    expect(read(`${VALID}lead: " "\n`).final).toBeUndefined();
  });
});

/** What site.yaml says, and what is reported of it: see tests/fixtures/settings-mistakes.jsonl. */
type Case = readonly [what: string, words: string, reports: readonly (readonly (string | null)[])[]];

test.each(readTable<Case>("settings-mistakes"))("%s: %j", (_, words, reports) => {
  expect(reported(words).map((each) => each.map((part) => part ?? null))).toEqual(reports);
});

describe("texts of settings that others name", () => {
  test("are filled in, in the values and not in what was given", () => {
    const { final: values, raw: given, withTokens: written, tokens } = read(`${VALID}lead: "{brand.name} Inc."\n`);
    expect([values?.lead, written?.lead, given?.lead]).toEqual(["Evenhall Inc.", "Evenhall Inc.", "{brand.name} Inc."]);
    expect(tokens?.get("lead")).toBe("Evenhall Inc.");
  });

  test("may be blanks that templates fill in", () => {
    expect(read(`${VALID}titles: "{title} | {brand.name}"\n`)).toMatchObject({
      final: { titles: "{title} | Evenhall" },
      diagnostics: [],
    });
  });
});

test("lists whose items have an id can be referred to", () => {
  const words = "offices:\n  - id: toronto\n  - id: ottawa\n  -\n  - name: x\n  - id: 3\n";
  expect(read(VALID + words).lists).toEqual({ "site.offices": new Set(["toronto", "ottawa"]) });
  expect(read(`${VALID}offices: [{ name: x }]\n`).lists).toEqual({});
});

describe("what settings refer to", () => {
  const index: LinkTargets = {
    slugs: {},
    paths: new Set(["", "/contact"]),
    images: new Set(["logo.png"]),
    otherImages: [],
    emptyFolders: [],
    windows: new Map(),
    clock: { moment: 0, timeZone: "UTC", showsAll: false },
    tokens: new Map(),
  };
  const visit = compileFieldVisitor(templateSettings);
  const resolved = (words: string) => {
    const settings = read(words);
    return resolveSettings(siteOf(words), settings, visit, index);
  };

  test("is checked as in any entry", () => {
    const found = resolved(`${VALID}home: /contacts\nicon: logo.png\n`);
    expect(found.images).toEqual(["logo.png"]);
    expect(found.diagnostics.map(report)).toEqual([
      ["3:7 CONTENT_UNKNOWN_ROUTE error", 'The site has no page "/contacts".', 'did you mean "/contact"?'],
    ]);
  });

  test("is reported once where its value is no link, with the page that is meant", () => {
    const found = resolved(`${VALID}home: contact\n`).diagnostics;
    expect(found.map(({ code, line, hint }) => [code, line, hint])).toEqual([
      ["CONTENT_INVALID_VALUE", 3, 'did you mean "/contact"?'],
    ]);
  });
});
