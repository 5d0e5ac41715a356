import type { PageJob, RenderedEntry } from "./page-job.ts";

/** Pages in the order in which they are rendered. */
export interface PageQueue {
  next(): PageJob | undefined;
  /** Called now and then: the order may change. */
  reorder(): void;
  done(job: PageJob, page: RenderedEntry): void;
}

/** One after the other. */
export function queueOf(jobs: readonly PageJob[]): PageQueue {
  const left = jobs.values();
  return { next: () => left.next().value, reorder() {}, done() {} };
}
