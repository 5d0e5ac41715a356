// The pages of edited entries and those that show them, rendered with what the last build kept. As long as nothing else of the site can see a
// difference, all other pages and files are as they were: the outlines of the entries say so.
import { openSitePictures, type SitePictures } from "../assets/images/site-pictures.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import type { LastBuild } from "../emit/last-build.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { EntrySummary } from "../entries/load-entries.ts";
import { hasSameUses, isSameOutline, type Outline, wordsOf } from "../entries/outline.ts";
import { nameOf } from "../entries/pack-entries.ts";
import { type KnownUses, openUses, type Uses } from "../entries/pack-uses.ts";
import type { EntryPage } from "../entries/page-job.ts";
import { findReaders, joinReads, type PageReads, splitReads } from "../entries/page-reads.ts";
import { createPartition, type Partition } from "../entries/partition.ts";
import { setupOf } from "../entries/partitions.ts";
import { isPlain } from "../entries/plain-data.ts";
import { renderOwnFiles } from "../render/render-site-files.ts";
import type { SiteData } from "../render/site-data.ts";
import { changedReads } from "../render/site-reads.ts";
import { toPageFile } from "./build.ts";
import { type KeptSite, type LaterEntries, type LaterEntry, type Readers, withShown } from "./kept-record.ts";
import type { FilesOptions } from "./make-assets.ts";
import { isSearched, sameTitled, titleLines } from "./page-titles.ts";
import { type RenewedFiles, renewUses, type UsesJob, withPictures } from "./renew-uses.ts";
import { inputPath, RENEWED_AT_MOST, type RecordedEntry } from "./site-record.ts";

/** With more pages, running all stages is faster. */
export const RENDERED_AT_MOST = 500;

export interface RenewJob {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  readonly last: LastBuild;
  readonly record: KeptSite;
  readonly readers: () => Readers | undefined;
  /** Of all entries, by name. */
  readonly uses: () => KnownUses | undefined;
  readonly options: FilesOptions;
}

export interface RenewedSite {
  /** Those that were made again, or for the first time. */
  readonly files: readonly OutputFile[];
  /** Paths of those that no page requests any more. */
  readonly removed: ReadonlySet<string>;
  /** So many more texts are placeholders; below 0 if there are fewer. */
  readonly placeholders: number;
  /** undefined if no other page can show what has changed. */
  readonly later: LaterEntries | undefined;
}

