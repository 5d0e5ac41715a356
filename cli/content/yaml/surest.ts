// Several rules may hold for one mistake: the surest one explains it, whatever their order is.
import type { ExplainedError } from "./explained-error.ts";

export interface Rule<Subject> {
  /** How sure the rule is when it holds. */
  readonly sure: number;
  /** Returns where the mistake is, what it is and what to do about it, or undefined if the rule does not hold. */
  readonly explain: (subject: Subject) => ExplainedError | undefined;
}

/** Returns a function that explains by the surest rule that holds. */
export function surestOf<Subject>(rules: readonly Rule<Subject>[]): Rule<Subject>["explain"] {
  const sorted = rules.toSorted((a, b) => b.sure - a.sure);
  return (subject) => {
    for (const { explain } of sorted) {
      const explanation = explain(subject);
      if (explanation) return explanation;
    }
    return undefined;
  };
}
