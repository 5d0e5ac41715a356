// The words of the site: all of them from its content, and none of them filler.
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { loadTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";
import { withContentCopy } from "../support/site/content-copy.ts";
import { type ContentFile, mapTexts, readContent, textsIn } from "../support/site/content-words.ts";
import { one, visibleWords } from "../support/site/html.ts";
import { frozenDir } from "../support/site/with-site.ts";

const content = readContent();
const readings: readonly (readonly [string, BuiltSite])[] = [
  ["as published by default", await buildSite()],
  ["with the other readings", await buildSite({ variants: { home: "no-form", "event-planning": "b" } })],
];

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

test("no page has filler, an open token, or a word twice in a row", () => {
  const filler =
    /lorem|ipsum|dolor sit|\bTODO\b|\bTBD\b|\bFIXME\b|placeholder|your text|\bxxx\b|\{[\w.]+\}|undefined|\[object|\bNaN\b/i;
  const doubled = /\b(\w{2,})\s+\1\b/i;
  for (const [, site] of readings) {
    const found = site.paths.flatMap((path) =>
      visibleWords(site.page(path)).filter((words) => filler.test(words) || doubled.test(words)),
    );
    expect(found).toEqual([]);
  }
});
