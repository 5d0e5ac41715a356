// Several partitions as one: sources are divided among them, results are merged in an order that does not depend on timing.
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Pause } from "../config/pause.ts";
import { treeOf } from "../config/tree-of.ts";
import type { SiteIndex } from "../content/targets.ts";
import type { ReportProgress } from "../diagnostics/progress.ts";
import { type EntryWorker, hasWorker, startThread } from "./entry-worker.ts";
import type { EntrySource, LoadOptions, LoadResult } from "./load-entries.ts";
import type { PackedEntries } from "./pack-entries.ts";
import type { PartitionSetup, RenderJob } from "./page-job.ts";
import type { ResolveResult } from "./partition.ts";
import { createPartition, type LocalPartition, type Partition } from "./partition.ts";
import type { EagerPages, RenderResult } from "./render-entries.ts";
import type { ValueFiles } from "./value-store.ts";

/** From this many entries on, a second thread is worth its start: measured on two cores, 24 and 300 pages are slower with it, 1,000 faster. */
const ENTRIES_FOR_TWO = 500;

/** What a partition needs of the templates, as data that can be sent to a thread. */
export const setupOf = ({
  programFile,
  sources,
  css,
  client: { loader, islands },
}: LoadedTemplates): PartitionSetup => ({
  programFile,
  sources,
  css,
  client: { loader, islands },
});

/** Callers that wait while pages are rendered: for some of the pages, or for all of them. */
export interface Waiting {
  readonly eager?: EagerPages | undefined;
  readonly onProgress?: ReportProgress;
}

export interface Partitions {
  /** `index` is the one that entries will be resolved with, unless there are drafts. */
  load(options: LoadOptions, index: SiteIndex): Promise<LoadResult>;
  resolve(index: SiteIndex): Promise<ResolveResult>;
  render(job: RenderJob, waiting?: Waiting): Promise<MergedPages>;
}

/** The pages of all partitions; `packed` is empty where one of them had nothing to give. */
export interface MergedPages extends Omit<RenderResult, "packed"> {
  readonly packed: readonly PackedEntries[];
}

/** Starts a second thread for a site that will probably need it: it starts while the templates are loaded. */
export const startHelper = (contentDir: string): EntryWorker | undefined =>
  hasWorker() && treeOf(contentDir).files.length >= ENTRIES_FOR_TWO ? startThread() : undefined;

/** Of a large site. */
export const PARTITIONS = 2;

/** What partitions have from files: values are written there, and an earlier build may be known. */
export interface PartitionFiles extends Pick<PartitionSetup, "record"> {
  readonly values?: Omit<ValueFiles, "own"> | undefined;
}

/** `pause` is awaited now and then in long loops; it may throw to end the work. Close them at the end, and the helper. */
export function openPartitions(
  templates: LoadedTemplates,
  sources: readonly EntrySource[],
  pause: Pause,
  helper: EntryWorker | undefined,
  { values, record }: PartitionFiles = {},
): Partitions & { close(): void } {
  const setup = (own: number) => ({ ...setupOf(templates), record, values: values && { ...values, own } });
  const own = createPartition(setup(0), templates, pause);
  const isLarge = sources.length >= ENTRIES_FOR_TWO;
  return {
    ...groupPartitions(isLarge && helper ? [own, helper.open(setup(1))] : [own], sources),
    close: own.close,
  };
}

/** Kept from build to build, in this thread: a change affects few entries, and sending all others between threads would cost more. */
export const createKeptPartition = (templates: LoadedTemplates, pause: Pause): LocalPartition =>
  createPartition(templates, templates, pause, true);

export function groupPartitions(partitions: readonly Partition[], sources: readonly EntrySource[]): Partitions {
  const shares = partitions.map((_, index) => sources.filter((_, position) => position % partitions.length === index));
  // The worker gets its part before this thread begins its own.
  const ask = async <Result>(run: (partition: Partition, index: number) => Promise<Result>): Promise<Result[]> => {
    const answers = partitions
      .map((partition, index) => ({ partition, index }))
      .reverse()
      .map(({ partition, index }) => run(partition, index));
    return (await Promise.all(answers)).reverse();
  };
  return {
    async load(options, index) {
      const results = await ask((partition, position) => partition.load(shares[position] ?? [], options, index));
      return {
        entries: results.flatMap((result) => result.entries),
        diagnostics: results.flatMap((result) => result.diagnostics),
        characters: results.map((result) => result.characters).join(""),
        drafts: results.flatMap((result) => result.drafts),
        placeholders: results.reduce((sum, { placeholders }) => sum + placeholders, 0),
      };
    },
    async resolve(index) {
      const results = await ask((partition) => partition.resolve(index));
      const images = new Map<string, string[]>();
      for (const { src, files } of results.flatMap((result) => result.images))
        images.set(src, [...(images.get(src) ?? []), ...files].sort());
      return {
        diagnostics: results.flatMap((result) => result.diagnostics),
        summaries: results.flatMap((result) => result.summaries),
        images: [...images].map(([src, files]) => ({ src, files })).sort((a, b) => (a.src < b.src ? -1 : 1)),
      };
    },
    async render(job, { eager, onProgress } = {}) {
      const counts = partitions.map(() => 0);
      const total = job.pages.length;
      const results = await ask((partition, index) =>
        partition.render(job, eager, (pages) => {
          counts[index] = pages;
          const done = counts.reduce((sum, count) => sum + count, 0);
          onProgress?.({ part: "pages", done, total, share: done / total });
        }),
      );
      const pages = results.flatMap((result) => result.pages).sort((a, b) => (a.output < b.output ? -1 : 1));
      const variants = results.flatMap((result) => result.variants).sort((a, b) => (a.output < b.output ? -1 : 1));
      const cards = results.flatMap((result) => result.cards).sort((a, b) => (a.output < b.output ? -1 : 1));
      const empty = new Map<string, string[]>();
      for (const { collection, outputs } of results.flatMap((result) => result.empty))
        empty.set(collection, [...(empty.get(collection) ?? []), ...outputs].sort());
      return {
        pages,
        variants,
        cards,
        empty: [...empty].map(([collection, outputs]) => ({ collection, outputs })),
        diagnostics: results.flatMap((result) => result.diagnostics),
        packed: results.every((result) => result.packed) ? results.flatMap((result) => result.packed ?? []) : [],
      };
    },
  };
}
