/** The progress of one of the long parts of a build. */
export interface BuildProgress {
  readonly part: "pages" | "pictures" | "cards" | "uploads";
  readonly done: number;
  readonly total: number;
  /** From 0 to 1, by the cost of the files rather than by their number. */
  readonly share: number;
}

export type ReportProgress = ((progress: BuildProgress) => void) | undefined;

/** Files or pages that something was done with, for one reason. */
export interface BuildWork {
  readonly what: "read" | "rendered" | "written";
  readonly count: number;
  /** "new", "list services changed" */
  readonly why: string;
}

/** Reports the beginning at once, then every item; `costOf` is in any unit. */
export function countProgress<Item>(
  part: BuildProgress["part"],
  items: readonly Item[],
  report: ReportProgress,
  costOf: (item: Item) => number = () => 1,
): (item: Item) => void {
  const all = items.reduce((sum, item) => sum + costOf(item), 0);
  const total = items.length;
  let cost = 0;
  let done = 0;
  report?.({ part, done, total, share: 0 });
  return (item) => {
    cost += costOf(item);
    done++;
    report?.({ part, done, total, share: cost / all });
  };
}
