// Hidden characters in indentation and around a colon, where YAML expects its own marks.

import { type At, atLine, atOffset, type ExplainedError, type ParsedText } from "./explained-error.ts";
import { hasHidden, hiddenAt, hiddenWords, MARK, SPACE } from "./hidden-characters.ts";
import { textLines } from "./yaml-lines.ts";

const MARKED = `[ ${SPACE}${MARK}]`;
/** Indentation and dashes, then a key with the blanks around its colon. */
const STRUCTURE = new RegExp(`^${MARKED}*(?:-${MARKED}+)*(?:[\\w${MARK}-]+${MARKED}*:(?:${MARKED}+|$))?`, "u");

/** Lines with one where YAML expects its own marks, in groups of consecutive lines. */
function suspects(lines: readonly string[]): At[][] {
  if (!lines.some(hasHidden)) return [];
  const isText = textLines(lines);
  const groups: At[][] = [];
  lines.forEach((source, index) => {
    if (isText[index] || !hasHidden(source)) return;
    const hidden = hiddenAt(STRUCTURE.exec(source)?.[0] ?? "");
    if (hidden === -1) return;
    const found = atLine(lines, index + 1, hidden + 1);
    const last = groups.at(-1);
    if (last?.at(-1)?.line === index) last.push(found);
    else groups.push([found]);
  });
  return groups;
}

/** A hidden character at or above the line of a parser's error, where YAML expects its own marks. */
export function explainHidden(lines: readonly string[], errorLine: number): ExplainedError | undefined {
  return reportHidden(suspects(lines).find(([first]) => first && first.line <= errorLine));
}

/** A hidden character in a key, before a value or before a dash that became part of a text: YAML accepts these. */
export function findHidden(parsed: ParsedText): ExplainedError | undefined {
  const { text, nodes, lines, isUnusual } = parsed;
  if (!isUnusual || !hasHidden(text)) return undefined;
  const wanted = new Set<number>();
  let between: At | undefined;
  for (const node of nodes) {
    for (const { key } of node.kind === "mapping" ? node.items : []) {
      if (key.kind !== "scalar" || key.style !== "plain" || !hasHidden(key.source)) continue;
      if (node.kind === "mapping" && node.isFlow) between ??= atOffset(parsed, key.start + hiddenAt(key.source));
      else wanted.add(atOffset(parsed, key.start).line);
    }
    if (node.kind !== "scalar" || node.style !== "plain") continue;
    if (hasHidden(node.source.replace("-", "").slice(0, 1))) wanted.add(atOffset(parsed, node.start).line);
  }
  const group = suspects(lines)
    .map((each) => each.filter(({ line }) => wanted.has(line)))
    .find((each) => each.length > 0);
  return reportHidden(group ?? (between && [between]));
}

function reportHidden(group: readonly At[] | undefined): ExplainedError | undefined {
  const [first, ...others] = group ?? [];
  if (!first) return undefined;
  const { message, hint } = hiddenWords(first.source[first.column - 1] ?? "");
  const last = others.at(-1);
  const more = last ? `; the same in the lines down to ${last.line}` : "";
  return first.explain("SOURCE_HIDDEN_CHARACTER", message, hint + more);
}
