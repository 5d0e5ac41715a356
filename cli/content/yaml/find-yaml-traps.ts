// Values that YAML reads in another way than the author means: cut off by a #, begun with a mark of YAML, continued on the line below.
import { isAlias, isScalar, type Node, type Scalar } from "yaml";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { COMMENT_HINT, reportCutText } from "./explain-indentation.ts";
import { explainGluedDash, reportFirstDash, reportGluedDash } from "./explain-lost-dash.ts";
import { atLine, atLineAbove, atOffset, type ExplainedError, type ParsedText, QUOTE_ALL } from "./explained-error.ts";
import { indentOf, isBlank } from "./yaml-lines.ts";

/** Traps reported for one file. */
const MAX_TRAPS = 20;

export function findYamlTraps(parsed: ParsedText): ExplainedError[] {
  const traps: ExplainedError[] = [];
  for (const { node, isKey } of parsed.nodes) {
    if (traps.length >= MAX_TRAPS) break;
    if (isAlias(node) || !node.range) continue;
    const found = [tagTrap(parsed, node), ...(isScalar(node) ? scalarTraps(parsed, node, isKey) : [])];
    traps.push(...found.filter((trap) => trap !== undefined));
  }
  return traps;
}

const scalarTraps = (parsed: ParsedText, node: Scalar, isKey: boolean) => [
  anchorTrap(parsed, node),
  commentTrap(parsed, node),
  ...(node.type === "PLAIN"
    ? [curlyQuoteTrap(parsed, node), isKey ? undefined : lastQuoteTrap(parsed, node), itemTrap(parsed, node)]
    : []),
];

/** From an offset to another, or to the end of its line. */
export function trap(
  parsed: ParsedText,
  range: readonly [start: number, end: number, ...rest: number[]] | null | undefined,
  code: DiagnosticCode,
  message: string,
  hint: string,
): ExplainedError {
  const [start, end] = range ?? [0, 1];
  return atOffset(parsed, start).explain(code, message, hint, {
    length: Math.min(end, lineEnd(parsed.text, start)) - start,
  });
}

/** A node's range begins after its `!tag` and `&name`: those are before it on the same line. */
function markBefore({ text }: ParsedText, node: Node, mark: "!" | "&"): readonly [number, number] {
  const end = node.range?.[0] ?? 0;
  const from = text.lastIndexOf("\n", end - 1) + 1;
  const found = text.slice(from, end).search(new RegExp(`(?<=^|\\s)${mark}\\S*\\s*(?:[!&]\\S*\\s*)?$`));
  const start = found === -1 ? end : from + found;
  return [start, start + (/^\S+/.exec(text.slice(start))?.[0].length ?? 1)];
}

function tagTrap(parsed: ParsedText, node: Node): ExplainedError | undefined {
  if (!node.tag) return undefined;
  const message = "A value may not begin with an exclamation mark: YAML reads it as a tag.";
  return trap(parsed, markBefore(parsed, node, "!"), "SOURCE_TAG", message, QUOTE_ALL);
}

/** `&co and friends` is parsed as "and friends". An anchor that an alias uses is intended. */
function anchorTrap(parsed: ParsedText, node: Scalar): ExplainedError | undefined {
  if (!node.anchor || isUsed(parsed, node.anchor)) return undefined;
  const message = `"&${node.anchor}" is taken for a name that nothing uses, and does not appear on the site.`;
  return trap(parsed, markBefore(parsed, node, "&"), "SOURCE_SPECIAL_CHARACTER", message, QUOTE_ALL);
}

const isUsed = ({ nodes }: ParsedText, anchor: string): boolean =>
  nodes.some(({ node }) => isAlias(node) && node.source === anchor);

/** `Suite #4` is parsed as "Suite". A comment on its own line, after a number, or `# placeholder`, is intended. */
function commentTrap(parsed: ParsedText, node: Scalar): ExplainedError | undefined {
  const { text } = parsed;
  const comment = node.comment?.split("\n")[0];
  const end = node.range?.[1];
  const isBlock = node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL";
  if (comment === undefined || end === undefined || isBlock) return undefined;
  const hash = text.indexOf("#", end);
  if (hash === -1 || text.slice(end, hash).includes("\n") || /^\s*placeholder\b/i.test(comment)) return undefined;
  const at = atOffset(parsed, hash);
  const place = { length: 1 + comment.trimEnd().length };
  const isGlued = !/^\s/.test(comment);
  if (isGlued && (node.type === "PLAIN" || node.type === undefined)) return reportCutText(at, place);
  if (!isGlued && (node.type !== "PLAIN" || typeof node.value !== "string")) return undefined;
  const message = "The text ends before this #; what follows is a comment.";
  return { ...at.explain("SOURCE_COMMENT", message, COMMENT_HINT, place), severity: "warning" };
}

/** “Word processors” insert these; YAML treats them as part of the text. */
function curlyQuoteTrap(parsed: ParsedText, { value, range }: Scalar): ExplainedError | undefined {
  if (!range || !/^(?:[“”„].*[“”]|‘.*[’‘])$/s.test(String(value))) return undefined;
  const message = "YAML does not know curly quotes: they are part of the text and appear on the site.";
  const hint = `put straight quotes (") in their place, or around them if they are meant`;
  return { ...trap(parsed, [range[0], range[1]], "SOURCE_QUOTE", message, hint), severity: "warning" };
}

/** `Downtown"`: after a number it means inches. */
function lastQuoteTrap(parsed: ParsedText, { source, range }: Scalar): ExplainedError | undefined {
  if (!range || !/^[^"]*[^\s\d"]"$/.test(source ?? "")) return undefined;
  const message =
    'There is a quotation mark (") at the end of this text, and none at its beginning: it appears on the site.';
  const hint = "remove it, or put one in front of the text as well";
  return { ...trap(parsed, [range[1] - 1, range[1]], "SOURCE_QUOTE", message, hint), severity: "warning" };
}

/** `-Text` below a key is no item but a text that begins with a hyphen, and an item below a text that is indented less is part of that text. */
function itemTrap(parsed: ParsedText, { range }: Scalar): ExplainedError | undefined {
  if (!range) return undefined;
  const { lines, text } = parsed;
  const at = atOffset(parsed, range[0]);
  const { line, column, source } = at;
  const isFirst = isBlank(source.slice(0, column - 1));
  const isBelowKey = isFirst && atLineAbove(at).source.trimEnd().endsWith(":");
  const below = text.slice(range[0], range[1]).split("\n").slice(1);
  const item = atLine(lines, line + 1 + below.findIndex((other) => /^\s*- /.test(other)));
  if (item.line > line) {
    const dash = indentOf(item.source);
    if (isBelowKey && dash < column) {
      const first = source.trim();
      return /^-\S/.test(first)
        ? reportGluedDash(at, column, `${first.replace(/^-+\s*/, "")}, ${dash} spaces in`)
        : reportFirstDash(at, item.line, dash);
    }
    const message =
      "This line is indented deeper than the text above it, so it is read as part of that text and not as an item.";
    const hint = "line the dash up with the other dashes of its list; put quotes around a text that has it";
    return item.explain("SOURCE_INDENTATION", message, hint, { column: dash + 1 });
  }
  const isKey = /^:(?:\s|$)/.test(text.slice(range[1], range[1] + 2));
  const glued = isBelowKey || (isFirst && isKey) ? explainGluedDash(at) : undefined;
  const more = below.some((other) => /^\s*-\S/.test(other)) ? "; the same in the lines below" : "";
  return glued && { ...glued, hint: glued.hint + more };
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};
