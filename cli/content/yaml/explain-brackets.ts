// Mistakes with brackets: one that is not closed, a missing comma, a comma or bracket too many.
import { type At, atLine, type ExplainedError, QUOTE_ALL } from "./explained-error.ts";
import {
  contentOfLine,
  hasContent,
  ITEM_LINE,
  indentOf,
  KEY_LINE,
  lineAt,
  lineBelow,
  textLines,
  valueIn,
} from "./yaml-lines.ts";

/** Reports at the opening bracket, which may be lines above the parser's position. */
export function explainBracket(lines: readonly string[], fault: BracketFault): ExplainedError {
  const { line, column, bracket, lastLine, wrongCloser, isInner, hash } = fault;
  const { explain, ...at } = atLine(lines, line, column);
  const source = at.source.trimEnd();
  const closing = closerOf(bracket);
  if (hash !== undefined) {
    const message = "Everything from this # on is taken for a comment, the closing bracket with it.";
    const place = { column: hash, length: source.length - hash + 1 };
    return explain("SOURCE_COMMENT", message, "put quotes around the text that holds the #", place);
  }
  const last = lineAt(lines, lastLine);
  const place = { length: source.length - column + 1 };
  if (wrongCloser !== undefined) {
    const wrong = last[wrongCloser - 1] ?? "";
    const where = lastLine > line ? ` on line ${lastLine}` : "";
    const message = `The bracket ${bracket} is opened here and not closed before the ${wrong}${where}.`;
    const hint = isInner ? `add a ${closing} in front of the ${wrong}` : `write ${closing} instead of ${wrong}`;
    return explain("SOURCE_SYNTAX", message, hint, place);
  }
  // The lines below are a block, which needs no brackets.
  const isBlock = column === source.length && (lastLine === line || !last.trimEnd().endsWith(","));
  const hint = isBlock
    ? `take it out if the lines below belong to it, or else add the closing ${closing}`
    : `add the closing ${closing}, or ${QUOTE_ALL} if the bracket belongs to it`;
  return explain("SOURCE_SYNTAX", `The bracket ${bracket} is opened here and never closed.`, hint, place);
}

