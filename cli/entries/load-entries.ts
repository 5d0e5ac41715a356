// Sources → entries that match their schemas, and the problems of the others.
import { isDeepStrictEqual } from "node:util";
import { type Pause, STRIDE } from "../config/pause.ts";
import type { SourceRef } from "../content/list-sources.ts";
import { parseSource } from "../content/parse-source.ts";
import { placeholderMarks, placeholderProblems } from "../content/placeholders.ts";
import { readSource, type SourceFile } from "../content/read-sources.ts";
import { type Resolved, resolveEntry } from "../content/resolve-references.ts";
import type { SiteIndex } from "../content/targets.ts";
import { validateEntry } from "../content/validate-site.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { EntryRules } from "./entry-rules.ts";
import type { ValueRef } from "./value-store.ts";

/** An entry to load; `isChosen` marks the published variant of a page. */
export interface EntrySource extends SourceRef {
  readonly isChosen: boolean;
  /** Names the state of the file: a kept partition reads it again when this differs or is undefined. */
  readonly stamp?: string | undefined;
}

/** A loaded entry as the rest of the site sees it. */
export interface EntrySummary {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
  readonly source: EntrySource;
  readonly order: number;
  readonly path: string | undefined;
  readonly listed: boolean;
  readonly title: string;
  readonly description: string;
  /** Addresses that its page had before; undefined where there are none. */
  readonly formerly: readonly string[] | undefined;
}

