// Finds hidden characters in indentation and around a colon, where YAML expects its own marks.

import { type At, atLine, atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";
import { hasHidden, hiddenAt, hiddenWords, MARK, SPACE } from "./hidden-characters.ts";
import { textLines } from "./yaml-lines.ts";

const MARKED = `[ ${SPACE}${MARK}]`;
/** Indentation and dashes, then a key with the blanks around its colon. */
const STRUCTURE = new RegExp(`^${MARKED}*(?:-${MARKED}+)*(?:[\\w${MARK}-]+${MARKED}*:(?:${MARKED}+|$))?`, "u");

/** Lines with a hidden character where YAML expects its own marks, in groups of consecutive lines. */
function suspects(lines: readonly string[]): At[][] {
  if (!lines.some(hasHidden)) return [];
  const isText = textLines(lines);
  const groups: At[][] = [];
  lines.forEach((source, index) => {
    if (isText[index] || !hasHidden(source)) return;
    const hidden = hiddenAt(STRUCTURE.exec(source)?.[0] ?? "");
    if (hidden === -1) return;
    const suspect = atLine(lines, index + 1, hidden + 1);
    const last = groups.at(-1);
    if (last?.at(-1)?.line === index) last.push(suspect);
    else groups.push([suspect]);
  });
  return groups;
}

/** Explains a hidden character at or above the line of a parser's error. */
export function explainHidden(lines: readonly string[], errorLine: number): ExplainedError | undefined {
  return reportHidden(suspects(lines).find(([first]) => first && first.line <= errorLine));
}

/** Finds a hidden character that YAML accepts: in a key, before a value, or before a dash that became a part of a text. */
export function findHidden(yaml: ParsedText): ExplainedError | undefined {
  const { text, nodes, lines, isUnusual } = yaml;
  if (!isUnusual || !hasHidden(text)) return undefined;
  const suspectLines = new Set<number>();
  let between: At | undefined;
  for (const node of nodes) {
    for (const { key } of node.kind === "mapping" ? node.items : []) {
      if (key.kind !== "scalar" || key.style !== "plain" || !hasHidden(key.source)) continue;
      if (node.kind === "mapping" && node.isFlow) between ??= atOffset(yaml, key.start + hiddenAt(key.source));
      else suspectLines.add(atOffset(yaml, key.start).line);
    }
    if (node.kind !== "scalar" || node.style !== "plain") continue;
    if (hasHidden(node.source.replace("-", "").slice(0, 1))) suspectLines.add(atOffset(yaml, node.start).line);
  }
  const group = suspects(lines)
    .map((each) => each.filter(({ line }) => suspectLines.has(line)))
    .find((each) => each.length > 0);
  return reportHidden(group ?? (between && [between]));
}

function reportHidden(group: readonly At[] | undefined): ExplainedError | undefined {
  const [first, ...others] = group ?? [];
  if (!first) return undefined;
  const { message, hint } = hiddenWords(first.source[first.column - 1] ?? "");
  const last = others.at(-1);
  const addition = last ? `; the same in the lines down to ${last.line}` : "";
  return first.explain("SOURCE_HIDDEN_CHARACTER", message, hint + addition);
}
