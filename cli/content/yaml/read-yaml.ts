// YAML text → a document with positions, and its mistake. One of syntax is reported alone: what follows from it looks like another.
import { Document, isAlias, isMap, isScalar, LineCounter, parseDocument, Scalar, visit } from "yaml";
import { findDuplicateKeys } from "./duplicate-keys.ts";
import { explainBracket, scanBrackets } from "./explain-brackets.ts";
import { findGluedColon } from "./explain-no-key.ts";
import { explainYamlError } from "./explain-yaml-error.ts";
import { type At, atLine, type ExplainedError, nodesOf, type ParsedText } from "./explained-error.ts";
import { explainHidden, findHidden } from "./find-hidden-characters.ts";
import { findYamlTraps, trap } from "./find-yaml-traps.ts";
import { hasContent, indentOf } from "./yaml-lines.ts";

export interface ReadYaml extends ParsedText {
  /** The first mistake of syntax, or else all duplicate keys. */
  readonly problems: readonly ExplainedError[];
  /** Whether `document` says what the author meant, apart from the lines in `problems`. */
  readonly isComplete: boolean;
}

/** Maximum number of nodes that aliases may expand to. */
export const MAX_ALIAS_COUNT = 100;

export function readYaml(source: string): ReadYaml {
  const lines = source.split(/\r?\n/);
  const deep = findDeepNesting(lines);
  if (deep) return unreadYaml(deep);
  const parsed = parseLines(lines);
  const mistake = findMistake(parsed);
  if (mistake) return unreadYaml(mistake, parsed);
  const problems = findDuplicateKeys(parsed);
  const lostDash = problems.find(({ code }) => code !== "SOURCE_DUPLICATE_KEY");
  return lostDash ? unreadYaml(lostDash, parsed) : { ...parsed, problems, isComplete: true };
}

/** A text that is not read further. */
export const unreadYaml = (problem: ExplainedError, parsed = parseLines([])): ReadYaml => ({
  ...parsed,
  problems: [problem],
  isComplete: false,
});

/** The data of a complete text, and what YAML reads in another way than its author meant. */
export function dataOf(parsed: ReadYaml): { readonly data?: unknown; readonly traps: readonly ExplainedError[] } {
  if (!parsed.isComplete) return { traps: [] };
  const traps = [...findYamlTraps(parsed), ...replaceUnknownAliases(parsed)];
  try {
    return { data: parsed.document.toJS({ maxAliasCount: MAX_ALIAS_COUNT }), traps };
  } catch {
    return { traps: [...traps, tooManyAliases(parsed)] };
  }
}

/** Each alias without an anchor is replaced by a text, so that the rest can be used. */
function replaceUnknownAliases(parsed: ParsedText): ExplainedError[] {
  const problems: ExplainedError[] = [];
  if (!parsed.nodes.some(({ node }) => isAlias(node))) return problems;
  visit(parsed.document, {
    Alias(_, alias) {
      if (alias.resolve(parsed.document) !== undefined) return;
      const message = `YAML takes "*${alias.source}" for the value that is named "&${alias.source}", and none is in this file.`;
      const hint = `put quotes around text that begins with a star: "*${alias.source}"`;
      problems.push(trap(parsed, alias.range, "SOURCE_UNKNOWN_ANCHOR", message, hint));
      return Object.assign(new Scalar(alias.source), { range: alias.range });
    },
  });
  return problems;
}

/** Reported at the first. */
function tooManyAliases(parsed: ParsedText): ExplainedError {
  const message = `The aliases (*name) of this file unfold into more than ${MAX_ALIAS_COUNT} parts.`;
  const alias = parsed.nodes.find(({ node }) => isAlias(node) && node.resolve(parsed.document))?.node;
  return trap(parsed, alias?.range, "SOURCE_TOO_MANY_ALIASES", message, "write the values out where they are used");
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
  const document = parseDocument(text, options);
  return { text, lines, lineCounter: countLines(lines), document, nodes: nodesOf(document) };
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

/** Brackets in brackets, or blocks in blocks. Content needs only a few. */
const MAX_DEPTH = 100;

/** Nesting so deep that the parser would overflow its stack; undefined if nothing is. Quotes are ignored: a hundred open brackets in quotes are unlikely. */
function findDeepNesting(lines: readonly string[]): ExplainedError | undefined {
  const bracket = deepBracket(lines);
  const [unclosed] = bracket ? scanBrackets(lines) : [];
  if (unclosed) return explainBracket(lines, unclosed);
  const deep = bracket ?? deepBlock(lines);
  if (!deep) return undefined;
  const message = `${bracket ? "Brackets" : "Blocks"} are nested more than ${MAX_DEPTH} deep here.`;
  const hint = "a content file needs five or six levels: is this the file you meant?";
  return deep.explain("SOURCE_SYNTAX", message, hint);
}

function deepBracket(lines: readonly string[]): At | undefined {
  let depth = 0;
  for (const [index, source] of lines.entries()) {
    for (const { index: at, 0: mark } of source.matchAll(/[[\]{}]/g)) {
      if (mark === "[" || mark === "{") depth++;
      else if (depth > 0) depth--;
      if (depth > MAX_DEPTH) return atLine(lines, index + 1, at + 1);
    }
  }
  return undefined;
}

/** `- - - -`, or a hundred levels of indentation. */
function deepBlock(lines: readonly string[]): At | undefined {
  const levels: number[] = [];
  for (const [index, source] of lines.entries()) {
    if (!hasContent(source)) continue;
    const indent = indentOf(source);
    while ((levels.at(-1) ?? -1) >= indent) levels.pop();
    levels.push(indent);
    const [, marks = ""] = /^\s*((?:[-?:] +){0,100})/.exec(source) ?? [];
    for (const mark of marks.matchAll(/ +/g)) levels.push(indent + mark.index + mark[0].length);
    if (levels.length > MAX_DEPTH) return atLine(lines, index + 1, indent + 1);
  }
  return undefined;
}
