// Changed entries, read again, and their pages rendered: what was published beside what is.
import type { Config } from "../config/resolve-config.ts";
import type { SiteIndex } from "../content/targets.ts";
import { hasErrors } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { EntrySource, EntrySummary, LoadResult } from "../entries/load-entries.ts";
import type { Outline } from "../entries/outline.ts";
import { nameOf } from "../entries/pack-entries.ts";
import { NO_USES, openUses, type Uses } from "../entries/pack-uses.ts";
import type { EntryPage, PageJob } from "../entries/page-job.ts";
import { type PageReads, splitReads } from "../entries/page-reads.ts";
import type { Partition } from "../entries/partition.ts";
import { isPlain } from "../entries/plain-data.ts";
import type { SiteData } from "../render/site-data.ts";
import { outputFile } from "../routes/plan-routes.ts";
import { toPageFile } from "./build.ts";
import type { ChangedEntry } from "./changed-entries.ts";
import { type PlacedEntry, placeTargets } from "./placed-entries.ts";
import { isSteady } from "./renew-routes.ts";
import { inputPath, type RecordedEntry } from "./site-record.ts";

/** An entry that was read again, or is gone. */
export interface ReadEntry extends PlacedEntry {
  readonly source: EntrySource;
  readonly known: RecordedEntry | undefined;
  /** undefined if it has no page, whether it is published or not. */
  readonly job: PageJob | undefined;
  readonly summary: Pick<EntrySummary, "title" | "description" | "listed" | "order" | "formerly">;
  /** If it is published without a page. */
  readonly outline: Outline | undefined;
}

export interface ReadEntries {
  readonly entries: readonly ReadEntry[];
  /** Pictures that they name. */
  readonly images: readonly string[];
  /** With these entries. */
  readonly index: SiteIndex;
}

/** With its page, if it has one, rendered again. */
export interface RenewedEntry extends ReadEntry {
  readonly page: EntryPage | undefined;
  readonly reads: PageReads;
  /** Known with `shared`. */
  readonly uses: Uses | undefined;
}

export const pathOf = ({ source }: Pick<ReadEntry, "source">): string => inputPath(source.path);
export const pageFile = ({ page }: RenewedEntry): OutputFile[] => (page ? [toPageFile(page)] : []);

const GONE: ReadEntry["summary"] = { title: "", description: "", listed: false, order: 0, formerly: undefined };

/** undefined if one of them is not valid, or not finished for a release. */
export async function readEntries(
  partition: Partition,
  changed: readonly ChangedEntry[],
  { config: { release, drafts } }: { readonly config: Pick<Config, "release" | "drafts"> },
  before: SiteIndex,
): Promise<ReadEntries | undefined> {
  const sources = changed.flatMap(({ source, isThere }) => (isThere ? source : []));
  const loaded = await partition.load(sources, { release, drafts }, before);
  const placed = changed.map((one) => ({ ...one, state: stateOf(one, loaded) }));
  const index = placeTargets(before, placed);
  const { summaries, images, diagnostics } = await partition.resolve(index);
  // What was reported of the others is in their outlines.
  const isNews = !placed.every(isSteady) && loaded.diagnostics.length + diagnostics.length > 0;
  if (isNews || hasErrors(loaded.diagnostics)) return undefined;
  const entries = placed.flatMap(({ source, known, address, state }): ReadEntry[] => {
    const { collection, slug } = source;
    const isIt = (one: Pick<EntrySummary, "collection" | "slug">) => one.collection === collection && one.slug === slug;
    const job = known?.job ?? (address === undefined ? undefined : jobOf(source, address));
    const entry = { source, known, address, state, job };
    if (state !== "published") return [{ ...entry, summary: GONE, shown: undefined, outline: undefined }];
    const summary = loaded.entries.find(isIt);
    const seen = summaries.find(isIt);
    if (!summary || !seen || !isPlain(seen.summary)) return [];
    return [{ ...entry, summary, shown: seen.summary, outline: seen.outline }];
  });
  return entries.length === changed.length ? { entries, images: images.map(({ src }) => src), index } : undefined;
}

const jobOf = ({ collection, slug }: EntrySource, path: string): PageJob => ({
  collection,
  slug,
  path,
  output: outputFile(path),
});

/** One that is not valid seems published, and is not found among those that are. */
function stateOf({ source, isThere }: ChangedEntry, { drafts }: LoadResult): PlacedEntry["state"] {
  if (!isThere) return "gone";
  return drafts.some(({ file }) => file === source.file) ? "draft" : "published";
}

/** undefined if something of one has changed that is more than words. With `shared`, what their pages read is returned. */
export async function renderEntries(
  partition: Partition,
  entries: readonly ReadEntry[],
  site: SiteData,
  shared?: Set<string>,
  isTrusted = false,
): Promise<readonly RenewedEntry[] | undefined> {
  const pages = entries.flatMap(({ state, job }) => (state === "published" && job ? job : []));
  const rendered = await partition.render({
    site,
    pages,
    sink: undefined,
    keepsHtml: true,
    records: shared && "all",
    shared,
    isTrusted,
  });
  if (rendered.empty.length > 0 && !entries.every(isSteady)) return undefined;
  for (const key of rendered.packed?.shared ?? []) shared?.add(key);
  const allReads = splitReads(rendered.packed?.reads);
  const allUses = openUses(rendered.packed ? [rendered.packed.uses] : []);
  const made = new Map(rendered.pages.map((page) => [page.output, page]));
  const renewed = entries.map((entry): RenewedEntry | undefined => {
    const { known, state, job, source } = entry;
    const reads = allReads.get(pathOf(entry)) ?? { lines: "", common: [] };
    const uses = state === "gone" ? NO_USES : allUses.find(nameOf(source));
    if (state !== "published") return { ...entry, page: undefined, reads, uses };
    const page = job && made.get(job.output);
    const outline = job ? page?.outline : entry.outline;
    const isSame = known ? outline?.facts === known.outline.facts : !page?.facts.problems.length;
    return outline && isSame ? { ...entry, outline, page, reads, uses } : undefined;
  });
  return renewed.every((entry) => entry !== undefined) ? renewed : undefined;
}
