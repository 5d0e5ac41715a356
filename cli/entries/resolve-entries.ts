// Loaded entries → entries whose references, pictures, links and tokens all lead somewhere, with what other pages may know of them.
import { isDeepStrictEqual } from "node:util";
import { readSource, type SourceFile } from "../content/read-sources.ts";
import { type Resolved, resolveEntry, type SiteIndex } from "../content/resolve-references.ts";
import { type Diagnostic, isRepeated } from "../diagnostics/diagnostic.ts";
import type { EntryRules } from "./entry-rules.ts";
import type { LoadedEntries, LoadedEntry } from "./load-entries.ts";
import { type Pause, STRIDE } from "./time-slice.ts";

export interface ResolveResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Pictures of the published entries, each with the files that name it. */
  readonly images: readonly { readonly src: string; readonly files: readonly string[] }[];
  /** What other pages may know of the published entries, tokens filled in. */
  readonly summaries: readonly { readonly collection: string; readonly slug: string; readonly summary: unknown }[];
}

export interface EntryResolver {
  resolve(entries: LoadedEntries, index: SiteIndex): Promise<ResolveResult>;
  /** What entries were resolved with last. */
  index(): SiteIndex | undefined;
}

/** One that `keeps` does not resolve again what has the same text and the same index. */
export function createEntryResolver(rules: EntryRules, pause: Pause, keeps: boolean): EntryResolver {
  let last: SiteIndex | undefined;
  return {
    index: () => last,
    async resolve({ valid, invalid }, given) {
      // The same object for an equal index: what was resolved with it stands.
      const index = last !== undefined && keeps && isDeepStrictEqual(last, given) ? last : given;
      last = index;
      const diagnostics: Diagnostic[] = [];
      const images = new Map<string, string[]>();
      for (const [position, entry] of [...valid, ...invalid].entries()) {
        if (position % STRIDE === 0) await pause();
        const { source, reported } = entry;
        if (entry.resolved?.index !== index) {
          const resolved = resolveLoaded(rules, entry, index);
          entry.resolved = { ...resolved, index, summary: rules.summaryOf(source.collection, resolved.data) };
          // What will not be resolved again need not be held twice.
          if (!keeps) entry.written = resolved.data;
        }
        diagnostics.push(...entry.resolved.diagnostics.filter((diagnostic) => !isRepeated(diagnostic, reported)));
        for (const src of source.isChosen ? new Set(entry.resolved.images) : [])
          images.set(src, [...(images.get(src) ?? []), source.file]);
      }
      const published = valid.filter(({ source }) => source.isChosen);
      return {
        diagnostics,
        images: [...images].map(([src, files]) => ({ src, files })),
        summaries: published.map(({ source, resolved }) => ({
          collection: source.collection,
          slug: source.slug,
          summary: resolved?.summary,
        })),
      };
    },
  };
}

/** `known` is the entry's file where it is not the one on the disk. */
export function resolveLoaded(rules: EntryRules, entry: LoadedEntry, index: SiteIndex, known?: SourceFile): Resolved {
  const { source, written, mayHoldTokens } = entry;
  if (!rules.collection(source.collection)) return { data: written, images: [], diagnostics: [] };
  const read = () => {
    const file = known ?? readSource(source);
    return "code" in file ? undefined : file;
  };
  const place = { path: source.path, file: source.file, read };
  return resolveEntry(place, written, rules.partsOf(entry), index, mayHoldTokens);
}
