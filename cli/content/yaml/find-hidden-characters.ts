// Hidden characters in indentation and around a colon, where YAML expects its own marks.
import { isScalar, visit } from "yaml";
import { type ExplainedError, explainFrom, type ParsedText } from "./explained-error.ts";
import { hasHidden, hiddenAt, hiddenWords, MARK, SPACE } from "./hidden-characters.ts";
import { textLines } from "./yaml-lines.ts";

const MARKED = `[ ${SPACE}${MARK}]`;
/** Indentation and dashes, then a key with the blanks around its colon. */
const STRUCTURE = new RegExp(`^${MARKED}*(?:-${MARKED}+)*(?:[\\w${MARK}-]+${MARKED}*:(?:${MARKED}+|$))?`, "u");

interface Hidden {
  readonly line: number;
  readonly column: number;
  readonly character: string;
}

/** Lines with one where YAML expects its own marks, in groups of consecutive lines. */
function suspects(lines: readonly string[]): Hidden[][] {
  if (!lines.some(hasHidden)) return [];
  const isText = textLines(lines);
  const groups: Hidden[][] = [];
  lines.forEach((source, index) => {
    if (isText[index] || !hasHidden(source)) return;
    const structure = STRUCTURE.exec(source)?.[0] ?? "";
    const at = hiddenAt(structure);
    if (at === -1) return;
    const found = { line: index + 1, column: at + 1, character: source[at] ?? "" };
    const last = groups.at(-1);
    if (last?.at(-1)?.line === index) last.push(found);
    else groups.push([found]);
  });
  return groups;
}

/** A hidden character at or above the line of a parser's error, where YAML expects its own marks. */
export function explainHidden(lines: readonly string[], errorLine: number): ExplainedError | undefined {
  const group = suspects(lines).find(([first]) => first && first.line <= errorLine);
  return group && reportHidden(group);
}

/** A hidden character in a key, before a value or before a dash that became part of a text: YAML accepts these. */
export function findHidden({ document, lines, lineCounter }: ParsedText): ExplainedError | undefined {
  if (!lines.some(hasHidden)) return undefined;
  const lineOf = (offset: number) => lineCounter.linePos(offset).line;
  const wanted = new Set<number>();
  let between: number | undefined;
  visit(document, {
    Map(_, map) {
      for (const { key } of map.items) {
        if (!isScalar(key) || key.type !== "PLAIN" || !key.range || !hasHidden(String(key.source))) continue;
        if (map.flow) between ??= key.range[0] + hiddenAt(String(key.source));
        else wanted.add(lineOf(key.range[0]));
      }
    },
    Scalar(_, node) {
      if (node.type === "PLAIN" && node.range && hasHidden((node.source ?? "").replace("-", "").slice(0, 1)))
        wanted.add(lineOf(node.range[0]));
    },
  });
  const group = suspects(lines)
    .map((each) => each.filter(({ line }) => wanted.has(line)))
    .find((each) => each.length > 0);
  if (group) return reportHidden(group);
  if (between === undefined) return undefined;
  const { line, col: column } = lineCounter.linePos(between);
  return reportHidden([{ line, column, character: lines[line - 1]?.[column - 1] ?? "" }]);
}

function reportHidden(group: readonly Hidden[]): ExplainedError {
  const [{ line, column, character } = { line: 1, column: 1, character: "" }] = group;
  const { message, hint } = hiddenWords(character);
  const last = group.at(-1)?.line ?? line;
  const more = last === line ? "" : `; the same in the lines down to ${last}`;
  return explainFrom(line, column)("SOURCE_HIDDEN_CHARACTER", message, hint + more);
}
