// The brackets of a YAML text as their author sees them: where one is opened and not closed, although the next line begins something new.
import { contentOf, hasContent, ITEM_LINE, indentOf, KEY_LINE, lineAt, textLines, valueIn } from "./yaml-lines.ts";

export interface BracketFault {
  /** The unclosed bracket: its line and column, starting at 1. */
  readonly line: number;
  readonly column: number;
  readonly bracket: string;
  /** The last line of its content. */
  readonly lastLine: number;
  /** Column of a bracket of the other kind in the position of the closing one, on `lastLine`. */
  readonly wrongCloser?: number;
  /** Whether that one closes another bracket, opened before this. */
  readonly isInner?: boolean;
  /** Column of a # on the bracket's line that puts the closing one in a comment. */
  readonly hash?: number;
}

const CLOSERS: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

export const closerOf = (bracket: string): string => CLOSERS[bracket] ?? "";

interface Open {
  readonly line: number;
  readonly column: number;
  readonly bracket: string;
}

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

/** Reads from a bracket until it is closed, or until a line cannot belong to it. */
function followBrackets(
  lines: readonly string[],
  first: number,
  column: number,
): { fault?: BracketFault; lastLine: number } {
  const open: Open[] = [];
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
  // An unclosed quotation mark takes all that follows, brackets too: that is reported by itself.
  if (top === undefined || quote !== "") return { lastLine: first };
  return { fault: { ...top, lastLine: last, hash }, lastLine: last };
}

/** The content of brackets is indented deeper than this column, counted from 0. */
const baseOf = (source: string): number =>
  KEY_LINE.test(source)
    ? contentOf(source)
    : ITEM_LINE.test(source)
      ? source.lastIndexOf("-", contentOf(source) - 1)
      : indentOf(source) - 1;

/** Whether a line may belong to brackets opened above it. */
function mayGoOn(source: string, above: string, base: number, bracket = "["): boolean {
  if (/^\s*[\]}]/.test(source)) return indentOf(source) >= base;
  if (indentOf(source) <= base || ITEM_LINE.test(source)) return false;
  const isSeparate = /[,[{:]\s*(?:\s#.*)?$/.test(above);
  return !KEY_LINE.test(source) || (isSeparate && bracket === "{");
}
