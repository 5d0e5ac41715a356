// YAML text → a document with positions, and all syntax mistakes. After each mistake the text is fixed in a copy and parsed again:
// further errors of the same parse mostly follow from the first, while those of the fixed text are real mistakes.
import { type Document, LineCounter, parseDocument } from "yaml";
import { explainDuplicate, findDuplicateKeys } from "./duplicate-keys.ts";
import { explainYamlError } from "./explain-yaml-error.ts";
import type { ExplainedError, ParsedText } from "./explained-error.ts";
import { findDeepNesting } from "./find-deep-nesting.ts";
import { findGluedColon } from "./find-glued-colon.ts";
import { explainHidden, findHidden } from "./find-hidden-characters.ts";

export interface ReadYaml {
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
  /** The text of `document`: fixed, with the same lines as the file. */
  readonly text: string;
  readonly problems: readonly ExplainedError[];
  /** Whether `document` says what the author meant, apart from the lines in `problems`. */
  readonly isComplete: boolean;
}

/** Mistakes reported for one file: one with more is something else altogether. */
export const MAX_PROBLEMS = 20;
/** Characters that are parsed repeatedly; a larger file is parsed once, and its first mistake reported. */
const MAX_READ = 1_000_000;

export function readYaml(source: string): ReadYaml {
  const given = source.split(/\r?\n/);
  const deep = findDeepNesting(given);
  if (deep.length > 0) return { ...parseLines([]), problems: deep, isComplete: false };
  const problems: ExplainedError[] = [];
  let last: ExplainedError | undefined;
  let parsed = parseLines(given);
  for (;;) {
    const { lines, text, document } = parsed;
    const read = (isComplete: boolean): ReadYaml => ({ ...parsed, problems, isComplete });
    const isEnough = problems.length >= MAX_PROBLEMS - 1 || (problems.length + 2) * text.length > MAX_READ;
    const [first, ...later] = document.errors;
    if (first === undefined) {
      const silent = isEnough ? undefined : findSilent(parsed);
      if (silent === undefined) {
        problems.push(...reportDuplicates(parsed).slice(0, MAX_PROBLEMS - problems.length));
        return read(!problems.some(({ isGuess }) => isGuess));
      }
      problems.push(silent);
      last = undefined;
      parsed = parseLines(silent.corrected ?? lines);
      continue;
    }
    const hidden = isEnough ? undefined : explainHidden(lines, firstError);
    const found = hidden ?? explainYamlError(first, later, parsed);
    if (hidden === undefined && last && isEcho(found, last, lines)) return read(false);
    problems.push(found);
    last = hidden ? last : found;
    if (found.corrected === undefined || isEnough) return read(false);
    parsed = parseLines(found.corrected);
  }
}

function parseLines(lines: readonly string[]): ParsedText {
  const text = lines.join("\n");
  const options = { prettyErrors: false, keepSourceTokens: true, uniqueKeys: false, logLevel: "error" } as const;
  return { text, lines, lineCounter: countLines(lines), document: parseDocument(text, options) };
}

/** The first error, for comparing: its position is counted from the end of the text, which a fix above it does not move. */
function firstError(lines: readonly string[]): string {
  const { document, text } = parseLines(lines);
  const [error] = document.errors;
  return error ? `${error.code} ${text.length - error.pos[0]}` : "";
}

/** What the parser accepts but nobody meant: an item without its dash, an invisible character. */
function findSilent(parsed: ParsedText): ExplainedError | undefined {
  const { document, lines, lineCounter } = parsed;
  const hidden = findHidden(document, lines, (offset) => lineCounter.linePos(offset));
  return hidden ?? findGluedColon(parsed) ?? reportDuplicates(parsed).find(({ corrected }) => corrected !== undefined);
}

const reportDuplicates = (parsed: ParsedText): ExplainedError[] =>
  findDuplicateKeys(parsed.document, MAX_PROBLEMS).map((each) => explainDuplicate(parsed, each));

/** Whether fixing the last mistake did not help, so that this one says nothing new. */
function isEcho(found: ExplainedError, last: ExplainedError, lines: readonly string[]): boolean {
  if (found.line <= last.line) return true;
  const isNext = lines.slice(last.line, found.line - 1).every((line) => line.trim() === "");
  return (
    isNext &&
    (last.isGuess === true || last.code === "SOURCE_TAB") &&
    (found.code === "SOURCE_INDENTATION" || found.code === "SOURCE_SYNTAX")
  );
}

/** The parser's own count loses lines after some mistakes. */
function countLines(lines: readonly string[]): LineCounter {
  const counter = new LineCounter();
  let start = 0;
  for (const line of lines) {
    counter.addNewLine(start);
    start += line.length + 1;
  }
  return counter;
}
