// YAML text → a document with positions, and its mistake. One of syntax is reported by itself: what follows from it looks like
// another mistake.
import { Document, isMap, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { explainDuplicate, findDuplicateKeys } from "./duplicate-keys.ts";
import { explainYamlError } from "./explain-yaml-error.ts";
import type { ExplainedError, ParsedText } from "./explained-error.ts";
import { findDeepNesting } from "./find-deep-nesting.ts";
import { findGluedColon } from "./find-glued-colon.ts";
import { explainHidden, findHidden } from "./find-hidden-characters.ts";

export interface ReadYaml extends ParsedText {
  /** The first mistake of syntax, or else all duplicate keys. */
  readonly problems: readonly ExplainedError[];
  /** Whether `document` says what the author meant, apart from the lines in `problems`. */
  readonly isComplete: boolean;
}

/** Duplicate keys reported for one file: one with more is something else altogether. */
export const MAX_PROBLEMS = 20;

export function readYaml(source: string): ReadYaml {
  const lines = source.split(/\r?\n/);
  const deep = findDeepNesting(lines);
  if (deep) return { ...parseLines([]), problems: [deep], isComplete: false };
  const parsed = parseLines(lines);
  const mistake = findMistake(parsed);
  if (mistake) return { ...parsed, problems: [mistake], isComplete: false };
  const problems = findDuplicateKeys(parsed.document, MAX_PROBLEMS).map((each) => explainDuplicate(parsed, each));
  const lostDash = problems.find(({ code }) => code !== "SOURCE_DUPLICATE_KEY");
  return { ...parsed, problems: lostDash ? [lostDash] : problems, isComplete: lostDash === undefined };
}

/** Words that a person, or an older YAML, takes for something else: a yes, a time, a date. */
const MISTAKABLE = /^(?:y|yes|n|no|on|off|[-+.\d][-+.\d_,:/]*)$/i;

/** A value on one line or, in blocks, on as many as it needs; texts are quoted where they have to be. */
export function writeYaml(value: unknown, style: "flow" | "block" = "flow"): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (key !== "key" && typeof node.value === "string" && MISTAKABLE.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
    Collection(key, node) {
      // Two numbers, such as a focus, are better read on one line.
      const isPoint =
        key !== null &&
        isMap(node) &&
        node.items.every((pair) => isScalar(pair.value) && typeof pair.value.value === "number");
      if (style === "flow" || isPoint) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true }).replace(/\n$/, "");
}

function parseLines(lines: readonly string[]): ParsedText {
  const text = lines.join("\n");
  const options = { prettyErrors: false, keepSourceTokens: true, uniqueKeys: false, logLevel: "error" } as const;
  return { text, lines, lineCounter: countLines(lines), document: parseDocument(text, options) };
}

/** What the parser refuses, or else accepts although nobody meant it: an invisible character, a colon without its space. */
function findMistake(parsed: ParsedText): ExplainedError | undefined {
  const [error, ...later] = parsed.document.errors;
  if (error === undefined) return findHidden(parsed) ?? findGluedColon(parsed);
  const { line } = parsed.lineCounter.linePos(error.pos[0]);
  return explainHidden(parsed.lines, line) ?? explainYamlError(error, later, parsed);
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
