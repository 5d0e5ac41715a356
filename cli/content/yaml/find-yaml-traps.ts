// Values that YAML accepts, but parses differently from what the author means: text cut off by a #, text that begins with a special
// character of YAML, or text that continues on the line below.
import { type Document, isAlias, isScalar, type Node, type Scalar, visit } from "yaml";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";

export interface YamlTrap {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  /** The part of the text in question, as offsets. */
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint: string;
}

const QUOTE_ALL = "put quotes around the whole text";
const COMMENT_HINT = `${QUOTE_ALL} if the # belongs to it; put a comment on a line of its own`;

/** Traps reported for one file. */
const MAX_TRAPS = 20;

export function findYamlTraps(document: Document.Parsed, text: string): YamlTrap[] {
  const used = new Set<string>();
  visit(document, {
    Alias(_, alias) {
      used.add(alias.source);
    },
  });
  const traps: YamlTrap[] = [];
  visit(document, {
    Node(role, node) {
      if (traps.length >= MAX_TRAPS) return visit.BREAK;
      if (isAlias(node)) return;
      const found = [tagTrap(node, text), ...(isScalar(node) ? scalarTraps(node, text, used, role === "key") : [])];
      traps.push(...found.filter((trap) => trap !== undefined));
    },
  });
  return traps;
}

const scalarTraps = (node: Scalar, text: string, used: ReadonlySet<string>, isKey: boolean) => [
  anchorTrap(node, text, used),
  commentTrap(node, text),
  curlyQuoteTrap(node, text),
  foldedItemTrap(node, text),
  isKey ? undefined : lastQuoteTrap(node),
  gluedItemTrap(node, text),
];

const trap = (
  code: DiagnosticCode,
  [start, end]: readonly [number, number],
  message: string,
  hint: string,
  severity: YamlTrap["severity"] = "error",
): YamlTrap => ({ code, severity, start, end, message, hint });

/** A node's range begins after its `!tag` and `&name`: those are before it on the same line. */
function markBefore(node: Node, text: string, mark: "!" | "&"): readonly [number, number] {
  const end = node.range?.[0] ?? 0;
  const from = lineStart(text, end);
  const found = text.slice(from, end).search(new RegExp(`(?<=^|\\s)${mark}\\S*\\s*(?:[!&]\\S*\\s*)?$`));
  const start = found === -1 ? end : from + found;
  return [start, start + (/^\S+/.exec(text.slice(start))?.[0].length ?? 1)];
}

function tagTrap(node: Node, text: string): YamlTrap | undefined {
  if (!node.tag || !node.range) return undefined;
  const message = "A value may not begin with an exclamation mark: YAML reads it as a tag.";
  return trap("SOURCE_TAG", markBefore(node, text, "!"), message, QUOTE_ALL);
}

/** `&co and friends` is parsed as "and friends". An anchor that an alias uses is intended. */
function anchorTrap(node: Scalar, text: string, used: ReadonlySet<string>): YamlTrap | undefined {
  if (!node.anchor || used.has(node.anchor)) return undefined;
  const message = `"&${node.anchor}" is taken for a name that nothing uses, and does not appear on the site.`;
  return trap("SOURCE_SPECIAL_CHARACTER", markBefore(node, text, "&"), message, QUOTE_ALL);
}

/** `Suite #4` is parsed as "Suite". A comment on its own line, after a number, or `# placeholder`, is intended. */
function commentTrap(node: Scalar, text: string): YamlTrap | undefined {
  const comment = node.comment?.split("\n")[0];
  const end = node.range?.[1];
  const isBlock = node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL";
  if (comment === undefined || end === undefined || isBlock) return undefined;
  const hash = text.indexOf("#", end);
  if (hash === -1 || text.slice(end, hash).includes("\n") || /^\s*placeholder\b/i.test(comment)) return undefined;
  const place = [hash, hash + 1 + comment.trimEnd().length] as const;
  const isGlued = !/^\s/.test(comment);
  if (isGlued && (node.type === "PLAIN" || node.type === undefined)) {
    const message = "Everything from this # on is a comment and does not appear on the site.";
    return trap("SOURCE_COMMENT", place, message, COMMENT_HINT);
  }
  if (!isGlued && (node.type !== "PLAIN" || typeof node.value !== "string")) return undefined;
  return trap(
    "SOURCE_COMMENT",
    place,
    "The text ends before this #; what follows is a comment.",
    COMMENT_HINT,
    "warning",
  );
}

