// What source maps keep from one build to the next: the files read, and how text nodes had to be written.

import type { Plan } from "./choose-mark-modes.ts";
import { createPlacer, type Placer } from "./source-positions.ts";

export interface SourceMapCache {
  readonly placer: Placer;
  /** Plans to try first on a page, the most informative one first. */
  plansFor(output: string): readonly Plan[];
  learn(output: string, plan: Plan): void;
}

/** For as long as the templates are the same. */
export function createSourceMapCache(placer: Placer = createPlacer()): SourceMapCache {
  const byPage = new Map<string, Plan>();
  let everywhere: Plan = { rest: "framed", styles: new Map() };
  return {
    placer,
    plansFor: (output) => [everywhere, ...(byPage.has(output) ? [byPage.get(output) as Plan] : [])],
    learn(output, plan) {
      if (plan === everywhere) return;
      byPage.set(output, plan);
      // These styles find as much as frames, so pages may share them; what is bare on one page may be found on others.
      const learned = [...plan.styles].filter(([key, style]) => style !== "bare" && !everywhere.styles.has(key));
      const other = learned.filter(([, style]) => style !== "framed");
      if (other.length > 0) everywhere = { rest: "framed", styles: new Map([...everywhere.styles, ...other]) };
    },
  };
}
