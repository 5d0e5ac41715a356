// A record in the manifest folder, in parts: an edit of a text needs the first alone, and one that a few pages show adds to the last.
import { deserialize, serialize } from "node:v8";
import type { Manifest, ManifestStore } from "../emit/manifest.ts";
import type { EntrySource, EntrySummary } from "../entries/load-entries.ts";
import type { Outline } from "../entries/outline.ts";
import { nameOf, type PackedEntries } from "../entries/pack-entries.ts";
import { type KnownUses, openUses } from "../entries/pack-uses.ts";
import type { PageReads } from "../entries/page-reads.ts";
import { PARTITIONS } from "../entries/partitions.ts";
import { isPlain } from "../entries/plain-data.ts";
import type { SiteData } from "../render/site-data.ts";
import { type PlacedEntry, placeInLists, placeTargets } from "./placed-entries.ts";
import type { RecordedEntry, SiteRecord, WholeRecord } from "./site-record.ts";

/** The part "site": entries are packed one by one, and unpacked where they are needed. */
interface PackedSite extends Omit<SiteRecord, "entries"> {
  readonly entries: ReadonlyMap<string, string>;
}

/** The part "readers": what else other pages show. */
export interface Readers extends Pick<WholeRecord, "titles" | "beside" | "unlisted"> {
  readonly reads: readonly PageReads[];
  /** Keys of what was read once for all pages. */
  readonly shared: readonly string[];
}

/** An entry that was read, and its page rendered, again after an edit that other pages show; or one that is no longer published. */
export interface LaterEntry extends Omit<RecordedEntry, "outline">, PlacedEntry {
  readonly source: EntrySource;
  /** If it is published. */
  readonly outline: Outline | undefined;
  readonly summary: Pick<EntrySummary, "title" | "description" | "listed" | "order">;
  readonly reads: PageReads;
}

/** The part "later": entries that replace those of the other parts. */
export interface LaterEntries {
  readonly entries: ReadonlyMap<string, LaterEntry>;
  readonly shared: readonly string[];
  /** All pictures that entries name, and some that they no longer do. */
  readonly images: SiteData["images"] | undefined;
}

/** Nothing is kept if templates keep more than plain data. `others` are entries of an earlier record that are as they were. */
export function keepRecord(
  store: ManifestStore,
  { entries, packed, titles, beside, unlisted, ...site }: WholeRecord,
  others: ReadonlyMap<string, string> = new Map(),
): Manifest["kept"] {
  const { settings, lists } = site.site;
  if (!isPlain(settings) || !isPlain(lists)) return undefined;
  const json = new Map([...others, ...[...entries].map(([path, entry]) => [path, JSON.stringify(entry)] as const)]);
  const kept = { site: store.keep("site", serialize({ ...site, entries: json } satisfies PackedSite)) };
  if (packed.length === 0) return kept;
  const reads = packed.map((part) => part.reads);
  const shared = [...new Set(packed.flatMap((part) => part.shared))];
  const readers: Readers = { reads, shared, titles, beside, unlisted };
  const uses = packed.map((part) => part.uses);
  const values = packed.map((part) => part.entries);
  return {
    ...kept,
    readers: store.keep("readers", serialize(readers)),
    uses: store.keep("uses", serialize(uses)),
    entries: store.keep("entries", serialize(values)),
  };
}

/** Keeps a record whose values are in new files. */
export function keepWhole(store: ManifestStore, record: WholeRecord): Manifest["kept"] {
  store.keepFiles(PARTITIONS);
  return keepRecord(store, record);
}

/** Keeps entries beside the record that they replace entries of. */
export const keepLater = (store: ManifestStore, kept: Manifest["kept"], later: LaterEntries): Manifest["kept"] => ({
  ...kept,
  later: store.keep("later", serialize(later)),
});

/** A record that was kept, with its later entries. */
export interface KeptSite extends SiteRecord {
  readonly entries: SiteRecord["entries"] & { readonly packed: ReadonlyMap<string, string> };
  readonly later: LaterEntries;
}

/** undefined if it is no longer there, or damaged. */
export function keptSite(store: ManifestStore, kept: Manifest["kept"]): KeptSite | undefined {
  const packed = unpack<PackedSite>(store.kept("site", kept?.site));
  const later =
    kept?.later === undefined
      ? { entries: new Map<string, LaterEntry>(), shared: [], images: undefined }
      : unpack<LaterEntries>(store.kept("later", kept.later));
  if (!packed || !later) return undefined;
  const get = (path: string): RecordedEntry | undefined => {
    const last = later.entries.get(path);
    if (last) return last.outline && { ...last, outline: last.outline };
    const entry = packed.entries.get(path);
    return entry === undefined ? undefined : JSON.parse(entry);
  };
  const { images = packed.site.images } = later;
  const others = [...later.entries.values()];
  const placed = placeInLists({ site: { ...packed.site, images }, orders: packed.orders }, others);
  const index = placeTargets(packed.index, others);
  return { ...packed, ...placed, index, entries: { get, packed: packed.entries }, later };
}

/** undefined if it is no longer there, or damaged. */
export const keptReaders = (store: ManifestStore, kept: Manifest["kept"]): Readers | undefined =>
  unpack(store.kept("readers", kept?.readers));

/** What entries use of the rest of the site, by name, with later ones in their place; undefined if it is no longer there, or damaged. */
export function keptUses(
  store: ManifestStore,
  kept: Manifest["kept"],
  later: Pick<LaterEntries, "entries">,
): KnownUses | undefined {
  try {
    const parts = unpack<readonly Uint8Array[]>(store.kept("uses", kept?.uses));
    const own = [...later.entries.values()].flatMap(({ source, uses }) =>
      uses ? [[nameOf(source), uses] as const] : [],
    );
    return parts && openUses(parts, new Map(own));
  } catch {
    return undefined;
  }
}

/** What each thread knew of its entries; undefined if it is no longer there, or damaged. */
export function keptEntries(store: ManifestStore, kept: Manifest["kept"]): readonly PackedEntries[] | undefined {
  const entries = unpack<readonly Uint8Array[]>(store.kept("entries", kept?.entries));
  const uses = unpack<readonly Uint8Array[]>(store.kept("uses", kept?.uses));
  const readers = keptReaders(store, kept);
  const reads = readers?.reads.length === entries?.length ? readers?.reads : undefined;
  return entries?.flatMap((part, position) => {
    const own = reads?.[position];
    const used = uses?.[position];
    return own && used && readers ? [{ entries: part, uses: used, reads: own, shared: readers.shared }] : [];
  });
}

function unpack<Value>(bytes: Uint8Array | undefined): Value | undefined {
  try {
    return bytes && deserialize(bytes);
  } catch {
    return undefined;
  }
}
