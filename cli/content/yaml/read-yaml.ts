// YAML text → its values with positions, and its mistakes. A mistake of syntax is reported alone: its consequences look like others.

import { findDuplicateKeys } from "./duplicate-keys.ts";
import { findGluedColon } from "./explain-no-key.ts";
import { explainRefusal } from "./explain-refusal.ts";
import type { ExplainedError, ParsedText } from "./explained-error.ts";
import { findHidden } from "./find-hidden-characters.ts";
import { findOddKey } from "./find-odd-keys.ts";
import { findYamlTraps, trap } from "./find-yaml-traps.ts";
import { isUnusual as mayBeHidden } from "./hidden-characters.ts";
import { linePositions } from "./line-positions.ts";
import { parseNodes } from "./parse-nodes.ts";
import { surestOf } from "./surest.ts";
import { linesOf } from "./yaml-lines.ts";
import { EMPTY_TREE } from "./yaml-tree.ts";

export interface ReadYaml extends ParsedText {
  /** The first mistake of syntax, or else all duplicate keys. */
  readonly problems: readonly ExplainedError[];
  /** Whether the values are what the author meant, apart from the lines in `problems`. */
  readonly isComplete: boolean;
}

/** Maximum number of values that aliases may expand to. */
const MAX_ALIAS_COUNT = 100;

/** Finds a mistake that YAML accepts. */
const findAccepted = surestOf<ParsedText>([
  { sure: 3, explain: findHidden },
  { sure: 2, explain: findGluedColon },
  { sure: 1, explain: findOddKey },
]);

/** `isUnusual`: whether the text, or the file that it is from, may have hidden characters. */
export function readYaml(source: string, isUnusual = mayBeHidden(source)): ReadYaml {
  const lines = linesOf(source);
  const text = source.includes("\r") ? lines.join("\n") : source;
  const positionAt = linePositions(lines);
  const tree = parseNodes(text);
  if ("reason" in tree) return unreadYaml(explainRefusal({ text, lines, positionAt }, tree));
  const yaml: ParsedText = { text, lines, positionAt, isUnusual, ...tree };
  const mistake = findAccepted(yaml);
  if (mistake) return unreadYaml(mistake);
  const problems = yaml.hasDuplicates ? findDuplicateKeys(yaml) : [];
  const lostDash = problems.find(({ code }) => code !== "SOURCE_DUPLICATE_KEY");
  return lostDash ? unreadYaml(lostDash) : { ...yaml, problems, isComplete: true };
}

/** The result for a text that cannot be read. */
export const unreadYaml = (problem: ExplainedError): ReadYaml => ({
  text: "",
  lines: [],
  positionAt: linePositions([]),
  isUnusual: false,
  ...EMPTY_TREE,
  problems: [problem],
  isComplete: false,
});

/** The data of a complete text, and the values that YAML reads in another way than their author meant. */
export function dataOf(yaml: ReadYaml): { readonly data?: unknown; readonly traps: readonly ExplainedError[] } {
  if (!yaml.isComplete) return { traps: [] };
  // A text without any field has a mistake of its own, and no values to look at.
  const traps = yaml.root?.kind === "scalar" ? [] : [...findYamlTraps(yaml), ...findUnknownAliases(yaml)];
  if (yaml.aliasCount > MAX_ALIAS_COUNT) return { traps: [...traps, tooManyAliases(yaml)] };
  return { data: yaml.root?.value ?? null, traps };
}

/** Reports aliases without a target. Their value is their text, so that the other values can be used. */
function findUnknownAliases(yaml: ParsedText): ExplainedError[] {
  return yaml.nodes.flatMap((node) => {
    if (node.kind !== "alias" || node.target) return [];
    const { name } = node;
    const message = node.isEndless
      ? `"*${name}" is a part of the value that is named "&${name}": it would be in itself without end.`
      : `YAML takes "*${name}" for the value that is named "&${name}", and none is in this file.`;
    const hint = `put quotes around text that begins with a star: "*${name}"`;
    return [trap(yaml, node, "SOURCE_UNKNOWN_ANCHOR", message, hint)];
  });
}

/** Reports at the first alias. */
function tooManyAliases(yaml: ParsedText): ExplainedError {
  const message = `The aliases (*name) of this file unfold into more than ${MAX_ALIAS_COUNT} parts.`;
  const alias = yaml.nodes.find((node) => node.kind === "alias" && node.target);
  return trap(yaml, alias, "SOURCE_TOO_MANY_ALIASES", message, "write the values out where they are used");
}
