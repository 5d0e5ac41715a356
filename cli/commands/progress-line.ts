// How far the long parts of a build have come, for people who wait: one line that is written over on a terminal, a plain line now and then
// in a log. Standard output stays clean.
import type { BuildProgress } from "../index.ts";

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
  onProgress(progress: BuildProgress): void;
  /** Takes the line off the terminal: what is said next stands alone. */
  clear(): void;
}

/** What is quickly done is not worth a word: nothing is told of it, or no more than a log needs. */
export function createProgressLine(screen: Screen, now: () => number): ProgressLine {
  const every = screen.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS;
  let reportedAt = now();
  let isShown = false;
  let last: BuildProgress | undefined;
  let partFrom = reportedAt;
  return {
    onProgress(progress) {
      const time = now();
      if (!last || isNewPart(last, progress)) {
        partFrom = time;
        if (!screen.isTTY) [reportedAt, isShown] = [time, false];
      }
      last = progress;
      const isDone = progress.done === progress.total;
      if (time - reportedAt < every && !(isDone && isShown)) return;
      reportedAt = time;
      isShown = true;
      const { part, done, total } = progress;
      const text = `${part}: ${done} of ${total}${leftOver(progress, time - partFrom)}`;
      screen.write(screen.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
    },
    clear() {
      if (screen.isTTY && isShown) screen.write("\r\u001b[K");
      isShown = false;
    },
  };
}

/** While a site is watched, one build comes after the other. */
const isNewPart = (last: BuildProgress, now: BuildProgress) =>
  last.part !== now.part || now.done === 0 || now.done < last.done;

function leftOver({ done, total, share }: BuildProgress, pastMs: number): string {
  if (done === total || share === 0 || pastMs < GUESS_MS) return "";
  const seconds = Math.max(1, Math.round(((pastMs / share) * (1 - share)) / 1000));
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}
