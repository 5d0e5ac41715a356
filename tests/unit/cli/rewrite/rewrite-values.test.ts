import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { parseSource } from "../../../../cli/content/sources/parse-source.ts";
import { editValues } from "../../../../cli/rewrite/rewrite-values.ts";
import { type Change, insert, type Json, move, remove, set, setBefore } from "../../../support/site/changed-values.ts";
import { projectDir } from "../../../support/site/with-site.ts";

type Format = "yaml" | "markdown";
const ref = (format: Format) =>
  ({ path: "/x", file: "content/x", collection: "pages", slug: "x", variant: undefined, format }) as const;

const valuesOf = (text: string, format: Format = "yaml") =>
  structuredClone(parseSource({ ...ref(format), text }).data) as Json;

/** The file after a change of its values. */
function edited(text: string, change: Change, format: Format = "yaml"): string {
  const result = editValues(ref(format), text, change(valuesOf(text, format)));
  if (typeof result !== "string") throw new Error(result.message);
  return result;
}

const PAGE = `# The start page.
title: "Events" # placeholder
order: 10 # low first
# Above the sections.
sections:
  # The opening.
  - type: hero
    heading: 'One'
    # image: left out

  # Three steps.
  - type: steps
    steps: # in order
      - title: First
        text: >-
          A text on
          two lines.
      - title: Second
        text: B

  - type: links
    links:
      - { label: Home, href: / }
      - { label: Contact, href: /contact }
    days: [Monday, Tuesday]
# The end.
`;
const ADDED = { type: "hero", heading: "Last\nlines", focus: { x: 5, y: 10 } };
const STEPS = PAGE.slice(PAGE.indexOf("  # Three"), PAGE.indexOf("  - type: links"));

/** A key under another name, in its place. */
const renamed =
  (key: string, name: string): Change =>
  (values) =>
    Object.fromEntries(Object.entries(values).map(([each, value]) => [each === key ? name : each, value]));