/** undefined if more of the site may have changed. */
export async function renewSite(job: RenewJob): Promise<RenewedSite | undefined> {
  const { templates, last, record } = job;
  const entries = last.changed.length > RENEWED_AT_MOST ? undefined : recorded(record, last.changed.map(inputPath));
  // A warning that is in a changed file may have moved.
  if (!entries || last.warnings.some(({ file }) => entries.some(({ source }) => source.file === file)))
    return undefined;
  const partition = createPartition(setupOf(templates), templates);
  const pictures = once(() => openSitePictures(job.config));
  const read = await readEntries(partition, entries, job);
  const site = read && (await withPictures(record.site, read.images, pictures));
  if (!site) return undefined;
  const edited = read.entries;
  if (edited.every(({ known, summary, shown }) => wordsOf(summary, shown) === known.outline.words)) {
    const made = await renderEntries(partition, edited, site);
    if (!made) return undefined;
    if (made.every(({ outline, known }) => isSameOutline(outline, known.outline)))
      return { files: made.flatMap(pageFile), removed: new Set(), placeholders: 0, later: undefined };
  }
  return renewReaders(job, partition, edited, site, pictures);
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** An entry that was read again. */
interface ReadEntry {
  readonly known: RecordedEntry;
  readonly summary: EntrySummary;
  readonly shown: unknown;
  /** If it has no page. */
  readonly outline: Outline | undefined;
}

/** With its page, if it has one, rendered again. */
interface RenewedEntry extends ReadEntry {
  readonly outline: Outline;
  readonly page: EntryPage | undefined;
  readonly reads: PageReads;
  /** Known with `shared`. */
  readonly uses: Uses | undefined;
}

const pathOf = ({ known: { source } }: Pick<ReadEntry, "known">): string => inputPath(source.path);
const pageFile = ({ page }: RenewedEntry): OutputFile[] => (page ? [toPageFile(page)] : []);

/** undefined if one of them is not known. */
function recorded(record: KeptSite, paths: Iterable<string>): readonly RecordedEntry[] | undefined {
  const entries = Array.from(paths, (path) => record.entries.get(path));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

/** undefined if one of them is not valid, not published, or not finished for a release. */
async function readEntries(
  partition: Partition,
  entries: readonly RecordedEntry[],
  { config: { release, drafts }, record: { index } }: RenewJob,
): Promise<{ readonly entries: readonly ReadEntry[]; readonly images: readonly string[] } | undefined> {
  const sources = entries.map(({ source }) => source);
  const { entries: loaded, diagnostics } = await partition.load(sources, { release, drafts }, index);
  if (hasErrors(diagnostics)) return undefined;
  const { summaries, images } = await partition.resolve(index);
  const read = entries.flatMap((known): ReadEntry[] => {
    const isIt = ({ collection, slug }: Pick<EntrySummary, "collection" | "slug">) =>
      collection === known.source.collection && slug === known.source.slug;
    const summary = loaded.find(isIt);
    const seen = summaries.find(isIt);
    if (!summary || !seen || !isPlain(seen.summary)) return [];
    return [{ known, summary, shown: seen.summary, outline: seen.outline }];
  });
  return read.length === entries.length ? { entries: read, images: images.map(({ src }) => src) } : undefined;
}

/** undefined if something of one has changed that is more than words. With `shared`, what their pages read is returned. */
async function renderEntries(
  partition: Partition,
  entries: readonly ReadEntry[],
  site: SiteData,
  shared?: Set<string>,
  isTrusted = false,
): Promise<readonly RenewedEntry[] | undefined> {
  const pages = entries.flatMap(({ known: { job } }) => job ?? []);
  const records = shared && ("all" as const);
  const rendered = await partition.render({
    site,
    pages,
    sink: undefined,
    keepsHtml: true,
    records,
    shared,
    isTrusted,
  });
  for (const key of rendered.packed?.shared ?? []) shared?.add(key);
  const allReads = splitReads(rendered.packed?.reads);
  const allUses = openUses(rendered.packed ? [rendered.packed.uses] : []);
  const made = new Map(rendered.pages.map((page) => [page.output, page]));
  const renewed = entries.flatMap((entry): RenewedEntry[] => {
    const { job } = entry.known;
    const page = job && made.get(job.output);
    const outline = job ? page?.outline : entry.outline;
    const reads = job && shared ? allReads.get(pathOf(entry)) : noReads;
    const uses = allUses.find(nameOf(entry.known.source));
    return reads && outline?.facts === entry.known.outline.facts ? [{ ...entry, outline, page, reads, uses }] : [];
  });
  return renewed.length === entries.length ? renewed : undefined;
}

const noReads: PageReads = { lines: "", common: [] };

/** After an edit of words that other pages may show. */
async function renewReaders(
  job: RenewJob,
  partition: Partition,
  edited: readonly ReadEntry[],
  pictured: SiteData,
  pictures: () => SitePictures,
): Promise<RenewedSite | undefined> {
  const { templates, last, record } = job;
  const readers = job.readers();
  if (!readers || isSeenAsWhole(job, edited)) return undefined;
  const site = withShown(
    pictured,
    edited.map(({ known: { source }, shown }) => ({ source, shown })),
  );
  const changed = changedReads(record.site, site, templates.templates.derived);
  const shared = new Set([...readers.shared, ...record.later.shared]);
  const isChanged = (keys: ReadonlySet<string>) => [...(changed ?? [])].some((key) => keys.has(key));
  const paths = changed && !isChanged(shared) ? readersOf(job, readers, changed) : undefined;
  const own = new Set(edited.map(pathOf));
  const entries =
    paths &&
    recorded(
      record,
      [...paths].filter((path) => !own.has(path)),
    );
  if (!entries || entries.length + own.size + record.later.entries.size > RENDERED_AT_MOST) return undefined;

  const first = await renderEntries(partition, edited, site, shared);
  const others = first && (await readEntries(partition, entries, job));
  const second = others && (await renderEntries(partition, others.entries, site, shared, true));
  if (!first || !second || isChanged(shared)) return undefined;
  if (second.some(({ outline, known }) => outline.words !== known.outline.words)) return undefined;

  const later = new Map([
    ...record.later.entries,
    ...[...first, ...second].map((one) => [pathOf(one), laterEntry(one)] as const),
  ]);
  if (first.some((one) => isTaken(one, readers, later))) return undefined;
  const used = await renewedFiles({ ...job, site, pictures }, [...first, ...second]);
  if (!used) return undefined;
  const beside = renderOwnFiles(templates, site);
  if (beside.map(({ path }) => path).join("\n") !== readers.beside.join("\n")) return undefined;
  const hashes = new Map(last.outputs.map(({ path, hash }) => [path, hash]));
  return {
    files: [
      ...[...first, ...second].flatMap(pageFile),
      ...beside.filter(({ path, hash }) => hashes.get(path) !== hash),
      ...used.added,
    ],
    removed: used.removed,
    placeholders: first.reduce((sum, { outline, known }) => sum + countOf(outline) - countOf(known.outline), 0),
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
  const renewed = entries.filter(({ outline, known }) => !hasSameUses(outline, known.outline));
  if (renewed.length === 0) return { added: [], removed: new Set() };
  const now = renewed.flatMap(({ known, uses }) => (uses ? [[nameOf(known.source), uses] as const] : []));
  const known = uses();
  return known && now.length === renewed.length
    ? renewUses({ ...job, pictures: pictures() }, known, new Map(now))
    : undefined;
}

const countOf = ({ placeholders = 0 }: Outline): number => placeholders;

/** Whether more than pages is made of what has changed: a file for each entry, values that must differ, titles of pages that redirects lead to. */
function isSeenAsWhole({ templates, last }: RenewJob, edited: readonly ReadEntry[]): boolean {
  const names = new Set(edited.map(({ known }) => known.source.collection));
  const outputs = new Set(edited.flatMap(({ known: { job } }) => job?.output ?? []));
  const paths = new Set(last.routes.filter(({ file }) => outputs.has(file)).map(({ path }) => path));
  return (
    last.redirects.some(({ to }) => paths.has(to.replace(/[?#].*$/s, ""))) ||
    templates.templates.collections.some(
      ({ name, unlike, download }) => names.has(name) && (unlike !== undefined || download !== undefined),
    )
  );
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

const laterEntry = ({ known, summary, shown, outline, reads, uses }: RenewedEntry): LaterEntry => ({
  ...known,
  outline,
  summary: { title: summary.title, description: summary.description, listed: summary.listed },
  shown,
  reads,
  uses: hasSameUses(outline, known.outline) ? known.uses : uses,
});

/** Whether another page that search finds has the same title or description. */
function isTaken(entry: RenewedEntry, { titles }: Readers, later: ReadonlyMap<string, LaterEntry>): boolean {
  const { known, summary } = entry;
  const isAnother = (path: string) => path !== pathOf(entry);
  if (!known.job || !isSearched(summary, known.job)) return false;
  if (sameTitled(titles, summary).some((path) => isAnother(path) && !later.has(path))) return true;
  const lines = [...later].map(([path, { job, summary: other }]) =>
    isAnother(path) && job && isSearched(other, job) ? titleLines(other, path) : "",
  );
  return sameTitled(lines.join(""), summary).length > 0;
}
