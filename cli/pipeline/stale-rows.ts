// Finds the rows that must be read or resolved again, and the reasons.

import type { EntryRow, EntrySource, WrittenEntry } from "../content/entries/entry-row.ts";
import { openIndex, type RowToResolve, unresolvedReason } from "../content/entries/resolve-row.ts";
import { staleReason } from "../content/entries/stale-entry.ts";
import type { Clock } from "../content/publication/clock.ts";
import type { PublicWindow } from "../content/publication/windows.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import type { BuildRecords } from "./build-records.ts";

/** Files that are new, were changed or have another state now, each with the reason. */
export function staleRows(
  { entries }: BuildRecords,
  sources: readonly EntrySource[],
  clock: Clock,
): ReadonlyMap<EntrySource, string> {
  const reasons = new Map<EntrySource, string>();
  for (const source of sources) {
    const reason = staleReason(entries.get(source.path), source, clock);
    if (reason !== undefined) reasons.set(source, reason);
  }
  return reasons;
}

/** Rows that were just read, and rows that refer to something that has changed, each with the reason. */
export function unresolvedRows(
  records: BuildRecords,
  sources: readonly EntrySource[],
  index: LinkTargets,
): ReadonlyMap<RowToResolve, string> {
  const indexInUse = openIndex(index);
  const reasons = new Map<RowToResolve, string>();
  for (const source of sources) {
    const row = entryRow(records, source);
    const reason = row.entry && unresolvedReason(row, indexInUse);
    if (row.entry && reason !== undefined) reasons.set(rowToResolve(source, row, row.entry), reason);
  }
  return reasons;
}

/** Has only what a thread needs, because it gets a copy. */
const rowToResolve = (
  source: EntrySource,
  { diagnostics }: EntryRow,
  { dated, mayHoldTokens, textHash }: WrittenEntry,
): RowToResolve => ({ source, diagnostics, dated, mayHoldTokens, textHash });

const UNREAD: EntryRow = {
  stamp: undefined,
  diagnostics: [],
  unwritten: [],
  characters: "",
  entry: undefined,
  resolved: undefined,
};

/** The row of a file; an empty one if it was not read. */
export const entryRow = ({ entries }: BuildRecords, { path }: EntrySource): EntryRow => entries.get(path) ?? UNREAD;

type DatedSource = EntrySource & { readonly window: PublicWindow };

/** Entries that are not always public. */
export const datedRows = (records: BuildRecords, sources: readonly EntrySource[]): DatedSource[] =>
  sources.flatMap((source) => {
    const { entry } = entryRow(records, source);
    return source.isChosen && entry?.isValid && entry.window ? [{ ...source, window: entry.window }] : [];
  });
