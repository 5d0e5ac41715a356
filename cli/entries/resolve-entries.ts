// Loaded entries → entries whose references, pictures, links and tokens are valid, with what other pages can see of them.
import { isDeepStrictEqual } from "node:util";
import { type Pause, STRIDE } from "../config/pause.ts";
import { readSource, type SourceFile } from "../content/read-sources.ts";
import { type Resolved, resolveEntry, type SiteIndex } from "../content/resolve-references.ts";
import { type Diagnostic, isRepeated } from "../diagnostics/diagnostic.ts";
import type { EntryRules } from "./entry-rules.ts";
import type { LoadedEntries, LoadedEntry } from "./load-entries.ts";

export interface ResolveResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Pictures of the published entries, each with the files that name it. */
  readonly images: readonly { readonly src: string; readonly files: readonly string[] }[];
  /** What other pages can see of the published entries, tokens filled in. */
  readonly summaries: readonly { readonly collection: string; readonly slug: string; readonly summary: unknown }[];
}

export interface EntryResolver {
  resolve(entries: LoadedEntries, index: SiteIndex): Promise<ResolveResult>;
  /** The index of the last call. */
  index(): SiteIndex | undefined;
}

/** With `keeps`, it does not resolve an entry again whose text and index are the same. */
export function createEntryResolver(rules: EntryRules, pause: Pause, keeps: boolean): EntryResolver {
  let last: SiteIndex | undefined;
  return {
    index: () => last,
    async resolve({ valid, invalid }, given) {
      // The same object for an equal index, so that resolved entries stay valid.
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
          // No need to hold both: it will not be resolved again.
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

/** `known` is the entry's file if its text differs from the one on the disk. */
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
