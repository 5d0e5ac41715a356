// How far the making of pictures has come, for people who wait: one line that is written over on a terminal, a plain line now and then
// in a log. Standard output stays clean.
import type { PictureProgress } from "../index.ts";

/** Lines of a log are further apart than steps on a terminal. */
const LOG_EVERY_MS = 10_000;
const TERMINAL_EVERY_MS = 100;
/** Before that, the time left is a guess. */
const GUESS_MS = 1_500;

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  onProgress(progress: PictureProgress): void;
  /** Takes the line off the terminal: what is said next stands alone. */
  clear(): void;
}

/** A build that finds all pictures made tells nothing of them, and a log hears only of what takes long. */
export function createProgressLine(screen: Screen, now: () => number): ProgressLine {
  const startedAt = now();
  let toldAt = screen.isTTY ? Number.NEGATIVE_INFINITY : startedAt;
  let isShown = false;
  return {
    onProgress(progress) {
      const time = now();
      const isDone = progress.done === progress.total;
      const isDue = time - toldAt >= (screen.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS);
      if (!isDue && !(isDone && isShown)) return;
      toldAt = time;
      isShown = true;
      const text = `pictures: ${progress.done} of ${progress.total}${leftOver(progress, time - startedAt)}`;
      screen.write(screen.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
    },
    clear() {
      if (screen.isTTY && isShown) screen.write("\r\u001b[K");
    },
  };
}

function leftOver({ done, total, share }: PictureProgress, pastMs: number): string {
  if (done === total || share === 0 || pastMs < GUESS_MS) return "";
  const seconds = Math.max(1, Math.round(((pastMs / share) * (1 - share)) / 1000));
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}
