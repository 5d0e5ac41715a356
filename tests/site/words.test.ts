// The words of the site: all of them from content/, none of them twice, none of them filler.
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { loadTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { type BuiltSite, buildSite } from "../support/built-site.ts";
import { withContentCopy } from "../support/content-copy.ts";
import { type ContentFile, mapTexts, readContent, textsIn } from "../support/content-words.ts";
import { one, visibleWords } from "../support/html.ts";
import { frozenDir } from "../support/with-site.ts";

const content = readContent();
const readings: readonly (readonly [string, BuiltSite])[] = [
  ["as published by default", await buildSite()],
  ["with the other readings", await buildSite({ variants: { home: "no-form", "event-planning": "b" } })],
];

const collapse = (text: string) => text.replace(/\s+/g, " ").trim();
const settings = content.find(({ path }) => path === "site.yaml")?.data ?? {};

/** What a token stands for, read here without the program's help. */
function withTokens(text: string): string {
  return text.replace(/\{([\w.]+)\}/g, (whole, name: string) => {
    const value = name
      .split(".")
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], settings);
    return typeof value === "string" ? withTokens(value) : whole;
  });
}

const said = content.flatMap(({ data }) => [...textsIn(data)].map(({ text }) => collapse(withTokens(text))));
const sayings = new Set(said);
/** Patterns of site.yaml with blanks that templates fill in: "{number} of {total}". */
const patterns = said
  .filter((text) => /\{\w+\}/.test(text))
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\w+\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
          .join(".+")}$`,
      ),
  );
/** Markdown without its marks, a paragraph a line. */
const paragraphs = content
  .flatMap(({ body }) => withTokens(body ?? "").split(/\n{1,}/))
  .map((line) =>
    collapse(
      line
        .replace(/^(?:#+|-|\d+\.) /, "")
        .replace(/\*\*/g, "")
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"),
    ),
  );

/** Whether words are texts of the content set side by side: "Director, Bay Street law firm". */
function isComposed(words: string): boolean {
  const reached = new Set([0]);
  for (let start = 0; start < words.length; start++) {
    if (!reached.has(start)) continue;
    for (let end = start + 1; end <= words.length; end++) {
      if (!sayings.has(words.slice(start, end))) continue;
      reached.add(end);
      for (const glue of [", ", " "]) if (words.startsWith(glue, end)) reached.add(end + glue.length);
    }
  }
  return reached.has(words.length);
}

function isFromContent(words: string): boolean {
  if (sayings.has(words) || patterns.some((pattern) => pattern.test(words)) || isComposed(words)) return true;
  const unnumbered = words.replace(/^\d{1,2}\. /, "");
  return (
    unnumbered === "" ||
    /^\d{1,2}\.$/.test(unnumbered) ||
    paragraphs.some((paragraph) => paragraph.includes(unnumbered))
  );
}

test.each(readings)("every word that a visitor reads or hears is in content/, %s", (_, site) => {
  const strangers = site.paths.flatMap((path) =>
    visibleWords(site.page(path))
      .filter((words) => !isFromContent(words))
      .map((words) => `${path}: ${words}`),
  );
  expect(strangers).toEqual([]);
});

/** Other letters for a to z, one for one, so that what was unique stays so. Tokens and link targets keep theirs. */
const disguise = (text: string) =>
  text.replace(/(\{[\w.]+\}|\]\([^)]*\))|[a-z]|[A-Z]|[À-ÿ]/g, (letter, kept?: string) => {
    if (kept) return kept;
    const code = letter.charCodeAt(0);
    if (code > 0x7f) return "ж";
    return String.fromCharCode(code >= 97 ? 0x430 + code - 97 : 0x410 + code - 65);
  });

test("not one Latin letter is left on any page when all texts of the content are written in other letters", async () => {
  const { templates, compileFieldVisitor } = await loadTemplates(resolveConfig({ root: frozenDir }));
  const schemaOf = (path: string) =>
    path === "site.yaml"
      ? templates.settings
      : templates.collections.find(({ name }) => path.startsWith(`${name}/`))?.schema;
  const proseIn = ({ path, data }: ContentFile) => {
    const marked = new Set<string>();
    const note = (schema: Parameters<typeof compileFieldVisitor>[0] | undefined, value: unknown, base: string[]) => {
      if (!schema) throw new Error(`${path} has no schema.`);
      compileFieldVisitor(schema)(value, ({ field, path: at }) => {
        if (field.kind === "text" || field.kind === "markdown") marked.add([...base, ...at].join("."));
      });
    };
    note(schemaOf(path), data, []);
    for (const [index, section] of ((data.sections ?? []) as { type: string }[]).entries()) {
      note(templates.sections.find(({ type }) => type === section.type)?.schema, section, ["sections", String(index)]);
    }
    // An address is an address in Latin letters alone.
    if (path === "site.yaml") marked.delete("contact.email");
    return marked;
  };
  await withContentCopy(async (copy) => {
    for (const file of content) {
      const prose = proseIn(file);
      const data = mapTexts(file.data, (text, path) => (prose.has(path.join(".")) ? disguise(text) : text));
      const yaml = stringify(data, { lineWidth: 0 });
      copy.write({ [file.path]: file.body === undefined ? yaml : `---\n${yaml}---\n${disguise(file.body)}` });
    }
    const readings: readonly Record<string, string>[] = [{}, { home: "no-form", "event-planning": "b" }];
    for (const variants of readings) {
      const site = await buildSite({ root: copy.root, variants });
      const latin = site.paths.flatMap((path) => {
        const words = [...visibleWords(site.page(path)), ...structuredWords(site, path)];
        return words
          .filter((each) => /[A-Za-z]/.test(each.replace("hello@example.com", "")))
          .map((each) => `${path}: ${each}`);
      });
      expect(latin).toEqual([]);
      const manifest = JSON.parse(site.file("site.webmanifest"));
      expect(`${manifest.name} ${manifest.short_name}`).not.toMatch(/[A-Za-z]/);
    }
  });
});

const STRUCTURED = [
  "name",
  "legalName",
  "description",
  "streetAddress",
  "addressLocality",
  "addressRegion",
  "areaServed",
];

function structuredWords(site: BuiltSite, path: string): string[] {
  const script = one(site.page(path), "script[type=application/ld+json]").childNodes[0] as { value: string };
  const parts = [...textsIn(JSON.parse(script.value))];
  return parts.filter(({ path: at }) => STRUCTURED.includes(at.at(-1) ?? "")).map(({ text }) => text);
}

const isPublished = ({ path }: ContentFile) => !path.includes("@");
/** Fields that hold a statement: names and button labels may well stand on several pages. */
const STATEMENTS = [
  "description",
  "intro",
  "lead",
  "quote",
  "summary",
  "text",
  "caption",
  "features",
  "items",
  "points",
  "suits",
];

test("no card, point, introduction or caption says what another one says", () => {
  const places = new Map<string, string[]>();
  for (const { path, data } of content.filter(isPublished)) {
    if (path === "site.yaml" || path.startsWith("forms/")) continue;
    for (const { text, path: at } of textsIn(data)) {
      const field = /^\d+$/.test(at.at(-1) ?? "") ? at.at(-2) : at.at(-1);
      if (!STATEMENTS.includes(field ?? "")) continue;
      const key = collapse(text).toLowerCase();
      places.set(key, [...(places.get(key) ?? []), `${path} ${at.join(".")}`]);
    }
  }
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});

const NUMBERS = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/** Texts that introduce what follows them. */
const INTRODUCTIONS = ["heading", "subheading", "intro", "label", "lead", "summary"];

test("no introduction counts the items of a list: staff add one and the words would be wrong", () => {
  const pages = content.filter(({ path }) => path.startsWith("pages/") || path.startsWith("services/"));
  const sizeOf = (collection: string) => content.filter(({ path }) => path.startsWith(`${collection}/`)).length;
  const shown = { "venue-list": sizeOf("venues"), "artist-list": sizeOf("artists") } as Readonly<
    Record<string, number>
  >;
  const counted = pages.flatMap(({ path, data }) => {
    const sections = (data.sections ?? []) as Record<string, unknown>[];
    const counts = new Set(
      sections.flatMap((section) => [
        shown[String(section.type)] ?? 0,
        ...Object.values(section).flatMap((value) => (Array.isArray(value) ? [value.length] : [])),
      ]),
    );
    const introductions = [data, ...sections].flatMap((part) =>
      INTRODUCTIONS.flatMap((name) => (typeof part[name] === "string" ? [part[name]] : [])),
    );
    return introductions
      .filter((text) =>
        [
          ...text.matchAll(/(?:^|[.:] |\b(?:these|those|same|are|of our|the|in each of) )([A-Za-z]+)(?= [a-z]|[.,])/g),
        ].some(
          ([, word = ""]) =>
            counts.has(NUMBERS.indexOf(word.toLowerCase()) + 3) && NUMBERS.includes(word.toLowerCase()),
        ),
      )
      .map((text) => `${path}: ${text}`);
  });
  expect(counted).toEqual([]);
});

test("a message about a field fits a label in the plural, such as Preferred Dates", () => {
  const { form } = settings.labels as { form: Record<string, string> };
  const messages = Object.values(form).filter((text) => text.startsWith("{label}"));
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((text) => /^\{label\} (?:is|are|was|were|has|have|does|do|\w+s)\b/.test(text))).toEqual([]);
});

test("the years of experience are the same in figures and in words, and the site says both", () => {
  const { years, yearsInWords } = settings.figures as Record<string, string>;
  expect(yearsInWords).toBe(`over ${years?.replace("+", "")} years`);
  for (const [, site] of readings) {
    const words = site.paths.flatMap((path) => visibleWords(site.page(path))).join(" ");
    for (const claim of ["20+ years", "over 20 years"]) expect(words).toContain(claim);
  }
});

test("no page has filler, an open token, a double space, or a word twice in a row", () => {
  const filler =
    /lorem|ipsum|dolor sit|\bTODO\b|\bTBD\b|\bFIXME\b|placeholder|your text|\bxxx\b|\{[\w.]+\}|undefined|\[object|\bNaN\b/i;
  const doubled = /\b(\w{2,})\s+\1\b/i;
  for (const [, site] of readings) {
    const found = site.paths.flatMap((path) =>
      visibleWords(site.page(path)).filter((words) => filler.test(words) || doubled.test(words)),
    );
    expect(found).toEqual([]);
  }
  const doubleSpaces = content.flatMap(({ path, data }) =>
    [...textsIn(data)].filter(({ text }) => /\S {2,}\S/.test(text)).map(({ text }) => `${path}: ${text}`),
  );
  expect(doubleSpaces).toEqual([]);
});

test("placeholders of the company are marked for `check --release`, each where its value is", async () => {
  const { check } = await import("../../cli/index.ts");
  const { diagnostics } = await check({ root: frozenDir, release: true });
  const files = new Set(diagnostics.map(({ file }) => file));
  expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["CONTENT_PLACEHOLDER"]));
  for (const file of [
    "content/site.yaml",
    ...["clients", "testimonials", "venues", "artists"].flatMap((folder) =>
      content.filter(({ path }) => path.startsWith(`${folder}/`)).map(({ path }) => `content/${path}`),
    ),
  ]) {
    expect(files, file).toContain(file);
  }
});

test("a site whose marks are taken away, as site.yaml says, passes `check --release`", async () => {
  const { check } = await import("../../cli/index.ts");
  await withContentCopy(async ({ root, read, write }) => {
    for (const { path } of content) write({ [path]: read(path).replace(/ # placeholder$/gm, "") });
    expect((await check({ root, release: true })).diagnostics).toEqual([]);
  });
});
