// A page of the site → its HTML with marks, rendered by the same stage that renders it for the site.

import { applyEdits } from "../../content/publication/edits.ts";
import { resolveTokens, tokenValues } from "../../content/references/resolve-tokens.ts";
import { type EntryPart, entryParts, visitFields } from "../../content/schema/entry-fields.ts";
import { valueAt } from "../../content/schema/schema-walk.ts";
import type { BuiltSite } from "../../pipeline/built-site.ts";
import { createDependencyRecord } from "../../render/dependency-record.ts";
import type { PageJob } from "../../render/page-job.ts";
import { createPageRenderer } from "../../render/render-page.ts";
import { createSiteView } from "../../render/site-view.ts";
import type { MarkPlan } from "./choose-marks.ts";
import type { Alphabet } from "./mark-alphabet.ts";
import { createMarkedView } from "./marked-view.ts";
import { createMarkWriter, type MarkWriter, type SourcePosition, type SourceTexts } from "./source-texts.ts";

interface Marking {
  readonly alphabet: Alphabet;
  readonly sourceTexts: SourceTexts;
  readonly plan: MarkPlan;
}

/** Gives the HTML of a page; passes on errors that templates throw on marked words. */
export type MarkedRenderer = (page: PageJob, marking: Marking) => string;

export function createMarkedRenderer({ templates, site, settings, entries }: BuiltSite): MarkedRenderer {
  const { collections, sections, settings: settingsSchema } = templates.templates;
  const visitorOf = templates.compileFieldVisitor;
  const collectionOf = new Map(collections.map((collection) => [collection.name, collection]));
  const sectionOf = new Map(sections.map(({ type, schema }) => [type, schema]));
  const entryOf = new Map(entries.map((entry) => [`${entry.source.collection}/${entry.source.slug}`, entry]));
  const tokens = tokenValues(settings.values);

  return ({ path, collection, slug }, { alphabet, sourceTexts, plan }) => {
    const markWriter = createMarkWriter(alphabet, plan);
    const marker = { sourceTexts, markWriter, tokens };
    const dataOf = (name: string, slug: string) => {
      const entry = entryOf.get(`${name}/${slug}`);
      const schema = collectionOf.get(name)?.schema;
      if (!entry || !schema) return undefined;
      const { source, values, edits } = entry;
      const parts = entryParts(values, visitorOf(schema), (type) => {
        const section = sectionOf.get(type);
        return section && visitorOf(section);
      });
      return applyEdits(markData(values, source, parts, marker), edits);
    };
    const settingsParts = [{ base: [], visit: visitorOf(settingsSchema), value: settings.values }];
    const view = createMarkedView({
      view: createSiteView(site),
      alphabet,
      sourceTexts,
      markWriter,
      // The same settings, which the schema has checked; only their words are marked.
      settings: applyEdits(markData(settings.values, settings.source, settingsParts, marker), settings.edits) as never,
      dataOf: (name, slug) => {
        const data = dataOf(name, slug);
        const { summarize } = collectionOf.get(name) ?? {};
        return data && summarize ? summarize(data as never) : data;
      },
      proseSlot: site.proseSlot,
    });
    const data = dataOf(collection, slug);
    if (!data) throw new Error(`The page ${path} has no entry.`);
    const render = createPageRenderer(templates, view, site, createDependencyRecord());
    return render({ path, collection, slug, data }).parts.map(String).join("");
  };
}

interface Marker {
  readonly sourceTexts: SourceTexts;
  readonly markWriter: MarkWriter;
  /** The texts of site.yaml, tokens filled in. */
  readonly tokens: ReadonlyMap<string, string>;
}

type Data = Record<string, unknown>;

/** Each key is marked when it is read: other pages read only a few texts of most entries. `parts` are the schemas' view of it. */
function markData(
  values: Readonly<Data>,
  source: SourcePosition["source"],
  parts: readonly EntryPart[],
  { sourceTexts, markWriter, tokens }: Marker,
): Data {
  const markedValue = (key: string): unknown => {
    const data = resolveTokens({ [key]: values[key] }, tokens).value as Data;
    const partsOfKey = parts.filter(({ base }) => base.length === 0 || base[0] === key);
    visitFields(partsOfKey, ({ field: { kind }, value, path }) => {
      if (path[0] !== key || (kind !== "text" && kind !== "markdown" && kind !== "image")) return;
      const textNode = sourceTexts.textNodeOf({ source, path, kind, value });
      // The page is made from the resolved data; if the two ever differ, these words are not marked.
      if (valueAt(data, path) !== textNode.plain) return;
      const holder = valueAt(data, path.slice(0, -1)) as Data;
      holder[path.at(-1) ?? ""] = markWriter.write(textNode);
    });
    return data[key];
  };
  const marked: Data = {};
  for (const key of Object.keys(values)) {
    let cached: { readonly value: unknown } | undefined;
    const get = () => {
      cached ??= { value: markedValue(key) };
      return cached.value;
    };
    Object.defineProperty(marked, key, { get, enumerable: true, configurable: true });
  }
  return marked;
}
