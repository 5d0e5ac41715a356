// What a finished build knows of its pages, so that the next one can render the edited pages alone: as long as the outline of each stays
// the same, nothing else of the site can change with them. A session has it in memory, a build in its manifest folder.
import { deserialize, serialize } from "node:v8";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { SiteIndex } from "../content/resolve-references.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Manifest, ManifestStore } from "../emit/manifest.ts";
import type { EntrySource } from "../entries/load-entries.ts";
import type { EntryPage, PageJob } from "../entries/page-job.ts";
import type { LocalPartition } from "../entries/partition.ts";
import { type MergedPages, PARTITIONS } from "../entries/partitions.ts";
import { isPlain } from "../entries/plain-data.ts";
import type { SiteData } from "../render/site-data.ts";

export interface SiteRecord {
  /** Named after the content of the templates. */
  readonly programFile: string;
  readonly index: SiteIndex;
  readonly site: SiteData;
  /** By the path of their source, as `inputPath` gives it. */
  readonly pages: Pick<ReadonlyMap<string, RecordedPage>, "get">;
}

/** A record that can be packed. */
export interface WholeRecord extends SiteRecord {
  readonly pages: ReadonlyMap<string, RecordedPage>;
  /** What each thread knew of its entries; empty if that cannot be packed. */
  readonly packed: readonly Uint8Array[];
}

export interface RecordedPage {
  readonly source: EntrySource;
  readonly job: PageJob;
  readonly outline: string;
}

/** Whether an earlier record does not have this page of the file at `path`. */
export type IsNewPage = (page: EntryPage, path: string) => boolean;

/** Above this, a whole build on all cores is faster. */
const RENEWED_AT_MOST = 20;

/** A path as the record of inputs has it. */
export const inputPath = (path: string): string => path.replaceAll("\\", "/");

export function recordSite(
  { programFile }: Pick<LoadedTemplates, "programFile">,
  index: SiteIndex,
  site: SiteData,
  entries: readonly { readonly collection: string; readonly slug: string; readonly source: EntrySource }[],
  jobs: readonly PageJob[],
  { pages: rendered, packed }: Pick<MergedPages, "pages" | "packed">,
  isNew: IsNewPage = () => true,
): WholeRecord {
  const sources = new Map(entries.map((entry) => [`${entry.collection}/${entry.slug}`, entry.source]));
  const made = new Map(rendered.map((page) => [page.output, page]));
  const pages = new Map<string, RecordedPage>();
  for (const job of jobs) {
    const source = sources.get(`${job.collection}/${job.slug}`);
    const page = made.get(job.output);
    if (!source || page?.outline === undefined || !isNew(page, source.path)) continue;
    pages.set(inputPath(source.path), { source, job, outline: page.outline });
  }
  return { programFile, index, site, pages, packed };
}

/**
 * The pages of the changed files, rendered again; undefined if more than these pages may change. `warnings` are those of the recorded
 * build: one that is in a changed file may have moved.
 */
export async function renewPages(
  { index, site, pages }: Omit<SiteRecord, "programFile">,
  partition: Pick<LocalPartition, "renew">,
  { release, drafts }: Pick<Config, "release" | "drafts">,
  changed: readonly { readonly path: string; readonly stamp?: string | undefined }[],
  warnings: readonly Diagnostic[],
): Promise<EntryPage[] | undefined> {
  if (changed.length > RENEWED_AT_MOST) return undefined;
  const known = changed.map(({ path, stamp }) => ({ page: pages.get(inputPath(path)), stamp }));
  const renewed: EntryPage[] = [];
  for (const { page, stamp } of known) {
    if (!page || warnings.some(({ file }) => file === page.source.file)) return undefined;
    const made = await partition.renew({ ...page.source, stamp }, page.job, { index, site, release, drafts });
    if (made?.outline !== page.outline) return undefined;
    renewed.push(made);
  }
  return renewed;
}

/**
 * Keeps a record for the next build. Pages are packed one by one: the next build unpacks those that were edited. Nothing is kept if
 * templates keep more than plain data. `others` are pages of an earlier record that are as they were.
 */
export function keepRecord(
  store: ManifestStore,
  { pages, packed, ...site }: WholeRecord,
  others: ReadonlyMap<string, string> = new Map(),
): Manifest["kept"] {
  const { settings, lists } = site.site;
  if (!isPlain(settings) || !isPlain(lists)) return undefined;
  const json = new Map([...others, ...[...pages].map(([path, page]) => [path, JSON.stringify(page)] as const)]);
  return {
    site: store.keep("site", serialize({ ...site, pages: json })),
    ...(packed.length > 0 && { entries: store.keep("entries", serialize(packed)) }),
  };
}

/** Keeps a record whose values are in new files. */
export function keepWhole(store: ManifestStore, record: WholeRecord): Manifest["kept"] {
  store.keepFiles(PARTITIONS);
  return keepRecord(store, record);
}

/** A record that was kept: its pages are unpacked one by one. */
export interface KeptSite extends SiteRecord {
  readonly pages: SiteRecord["pages"] & { readonly packed: ReadonlyMap<string, string> };
}

type Packed = Omit<SiteRecord, "pages"> & { readonly pages: ReadonlyMap<string, string> };

/** undefined if it is no longer there, or damaged. */
export function keptSite(store: ManifestStore, kept: Manifest["kept"]): KeptSite | undefined {
  const packed = unpack<Packed>(store.kept("site", kept?.site));
  if (!packed) return undefined;
  const get = (path: string): RecordedPage | undefined => {
    const page = packed.pages.get(path);
    return page === undefined ? undefined : JSON.parse(page);
  };
  return { ...packed, pages: { get, packed: packed.pages } };
}

/** What each thread knew of its entries; undefined if it is no longer there, or damaged. */
export const keptEntries = (store: ManifestStore, kept: Manifest["kept"]): readonly Uint8Array[] | undefined =>
  unpack(store.kept("entries", kept?.entries));

function unpack<Value>(bytes: Uint8Array | undefined): Value | undefined {
  try {
    return bytes && deserialize(bytes);
  } catch {
    return undefined;
  }
}
