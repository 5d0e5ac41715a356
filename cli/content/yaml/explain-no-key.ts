// Lines that should be `key: value` and have no key.
import {
  type At,
  atLineAbove,
  atLineBelow,
  atOffset,
  type ExplainedError,
  type ParsedText,
} from "./explained-error.ts";
import { BLOCK_MARK, contentOfLine, ITEM_LINE, indentOf, KEY_LINE, wholeLine } from "./yaml-lines.ts";
import type { MappingNode, Pair } from "./yaml-tree.ts";

/** The text of a line behind its dashes, and what is before it. */
function partsOf({ source }: At): { readonly before: string; readonly text: string } {
  const before = source.slice(0, contentOfLine(source));
  return { before, text: source.trimEnd().slice(before.length) };
}

/** The explanation of a line without a key, if no other rule holds. */
export function explainNoKey(at: At): ExplainedError {
  const { before, text } = partsOf(at);
  const place = { column: before.length + 1, length: text.length };
  const message = "This line has no key: a line is `key: value`, or belongs to the text above it.";
  const [, word = "", value = ""] = /^([A-Za-z][\w-]*)(?:\s+(.*))?$/.exec(text) ?? [];
  if (word === "") {
    return at.explain("SOURCE_SYNTAX", message, "indent it like the text above it, or give it a key", place);
  }
  const belongs = "indent it like the text above if it belongs there";
  const hint =
    value === "" ? `put a colon behind it: "${word}:"` : `write "${word}: ..." if ${word} is its key; ${belongs}`;
  return at.explain("SOURCE_SYNTAX", message, hint, place);
}

/** Explains `area:Downtown`. */
export function explainGluedColon(at: At): ExplainedError | undefined {
  const { before, text } = partsOf(at);
  const [, key = "", value = ""] = /^([\w-]+):(\S.*)$/.exec(text) ?? [];
  return key === "" ? undefined : reportGluedColon(at, before.length + key.length + 1, `${key}: ${value}`);
}

/** Explains block text whose first line is in the column of its key. */
export function explainBelowBlockMark(at: At): ExplainedError | undefined {
  const { before, text } = partsOf(at);
  const above = atLineAbove(at).source;
  if (!BLOCK_MARK.test(above)) return undefined;
  const message = "This text belongs to the line above it, but is not indented.";
  const place = { column: before.length + 1, length: text.length };
  return at.explain("SOURCE_INDENTATION", message, `indent it by ${indentOf(above) + 2} spaces`, place);
}

/** Explains `"area: Downtown"`: the quotation marks make the key a part of the text. */
export function explainQuotedLine({ source, explain }: At): ExplainedError | undefined {
  const [, mark = "", key = "", value = ""] = /^\s*(?:- +)*(["'])([\w-]+): +(.*)\1\s*$/.exec(source) ?? [];
  if (key === "" || value.includes(mark)) return undefined;
  const message = "The quotation marks are around the key as well; they belong around its text only.";
  const place = { column: contentOfLine(source) + 1, length: source.trimEnd().length - contentOfLine(source) };
  return explain("SOURCE_QUOTE", message, `write ${key}: ${mark}${value}${mark}`, place);
}

/** Explains a complete line without a key: it belongs to the line above, or is an item where there is no list. */
export function explainWholeLine(at: At): ExplainedError | undefined {
  const { source, explain } = at;
  const indent = indentOf(source);
  const text = source.trim();
  const upper = atLineAbove(at).source.trimEnd();
  const place = wholeLine(source);
  if (contentOfLine(upper) !== indent || !KEY_LINE.test(upper)) return undefined;
  if (ITEM_LINE.test(source)) {
    if (!KEY_LINE.test(source)) return undefined;
    const item = source.trimEnd().slice(contentOfLine(source));
    const message = "A dash begins an item of a list, and there is no list here.";
    return explain("SOURCE_SYNTAX", message, `write ${item}`, place);
  }
  const isEmpty = upper.endsWith(":");
  const isNextKey = /^[A-Za-z][\w-]*$/.test(text) && indentOf(atLineBelow(at).source) > indent;
  // If a colon may be missing, `explainNoKey` reports both possibilities.
  const mayBeKey = text.split(/\s+/).length < 3 || /^[a-z][\w-]{2,}\s/.test(text);
  if (isNextKey || (!isEmpty && mayBeKey)) return undefined;
  const deeper = indent + 2;
  const message = "This line belongs to the text above it, but is not indented.";
  const elsewhere = `put it behind the text above it, or indent it by ${deeper} spaces`;
  const hint = isEmpty ? `write ${upper.trim()} ${text}` : elsewhere;
  return explain("SOURCE_INDENTATION", message, hint, place);
}

/** Colons of other alphabets, and signs that people type instead of a colon. */
const LIKE_COLON = /^([\w-]+)(\s*[：﹕︰ː∶꞉]\s*|\s*[=;]\s*|\s+:(?=\S))(\S.*)?$/;

export function explainOtherColon(at: At): ExplainedError | undefined {
  const { before, text } = partsOf(at);
  const [, key = "", sign = "", value = ""] = LIKE_COLON.exec(text) ?? [];
  if (key === "") return undefined;
  const meant = `${key}: ${value}`.trimEnd();
  const column = before.length + key.length + sign.search(/\S/) + 1;
  const message = `A key ends in a plain colon with a space behind it, and this is "${sign.trim()}".`;
  return at.explain("SOURCE_SYNTAX", message, `write ${meant}`, { column });
}

/** YAML reads `{x:10, y:20}` as two keys without a value: the first is reported. */
export function findGluedColon(yaml: ParsedText): ExplainedError | undefined {
  const brackets = yaml.nodes.filter((node) => node.kind === "mapping" && node.isFlow) as readonly MappingNode[];
  const glued = brackets.flatMap(({ items }) => items).find(isGlued);
  if (!glued) return undefined;
  const at = atOffset(yaml, glued.key.start);
  const { column, source } = at;
  const corrected =
    source.slice(0, column - 1) +
    source.slice(column - 1).replace(/(?<=^|[{,]\s*)([A-Za-z_][\w-]*):(?=[^\s,}])/g, "$1: ");
  const colon = source.indexOf(":", column - 1);
  return reportGluedColon(at, colon + 1, corrected.trim());
}

const reportGluedColon = ({ explain }: At, column: number, meant: string): ExplainedError =>
  explain("SOURCE_SYNTAX", "The colon after a key needs a space after it.", `write ${meant}`, { column });

const isGlued = ({ key, value }: Pair): boolean =>
  key.kind === "scalar" && key.style === "plain" && /^[A-Za-z_][\w-]*:\S/.test(key.source) && value.value === null;
