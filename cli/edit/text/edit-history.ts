// The saves of a session in order, over all pages: undo from the last to the first, and redo.
import type { HistoryCounts, TextPlace } from "./edit.ts";

/** One side of a save: the file, and the text that was changed in it. */
export interface StepSide {
  /** Hash of the whole file's bytes. */
  readonly fileHash: string;
  /** The text at the position; null where there is none. */
  readonly text: string | null;
  readonly place: TextPlace;
  /** The part of the file on disk, from `at` on, that differs between the two sides. */
  readonly part: string;
}

export interface Step {
  /** Starts at 1. */
  readonly line: number;
  readonly at: number;
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

/** Where two texts begin to differ, and what each has there. */
export function differenceOf(before: string, after: string): { at: number; before: string; after: string } {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at++;
  let tail = 0;
  while (tail < most - at && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { at, before: before.slice(at, before.length - tail), after: after.slice(at, after.length - tail) };
}