export interface LoadResult {
  readonly entries: readonly EntrySummary[];
  /** Characters of the files that not every font always has. */
  readonly characters: string;
  /** Entries that are not published because all their words are placeholders. */
  readonly drafts: readonly Draft[];
  /** Values of the published entries that are placeholders. */
  readonly placeholders: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Draft {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
}

export interface LoadOptions {
  /** Also reports remaining placeholders. */
  readonly release: boolean;
  /** Also publishes drafts. */
  readonly drafts: boolean;
}

/** An entry of this partition, from the file that was read to what is rendered. */
export interface LoadedEntry {
  readonly source: EntrySource;
  /** As validated; `resolved` has its tokens filled in. Of a stored entry, read again each time. */
  readonly written: Record<string, unknown>;
  /** Where that is stored; undefined if it is in memory. */
  readonly value?: ValueRef | undefined;
  readonly mayHoldTokens: boolean;
  readonly isValid: boolean;
  readonly summary: EntrySummary;
  /** Its characters that not every font always has. */
  readonly characters: string;
  /** Number of placeholder values; `isDraft` if all of its words are placeholders. */
  readonly placeholders: number;
  readonly isDraft: boolean;
  /** The problems reported for it so far. */
  readonly reported: readonly Diagnostic[];
  resolved?: { index: SiteIndex; readonly summary: unknown } & Resolved;
}

export type ResolvedEntry = LoadedEntry & Required<Pick<LoadedEntry, "resolved">>;

/** The result of reading one file. */
export interface LoadedFile {
  readonly source: EntrySource;
  readonly diagnostics: readonly Diagnostic[];
  readonly characters: string;
  readonly entry: LoadedEntry | undefined;
}

/** Entries with problems are never published, but their references are checked like any other. */
export interface LoadedEntries {
  readonly valid: readonly LoadedEntry[];
  readonly invalid: readonly LoadedEntry[];
}

export interface EntryLoader {
  /** `store` is called with each file that was read. */
  load(
    sources: readonly EntrySource[],
    options: LoadOptions,
    store: (file: LoadedFile) => LoadedFile,
  ): Promise<LoadResult>;
  /** Reads one entry again; undefined if it is invalid. */
  renew(source: EntrySource, options: LoadOptions): LoadedEntry | undefined;
  /** What was loaded last. */
  entries(): LoadedEntries;
  forget(): void;
}

/** With `keeps`, it does not read unchanged files again, nor those that `recorded` has. */
export function createEntryLoader(
  rules: EntryRules,
  pause: Pause,
  keeps: boolean,
  recorded: (source: EntrySource) => LoadedFile | undefined = () => undefined,
): EntryLoader {
  let files = new Map<string, LoadedFile>();
  let entries: LoadedEntries = { valid: [], invalid: [] };
  return {
    async load(sources, { release, drafts }, store) {
      const diagnostics: Diagnostic[] = [];
      const characters = new Set<string>();
      const valid: LoadedEntry[] = [];
      const invalid: LoadedEntry[] = [];
      const known = files;
      files = new Map();
      for (const [position, source] of sources.entries()) {
        if (position % STRIDE === 0) await pause();
        const kept = known.get(source.path);
        const isSame = source.stamp !== undefined && isDeepStrictEqual(kept?.source, source);
        const file = isSame && kept ? kept : (recorded(source) ?? store(loadFile(rules, source, release)));
        if (keeps) files.set(source.path, file);
        diagnostics.push(...file.diagnostics);
        for (const character of file.characters) characters.add(character);
        if (file.entry) (file.entry.isValid ? valid : invalid).push(file.entry);
      }
      entries = { valid, invalid };
      const chosen = valid.filter(({ source }) => source.isChosen);
      const left = chosen.filter(({ isDraft }) => isDraft && !drafts);
      const published = chosen.filter((entry) => !left.includes(entry));
      return {
        diagnostics,
        drafts: left.map(({ source: { collection, slug, file } }) => ({ collection, slug, file })),
        placeholders: published.reduce((sum, { placeholders }) => sum + placeholders, 0),
        entries: published.map(({ summary }) => summary),
        characters: [...characters].join(""),
      };
    },
    renew(source, { release }) {
      const file = loadFile(rules, source, release);
      const { entry } = file;
      if (!entry?.isValid) return undefined;
      if (keeps) files.set(source.path, file);
      const valid = entries.valid.map((other) => (other.source.path === source.path ? entry : other));
      entries = { ...entries, valid };
      return entry;
    },
    entries: () => entries,
    forget() {
      files = new Map();
      entries = { valid: [], invalid: [] };
    },
  };
}

export const isResolved = (entry: LoadedEntry): entry is ResolvedEntry => entry.resolved !== undefined;

/** `file` is given if its text differs from the one on the disk. */
export function loadFile(
  rules: EntryRules,
  source: EntrySource,
  release: boolean,
  file: ReturnType<typeof readSource> = readSource(source),
): LoadedFile {
  const collection = rules.collection(source.collection);
  if (!collection) return { source, diagnostics: [], characters: "", entry: undefined };
  if ("code" in file) return { source, diagnostics: [file], characters: "", entry: undefined };
  const characters = rules.charactersOf(file.text);
  const parsed = parseSource(file);
  const { data, isValid, diagnostics } = validateEntry(parsed, collection.schema, rules.sections, rules.checkValue);
  const mayHoldTokens = file.text.includes("{") || file.text.includes("}");
  const marks = placeholderMarks(file);
  const base = data && {
    source,
    written: data,
    mayHoldTokens,
    isValid,
    summary: summarize(source, data, rules),
    characters,
    reported: diagnostics,
  };
  const entry = base && {
    ...base,
    placeholders: marks?.count ?? 0,
    isDraft: marks?.coverWords(rules.partsOf(base)) ?? false,
  };
  return {
    source,
    diagnostics: release ? [...diagnostics, ...placeholderProblems(file)] : diagnostics,
    characters,
    entry,
  };
}

function summarize(source: EntrySource, data: Record<string, unknown>, rules: EntryRules): EntrySummary {
  const collection = rules.collection(source.collection);
  return {
    collection: source.collection,
    slug: source.slug,
    file: source.file,
    source,
    order: typeof data.order === "number" ? data.order : Number.MAX_SAFE_INTEGER,
    path: collection?.path?.(source.slug),
    listed: data.listed !== false,
    title: String(data.title ?? ""),
    description: String(data.description ?? ""),
    formerly: Array.isArray(data.formerly)
      ? data.formerly.flatMap((slug) => collection?.path?.(String(slug)) ?? [])
      : undefined,
  };
}

/** The values of an entry, resolved, and what other pages can see of them. */
export function resolveWritten(
  rules: EntryRules,
  entry: Pick<LoadedEntry, "source" | "mayHoldTokens">,
  written: LoadedEntry["written"],
  index: SiteIndex,
): ResolvedEntry["resolved"] {
  const { data, ...seen } = resolveLoaded(rules, entry, written, index);
  return { index, ...seen, summary: rules.summaryOf(entry.source.collection, data), data };
}

/** `known` is the entry's file if its text differs from the one on the disk. */
export function resolveLoaded(
  rules: EntryRules,
  { source, mayHoldTokens }: Pick<LoadedEntry, "source" | "mayHoldTokens">,
  written: LoadedEntry["written"],
  index: SiteIndex,
  known?: SourceFile,
): Resolved {
  if (!rules.collection(source.collection)) return { data: written, images: [], targets: [], diagnostics: [] };
  const read = () => {
    const file = known ?? readSource(source);
    return "code" in file ? undefined : file;
  };
  const place = { path: source.path, file: source.file, read };
  return resolveEntry(place, written, rules.partsOf({ source, written }), index, mayHoldTokens);
}
