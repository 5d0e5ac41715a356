import { expect, test } from "vitest";
import { atLine } from "../../../../../cli/content/yaml/explained-error.ts";
import { type Rule, surestOf } from "../../../../../cli/content/yaml/surest.ts";

const rule = (sure: number, holdsFor: string): Rule<string> => ({
  sure,
  explain: (text) =>
    text.includes(holdsFor) ? atLine([text], 1).explain("SOURCE_SYNTAX", `rule ${sure}`, "") : undefined,
});

test("the surest rule that holds explains, in whatever order rules are written", () => {
  const rules = [rule(1, "a"), rule(10, "b"), rule(9, "a")];
  for (const ordered of [rules, rules.toReversed()]) {
    const explain = surestOf(ordered);
    expect([explain("a"), explain("ab"), explain("b"), explain("c")].map((found) => found?.message)).toEqual([
      "rule 9",
      "rule 10",
      "rule 10",
      undefined,
    ]);
  }
});
