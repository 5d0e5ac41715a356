// Entries and pages as a finished build knew them, for the next build: what the rest of the site needs of each. Its values are read where a
// page has to be rendered.
import type { SiteIndex } from "../content/targets.ts";
import type { EntryRules } from "./entry-rules.ts";
import type { EntrySource, LoadedEntry, LoadedFile, ResolvedEntry } from "./load-entries.ts";
import {
  type IsRecorded,
  listedIn,
  nameOf,
  type Packed,
  type PackedEntry,
  type PackedPage,
  pathOf,
} from "./pack-entries.ts";
import { openUses, type Uses } from "./pack-uses.ts";
import type { EntryPage, EntryRecord } from "./page-job.ts";
import type { RenderedEntry, RenderedPages } from "./rendered-site.ts";
import { withData, withValues } from "./stored-entry.ts";
import type { ValueStore } from "./value-store.ts";

/** What a build knows from the one before. */
export interface RecordedEntries {
  readonly index: SiteIndex;
  readonly rendered: RenderedPages;
  /** Of a file that has not changed since. */
  file(source: EntrySource): LoadedFile | undefined;
  readonly isRecorded: IsRecorded;
  readonly renderedAtMost: number;
}

/** undefined if these are not the bytes of a record. */
export function openRecordedEntries(
  { index, site, packed, edited, published, renderedAtMost }: EntryRecord,
  rules: EntryRules,
  values: ValueStore | undefined,
): RecordedEntries | undefined {
  const known = unpack(packed);
  if (!known) return undefined;
  const made = new WeakMap<LoadedEntry["resolved"] & object, Found>();
  const pages = new WeakSet<EntryPage>();
  const listed = listedIn(site.lists);
  return {
    index,
    renderedAtMost,
    isRecorded: ({ resolved }, page) => resolved !== undefined && made.has(resolved) && (!page || pages.has(page)),
    rendered: {
      site,
      keepsHtml: false,
      hasReads: true,
      shared: known.shared,
      find(output, entry) {
        const { packed, uses, stringAt } = made.get(entry.resolved) ?? {};
        const file = published.get(output);
        if (!packed?.page || !uses || !stringAt || !file) return undefined;
        const rendered = openPage(packed.page, uses, stringAt, { output, ...file }, entry);
        pages.add(rendered.page);
        return rendered;
      },
    },
    file(source) {
      const found = edited.has(pathOf(source)) ? undefined : known.find(nameOf(source));
      if (!found) return undefined;
      // What was published may be another variant now.
      const shown = "shown" in found.packed ? found.packed.shown : listed({ ...source, isChosen: true })?.data;
      const entry = openEntry(found, shown, source, index, (base) => withValues(base, values, rules));
      made.set(entry.resolved, found);
      const { reported, characters } = entry;
      return { source, diagnostics: reported, characters, entry };
    },
  };
}

type StringAt = (position: number) => string;

interface Found {
  readonly packed: PackedEntry;
  readonly uses: Uses;
  readonly stringAt: StringAt;
}

function unpack(packed: EntryRecord["packed"]) {
  try {
    // The latest first.
    const parts = packed.map(({ entries }): Packed => JSON.parse(Buffer.from(entries).toString())).reverse();
    const known = openUses(packed.map((part) => part.uses));
    return {
      shared: new Set(parts.flatMap(({ shared }) => shared)),
      find(name: string) {
        const part = parts.find(({ entries }) => entries[name]);
        const found = part?.entries[name];
        const uses = known.find(name);
        const stringAt: StringAt = (position) => part?.strings[position] ?? "";
        return found && uses && { packed: found, uses, stringAt };
      },
    };
  } catch {
    return undefined;
  }
}

function openEntry(
  { packed, uses, stringAt }: Found,
  shown: unknown,
  source: EntrySource,
  index: SiteIndex,
  open: (entry: Omit<LoadedEntry, "written">) => LoadedEntry,
): ResolvedEntry {
  const { collection, slug, file } = source;
  const { path, formerly } = packed.summary;
  const entry = open({
    source,
    value: packed.value,
    mayHoldTokens: packed.mayHoldTokens === true,
    isValid: true,
    summary: { ...packed.summary, path, formerly, collection, slug, file, source },
    characters: uses.characters,
    placeholders: packed.placeholders ?? 0,
    isDraft: packed.isDraft === true,
    reported: packed.reported ?? [],
  });
  const { images = [], found: diagnostics = [] } = packed;
  const targets = (packed.targets ?? []).map(stringAt);
  return Object.assign(entry, { resolved: withData(entry, { index, images, targets, diagnostics, summary: shown }) });
}

function openPage(
  { outline, reads, empty = [], problems = [] }: PackedPage,
  { links, variants, cards }: Uses,
  stringAt: StringAt,
  published: Pick<EntryPage, "output" | "bytes" | "hash">,
  { summary: { collection, slug, path = "/" }, resolved }: ResolvedEntry,
): RenderedEntry {
  const keys = new Set(reads.map(stringAt));
  const facts = { links, problems };
  return {
    job: { collection, slug, path, output: published.output },
    resolved,
    page: { ...published, facts, outline, content: undefined },
    requests: {
      variants: new Set(variants),
      cards: new Set(cards),
      empty: new Set(empty),
      reads: keys,
    },
  };
}
