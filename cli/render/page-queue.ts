import type { PageJob, RenderedEntry } from "./page-job.ts";

/** The order in which pages are rendered. */
export interface PageQueue {
  next(): PageJob | undefined;
  /** Called from time to time: the order may change. */
  reorder(): void;
  done(job: PageJob, page: RenderedEntry): void;
}

/** The jobs in their own order. */
export function queueOf(jobs: readonly PageJob[]): PageQueue {
  const remaining = jobs.values();
  return { next: () => remaining.next().value, reorder() {}, done() {} };
}
