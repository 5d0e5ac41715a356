// The saves of a session in order, over all pages: undo from the last to the first, and redo.
import type { HistoryCounts, TextPlace } from "./edit.ts";

/** One side of a save: the file, and the text that was changed in it. */
export interface StepSide {
  /** All of the file. */
  readonly raw: string;
  /** The text at the position; null where there is none. */
  readonly text: string | null;
  readonly place: TextPlace;
}

export interface Step {
  /** Starts at 1. */
  readonly line: number;
  readonly before: StepSide;
  readonly after: StepSide;
}

export type Direction = "undo" | "redo";

export interface EditHistory {
  counts(): HistoryCounts;
  /** Undone saves cannot be redone after this. */
  add(step: Step): void;
  next(direction: Direction): Step | undefined;
  /** The next step has been taken. */
  take(direction: Direction): void;
  /** The next step is not possible any more: those behind it still are. */
  drop(direction: Direction): void;
}

export function createEditHistory(): EditHistory {
  const done: Step[] = [];
  const undone: Step[] = [];
  const ends = { undo: [done, undone], redo: [undone, done] } as const;
  return {
    counts: () => ({ undo: done.length, redo: undone.length }),
    add(step) {
      done.push(step);
      undone.length = 0;
    },
    next: (direction) => ends[direction][0].at(-1),
    take(direction) {
      const [from, to] = ends[direction];
      const step = from.pop();
      if (step) to.push(step);
    },
    drop: (direction) => void ends[direction][0].pop(),
  };
}
