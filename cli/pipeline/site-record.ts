// What a finished build knows of its entries and their pages, so that the next one can render the edited ones alone: as long as the outline
// of each stays the same, nothing else of the site can change with them. A session has it in memory, a build in its manifest folder.
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { EntrySource, EntrySummary } from "../entries/load-entries.ts";
import { isSameForPages, isSameOutline, type Outline } from "../entries/outline.ts";
import type { Uses } from "../entries/pack-uses.ts";
import type { EntryPage, PageJob } from "../entries/page-job.ts";
import type { LocalPartition } from "../entries/partition.ts";
import type { MergedPages } from "../entries/partitions.ts";
import type { Content } from "./load-content.ts";
import { isSearched, titleLines } from "./page-titles.ts";
import { ordersOf, type PlacedSite } from "./placed-entries.ts";

export interface SiteRecord extends PlacedSite {
  /** Named after the content of the templates. */
  readonly programFile: string;
  /** By the path of their source, as `inputPath` gives it. */
  readonly entries: Pick<ReadonlyMap<string, RecordedEntry>, "get">;
}

/** A record that can be packed. */
export interface WholeRecord extends SiteRecord, Pick<MergedPages, "packed"> {
  readonly entries: ReadonlyMap<string, RecordedEntry>;
  /** Titles and descriptions of all pages, as `titleLines` gives them. */
  readonly titles: string;
  /** Paths of the files that templates write beside the pages. */
  readonly beside: readonly string[];
  /** Addresses of the pages that are not in the sitemap. */
  readonly unlisted: readonly string[];
}

export interface RecordedEntry {
  readonly source: EntrySource;
  /** undefined if it has no page. */
  readonly job?: PageJob | undefined;
  readonly outline: Outline;
  /** If they are not those that were packed. */
  readonly uses?: Uses | undefined;
}

/** Whether an earlier record does not have this page of the file at `path`. */
export type IsNewPage = (page: EntryPage, path: string) => boolean;

/** Above this, a whole build on all cores is faster. */
export const RENEWED_AT_MOST = 20;

/** A path as the record of inputs has it. */
export const inputPath = (path: string): string => path.replaceAll("\\", "/");

/** A finished site: its entries, its pages and what was made of them. */
export interface FinishedSite extends Pick<SiteRecord, "index" | "site">, Pick<WholeRecord, "beside" | "unlisted"> {
  readonly templates: Pick<LoadedTemplates, "programFile">;
  readonly entries: readonly EntrySummary[];
  readonly outlines: Content["outlines"];
  readonly jobs: readonly PageJob[];
  readonly rendered: Pick<MergedPages, "pages" | "packed">;
}

/** `packed` is empty where it cannot be packed. */
export function recordSite(
  {
    templates: { programFile },
    index,
    site,
    beside,
    unlisted,
    entries: published,
    outlines,
    jobs,
    rendered,
  }: FinishedSite,
  isNew: IsNewPage = () => true,
): WholeRecord {
  const jobOf = new Map(jobs.map((job) => [`${job.collection}/${job.slug}`, job]));
  const made = new Map(rendered.pages.map((page) => [page.output, page]));
  const entries = new Map<string, RecordedEntry>();
  const titles: string[] = [];
  for (const entry of published) {
    const { collection, slug, source } = entry;
    const job = jobOf.get(`${collection}/${slug}`);
    const page = job && made.get(job.output);
    const outline = job ? page?.outline : outlines.get(`${collection}/${slug}`);
    if (!outline) continue;
    const path = inputPath(source.path);
    if (job && isSearched(entry, job)) titles.push(titleLines(entry, path));
    if (!page || isNew(page, source.path)) entries.set(path, { source, job, outline });
  }
  const orders = ordersOf(site.lists, published);
  return {
    programFile,
    index,
    site,
    orders,
    beside,
    unlisted,
    entries,
    titles: titles.join(""),
    packed: rendered.packed,
  };
}

/** The pages of changed files, as they will be in the site. */
export interface RenewedPages {
  readonly pages: readonly EntryPage[];
  /** Whether these are all that changes; otherwise the pictures that they refer to do, too, or the number of placeholders. */
  readonly isAll: boolean;
}

/**
 * Renders the pages of the changed files again; undefined if other pages may change. `warnings` are those of the recorded build: one that
 * is in a changed file may have moved.
 */
export async function renewPages(
  { index, site, entries }: Omit<SiteRecord, "programFile" | "orders">,
  partition: Pick<LocalPartition, "renew">,
  { release, drafts }: Pick<Config, "release" | "drafts">,
  changed: readonly { readonly path: string; readonly stamp?: string | undefined }[],
  warnings: readonly Diagnostic[],
): Promise<RenewedPages | undefined> {
  if (changed.length > RENEWED_AT_MOST) return undefined;
  const known = changed.map(({ path, stamp }) => ({ entry: entries.get(inputPath(path)), stamp }));
  const pages: EntryPage[] = [];
  let isAll = true;
  for (const { entry, stamp } of known) {
    if (!entry?.job || warnings.some(({ file }) => file === entry.source.file)) return undefined;
    const made = await partition.renew({ ...entry.source, stamp }, entry.job, { index, site, release, drafts });
    if (!made?.outline || !isSameForPages(made.outline, entry.outline)) return undefined;
    isAll &&= isSameOutline(made.outline, entry.outline);
    pages.push(made);
  }
  return { pages, isAll };
}
