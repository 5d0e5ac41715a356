// The pages that show what has changed in edited entries: what each page read says which. All else of the site is as the last build left it.
import type { SitePictures } from "../assets/images/site-pictures.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { lostTargets } from "../content/targets.ts";
import type { LastBuild } from "../emit/last-build.ts";
import type { InputRecord } from "../emit/manifest.ts";
import type { OutputFile } from "../emit/output-file.ts";
import { hasSameUses } from "../entries/outline.ts";
import { nameOf } from "../entries/pack-entries.ts";
import type { KnownUses } from "../entries/pack-uses.ts";
import { findReaders, joinReads, targetRead } from "../entries/page-reads.ts";
import type { Partition } from "../entries/partition.ts";
import { renderOwnFiles } from "../render/render-site-files.ts";
import type { SiteData } from "../render/site-data.ts";
import { changedReads } from "../render/site-reads.ts";
import type { ChangedEntry } from "./changed-entries.ts";
import type { KeptSite, LaterEntries, Readers } from "./kept-record.ts";
import { isTaken, laterEntry, unfinishedOf } from "./later-entries.ts";
import type { FilesOptions } from "./make-assets.ts";
import { placeInLists } from "./placed-entries.ts";
import {
  pageFile,
  pathOf,
  type ReadEntries,
  type ReadEntry,
  type RenewedEntry,
  readEntries,
  renderEntries,
} from "./read-entries.ts";
import { isSteady, renewRoutes, renewSitemap } from "./renew-routes.ts";
import { type RenewedFiles, renewUses, type UsesJob } from "./renew-uses.ts";
import { inputPath } from "./site-record.ts";

/** With more pages, running all stages is faster. */
export const RENDERED_AT_MOST = 500;

export interface RenewJob {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  readonly last: LastBuild;
  readonly inputs: readonly InputRecord[];
  readonly record: KeptSite;
  readonly readers: () => Readers | undefined;
  /** Of all entries, by name. */
  readonly uses: () => KnownUses | undefined;
  readonly options: FilesOptions;
}

export interface RenewedSite {
  /** Those that were made again, or for the first time. */
  readonly files: readonly OutputFile[];
  /** Paths of those that are no longer there. */
  readonly removed: ReadonlySet<string>;
  readonly routes: LastBuild["routes"];
  readonly unfinished: LastBuild["unfinished"];
  /** undefined if no other page can show what has changed. */
  readonly later: LaterEntries | undefined;
}

/** After an edit that other pages may show. */
export async function renewReaders(
  job: RenewJob,
  partition: Partition,
  { entries: edited, index }: ReadEntries,
  pictured: SiteData,
  pictures: () => SitePictures,
): Promise<RenewedSite | undefined> {
  const { templates, last, record } = job;
  const readers = job.readers();
  if (!readers || isSeenAsWhole(job, edited)) return undefined;
  const { site } = placeInLists({ site: pictured, orders: record.orders }, edited);
  const routed = renewRoutes(job, record.site, site, edited);
  const changed = changedReads(record.site, site, templates.templates.derived);
  const lost = lostTargets(record.index, index);
  const shared = new Set([...readers.shared, ...record.later.shared]);
  const isChanged = (keys: ReadonlySet<string>) => [...(changed ?? [])].some((key) => keys.has(key));
  if (!routed || !changed || isChanged(shared) || isNamed(lost, record.site)) return undefined;
  const paths = readersOf(job, readers, new Set([...changed, ...Array.from(lost, targetRead)]));
  const own = new Set(edited.map(pathOf));
  const others =
    paths &&
    recorded(
      record,
      [...paths].filter((path) => !own.has(path)),
    );
  if (!others || others.length + own.size + record.later.entries.size > RENDERED_AT_MOST) return undefined;

  const first = await renderEntries(partition, edited, site, shared);
  const read = first && (await readEntries(partition, others, job, index));
  const second = read && (await renderEntries(partition, read.entries, site, shared, true));
  if (!first || !second || isChanged(shared)) return undefined;
  if (second.some((one) => !isSteady(one) || one.outline?.words !== one.known?.outline.words)) return undefined;

  const later = new Map([
    ...record.later.entries,
    ...[...first, ...second].map((one) => [pathOf(one), laterEntry(one)] as const),
  ]);
  if (first.some((one) => isTaken(one, readers, later))) return undefined;
  const used = await renewedFiles({ ...job, site, pictures, routed }, [...first, ...second]);
  if (!used) return undefined;
  const beside = renderOwnFiles(templates, site);
  if (beside.map(({ path }) => path).join("\n") !== readers.beside.join("\n")) return undefined;
  const texts = [...beside, renewSitemap(routed.routes, readers, later.values(), site)];
  const hashes = new Map(last.outputs.map(({ path, hash }) => [path, hash]));
  return {
    files: [
      ...[...first, ...second].flatMap(pageFile),
      ...texts.filter(({ path, hash }) => hashes.get(path) !== hash),
      ...used.added,
    ],
    removed: new Set([...used.removed, ...routed.removed.map(({ file }) => file)]),
    routes: routed.routes,
    unfinished: unfinishedOf(last, first),
    later: { entries: later, shared: [...shared], images: site.images },
  };
}