describe("new values for a file", () => {
  test("leave it as it is where they are the same", () => {
    const same: Change = (values) => values;
    expect(edited(PAGE, same)).toBe(PAGE);
    expect(edited(PAGE.replaceAll("\n", "\r\n"), same)).toBe(PAGE.replaceAll("\n", "\r\n"));
  });

  test.each<[string, Change, string, string]>([
    ["a text", set("title", "Galas"), 'title: "Events"', 'title: "Galas"'],
    ["a number", set("order", 20), "order: 10", "order: 20"],
    ["a text within", set("sections.0.heading", "Two"), "'One'", "'Two'"],
    ["a folded text", set("sections.1.steps.0.text", "A text on three lines."), "two lines", "three lines"],
    ["a text to a number", set("title", 5), 'title: "Events"', "title: 5"],
    ["a number to a text", set("order", "5"), "order: 10", 'order: "5"'],
    ["a number to lines of text", set("order", "a\nb"), "order: 10 # low first\n", "order: |- # low first\n  a\n  b\n"],
    [
      "lines of text to a number",
      set("sections.1.steps.0.text", 5),
      ">-\n          A text on\n          two lines.",
      "5",
    ],
    ["the name of a key", renamed("order", "rank"), "order: 10 # low first", "rank: 10 # low first"],
    ["words between brackets", set("sections.2.links.1.label", "Write"), "label: Contact", "label: Write"],
    ["a word of a row", set("sections.2.days.1", "Friday"), "Tuesday]", "Friday]"],
    ["a longer row", insert("sections.2.days.2", "Friday"), "Tuesday]", "Tuesday, Friday]"],
    ["a shorter row", remove("sections.2.days.0"), "[Monday, Tuesday]", "[Tuesday]"],
    ["an empty row", set("sections.2.days", []), "days: [Monday, Tuesday]", "days: []"],
    ["a moved word", move("sections.2.days.0", 1), "Monday, Tuesday", "Tuesday, Monday"],
    ["a new key", setBefore("order", "listed", false), "order: 10", "listed: false\norder: 10"],
    ["a new last key", set("sections.1.note", "Yes: 5"), "text: B\n", 'text: B\n    note: "Yes: 5"\n'],
    [
      "a new list",
      set("sections.1.notes", ["A", "yes"]),
      "text: B\n",
      'text: B\n    notes:\n      - A\n      - "yes"\n',
    ],
    ["a removed key", remove("order"), "order: 10 # low first\n", ""],
    ["a removed first key", remove("sections.1.steps.1.title"), "- title: Second\n        text", "- text"],
    [
      "a new item",
      insert("sections.1.steps.2", { title: "Third", text: "C" }),
      "text: B\n",
      "text: B\n      - title: Third\n        text: C\n",
    ],
    [
      "a new item as the others are",
      insert("sections.2.links.1", { label: "Rooms, all", href: "/rooms" }),
      "href: / }\n",
      'href: / }\n      - { label: "Rooms, all", href: /rooms }\n',
    ],
    [
      "a removed item",
      remove("sections.1.steps.0"),
      "      - title: First\n        text: >-\n          A text on\n          two lines.\n",
      "",
    ],
    [
      "a new section",
      insert("sections.3", ADDED),
      "Tuesday]\n",
      "Tuesday]\n\n  - type: hero\n    heading: |-\n      Last\n      lines\n    focus: { x: 5, y: 10 }\n",
    ],
    ["a removed section", remove("sections.1"), STEPS, ""],
  ])("change %s, and no other line", (_, change, before, after) => {
    expect(PAGE.split(before)).toHaveLength(2);
    const expected = PAGE.replace(before, () => after);
    expect(edited(PAGE, change)).toBe(expected);
    expect(edited(PAGE.replaceAll("\n", "\r\n"), change)).toBe(expected.replaceAll("\n", "\r\n"));
  });

  test("move an item with its comments and all its lines", () => {
    const opening = PAGE.slice(PAGE.indexOf("  # The opening"), PAGE.indexOf("\n  # Three"));
    expect(edited(PAGE, move("sections.1", 0))).toBe(PAGE.replace(`${opening}\n${STEPS}`, `${STEPS}${opening}\n`));
  });

  test("move an item that is changed as well", () => {
    const change: Change = (values) => move("sections.2", 0)(set("sections.1.steps.0.title", "Begin")(values));
    const moved = edited(PAGE, (values) => move("sections.1.steps.0", 1)(move("sections.1", 2)(change(values))));
    expect(moved).toContain(
      "      - title: Second\n        text: B\n      - title: Begin\n        text: >-\n          A text on\n          two lines.\n",
    );
    expect(moved).toContain("  # Three steps.\n  - type: steps\n    steps: # in order\n");
    expect(moved.indexOf("type: links")).toBeLessThan(moved.indexOf("# Three steps."));
  });

  test("change the data and the text of a Markdown file apart from each other", () => {
    const text = "---\ntitle: Terms # placeholder\n---\n\n# One\n\nThe {brand.name} text.\n\nLast.\n";
    expect(edited(text, set("title", "Rules"), "markdown")).toBe(text.replace("Terms", "Rules"));
    expect(edited(text, setBefore("title", "order", 5), "markdown")).toBe(text.replace("title", "order: 5\ntitle"));
    const body = String(valuesOf(text, "markdown").body).replace("Last", "Lost");
    expect(edited(text, set("body", body), "markdown")).toBe(text.replace("Last", "Lost"));
    // A form leaves out what has been emptied.
    const emptied = edited(text, remove("body"), "markdown");
    expect([emptied.split("\n---\n")[0], valuesOf(emptied, "markdown").body]).toEqual([text.split("\n---\n")[0], ""]);
  });

  test("move a text with the empty lines below it that are its own", () => {
    const text = "l:\n  - |+\n    one\n\n  - two\n  - |+\n    three\n\n\n# The end.\n";
    expect(edited(text, move("l.0", 1))).toBe("l:\n  - two\n  - |+\n    one\n\n  - |+\n    three\n\n\n# The end.\n");
    expect(edited(text, (values) => move("l.2", 0)(set("l.2", "3\n\n\n")(values)))).toBe(
      "l:\n  - |+\n    3\n\n\n  - |+\n    one\n\n  - two\n# The end.\n",
    );
  });

  test.each<[string, Change]>([
    ["title: &t One\nother: *t\n", set("title", "Two")],
    ["a: 1\n? b\n: 2\n", remove("a")],
  ])("are refused where the file cannot have them without more: %j", (text, change) => {
    expect(() => edited(text, change)).toThrow();
  });
});

