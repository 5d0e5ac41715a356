// An entry whose values are in a store: all else of it is in memory, its values and its data are read where they are needed.
import { fillTokens } from "../content/resolve-references.ts";
import type { SiteIndex } from "../content/targets.ts";
import { type Diagnostic, EventsiteError } from "../diagnostics/diagnostic.ts";
import type { EntryRules } from "./entry-rules.ts";
import {
  type EntrySource,
  type EntrySummary,
  type LoadedEntry,
  type LoadedFile,
  loadFile,
  type ResolvedEntry,
  resolveWritten,
} from "./load-entries.ts";
import { copyPlain, isPlain } from "./plain-data.ts";
import type { ValueRef, ValueStore } from "./value-store.ts";

/**
 * Puts the values of an entry in a store, and resolves it while they are at hand: with another index they are read for it. What stays in
 * memory are copies, because a part of a text holds all of it.
 */
export function storeEntry(rules: EntryRules, file: LoadedFile, values: ValueStore, index: SiteIndex): LoadedFile {
  if (!file.entry) return file;
  const { entry } = file;
  const { written, summary } = entry;
  const value = values.put(written);
  if (!value) return file;
  const { source, ...words } = summary;
  const { images, targets, diagnostics, summary: shown } = resolveWritten(rules, entry, written, index);
  const parts = { words, seen: { images, targets, diagnostics }, shown: isPlain(shown) ? shown : undefined };
  const copied = copyPlain(parts);
  const stored = withValues({ ...entry, value, summary: { ...copied.words, source } }, values, rules);
  const seen = { ...copied.seen, index, summary: copied.shown ?? shown };
  stored.resolved = withData(stored, seen);
  return { ...file, entry: stored };
}

/** An entry whose values are read when they are needed: from the store, or else from the text. */
export const withValues = (
  entry: Omit<LoadedEntry, "written">,
  values: ValueStore | undefined,
  rules: EntryRules,
): LoadedEntry => new StoredEntry(entry, values, rules);

/** What is known of a stored entry, whose data is read when it is needed. */
export const withData = (
  entry: LoadedEntry,
  known: Omit<ResolvedEntry["resolved"], "data">,
): ResolvedEntry["resolved"] => new StoredData(entry, known);

// Classes, because a getter of each entry's own would make V8 keep its fields in a table of its own.

class StoredEntry implements LoadedEntry {
  readonly source: EntrySource;
  readonly value: ValueRef | undefined;
  readonly mayHoldTokens: boolean;
  readonly isValid: boolean;
  readonly summary: EntrySummary;
  readonly characters: string;
  readonly placeholders: number;
  readonly isDraft: boolean;
  readonly reported: readonly Diagnostic[];
  resolved?: ResolvedEntry["resolved"];
  private readonly values: ValueStore | undefined;
  private readonly rules: EntryRules;

  constructor(entry: Omit<LoadedEntry, "written">, values: ValueStore | undefined, rules: EntryRules) {
    this.source = entry.source;
    this.value = entry.value;
    this.mayHoldTokens = entry.mayHoldTokens;
    this.isValid = entry.isValid;
    this.summary = entry.summary;
    this.characters = entry.characters;
    this.placeholders = entry.placeholders;
    this.isDraft = entry.isDraft;
    this.reported = entry.reported;
    this.values = values;
    this.rules = rules;
  }

  get written(): LoadedEntry["written"] {
    const stored = this.value && this.values?.get(this.value);
    return (stored as LoadedEntry["written"] | undefined) ?? readText(this.rules, this.source);
  }
}

class StoredData {
  index: SiteIndex;
  readonly images: readonly string[];
  readonly targets: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly summary: unknown;
  private readonly entry: LoadedEntry;

  constructor(entry: LoadedEntry, known: Omit<ResolvedEntry["resolved"], "data">) {
    this.entry = entry;
    this.index = known.index;
    this.images = known.images;
    this.targets = known.targets;
    this.diagnostics = known.diagnostics;
    this.summary = known.summary;
  }

  get data(): Record<string, unknown> {
    return fillTokens(this.entry.written, this.index, this.entry.mayHoldTokens).value;
  }
}

function readText(rules: EntryRules, source: EntrySource): LoadedEntry["written"] {
  const { entry } = loadFile(rules, source, false);
  if (!entry) throw new EventsiteError("SOURCE_UNREADABLE", `${source.file} was changed while the site was built.`);
  return entry.written;
}
