// Finds values that YAML reads in another way than the author means: cut off by a #, begun with a mark of YAML, continued on the next line.

import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { COMMENT_HINT, reportCutText } from "./explain-indentation.ts";
import { explainGluedDash, reportFirstDash, reportGluedDash } from "./explain-lost-dash.ts";
import { atLine, atLineAbove, atOffset, type ExplainedError, type ParsedText, QUOTE_ALL } from "./explained-error.ts";
import { indentOf, isBlank } from "./yaml-lines.ts";
import type { Range, ScalarNode, YamlNode } from "./yaml-tree.ts";

/** The most traps that are reported for one file. */
const MAX_TRAPS = 20;

export function findYamlTraps(yaml: ParsedText): ExplainedError[] {
  const traps: ExplainedError[] = [];
  const add = (error: ExplainedError | undefined) => {
    if (error) traps.push(error);
  };
  for (const node of yaml.nodes) {
    if (traps.length >= MAX_TRAPS) break;
    add(tagTrap(yaml, node));
    if (node.kind !== "scalar") continue;
    add(anchorTrap(yaml, node));
    add(commentTrap(yaml, node));
    if (node.style !== "plain") continue;
    add(curlyQuoteTrap(yaml, node));
    if (!node.isKey) add(lastQuoteTrap(yaml, node));
    if (mayHoldDash(yaml, node)) add(itemTrap(yaml, node));
  }
  return traps;
}

/** Reports a range, at most to the end of its first line. */
export function trap(
  yaml: ParsedText,
  range: Range | undefined,
  code: DiagnosticCode,
  message: string,
  hint: string,
): ExplainedError {
  const { start, end } = range ?? { start: 0, end: 1 };
  return atOffset(yaml, start).explain(code, message, hint, {
    length: Math.min(end, lineEnd(yaml.text, start)) - start,
  });
}

function tagTrap(yaml: ParsedText, { tagRange }: YamlNode): ExplainedError | undefined {
  if (!tagRange) return undefined;
  const message = "A value may not begin with an exclamation mark: YAML reads it as a tag.";
  return trap(yaml, tagRange, "SOURCE_TAG", message, QUOTE_ALL);
}

/** YAML reads `&co and friends` as "and friends". An anchor that an alias uses is intended. */
function anchorTrap(yaml: ParsedText, { anchor, anchorRange }: ScalarNode): ExplainedError | undefined {
  if (anchor === undefined || isUsed(yaml, anchor)) return undefined;
  const message = `"&${anchor}" is taken for a name that nothing uses, and does not appear on the site.`;
  return trap(yaml, anchorRange, "SOURCE_SPECIAL_CHARACTER", message, QUOTE_ALL);
}

const isUsed = ({ nodes }: ParsedText, anchor: string): boolean =>
  nodes.some((node) => node.kind === "alias" && node.name === anchor);

/** A comment on the line of a value, behind the comma that may follow it. */
const COMMENT_BEHIND = /([ \t]*,?[ \t]+)(#.*)/y;

/** YAML reads `Suite #4` as "Suite". A comment on its own line, after a number, or `# placeholder`, is intended. */
function commentTrap(yaml: ParsedText, { style, value, source, end }: ScalarNode): ExplainedError | undefined {
  if (!" \t,".includes(yaml.text.charAt(end))) return undefined;
  COMMENT_BEHIND.lastIndex = end;
  const [, before = "", comment = ""] = COMMENT_BEHIND.exec(yaml.text) ?? [];
  if (comment === "" || style === "folded" || style === "literal" || /^#\s*placeholder\b/i.test(comment))
    return undefined;
  const at = atOffset(yaml, end + before.length);
  const place = { length: comment.trimEnd().length };
  const isGlued = /^#\S/.test(comment);
  if (isGlued && style === "plain") return reportCutText(at, place);
  if (!isGlued && (style !== "plain" || typeof value !== "string" || source === "")) return undefined;
  const message = "The text ends before this #; what follows is a comment.";
  return { ...at.explain("SOURCE_COMMENT", message, COMMENT_HINT, place), severity: "warning" };
}

/** Word processors insert “curly quotes”, which are a part of the text for YAML. */
function curlyQuoteTrap(yaml: ParsedText, node: ScalarNode): ExplainedError | undefined {
  if (!/^(?:[“”„].*[“”]|‘.*[’‘])$/s.test(node.source)) return undefined;
  const message = "YAML does not know curly quotes: they are part of the text and appear on the site.";
  const hint = `put straight quotes (") in their place, or around them if they are meant`;
  return { ...trap(yaml, node, "SOURCE_QUOTE", message, hint), severity: "warning" };
}

/** Reports `Downtown"`. After a number, the mark means inches. */
function lastQuoteTrap(yaml: ParsedText, { source, end }: ScalarNode): ExplainedError | undefined {
  if (!source.endsWith('"') || !/^[^"]*[^\s\d"]"$/.test(source)) return undefined;
  const message =
    'There is a quotation mark (") at the end of this text, and none at its beginning: it appears on the site.';
  const hint = "remove it, or put one in front of the text as well";
  return { ...trap(yaml, { start: end - 1, end }, "SOURCE_QUOTE", message, hint), severity: "warning" };
}

/** Whether a plain text begins with a dash or has several lines, as few do. */
const mayHoldDash = ({ text }: ParsedText, { start, end }: ScalarNode): boolean => {
  if (text.charAt(start) === "-") return true;
  const lineEnd = text.indexOf("\n", start);
  return lineEnd !== -1 && lineEnd < end;
};

/** YAML reads `-Text` below a key as a text that begins with a hyphen, and an item below a text that is indented less as a part of that text. */
function itemTrap(yaml: ParsedText, { start, end }: ScalarNode): ExplainedError | undefined {
  const { lines, text } = yaml;
  const at = atOffset(yaml, start);
  const { line, column, source } = at;
  const isFirst = isBlank(source.slice(0, column - 1));
  const isBelowKey = isFirst && atLineAbove(at).source.trimEnd().endsWith(":");
  const below = text.slice(start, end).split("\n").slice(1);
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
  const isKey = /^:(?:\s|$)/.test(text.slice(end, end + 2));
  const glued = isBelowKey || (isFirst && isKey) ? explainGluedDash(at) : undefined;
  const addition = below.some((other) => /^\s*-\S/.test(other)) ? "; the same in the lines below" : "";
  return glued && { ...glued, hint: glued.hint + addition };
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};
