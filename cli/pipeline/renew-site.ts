// The pages of edited entries and those that show them, rendered with what the last build kept. As long as nothing else of the site can see a
// difference, all other pages and files are as they were: the outline of each rendered page says so.
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { LastBuild } from "../emit/last-build.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { EntrySummary } from "../entries/load-entries.ts";
import { wordsOf } from "../entries/outline.ts";
import type { EntryPage } from "../entries/page-job.ts";
import { findReaders, joinReads, type PageReads, splitReads } from "../entries/page-reads.ts";
import { createPartition, type Partition } from "../entries/partition.ts";
import { setupOf } from "../entries/partitions.ts";
import { isPlain } from "../entries/plain-data.ts";
import { renderOwnFiles } from "../render/render-site-files.ts";
import type { SiteData } from "../render/site-data.ts";
import { changedReads } from "../render/site-reads.ts";
import { toPageFile } from "./build.ts";
import { type KeptSite, type LaterPage, type LaterPages, type Readers, withShown } from "./kept-record.ts";
import { isSearched, sameTitled, titleLines } from "./page-titles.ts";
import { inputPath, RENEWED_AT_MOST, type RecordedPage } from "./site-record.ts";

/** With more pages, running all stages is faster. */
export const RENDERED_AT_MOST = 500;

export interface RenewJob {
  readonly config: Pick<Config, "release" | "drafts">;
  readonly templates: LoadedTemplates;
  readonly last: LastBuild;
  readonly record: KeptSite;
  readonly readers: () => Readers | undefined;
}

export interface RenewedSite {
  /** Those that were made again, with their content. */
  readonly files: readonly OutputFile[];
  /** undefined if no other page can show what has changed. */
  readonly later: LaterPages | undefined;
}

/** undefined if more of the site may have changed. */
export async function renewSite(job: RenewJob): Promise<RenewedSite | undefined> {
  const { templates, last, record } = job;
  const pages = last.changed.length > RENEWED_AT_MOST ? undefined : recordedPages(record, last.changed.map(inputPath));
  // A warning that is in a changed file may have moved.
  if (!pages || last.warnings.some(({ file }) => pages.some(({ source }) => source.file === file))) return undefined;
  const partition = createPartition(setupOf(templates), templates);
  const edited = await readEntries(partition, pages, job);
  if (!edited) return undefined;
  if (edited.every(({ page, summary, shown }) => wordsOf(summary, shown) === page.outline.words)) {
    const made = await renderEntries(partition, edited, record.site);
    return made && { files: made.map(({ made }) => toPageFile(made)), later: undefined };
  }
  return renewReaders(job, partition, edited);
}

/** An entry that was read again, and its page as it was recorded. */
interface ReadEntry {
  readonly page: RecordedPage;
  readonly summary: EntrySummary;
  readonly shown: unknown;
}

interface RenewedEntry extends ReadEntry {
  readonly made: EntryPage;
  readonly reads: PageReads;
}

const pathOf = ({ page: { source } }: Pick<ReadEntry, "page">): string => inputPath(source.path);

/** undefined if one of them is not known. */
function recordedPages(record: KeptSite, paths: Iterable<string>): readonly RecordedPage[] | undefined {
  const pages = Array.from(paths, (path) => record.pages.get(path));
  return pages.every((page) => page !== undefined) ? pages : undefined;
}

/** undefined if one of them is not valid or not published. */
async function readEntries(
  partition: Partition,
  pages: readonly RecordedPage[],
  { config: { release, drafts }, record: { index } }: RenewJob,
): Promise<readonly ReadEntry[] | undefined> {
  const sources = pages.map(({ source }) => source);
  const { entries } = await partition.load(sources, { release, drafts }, index);
  const { summaries } = await partition.resolve(index);
  const read = pages.flatMap((page): ReadEntry[] => {
    const isIt = ({ collection, slug }: Pick<EntrySummary, "collection" | "slug">) =>
      collection === page.source.collection && slug === page.source.slug;
    const summary = entries.find(isIt);
    const seen = summaries.find(isIt);
    return summary && seen && isPlain(seen.summary) ? [{ page, summary, shown: seen.summary }] : [];
  });
  return read.length === pages.length ? read : undefined;
}

