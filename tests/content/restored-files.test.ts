// Content files that a hosted CMS has written whole, after `restore`: of every file of both sites, only the lines that were meant differ.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadTemplates } from "../../cli/bundle/load-templates.ts";
import { resolveConfig } from "../../cli/config/resolve-config.ts";
import { listSources, type SourceRef } from "../../cli/content/sources/list-sources.ts";
import { cmsConfiguration } from "../../cli/edit/cms/configuration.ts";
import { entrySchemas } from "../../cli/edit/cms/entry-schemas.ts";
import { restoreText } from "../../cli/publish/restore/restore-text.ts";
import { sample } from "../support/process/rounds.ts";
import { type Change, insert, type Json, move, remove, set } from "../support/site/changed-values.ts";
import { type CmsField, type CmsFiles, decapFiles, sveltiaFiles } from "../support/site/cms-files.ts";
import { exampleDir, projectDir } from "../support/site/with-site.ts";

const writers = [decapFiles(), sveltiaFiles];

/** The files of a site, with what its CMS is told of them. */
async function openFiles(root: string) {
  const config = resolveConfig({ root });
  const program = await loadTemplates(config);
  const { site, entries } = listSources(root, config.contentDir, program.templates.collections);
  const options = { backend: {}, contentDir: "content", siteUrl: "https://example.com" };
  const { collections } = cmsConfiguration(program, options) as unknown as {
    readonly collections: readonly (CmsField & { readonly files?: readonly CmsField[] })[];
  };
  const fieldsOf = ({ collection }: SourceRef) => {
    const form = collections.find(({ name }) => name === (collection || "site"));
    return form?.files?.[0]?.fields ?? form?.fields ?? [];
  };
  const schemas = entrySchemas(program);
  return [site, ...entries].map((ref) => {
    const raw = readFileSync(ref.path, "utf8");
    const isMarkdown = ref.format === "markdown";
    return {
      ref,
      raw,
      written(cms: CmsFiles, change: Change) {
        return cms.write(change(cms.read(raw, isMarkdown)), isMarkdown, fieldsOf(ref));
      },
      restored(text: string) {
        const schema = schemas.get(ref.collection) ?? {};
        return restoreText({ ref, schema, since: "HEAD" }, Buffer.from(raw), text);
      },
      values: (cms: CmsFiles) => cms.read(raw, isMarkdown),
    };
  });
}

type SiteFile = Awaited<ReturnType<typeof openFiles>>[number];

/** The paths of all values that are so, such as "sections.0.heading". */
function pathsOf(value: unknown, isMeant: (value: unknown) => boolean, path = ""): string[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const own = isMeant(value) && path !== "" ? [path] : [];
  return [...own, ...inside.flatMap(([key, each]) => pathsOf(each, isMeant, path === "" ? key : `${path}.${key}`))];
}

const valueAt = (values: Json, path: string): unknown =>
  path.split(".").reduce<unknown>((value, step) => (value as Json)[step], values);

