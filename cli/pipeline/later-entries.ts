// Entries that were read, and their pages rendered, again: what is kept of them beside the record of the last whole build.
import type { LastBuild } from "../emit/last-build.ts";
import { hasSameUses, type Outline } from "../entries/outline.ts";
import type { LaterEntry, Readers } from "./kept-record.ts";
import { isSearched, sameTitled, titleLines } from "./page-titles.ts";
import { pathOf, type RenewedEntry } from "./read-entries.ts";

const countOf = (outline: Outline | undefined): number => outline?.placeholders ?? 0;

/** The counts of the last build, with those of entries that were read again in place of the old ones. */
export function unfinishedOf({ unfinished }: LastBuild, entries: readonly RenewedEntry[]): LastBuild["unfinished"] {
  const own = new Set(entries.map(({ source }) => source.file));
  const drafts = entries.flatMap(({ state, source }) => (state === "draft" ? [source.file] : []));
  return {
    placeholders: entries.reduce(
      (sum, { outline, known }) => sum + countOf(outline) - countOf(known?.outline),
      unfinished.placeholders,
    ),
    drafts: [...unfinished.drafts.filter((file) => !own.has(file)), ...drafts].sort(),
  };
}

/** What is kept of an entry that was read, and its page rendered, again. */
export function laterEntry({
  known,
  source,
  address,
  state,
  job,
  summary,
  shown,
  outline,
  reads,
  uses,
}: RenewedEntry): LaterEntry {
  const { title, description, listed, order } = summary;
  const isSame = outline && known && hasSameUses(outline, known.outline);
  return {
    source,
    address,
    state,
    job,
    outline,
    summary: { title, description, listed, order },
    shown,
    reads,
    uses: isSame ? known.uses : uses,
  };
}

/** Whether another page that search finds has the same title or description. */
export function isTaken(entry: RenewedEntry, { titles }: Readers, later: ReadonlyMap<string, LaterEntry>): boolean {
  const { job, state, summary } = entry;
  const isAnother = (path: string) => path !== pathOf(entry);
  if (!job || state !== "published" || !isSearched(summary, job)) return false;
  if (sameTitled(titles, summary).some((path) => isAnother(path) && !later.has(path))) return true;
  const lines = [...later].map(([path, { job, state, summary: other }]) =>
    isAnother(path) && state === "published" && job && isSearched(other, job) ? titleLines(other, path) : "",
  );
  return sameTitled(lines.join(""), summary).length > 0;
}