/** “Word processors” insert these; YAML treats them as part of the text. */
function curlyQuoteTrap(node: Scalar, text: string): YamlTrap | undefined {
  if (node.type !== "PLAIN" || !node.range || !/^(?:[“”„].*[“”]|‘.*[’‘])$/s.test(String(node.value))) return undefined;
  const message = "YAML does not know curly quotes: they are part of the text and appear on the site.";
  const hint = `put straight quotes (") in their place, or around them if they are meant`;
  return trap(
    "SOURCE_QUOTE",
    [node.range[0], Math.min(node.range[1], lineEnd(text, node.range[0]))],
    message,
    hint,
    "warning",
  );
}

/** `Downtown"`: after a number it means inches. */
function lastQuoteTrap(node: Scalar): YamlTrap | undefined {
  if (node.type !== "PLAIN" || !node.range || !/^[^"]*[^\s\d"]"$/.test(node.source ?? "")) return undefined;
  const end = node.range[1];
  const message =
    'There is a quotation mark (") at the end of this text, and none at its beginning: it appears on the site.';
  return trap("SOURCE_QUOTE", [end - 1, end], message, "remove it, or put one in front of the text as well", "warning");
}

/** A list item that is indented deeper than the text above it becomes part of that text. */
function foldedItemTrap(node: Scalar, text: string): YamlTrap | undefined {
  if (node.type !== "PLAIN" || !node.range) return undefined;
  const [start, end] = node.range;
  const found = /\n\s*- /.exec(text.slice(start, end));
  if (!found) return undefined;
  const dash = start + found.index + found[0].length - 2;
  const isAlone = beginsBelowKey(text, start);
  if (isAlone && columnAt(text, dash) <= columnAt(text, start)) {
    const line = text.slice(0, dash).split("\n").length;
    const first = text.slice(start, lineEnd(text, start)).trimEnd();
    const isGlued = /^-\S/.test(first);
    const message = isGlued ? GLUED : `The list that goes on in line ${line} begins here, without a "- ".`;
    const hint = `write - ${isGlued ? first.replace(/^-+\s*/, "") : first}, ${columnAt(text, dash)} spaces in`;
    return trap(isGlued ? "SOURCE_SYNTAX" : "SOURCE_INDENTATION", [start, start + first.length], message, hint);
  }
  const message =
    "This line is indented deeper than the text above it, so it is read as part of that text and not as an item.";
  const hint = "line the dash up with the other dashes of its list; put quotes around a text that has it";
  return trap("SOURCE_INDENTATION", [dash, dash + 1], message, hint);
}

const GLUED = "The dash that begins an item of a list needs a space after it.";

/** `-Text` below a key, or below another of its kind, is not an item but a text that begins with a hyphen. */
function gluedItemTrap(node: Scalar, text: string): YamlTrap | undefined {
  if (node.type !== "PLAIN" || !node.range || !/^-[^\s\d.-]/.test(node.source ?? "")) return undefined;
  const [start, end] = node.range;
  const lines = text.slice(start, end).split("\n");
  const isKey = /^:(?:\s|$)/.test(text.slice(end, end + 2));
  if (!isLineStart(text, start) || (!isKey && !beginsBelowKey(text, start))) return undefined;
  if (lines.some((line) => /^\s*- /.test(line))) return undefined;
  const more = lines.slice(1).some((line) => /^\s*-\S/.test(line)) ? "; the same in the lines below" : "";
  const first = lines[0]?.trimEnd() ?? "";
  const words = isKey ? text.slice(start, lineEnd(text, start)).trimEnd() : first;
  return trap("SOURCE_SYNTAX", [start, start + 1], GLUED, `write - ${words.slice(1)}${more}`);
}

const isLineStart = (text: string, at: number): boolean => /^\s*$/.test(text.slice(lineStart(text, at), at));

/** Whether a value is on its own line below its key. */
const beginsBelowKey = (text: string, at: number): boolean =>
  isLineStart(text, at) && /:\s*$/.test(text.slice(Math.max(0, lineStart(text, at) - 200), lineStart(text, at)));

const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

const columnAt = (text: string, at: number): number => at - lineStart(text, at);

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};