/** The lines that one text has more often than the other. */
function linesOnlyIn(text: string, other: string): string[] {
  const left = other.split("\n");
  return text.split("\n").filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

const lettersOf = (text: string) => text.replace(/\\x?|[^\p{L}\p{N}]/gu, "");

/** The words of a line that are a value. */
const saidIn = (line: string) =>
  lettersOf(line.replace(/(?:^| )#.*$/, "").replace(/^\s*(?:- )*(?:[\w-]+:(?: |$))?(?:[>|][+-]?)?/, ""));

const isText = (value: unknown) => typeof value === "string" && /\p{L}/u.test(value);
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 1;
/** A list or a mapping in brackets. */
const isInOneLine = (line: string) => /[[{].*[\]}]/.test(line);

/** The first, one of the middle and the last. */
const some = (paths: readonly string[]) =>
  [...new Set([paths[0], paths[paths.length >> 1], paths.at(-1)])].filter((path) => path !== undefined);

const withOtherTexts = (item: unknown): unknown =>
  JSON.parse(JSON.stringify(item), (key, value) =>
    typeof value === "string" && key !== "type" ? `${value} Changed` : value,
  );

const nothing: Change = (values) => values;

/** The lines that a change takes away and brings, after the file was written by a CMS and restored. */
function linesAfter(file: SiteFile, cms: CmsFiles, path: string, change: Change) {
  const restored = file.restored(file.written(cms, change));
  if (typeof restored !== "string") throw new Error(`${cms.name}, ${file.ref.file}, ${path}: ${restored.message}`);
  return { restored, gone: linesOnlyIn(file.raw, restored), come: linesOnlyIn(restored, file.raw) };
}

describe.each([
  ["this repository", projectDir],
  ["a site of `init`", exampleDir],
])("of %s, every file that", (_, root) => {
  const files = openFiles(root);
  const forAll = async (act: (file: SiteFile, cms: CmsFiles) => void, oneIn = 1) => {
    for (const cms of writers) for (const file of sample(await files, oneIn)) act(file, cms);
  };

  test("a CMS saved without a change is as it was, byte for byte", () =>
    forAll((file, cms) => {
      expect({ cms: cms.name, file: file.ref.file, text: file.restored(file.written(cms, nothing)) }).toEqual({
        cms: cms.name,
        file: file.ref.file,
        text: file.raw,
      });
    }));

  test("has another text differs in the lines of that text alone", () =>
    forAll((file, cms) => {
      const values = file.values(cms);
      for (const path of some(pathsOf(values, isText).filter((each) => !each.endsWith(".type")))) {
        const was = String(valueAt(values, path));
        const { gone, come } = linesAfter(file, cms, path, set(path, was.replace(/\s*$/, " Changed$&")));
        const isMeant = (line: string) =>
          lettersOf(`${was} Changed`).includes(saidIn(line)) || lettersOf(line).includes(lettersOf(was));
        expect({ path, other: [...gone, ...come].filter((line) => !isMeant(line)) }).toEqual({ path, other: [] });
        expect(come.length).toBeGreaterThan(0);
      }
    }, 8));

  test("has another item in a list has its lines, and all others", () =>
    forAll((file, cms) => {
      const values = file.values(cms);
      for (const path of some(pathsOf(values, isList))) {
        const items = valueAt(values, path) as unknown[];
        const item = withOtherTexts(items.at(-1));
        const { gone, come } = linesAfter(file, cms, path, insert(`${path}.${items.length}`, item));
        expect({ path, gone: gone.filter((line) => !isInOneLine(line)) }).toEqual({ path, gone: [] });
        expect(come.join("\n")).toContain("Changed");
      }
    }, 8));

  test("lost an item of a list has all other lines, in their order", () =>
    forAll((file, cms) => {
      const values = file.values(cms);
      for (const path of some(pathsOf(values, isList))) {
        const { come, restored } = linesAfter(file, cms, path, remove(`${path}.1`));
        expect({ path, come: come.filter((line) => !isInOneLine(line)) }).toEqual({ path, come: [] });
        const linesOf = (text: string) => text.split("\n").filter((line) => !isInOneLine(line));
        const rest = linesOf(restored);
        for (const line of linesOf(file.raw)) if (line === rest[0]) rest.shift();
        expect({ path, rest }).toEqual({ path, rest: [] });
      }
    }, 8));

  test("has an item moved has the same lines in another order", () =>
    forAll((file, cms) => {
      const values = file.values(cms);
      for (const path of some(pathsOf(values, isList))) {
        const items = valueAt(values, path) as unknown[];
        const { gone, come, restored } = linesAfter(file, cms, path, move(`${path}.${items.length - 1}`, 0));
        const other = [...gone, ...come].filter((line) => !isInOneLine(line));
        expect({ path, other, isSame: restored === file.raw }).toEqual({ path, other: [], isSame: false });
      }
    }, 8));
});
