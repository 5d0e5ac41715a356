// Uses several threads as one. Work is divided among them, and the order of the results does not depend on timing.

import { availableParallelism } from "node:os";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { ReportProgress } from "../diagnostics/progress.ts";
import type { PageJob, RenderJob } from "../render/page-job.ts";
import { type PageQueue, queueOf } from "../render/page-queue.ts";
import type { RenderResult } from "../render/render-pages.ts";
import { createThread, type EntryThread, type LocalThread } from "./thread.ts";
import { hasWorker, startWorker, type ThreadWorker } from "./thread-worker.ts";

/** From this number of files or pages on, other threads are worth their start. Measured: 24 and 300 pages are slower with them, 1,000 faster. */
const MIN_ITEMS_FOR_THREADS = 500;
const MAX_THREADS = 8;

/** How many threads are used for this number of items. */
const threadsFor = (count: number): number =>
  count < MIN_ITEMS_FOR_THREADS || !hasWorker() ? 1 : Math.min(availableParallelism(), MAX_THREADS);

export interface Threads {
  /** Starts threads before the templates are known, so that they load their program meanwhile. */
  prepare(count: number): void;
  open(templates: LoadedTemplates): OpenThreads;
  close(): Promise<void>;
}

/** Several threads with the methods of one. */
export interface OpenThreads {
  readonly local: LocalThread;
  readonly read: EntryThread["read"];
  /** Each row is resolved in the thread that has read it. */
  readonly resolve: EntryThread["resolve"];
  /** `queueFor` orders the pages that this thread renders. */
  render(
    jobs: readonly PageJob[],
    job: RenderJob,
    queueFor: (jobs: readonly PageJob[]) => PageQueue,
    onProgress?: ReportProgress,
  ): Promise<RenderResult>;
}

export function createThreads(): Threads {
  let workers: readonly ThreadWorker[] = [];
  const prepare = (count: number) => {
    if (workers.length === 0) workers = Array.from({ length: threadsFor(count) - 1 }, startWorker);
  };
  return {
    prepare,
    open(templates) {
      const { programFile, sources, css, client } = templates;
      const { loader, islands } = client;
      const setup = { programFile, sources, css, client: { loader, islands } };
      const local = createThread(setup, templates);
      const entryThreads = new Map<ThreadWorker, EntryThread>();
      const threads = (count: number): readonly EntryThread[] => {
        prepare(count);
        for (const worker of workers) if (!entryThreads.has(worker)) entryThreads.set(worker, worker.open(setup));
        return count < MIN_ITEMS_FOR_THREADS ? [local] : [local, ...entryThreads.values()];
      };
      return openThreads(local, threads);
    },
    close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
  };
}

/** For a site that is built again and again in this process. Only this thread is used, and it keeps what it has read. */
export const localThreads = (templates: LoadedTemplates): OpenThreads => {
  const local = createThread(templates, templates);
  return openThreads(local, () => [local]);
};

function openThreads(local: LocalThread, threads: (count: number) => readonly EntryThread[]): OpenThreads {
  /** The index of the thread that has the values of an entry, by path. */
  const threadOf = new Map<string, number>();
  const shareOut = async <Item, Result>(
    items: readonly Item[],
    pathOf: (item: Item) => string,
    run: (thread: EntryThread, items: readonly Item[], index: number) => Promise<Result>,
  ): Promise<Result[]> => {
    const all = threads(items.length);
    const shares: Item[][] = all.map(() => []);
    for (const [position, item] of items.entries()) {
      const thread = threadOf.get(pathOf(item)) ?? position % all.length;
      threadOf.set(pathOf(item), thread);
      shares[thread % all.length]?.push(item);
    }
    // The last threads are the workers. They get their share before this thread is busy with its own.
    const start = (index: number) => run(all[index] ?? local, shares[index] ?? [], index);
    const running = all.map((_, index) => start(all.length - 1 - index));
    return (await Promise.all(running)).reverse();
  };
  return {
    local,
    async read(sources, clock, options) {
      const readShare = (thread: EntryThread, share: typeof sources) => thread.read(share, clock, options);
      return (await shareOut(sources, ({ path }) => path, readShare)).flat();
    },
    async resolve(rows, index) {
      const resolveShare = (thread: EntryThread, share: typeof rows) => thread.resolve(share, index);
      return (await shareOut(rows, ({ source }) => source.path, resolveShare)).flat();
    },
    async render(jobs, job, queueFor, onProgress) {
      const counts: number[] = [];
      const renderShare = (thread: EntryThread, share: typeof jobs, index: number) =>
        thread.render(thread === local ? queueFor(share) : queueOf(share), job, (pages) => {
          counts[index] = pages;
          const done = counts.reduce((sum, count) => sum + count, 0);
          onProgress?.({ part: "pages", done, total: jobs.length });
        });
      const results = await shareOut(jobs, ({ source }) => source.path, renderShare);
      return { pages: results.flatMap(({ pages }) => pages), diagnostics: results.flatMap((one) => one.diagnostics) };
    },
  };
}