/** Their pages; undefined if something of one has changed that is more than words. With `shared`, what they read is returned. */
async function renderEntries(
  partition: Partition,
  entries: readonly ReadEntry[],
  site: SiteData,
  shared?: Set<string>,
  isTrusted = false,
): Promise<readonly RenewedEntry[] | undefined> {
  const pages = entries.map(({ page }) => page.job);
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
  const reads = splitReads(rendered.packed?.reads);
  const made = new Map(rendered.pages.map((page) => [page.output, page]));
  const renewed = entries.flatMap((entry): RenewedEntry[] => {
    const page = made.get(entry.page.job.output);
    const own = reads.get(pathOf(entry));
    const isSame = page?.outline?.facts === entry.page.outline.facts;
    return page && isSame && (own || !shared) ? [{ ...entry, made: page, reads: own ?? noReads }] : [];
  });
  return renewed.length === entries.length ? renewed : undefined;
}

const noReads: PageReads = { lines: "", common: [] };

/** After an edit of words that other pages may show. */
async function renewReaders(
  job: RenewJob,
  partition: Partition,
  edited: readonly ReadEntry[],
): Promise<RenewedSite | undefined> {
  const { templates, last, record } = job;
  const readers = job.readers();
  if (!readers || isSeenAsWhole(job, edited)) return undefined;
  const site = withShown(
    record.site,
    edited.map(({ page: { source }, shown }) => ({ source, shown })),
  );
  const changed = changedReads(record.site, site);
  const shared = new Set([...readers.shared, ...record.later.shared]);
  const isChanged = (keys: ReadonlySet<string>) => [...(changed ?? [])].some((key) => keys.has(key));
  const paths = changed && !isChanged(shared) ? readersOf(job, readers, changed) : undefined;
  const own = new Set(edited.map(pathOf));
  const pages =
    paths &&
    recordedPages(
      record,
      [...paths].filter((path) => !own.has(path)),
    );
  if (!pages || pages.length + own.size + record.later.pages.size > RENDERED_AT_MOST) return undefined;

  const first = await renderEntries(partition, edited, site, shared);
  const others = first && (await readEntries(partition, pages, job));
  const second = others && (await renderEntries(partition, others, site, shared, true));
  if (!first || !second || isChanged(shared)) return undefined;
  if (second.some(({ made, page }) => made.outline?.words !== page.outline.words)) return undefined;

  const later = new Map([
    ...record.later.pages,
    ...[...first, ...second].map((one) => [pathOf(one), laterPage(one)] as const),
  ]);
  if (first.some((one) => isTaken(one, readers, later))) return undefined;
  const beside = renderOwnFiles(templates, site);
  if (beside.map(({ path }) => path).join("\n") !== readers.beside.join("\n")) return undefined;
  const hashes = new Map(last.outputs.map(({ path, hash }) => [path, hash]));
  return {
    files: [
      ...[...first, ...second].map(({ made }) => toPageFile(made)),
      ...beside.filter(({ path, hash }) => hashes.get(path) !== hash),
    ],
    later: { pages: later, shared: [...shared] },
  };
}

/** Whether more than pages is made of what has changed: a file for each entry, values that must differ, titles of pages that redirects lead to. */
function isSeenAsWhole({ templates, last }: RenewJob, edited: readonly ReadEntry[]): boolean {
  const names = new Set(edited.map(({ page }) => page.source.collection));
  const outputs = new Set(edited.map(({ page }) => page.job.output));
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
  const later = joinReads([...record.later.pages.values()].map((page) => page.reads));
  const found = findReaders([...reads, later], changed);
  return found && new Set([...found, ...last.renewed.map(inputPath)]);
}

const laterPage = ({ page, summary: { title, description, listed }, shown, made, reads }: RenewedEntry): LaterPage => ({
  ...page,
  outline: made.outline ?? page.outline,
  summary: { title, description, listed },
  shown,
  reads,
});

/** Whether another page that search finds has the same title or description. */
function isTaken(entry: RenewedEntry, { titles }: Readers, later: ReadonlyMap<string, LaterPage>): boolean {
  const { page, summary } = entry;
  const isAnother = (path: string) => path !== pathOf(entry);
  if (!isSearched(summary, page.job)) return false;
  if (sameTitled(titles, summary).some((path) => isAnother(path) && !later.has(path))) return true;
  const lines = [...later].map(([path, other]) =>
    isAnother(path) && isSearched(other.summary, other.job) ? titleLines(other.summary, path) : "",
  );
  return sameTitled(lines.join(""), summary).length > 0;
}
