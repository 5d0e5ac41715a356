// A page of the site → its HTML with marks, rendered by the same stage that renders it for the site.
import type { CollectionDefinition } from "../../../templates/kit/index.ts";
import { entryParts } from "../../content/entry-fields.ts";
import { applyEdits } from "../../content/publication.ts";
import { tokenValues } from "../../content/resolve-tokens.ts";
import type { BuiltPage, BuiltSite, WrittenEntry } from "../../pipeline/built-site.ts";
import { createDependencyRecord } from "../../render/dependency-record.ts";
import { createPageRenderer } from "../../render/render-page.ts";
import { createSiteView } from "../../render/site-view.ts";
import type { Plan } from "./choose-marks.ts";
import type { Alphabet } from "./mark-alphabet.ts";
import { markData } from "./mark-data.ts";
import { createMarkedView } from "./marked-view.ts";
import { createMarkWriter, type TextNodes } from "./source-texts.ts";

export interface Marking {
  readonly alphabet: Alphabet;
  readonly textNodes: TextNodes;
  readonly plan: Plan;
}

/** Gives the HTML of a page; throws what templates throw on marked words. */
export function createMarkedRenderer({ templates, site, settings, entries }: BuiltSite) {
  const { collections, sections, settings: settingsSchema } = templates.templates;
  const visitorOf = templates.compileFieldVisitor;
  const collectionOf = new Map(collections.map((collection) => [collection.name, collection]));
  const sectionOf = new Map(sections.map(({ type, schema }) => [type, schema]));
  const entryOf = new Map(entries.map((entry) => [`${entry.source.collection}/${entry.source.slug}`, entry]));
  const tokens = tokenValues(settings.given);

  return ({ path, collection: name, slug }: BuiltPage, { alphabet, textNodes, plan }: Marking): string => {
    const markWriter = createMarkWriter(alphabet, ({ key }) => plan(key));
    const marker = { textNodes, markWriter, tokens };
    const dataOf = ({ source, written, edits }: WrittenEntry, collection: CollectionDefinition) => {
      const parts = entryParts(written, visitorOf(collection.schema), (type) => {
        const schema = sectionOf.get(type);
        return schema && visitorOf(schema);
      });
      return applyEdits(markData(written, source, parts, marker), edits);
    };
    const given = [{ base: [], visit: visitorOf(settingsSchema), value: settings.given }];
    const view = createMarkedView({
      view: createSiteView(site),
      alphabet,
      textNodes,
      markWriter,
      // The same settings, which the schema has checked; only their words are marked.
      settings: applyEdits(markData(settings.given, settings.source, given, marker), settings.edits) as never,
      dataOf: (name, slug) => {
        const [entry, collection] = [entryOf.get(`${name}/${slug}`), collectionOf.get(name)];
        if (!entry || !collection) return undefined;
        const data = dataOf(entry, collection);
        return collection.summarize ? collection.summarize(data as never) : data;
      },
      proseSlot: site.proseSlot,
    });
    const [entry, collection] = [entryOf.get(`${name}/${slug}`), collectionOf.get(name)];
    if (!entry || !collection) throw new Error(`The page ${path} has no entry.`);
    const render = createPageRenderer(templates, view, site, createDependencyRecord());
    return render({ path, collection: name, slug, data: dataOf(entry, collection) })
      .parts.map(String)
      .join("");
  };
}