const sites = ["content", "tests/fixtures/sites/frozen/content", "cli/authoring/example/content"];
const files = sites.flatMap((site) =>
  readdirSync(join(projectDir, site), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.(?:yaml|md)$/.test(name) && name !== "README.md")
    .map(({ name, parentPath }) => join(parentPath, name)),
);
/** All paths of values in a file's data. */
const pathsOf = (value: unknown, path: readonly string[] = []): string[] => [
  ...(path.length === 0 ? [] : [path.join(".")]),
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) => (key.includes(".") ? [] : pathsOf(each, [...path, key])))
    : []),
];

const valueAt = (values: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, step) => (value as Json)[step], values);

const words = fc.oneof(
  fc.constantFrom(
    "Plain words",
    "A: b",
    "- dash",
    "# hash",
    "yes",
    "09:00",
    "{brand.name}, all",
    "a\nb\n",
    'He said "no"',
  ),
  fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" }),
);
const someValue = fc.oneof(
  words,
  fc.integer(),
  fc.boolean(),
  fc.array(words, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "label", "x"), words, { noNullPrototype: true }),
);

/** A change of each kind, of a value chosen by a number. */
const changes = fc.record({
  kind: fc.constantFrom("set", "remove", "insert", "move"),
  at: fc.nat(),
  to: fc.nat(),
  value: someValue,
});

function changeOf(values: Json, { kind, at, to, value }: { kind: string; at: number; to: number; value: unknown }) {
  const paths = pathsOf(values).filter((path) => path !== "body");
  const path = paths[at % paths.length] ?? "";
  const holder = path.includes(".") ? valueAt(values, path.slice(0, path.lastIndexOf("."))) : values;
  const length = Object.keys(holder as object).length;
  if (Array.isArray(holder) && kind === "insert") return { kind, meant: insert(path, value)(values) };
  if (Array.isArray(holder) && kind === "move") return { kind, meant: move(path, to % length)(values) };
  if (kind === "remove" && length > 1) return { kind, meant: remove(path)(values) };
  return { kind: "set", meant: set(path, value)(values) };
}

const commentsIn = (text: string) => text.split("\n").flatMap((line) => /(?:^|\s)(#\s.*)$/.exec(line)?.[1] ?? []);
const linesIn = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

describe("files of a site", () => {
  test.each(sites)("in %s have the meant values after any change, and keep what is not meant", (site) => {
    for (const path of files.filter((each) => each.includes(`/${site}/`))) {
      const text = readFileSync(path, "utf8");
      const format: Format = path.endsWith(".md") ? "markdown" : "yaml";
      const values = valuesOf(text, format);
      expect(edited(text, () => structuredClone(values), format)).toBe(text);
      fc.assert(
        fc.property(changes, (change) => {
          const { kind, meant } = changeOf(values, change);
          const result = editValues(ref(format), text, meant);
          if (typeof result !== "string") throw new Error(`${path}: ${result.message} ${JSON.stringify(change)}`);
          expect(valuesOf(result, format)).toEqual(meant);
          if (kind === "insert" || kind === "move")
            expect(commentsIn(result).toSorted()).toEqual(commentsIn(text).toSorted());
          const moved = linesIn(result).toSorted();
          if (kind === "move") expect(moved.join("").length).toBe(linesIn(text).join("").length);
        }),
        { numRuns: Math.ceil(300 / files.length), seed: inject("seed") },
      );
    }
  });
});
