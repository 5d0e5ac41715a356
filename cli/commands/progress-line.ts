// Progress of a build on standard error: one line that is overwritten on a terminal, a plain line now and then in a log.
import type { BuildProgress } from "../diagnostics/progress.ts";

/** A log gets fewer lines than a terminal gets steps. */
const LOG_EVERY_MS = 10_000;
const TERMINAL_EVERY_MS = 100;
/** Before that, an estimate of the remaining time is a guess. */
const GUESS_MS = 1_500;

type Screen = Pick<NodeJS.WriteStream, "isTTY"> & { write(text: string): unknown };

/** Short work is not reported, or only as far as a log needs. */
interface ProgressLine {
  onProgress(progress: BuildProgress): void;
  /** Clears the line before other output. */
  clear(): void;
}

export function createProgressLine(screen: Screen = process.stderr, now = () => performance.now()): ProgressLine {
  const every = screen.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS;
  let reportedAt = now();
  let isShown = false;
  let last: BuildProgress["part"] | undefined;
  let startedAt = reportedAt;
  return {
    onProgress({ part, done, total }) {
      const time = now();
      // While watching, one build follows the other.
      const isNew = part !== last || done === 0;
      if (isNew) startedAt = time;
      if (isNew && !screen.isTTY) {
        reportedAt = time;
        isShown = false;
      }
      last = part;
      if (time - reportedAt < every && !(done === total && isShown)) return;
      reportedAt = time;
      isShown = true;
      const text = `${part}: ${done} of ${total}${timeLeft(done / total, time - startedAt)}`;
      screen.write(screen.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
    },
    clear() {
      if (screen.isTTY && isShown) screen.write("\r\u001b[K");
      isShown = false;
    },
  };
}

/** `share` is what is done, from 0 to 1. */
function timeLeft(share: number, pastMs: number): string {
  if (share === 0 || share === 1 || pastMs < GUESS_MS) return "";
  const seconds = Math.max(1, Math.round(((pastMs / share) * (1 - share)) / 1000));
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.round(seconds / 60)} min left`;
}
