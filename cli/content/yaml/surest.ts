// Several rules may hold for one mistake: the surest is shown, in whatever order they are written.
import type { ExplainedError } from "./explained-error.ts";

export interface Rule<Subject> {
  /** How sure it is where it holds. */
  readonly sure: number;
  /** Where the mistake is, what it is and what to do about it, or nothing where the rule does not hold. */
  readonly explain: (subject: Subject) => ExplainedError | undefined;
}

/** Explains by the surest of these rules that holds. */
export function surestOf<Subject>(rules: readonly Rule<Subject>[]): Rule<Subject>["explain"] {
  const sorted = rules.toSorted((a, b) => b.sure - a.sure);
  return (subject) => {
    for (const { explain } of sorted) {
      const found = explain(subject);
      if (found) return found;
    }
    return undefined;
  };
}
