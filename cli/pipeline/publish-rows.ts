// Divides rows into entries that are public at the moment of the site and entries that are not.

import type { CollectionDefinition } from "../../templates/kit/index.ts";
import type { EntryRow, EntrySource, PublishedEntry, WrittenEntry } from "../content/entries/entry-row.ts";
import type { Clock } from "../content/publication/clock.ts";
import { isPublicAt } from "../content/publication/windows.ts";

export interface LoadedRow {
  readonly source: EntrySource;
  readonly row: EntryRow;
}

export interface PublishedRows {
  readonly entries: readonly PublishedEntry[];
  /** Valid entries that are not public now. */
  readonly leftOut: readonly (EntrySource & WrittenEntry & { readonly isOver: boolean })[];
}

type Collections = readonly Pick<CollectionDefinition, "name" | "path">[];

export function publishRows(rows: readonly LoadedRow[], collections: Collections, clock: Clock): PublishedRows {
  const pathOf = pathsOf(collections);
  const entries = rows.flatMap(({ source, row: { entry, resolved } }): PublishedEntry[] => {
    if (!entry || !resolved || !source.isChosen || !entry.isValid || isLeftOut(entry, clock)) return [];
    const { collection, slug, file } = source;
    const { diagnostics: _, ...resolution } = resolved;
    return [{ ...entry, ...resolution, collection, slug, file, source, path: pathOf.get(collection)?.(slug) }];
  });
  const leftOut = rows.flatMap(({ source, row: { entry } }) =>
    source.isChosen && entry?.isValid && isLeftOut(entry, clock)
      ? [{ ...source, ...entry, isOver: isOver(entry, clock) }]
      : [],
  );
  return { entries, leftOut };
}

/** The current and former paths of pages of entries whose period has ended. */
export function endedPaths(leftOut: PublishedRows["leftOut"], collections: Collections): string[] {
  const pathOf = pathsOf(collections);
  return leftOut
    .filter((entry) => entry.isOver)
    .flatMap(({ collection, slug, formerly = [] }) => [pathOf.get(collection)?.(slug) ?? [], formerly].flat());
}

const pathsOf = (collections: Collections) => new Map(collections.map(({ name, path }) => [name, path]));

const isLeftOut = ({ window }: WrittenEntry, { moment, showsAll }: Clock): boolean =>
  window !== undefined && !showsAll && !isPublicAt(window, moment);

const isOver = ({ window }: WrittenEntry, { moment }: Clock): boolean =>
  window !== undefined && !window.isDraft && window.until <= moment;
