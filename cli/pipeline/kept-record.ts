// A record in the manifest folder, in parts: an edit of a text needs the first alone, and one that a few pages show adds to the last.
import { deserialize, serialize } from "node:v8";
import type { Manifest, ManifestStore } from "../emit/manifest.ts";
import type { EntrySummary } from "../entries/load-entries.ts";
import type { PageReads } from "../entries/page-reads.ts";
import { PARTITIONS } from "../entries/partitions.ts";
import { isPlain } from "../entries/plain-data.ts";
import type { PackedEntries } from "../entries/recorded-entries.ts";
import type { SiteData } from "../render/site-data.ts";
import type { RecordedPage, SiteRecord, WholeRecord } from "./site-record.ts";

/** The part "site": pages are packed one by one, and unpacked where they are needed. */
interface PackedSite extends Omit<SiteRecord, "pages"> {
  readonly pages: ReadonlyMap<string, string>;
}

/** The part "readers": what else other pages show. */
export interface Readers extends Pick<WholeRecord, "titles" | "beside"> {
  readonly reads: readonly PageReads[];
  /** Keys of what was read once for all pages. */
  readonly shared: readonly string[];
}

/** A page that was rendered again after an edit that other pages show. */
export interface LaterPage extends RecordedPage {
  readonly summary: Pick<EntrySummary, "title" | "description" | "listed">;
  /** What lists have of its entry. */
  readonly shown: unknown;
  readonly reads: PageReads;
}

/** The part "later": pages that replace those of the other parts. */
export interface LaterPages {
  readonly pages: ReadonlyMap<string, LaterPage>;
  readonly shared: readonly string[];
}

/** Nothing is kept if templates keep more than plain data. `others` are pages of an earlier record that are as they were. */
export function keepRecord(
  store: ManifestStore,
  { pages, packed, titles, beside, ...site }: WholeRecord,
  others: ReadonlyMap<string, string> = new Map(),
): Manifest["kept"] {
  const { settings, lists } = site.site;
  if (!isPlain(settings) || !isPlain(lists)) return undefined;
  const json = new Map([...others, ...[...pages].map(([path, page]) => [path, JSON.stringify(page)] as const)]);
  const kept = { site: store.keep("site", serialize({ ...site, pages: json } satisfies PackedSite)) };
  if (packed.length === 0) return kept;
  const reads = packed.map((part) => part.reads);
  const shared = [...new Set(packed.flatMap((part) => part.shared))];
  const readers: Readers = { reads, shared, titles, beside };
  const entries = packed.map((part) => part.entries);
  return {
    ...kept,
    readers: store.keep("readers", serialize(readers)),
    entries: store.keep("entries", serialize(entries)),
  };
}

/** Keeps a record whose values are in new files. */
export function keepWhole(store: ManifestStore, record: WholeRecord): Manifest["kept"] {
  store.keepFiles(PARTITIONS);
  return keepRecord(store, record);
}

/** Keeps pages beside the record that they replace pages of. */
export const keepLater = (store: ManifestStore, kept: Manifest["kept"], later: LaterPages): Manifest["kept"] => ({
  ...kept,
  later: store.keep("later", serialize(later)),
});

/** A record that was kept, with its later pages. */
export interface KeptSite extends SiteRecord {
  readonly pages: SiteRecord["pages"] & { readonly packed: ReadonlyMap<string, string> };
  readonly later: LaterPages;
}

/** undefined if it is no longer there, or damaged. */
export function keptSite(store: ManifestStore, kept: Manifest["kept"]): KeptSite | undefined {
  const packed = unpack<PackedSite>(store.kept("site", kept?.site));
  const later =
    kept?.later === undefined
      ? { pages: new Map<string, LaterPage>(), shared: [] }
      : unpack<LaterPages>(store.kept("later", kept.later));
  if (!packed || !later) return undefined;
  const get = (path: string): RecordedPage | undefined => {
    const page = packed.pages.get(path);
    return later.pages.get(path) ?? (page === undefined ? undefined : JSON.parse(page));
  };
  const site = withShown(packed.site, later.pages.values());
  return { ...packed, site, pages: { get, packed: packed.pages }, later };
}

/** Lists with other data of these entries. */
export function withShown(site: SiteData, entries: Iterable<Pick<LaterPage, "source" | "shown">>): SiteData {
  const shown = new Map<string, Map<string, unknown>>();
  for (const { source, shown: data } of entries)
    shown.set(source.collection, (shown.get(source.collection) ?? new Map()).set(source.slug, data));
  const lists = { ...site.lists };
  for (const [collection, bySlug] of shown)
    lists[collection] = (lists[collection] ?? []).map((entry) =>
      bySlug.has(entry.slug) ? { ...entry, data: bySlug.get(entry.slug) } : entry,
    );
  return { ...site, lists };
}

/** undefined if it is no longer there, or damaged. */
export const keptReaders = (store: ManifestStore, kept: Manifest["kept"]): Readers | undefined =>
  unpack(store.kept("readers", kept?.readers));

/** What each thread knew of its entries; undefined if it is no longer there, or damaged. */
export function keptEntries(store: ManifestStore, kept: Manifest["kept"]): readonly PackedEntries[] | undefined {
  const entries = unpack<readonly Uint8Array[]>(store.kept("entries", kept?.entries));
  const readers = keptReaders(store, kept);
  const reads = readers?.reads.length === entries?.length ? readers?.reads : undefined;
  return entries?.flatMap((part, position) => {
    const own = reads?.[position];
    return own && readers ? [{ entries: part, reads: own, shared: readers.shared }] : [];
  });
}

function unpack<Value>(bytes: Uint8Array | undefined): Value | undefined {
  try {
    return bytes && deserialize(bytes);
  } catch {
    return undefined;
  }
}
