// Mistakes that only several files show together: an id that site.yaml misspells, and a value that two entries share.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reportMisspeltIds } from "../../../../../cli/content/references/misspelt-ids.ts";
import { repeatedKeys } from "../../../../../cli/content/references/unique-keys.ts";
import type { Diagnostic } from "../../../../../cli/diagnostics/diagnostic.ts";
import { ownFolder, writeFiles } from "../../../../support/process/own-folder.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

const root = ownFolder();

/** A source that is in the folder of the test, if it has a text. */
function source(path: string, text?: string) {
  if (text !== undefined) writeFiles(root, { [path]: text });
  const [collection = "", name = ""] = path.split("/");
  const { text: _, ...ref } = sourceOf("");
  const slug = name.replace(/\..*$/, "");
  return { ...ref, path: join(root, path), file: `content/${path}`, collection, slug };
}

const place = ({ code, severity, file, line, column, message, hint }: Diagnostic) => [
  `${file}:${line}:${column} ${code} ${severity}`,
  message,
  hint,
];

describe("an id that several files name and site.yaml lacks", () => {
  const SITE = "brand: x\noffices:\n  - name: A\n    id: torronto\n  - id: ottawa\n    name: B\n";
  const unknown = (file: string, line: number, slug = "toronto", list = "offices"): Diagnostic => ({
    code: "CONTENT_UNKNOWN_REFERENCE",
    severity: "error",
    message: `There is no "${slug}" in ${list} of site.yaml.`,
    file: `content/pages/${file}.yaml`,
    line,
    column: 9,
  });
  const two = [unknown("b", 3), unknown("a", 12)];

  function gathered(
    diagnostics: readonly Diagnostic[],
    { texts = [], ids = ["torronto", "ottawa"], site = SITE }: { texts?: string[]; ids?: string[]; site?: string } = {},
  ) {
    const entries = texts.map((text, index) => source(`pages/${index}.yaml`, text));
    const lists = { "site.offices": new Set(ids), "site.teams": new Set(["x"]) };
    return reportMisspeltIds(diagnostics, lists, { site: source("site.yaml", site), entries });
  }

  test("is one mistake, of the id in site.yaml that is like it; all else stays", () => {
    const other: Diagnostic = {
      code: "CONTENT_BAD_LINK",
      severity: "error",
      message: "x",
      file: "content/pages/a.yaml",
    };
    const found = gathered([...two, other, unknown("a", 12)]);
    expect(found[0]).toBe(other);
    expect(found.slice(1).map(place)).toEqual([
      [
        "content/site.yaml:4:9 CONTENT_UNKNOWN_REFERENCE error",
        'No file names "torronto" of offices, while 2 name "toronto", which offices does not have.',
        'did you mean "toronto"? It is named in content/pages/a.yaml:12, content/pages/b.yaml:3',
      ],
    ]);
  });

  test("names six files at most, and how many more there are", () => {
    const files = ["a", "b", "c", "d", "e", "f"].map((file) => unknown(file, 1));
    const named = (names: string) => [...names].map((name) => `content/pages/${name}.yaml:1`).join(", ");
    expect(gathered(files)[0]?.hint).toBe(`did you mean "toronto"? It is named in ${named("abcdef")}`);
    expect(gathered([...files, unknown("g", 1), unknown("h", 1)]).map(({ hint }) => hint)).toEqual([
      `did you mean "toronto"? It is named in ${named("abcdef")} and 2 more`,
    ]);
  });

  test("may be the only one that is not named, in other words", () => {
    const strange = [unknown("a", 1, "head-office"), unknown("b", 1, "head-office")];
    expect(gathered(strange, { texts: ["office: ottawa\n"] }).map(({ message }) => message)).toEqual([
      'No file names "torronto" of offices, while 2 name "head-office", which offices does not have.',
    ]);
    // Either could be meant, or none.
    expect(gathered(strange)).toBe(strange);
    expect(gathered(strange, { texts: ["office: ottawa\n", "office: torronto\n"] })).toBe(strange);
    expect(gathered(strange, { ids: [] })).toBe(strange);
    expect(gathered(strange, { ids: [], site: "offices:\n  - name: A\n" })).toBe(strange);
  });

  test.each([
    "office: torronto",
    "office: torronto\r",
    "  - torronto",
    "  - office: 'torronto' # the first",
    'office: "torronto"',
    "offices: [ottawa, torronto]",
    'offices: ["ottawa", "torronto"]',
    "  - { name: x, office: torronto }",
    "  - { office: torronto, name: x }",
  ])("is another mistake where the id in site.yaml is named: %j", (line) => {
    expect(gathered(two, { texts: [`a: b\n${line}\nc: d\n`] })).toBe(two);
  });

  test.each(["title: We love torronto", "torronto: x", "# torronto", "a: b # torronto", "a: torronto-west"])(
    "is named neither by a sentence nor by a key: %j",
    (line) => {
      expect(gathered(two, { texts: [`${line}\n`] })).toHaveLength(1);
    },
  );

  test("is a mistake of its file where only one names it, and where the list lies elsewhere", () => {
    const same = [unknown("a", 1), unknown("a", 2)];
    expect(gathered(same)).toBe(same);
    const entries = two.map((each) => ({ ...each, message: 'There is no "toronto" in content/offices.' }));
    expect(gathered(entries)).toBe(entries);
    const unread = [unknown("a", 1, "x", "gone"), unknown("b", 1, "x", "gone")];
    expect(gathered(unread)).toBe(unread);
  });

  test("stays as it is where site.yaml does not hold the id as it is written, or cannot be read", () => {
    expect(gathered(two, { site: "offices:\n  - id: '{brand.city}'\n  -\n" })).toBe(two);
    expect(gathered(two, { site: "offices: 3\n" })).toBe(two);
    expect(gathered(two, { site: "\0" })).toBe(two);
  });

  test("is gathered although another file cannot be read", () => {
    expect(gathered(two, { texts: ["\0torronto"] })).toHaveLength(1);
  });
});

