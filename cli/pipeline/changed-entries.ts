// Files that have changed → entries: those of the record, new ones, and those that are gone.
import { basename, dirname, relative, sep } from "node:path";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { entryAt } from "../content/list-sources.ts";
import type { LastBuild } from "../emit/last-build.ts";
import type { InputRecord } from "../emit/manifest.ts";
import type { EntrySource } from "../entries/load-entries.ts";
import type { KeptSite } from "./kept-record.ts";
import { inputPath, type RecordedEntry } from "./site-record.ts";

export interface ChangedEntry {
  readonly source: EntrySource;
  /** As the last build published it. */
  readonly known: RecordedEntry | undefined;
  readonly isThere: boolean;
  /** Of its page, as templates give it. */
  readonly address: string | undefined;
}

interface Changes {
  readonly config: Pick<Config, "root" | "contentDir">;
  readonly templates: Pick<LoadedTemplates, "templates">;
  readonly last: Pick<LastBuild, "changed" | "hasOtherFiles">;
  readonly inputs: readonly InputRecord[];
  readonly record: Pick<KeptSite, "entries" | "index">;
}

/** undefined if one of the files is something else, or one of several variants of a page. */
export function changedEntries(changes: Changes): readonly ChangedEntry[] | undefined {
  const { last, inputs, record } = changes;
  const there = last.hasOtherFiles ? new Set(inputs.map(({ path }) => path)) : undefined;
  const entries = last.changed.map((path): ChangedEntry | undefined => {
    const known = record.entries.get(inputPath(path));
    const isThere = there?.has(path) ?? true;
    if (known && isThere) return { ...known, known, isThere, address: known.job?.path };
    const found = sourceAt(path, changes);
    if (!found || hasVariants(found.source, inputs)) return undefined;
    const { collection, slug } = found.source;
    const isDraft = record.index.drafts.has(`${collection}/${slug}`);
    const isNew = isThere && record.index.slugs[collection]?.has(slug) === false;
    return known || isDraft || isNew ? { ...found, known, isThere } : undefined;
  });
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function sourceAt(path: string, { config: { root, contentDir }, templates }: Changes) {
  const dir = dirname(path);
  const collection = templates.templates.collections.find(({ name }) => name === relative(contentDir, dir));
  const source = collection && entryAt(root, dir, basename(path), collection);
  if (!source || source.variant !== undefined) return undefined;
  return { source: { ...source, isChosen: true }, address: collection.path?.(source.slug) };
}

function hasVariants({ path, slug }: EntrySource, inputs: readonly InputRecord[]): boolean {
  const start = `${dirname(path)}${sep}${slug}@`;
  return inputs.some((input) => input.path.startsWith(start));
}
