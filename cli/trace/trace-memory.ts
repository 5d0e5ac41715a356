// What tracing keeps from one build to the next: the files it read, and how leaves had to be written.
import type { Style } from "./leaves.ts";
import { createPlacer, type Placer } from "./place-spots.ts";
import type { Styles } from "./settle-styles.ts";

export interface TraceMemory {
  readonly placer: Placer;
  /** What to begin with on a page. */
  knownFor(output: string): Styles;
  learn(output: string, styles: Styles): void;
}

export function createTraceMemory(): TraceMemory {
  const byPage = new Map<string, Styles>();
  /** These find as much as frames do, so one page may learn them from another; what is bare on one may be found on others. */
  const everywhere = new Map<string, Style>();
  return {
    placer: createPlacer(),
    knownFor: (output) => byPage.get(output) ?? everywhere,
    learn(output, styles) {
      byPage.set(output, styles);
      for (const [key, style] of styles) if (style !== "bare") everywhere.set(key, style);
    },
  };
}