/** Explains `{ label: Prices href: /prices }`, and a text with a colon between brackets. */
export function explainInBrackets({ source, column, explain }: At): ExplainedError | undefined {
  const match = [...source.matchAll(/(?<=[[{,] *(?:[\w-]+: +)?)[^\s,:{}[\]"'#][^,:{}[\]"'#]*: /g)].find(
    ({ index, 0: text }) => index + text.length >= column && !isFirstKey(source, index),
  );
  if (!match) return undefined;
  const beforeColon = match[0].slice(0, -2);
  const [, key = ""] = /^.*\S +([\w-]+)$/.exec(beforeColon) ?? [];
  if (key !== "") {
    const hint = `put a comma in front of "${key}"; ${QUOTE_ALL} if the colon belongs to it`;
    const place = { column: match.index + beforeColon.length - key.length + 1, length: key.length };
    return explain("SOURCE_SYNTAX", "A comma is missing between two parts of these brackets.", hint, place);
  }
  const text = /^[^,{}[\]]*/.exec(source.slice(match.index))?.[0].trimEnd() ?? beforeColon;
  const message = "This text has a colon followed by a space in it, which YAML reads as another key.";
  const hint = `${QUOTE_ALL}: "${text.replaceAll('"', "'")}"`;
  return explain("SOURCE_COLON", message, hint, { column: match.index + beforeColon.length + 1 });
}

/** Whether a word with a colon is the key that brackets or a comma require. */
const isFirstKey = (source: string, index: number): boolean => /[[{,] *$/.test(source.slice(0, index));

/** A closing bracket without an opening one. */
export function explainExtraBracket({ source, column, explain }: At): ExplainedError | undefined {
  const bracket = source[column - 1] ?? "";
  if (!/[\]}]/.test(bracket) || !/[\]}] *$/.test(source.slice(0, column - 1))) return undefined;
  const message = `This bracket ${bracket} closes nothing: the one before it has closed the last.`;
  return explain("SOURCE_SYNTAX", message, `take it out; ${QUOTE_ALL} if it belongs to it`);
}

/** Explains `- label: Home, href: / }` at the closing bracket. */
export function explainUnopened({ explain, ...at }: At): ExplainedError | undefined {
  const source = at.source.trimEnd();
  const [, before = "", parts = ""] =
    /^(\s*(?:- +)*(?:[\w-]+: +)?)((?:[\w-]+: +[^\s,{}[\]][^,{}[\]]*, *)+[\w-]+: +[^\s,{}[\]][^,{}[\]]*\})$/.exec(
      source,
    ) ?? [];
  if (parts === "") return undefined;
  const message = "The bracket } at the end of this line was never opened.";
  return explain("SOURCE_SYNTAX", message, `write ${before.trimStart()}{ ${parts}`, { column: source.length });
}

interface BracketFault {
  /** The unclosed bracket: its line and column, starting at 1. */
  readonly line: number;
  readonly column: number;
  readonly bracket: string;
  /** The last line of its content. */
  readonly lastLine: number;
  /** The column, on `lastLine`, of a bracket of the other kind in the place of the closing one. */
  readonly wrongCloser?: number;
  /** Whether that one closes another bracket, which was opened before this. */
  readonly isInner?: boolean;
  /** The column of a # on the bracket's line that puts the closing one in a comment. */
  readonly hash?: number;
}

const CLOSERS: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

const closerOf = (bracket: string): string => CLOSERS[bracket] ?? "";

/** Unclosed brackets, from top to bottom. */
export function scanBrackets(lines: readonly string[]): BracketFault[] {
  const isText = textLines(lines);
  const faults: BracketFault[] = [];
  for (let line = 1; line <= lines.length; line++) {
    const source = lineAt(lines, line);
    if (isText[line - 1] || !hasContent(source)) continue;
    const { column, text } = valueIn(source);
    if (!/^[[{]/.test(text)) continue;
    const { fault, lastLine } = followBrackets(lines, line, column);
    if (fault) faults.push(fault);
    line = Math.max(line, lastLine);
  }
  return faults;
}

/** The unclosed bracket that contains a parser's position. */
export function bracketAround(lines: readonly string[], line: number): BracketFault | undefined {
  const isInReach = (last: number) => line <= (lineBelow(lines, last) || lines.length);
  return scanBrackets(lines).find((fault) => fault.line <= line && isInReach(fault.lastLine));
}

/** Reads from a bracket to its closing one, or to a line that cannot belong to it. */
function followBrackets(
  lines: readonly string[],
  first: number,
  column: number,
): { fault?: BracketFault; lastLine: number } {
  const open: Pick<BracketFault, "line" | "column" | "bracket">[] = [];
  const base = baseOf(lineAt(lines, first));
  let last = first;
  let hash: number | undefined;
  let quote = "";
  for (let line = first; line <= lines.length; line++) {
    const source = lineAt(lines, line);
    if (line > first && quote === "") {
      if (!hasContent(source)) continue;
      if (!mayGoOn(source, lineAt(lines, last), base, open.at(-1)?.bracket)) break;
    }
    last = line;
    for (let at = line === first ? column - 1 : 0; at < source.length; at++) {
      const mark = source[at] ?? "";
      if (quote !== "") {
        const isEscape = quote === '"' ? mark === "\\" : source.startsWith("''", at);
        if (isEscape) at++;
        else if (mark === quote) quote = "";
      } else if (mark === "#" && /\s/.test(source[at - 1] ?? " ")) {
        if (line === first && /[\]}]/.test(source.slice(at))) hash = at + 1;
        break;
      } else if ((mark === '"' || mark === "'") && /(?:^|[[{,:])\s*$/.test(source.slice(Math.max(0, at - 20), at))) {
        quote = mark;
      } else if (mark === "[" || mark === "{") {
        open.push({ line, column: at + 1, bracket: mark });
      } else if (mark === "]" || mark === "}") {
        const top = open.at(-1);
        if (top && closerOf(top.bracket) !== mark) {
          const isInner = open.some(({ bracket }) => closerOf(bracket) === mark);
          return { fault: { ...top, lastLine: line, wrongCloser: at + 1, isInner }, lastLine: line };
        }
        open.pop();
        if (open.length === 0) return { lastLine: line };
      }
    }
  }
  const [top] = open.slice(-1);
  // An unclosed quotation mark includes all that follows, brackets too. It is reported by itself.
  if (top === undefined || quote !== "") return { lastLine: first };
  return { fault: { ...top, lastLine: last, hash }, lastLine: last };
}

/** The content of brackets is indented deeper than this column, counted from 0. */
function baseOf(source: string): number {
  if (KEY_LINE.test(source)) return contentOfLine(source);
  return ITEM_LINE.test(source) ? source.lastIndexOf("-", contentOfLine(source) - 1) : indentOf(source) - 1;
}

/** Whether a line may belong to brackets opened above it. */
function mayGoOn(source: string, above: string, base: number, bracket = "["): boolean {
  if (/^\s*[\]}]/.test(source)) return indentOf(source) >= base;
  if (indentOf(source) <= base || ITEM_LINE.test(source)) return false;
  const isSeparate = /[,[{:]\s*(?:\s#.*)?$/.test(above);
  return !KEY_LINE.test(source) || (isSeparate && bracket === "{");
}
