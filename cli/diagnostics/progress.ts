/** The progress of one of the long parts of a build. */
export interface BuildProgress {
  readonly part: "pages" | "pictures" | "cards" | "uploads";
  readonly done: number;
  readonly total: number;
}

export type ReportProgress = ((progress: BuildProgress) => void) | undefined;

/** Files or pages that something was done with, for one reason. */
export interface BuildWork {
  readonly what: "read" | "checked" | "rendered" | "written";
  readonly count: number;
  /** "new", "list services changed" */
  readonly why: string;
}

/** Reports the beginning at once. Each call of the returned function reports one more that is done. */
export function countProgress(part: BuildProgress["part"], total: number, report: ReportProgress): () => void {
  let done = 0;
  report?.({ part, done, total });
  return () => report?.({ part, done: ++done, total });
}
