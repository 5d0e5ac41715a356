// Several threads as one: work is divided among them, and their results are put together in an order that does not depend on timing.

import { availableParallelism } from "node:os";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { ReportProgress } from "../diagnostics/progress.ts";
import type { PageJob, RenderJob } from "../render/page-job.ts";
import { type PageQueue, queueOf } from "../render/page-queue.ts";
import type { RenderResult } from "../render/render-pages.ts";
import { createThread, type EntryThread, type LocalThread } from "./thread.ts";
import { hasWorker, startWorker, type ThreadWorker } from "./thread-worker.ts";

/** From so many files or pages on, other threads are worth their start: measured, 24 and 300 pages are slower with them, 1,000 faster. */
const MIN_ITEMS_FOR_THREADS = 500;
const MAX_THREADS = 8;

/** The rule of how many threads do so much work. */
const threadsFor = (count: number): number =>
  count < MIN_ITEMS_FOR_THREADS || !hasWorker() ? 1 : Math.min(availableParallelism(), MAX_THREADS);

export type OpenThreads = ReturnType<typeof openThreads>;

export function createThreads() {
  let workers: readonly ThreadWorker[] = [];
  const prepare = (count: number) => {
    if (workers.length === 0) workers = Array.from({ length: threadsFor(count) - 1 }, startWorker);
  };
  return {
    /** Starts threads before the templates are known: they load their program meanwhile. */
    prepare,
    open(templates: LoadedTemplates) {
      const { programFile, sources, css, client } = templates;
      const { loader, islands } = client;
      const setup = { programFile, sources, css, client: { loader, islands } };
      const local = createThread(setup, templates);
      const opened = new Map<ThreadWorker, EntryThread>();
      const threads = (count: number): readonly EntryThread[] => {
        prepare(count);
        for (const worker of workers) if (!opened.has(worker)) opened.set(worker, worker.open(setup));
        return count < MIN_ITEMS_FOR_THREADS ? [local] : [local, ...opened.values()];
      };
      return openThreads(local, threads);
    },
    close: async () => void (await Promise.all(workers.map((worker) => worker.close()))),
  };
}

/** For a site that is built again and again in this process: this thread alone, which keeps what it has read. */
export const localThreads = (templates: LoadedTemplates) => {
  const local = createThread(templates, templates);
  return openThreads(local, () => [local]);
};

function openThreads(local: LocalThread, threads: (count: number) => readonly EntryThread[]) {
  /** Which thread has the values of an entry, by path. */
  const threadOf = new Map<string, number>();
  const share = async <Item, Result>(
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
    // The last are the workers: they get their part before this thread is busy with its own.
    const start = (index: number) => run(all[index] ?? local, shares[index] ?? [], index);
    const running = all.map((_, index) => start(all.length - 1 - index));
    return (await Promise.all(running)).reverse();
  };
  return {
    local,
    async read(...[sources, clock, options]: Parameters<EntryThread["read"]>) {
      const readOwn = (thread: EntryThread, own: typeof sources) => thread.read(own, clock, options);
      return (await share(sources, ({ path }) => path, readOwn)).flat();
    },
    /** Each where it was read. */
    async resolve(...[rows, index]: Parameters<EntryThread["resolve"]>) {
      const resolveOwn = (thread: EntryThread, own: typeof rows) => thread.resolve(own, index);
      return (await share(rows, ({ source }) => source.path, resolveOwn)).flat();
    },
    /** `queueFor` orders the pages that this thread renders. */
    async render(
      jobs: readonly PageJob[],
      job: RenderJob,
      queueFor: (jobs: readonly PageJob[]) => PageQueue,
      onProgress?: ReportProgress,
    ): Promise<RenderResult> {
      const counts: number[] = [];
      const renderOwn = (thread: EntryThread, own: typeof jobs, index: number) =>
        thread.render(thread === local ? queueFor(own) : queueOf(own), job, (pages) => {
          counts[index] = pages;
          const done = counts.reduce((sum, count) => sum + count, 0);
          onProgress?.({ part: "pages", done, total: jobs.length });
        });
      const results = await share(jobs, ({ source }) => source.path, renderOwn);
      return { pages: results.flatMap(({ pages }) => pages), diagnostics: results.flatMap((one) => one.diagnostics) };
    },
  };
}
