// Progress of the long parts of a build: one line that is overwritten on a terminal, a plain line now and then in a log. Nothing goes to
// standard output.
import type { BuildProgress } from "../index.ts";

/** A log gets fewer lines than a terminal gets steps. */
const LOG_EVERY_MS = 10_000;
const TERMINAL_EVERY_MS = 100;

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  onProgress(progress: BuildProgress): void;
  /** Clears the line before other output. */
  clear(): void;
}

/** Short work is not reported, or only as far as a log needs. */
export function createProgressLine(screen: Screen, now: () => number): ProgressLine {
  const every = screen.isTTY ? TERMINAL_EVERY_MS : LOG_EVERY_MS;
  let reportedAt = now();
  let isShown = false;
  let last: BuildProgress["part"] | undefined;
  return {
    onProgress({ part, done, total }) {
      const time = now();
      // While watching, one build follows the other.
      if (!screen.isTTY && (part !== last || done === 0)) [reportedAt, isShown] = [time, false];
      last = part;
      if (time - reportedAt < every && !(done === total && isShown)) return;
      reportedAt = time;
      isShown = true;
      const text = `${part}: ${done} of ${total}`;
      screen.write(screen.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
    },
    clear() {
      if (screen.isTTY && isShown) screen.write("\r\u001b[K");
      isShown = false;
    },
  };
}