describe("a value that no two entries of a collection share", () => {
  const collections = [{ name: "quotes", uniqueBy: "key" }, { name: "pages" }] as unknown as Parameters<
    typeof repeatedKeys
  >[0];
  const shared = (values: Readonly<Record<string, unknown>>, gone: readonly string[] = []) => {
    const entries = Object.entries(values).map(([path, value]) =>
      source(path, gone.includes(path) ? undefined : `a: b\nkey: ${value}\n`),
    );
    const summaries = entries.map(({ collection, slug, file }) => {
      const key = values[file.slice("content/".length)];
      return { collection, slug, summary: key === undefined ? undefined : { key } };
    });
    return repeatedKeys(collections, summaries, { entries }).map(place);
  };
  const report = (slug: string) => [
    `content/quotes/${slug}.yaml:2:6 CONTENT_INVALID_VALUE error`,
    '"key" is "x" in content/quotes/a.yaml too: no two files in quotes may have the same.',
    "take the name of the file",
  ];

  test("is reported at every one but the first by its name", () => {
    expect(shared({ "quotes/c.yaml": "x", "quotes/b.yaml": "x", "quotes/a.yaml": "x", "quotes/d.yaml": "y" })).toEqual([
      report("b"),
      report("c"),
    ]);
  });

  test("may be in another collection, and be left out", () => {
    const values = { "pages/a.yaml": "x", "pages/b.yaml": "x", "quotes/a.yaml": "x" };
    expect(shared({ ...values, "quotes/d.yaml": undefined, "quotes/e.yaml": undefined })).toEqual([]);
    // An entry of the same name elsewhere is another one.
    expect(shared({ ...values, "quotes/b.yaml": "x" })).toEqual([report("b")]);
  });

  test("is not reported of a file that is gone", () => {
    expect(shared({ "quotes/a.yaml": "x", "quotes/b.yaml": "x" }, ["quotes/b.yaml"])).toEqual([]);
    expect(
      repeatedKeys(
        collections,
        ["a", "b"].map((slug) => ({ collection: "quotes", slug, summary: { key: "x" } })),
        { entries: [] },
      ),
    ).toEqual([]);
  });
});
