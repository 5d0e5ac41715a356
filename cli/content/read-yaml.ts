// YAML text → a document with positions, and every mistake of its own. After each mistake the text is mended in a copy and read again:
// a parser's further errors are mostly echoes of the first, while those of the mended text are mistakes that the author made.
import { type Document, LineCounter, parseDocument } from "yaml";
import { explainYamlError } from "./explain-yaml-error.ts";
import type { ExplainedError } from "./explained-error.ts";

export interface ReadYaml {
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
  /** The text of `document`: mended, and line for line that of the file. */
  readonly text: string;
  readonly problems: readonly ExplainedError[];
  /** Whether `document` says what the author meant, apart from the lines in `problems`. */
  readonly isComplete: boolean;
}

/** Mistakes told of one file: one that has more is not the file it was meant to be. */
const MAX_PROBLEMS = 20;
/** Characters that are read again and again: a second or so for the largest file that is allowed. */
const MAX_READ = 2_000_000;

export function readYaml(source: string): ReadYaml {
  const problems: ExplainedError[] = [];
  let lines: readonly string[] = source.split(/\r?\n/);
  for (;;) {
    const text = lines.join("\n");
    const lineCounter = countLines(lines);
    const document = parseDocument(text, { prettyErrors: false, keepSourceTokens: true, logLevel: "error" });
    const parsed = { text, lines, document, lineCounter };
    const read = (isComplete: boolean): ReadYaml => ({ document, lineCounter, text, problems, isComplete });
    const duplicates = document.errors.filter(({ code }) => code === "DUPLICATE_KEY");
    const [first, ...later] = document.errors.filter(({ code }) => code !== "DUPLICATE_KEY");
    if (first === undefined) {
      problems.push(...duplicates.slice(0, MAX_PROBLEMS).map((error) => explainYamlError(error, [], parsed)));
      return read(!problems.some(({ isGuess }) => isGuess));
    }
    const found = explainYamlError(first, later, parsed);
    const last = problems.at(-1);
    if (last && isEcho(found, last, lines)) return read(false);
    problems.push(found);
    const isEnough = problems.length === MAX_PROBLEMS || problems.length * text.length > MAX_READ;
    if (found.mended === undefined || isEnough) return read(false);
    lines = found.mended;
  }
}

/** Whether mending the last mistake did not help, so that this one tells nothing new. */
function isEcho(found: ExplainedError, last: ExplainedError, lines: readonly string[]): boolean {
  if (found.line <= last.line) return true;
  const isNext = lines.slice(last.line, found.line - 1).every((line) => line.trim() === "");
  return (
    isNext &&
    (last.isGuess === true || last.code === "SOURCE_TAB") &&
    (found.code === "SOURCE_INDENTATION" || found.code === "SOURCE_SYNTAX")
  );
}

/** The parser's own count loses lines behind some mistakes. */
function countLines(lines: readonly string[]): LineCounter {
  const counter = new LineCounter();
  let start = 0;
  for (const line of lines) {
    counter.addNewLine(start);
    start += line.length + 1;
  }
  return counter;
}