/** undefined if something is to be reported. */
async function renewedFiles(
  {
    uses,
    pictures,
    ...job
  }: Omit<UsesJob, "pictures"> & Pick<RenewJob, "uses"> & { readonly pictures: () => SitePictures },
  entries: readonly RenewedEntry[],
): Promise<RenewedFiles | undefined> {
  const renewed = entries.filter(({ outline, known }) => !(outline && known && hasSameUses(outline, known.outline)));
  if (renewed.length === 0) return { added: [], removed: new Set() };
  const now = renewed.flatMap(({ source, uses }) => (uses ? [[nameOf(source), uses] as const] : []));
  const known = uses();
  return known && now.length === renewed.length
    ? renewUses({ ...job, pictures: pictures() }, known, new Map(now))
    : undefined;
}

/** Whether more than pages is made of what has changed: a file for each entry, values that must differ, titles of pages that redirects lead to. */
function isSeenAsWhole({ templates, last }: RenewJob, edited: readonly ReadEntry[]): boolean {
  const names = new Set(edited.map(({ source }) => source.collection));
  const outputs = new Set(edited.flatMap(({ job }) => job?.output ?? []));
  const paths = new Set(last.routes.filter(({ file }) => outputs.has(file)).map(({ path }) => path));
  return (
    last.redirects.some(({ to }) => paths.has(to.replace(/[?#].*$/s, ""))) ||
    templates.templates.collections.some(
      ({ name, unlike, download }) => names.has(name) && (unlike !== undefined || download !== undefined),
    )
  );
}

/** Whether site.yaml may refer to what is gone. */
function isNamed(lost: ReadonlySet<string>, { settings }: SiteData): boolean {
  const text = lost.size > 0 ? JSON.stringify(settings) : "";
  return [...lost].some((target) => text.includes(target) || text.includes(target.slice(target.lastIndexOf("/") + 1)));
}

/** Sources of pages that may show what has changed: what was rendered since the record was kept may read more than before. */
function readersOf(
  { last, record }: RenewJob,
  { reads }: Readers,
  changed: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const later = joinReads([...record.later.entries.values()].map((entry) => entry.reads));
  const found = findReaders([...reads, later], changed);
  return found && new Set([...found, ...last.renewed.map(inputPath)]);
}

/** undefined if one of them was not published. */
function recorded(record: KeptSite, paths: Iterable<string>): readonly ChangedEntry[] | undefined {
  const entries = Array.from(paths, (path): ChangedEntry | undefined => {
    const known = record.entries.get(path);
    return known && { source: known.source, known, isThere: true, address: known.job?.path };
  });
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}
