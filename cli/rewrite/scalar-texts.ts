// A value → the ways to write it instead of another, the one closest to the former style first. The caller puts each into the file, parses
// it, and takes the first that gives the value.

import { escapeHidden, hiddenInText } from "../content/yaml/hidden-characters.ts";
import { wrapWords } from "../text/wrap-words.ts";
import type { FoundScalar } from "./find-scalar.ts";

/** So many characters of the text, from `start` to before `end`, become `text`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Lines are wrapped at the length of the longest former line, and not below this. */
const MIN_WIDTH = 60;

/** What to put where, as offsets of the YAML text `yaml`. */
export function* scalarTexts(found: FoundScalar, value: string, yaml: string): Generator<readonly Splice[]> {
  const flow = (text: string) => asFlow(found, text);
  // Invisible characters are escaped, which takes double quotes.
  if (hiddenInText(value) !== -1) return yield flow(escapeHidden(inDouble(value)));
  if (value.trim() === "") return yield flow(inDouble(value));
  const written = yaml.slice(found.start, found.end);
  const spread = written.includes("\n") ? written : undefined;
  const isOneLine = !value.includes("\n");
  const inQuotes = quoted(value);
  switch (found.style) {
    case "folded":
      yield asBlock(found, value, ">", yaml);
      break;
    case "double":
      if (spread) yield flow(`"${foldedFlow(inDouble(value, true), spread.slice(1, -1))}"`);
      yield flow(inDouble(value));
      break;
    case "single":
      if (spread) yield flow(`'${foldedFlow(doubledQuotes(value), spread.slice(1, -1))}'`);
      if (isOneLine) yield flow(`'${doubledQuotes(value)}'`);
      break;
    case "plain":
      if (spread) yield flow(foldedFlow(value, spread));
      if (isOneLine && value !== "") yield flow(value);
      break;
    default:
  }
  if (!found.isInFlow && (found.body || !isOneLine)) yield asBlock(found, value, "|", yaml);
  yield flow(inQuotes);
  yield flow(inDouble(value));
}

const doubledQuotes = (value: string): string => value.replaceAll("'", "''");

/** Single quotes where they avoid escapes. */
const quoted = (value: string): string =>
  /["\\]/.test(value) && !/['\n]/.test(value) ? `'${value}'` : inDouble(value);

/** As JSON, which is valid YAML. `keepsLines` keeps line ends as lines. */
function inDouble(value: string, keepsLines = false): string {
  if (keepsLines)
    return value
      .split("\n")
      .map((line) => inDouble(line).slice(1, -1))
      .join("\n");
  return JSON.stringify(value);
}

/** A text on several lines: the first is where the text began. */
function foldedFlow(value: string, written: string): string {
  const lines = written.split("\n");
  const indent = /^ */.exec(lines.slice(1).find((line) => line.trim() !== "") ?? "")?.[0] ?? "  ";
  const trimmed = lines.map((line) => line.trim());
  return foldLines(value, trimmed, widthOf(trimmed))
    .map((line, index) => (index === 0 || line === "" ? line : indent + line))
    .join("\n");
}

const widthOf = (lines: readonly string[]) => Math.max(MIN_WIDTH, ...lines.map((line) => line.length));

/** On the line of its key; the lines of a block go. */
function asFlow(found: FoundScalar, text: string): readonly Splice[] {
  const { start, end, body } = found;
  const here = { start, end, text };
  if (!body) return [here];
  return [here, { start: body.start, end: body.start + contentOf(found).length, text: "" }];
}

/** The lines of a block up to the last that is not empty: the empty ones separate it from what follows. */
function contentOf({ body, indent }: FoundScalar): string {
  if (!body) return "";
  const lines = body.text.split("\n");
  const lead = leadOf(lines) ?? " ".repeat(indent + 1);
  const last = lines.findLastIndex((line) => line.trim() !== "" || line.length > lead.length);
  return lines.slice(0, last + 1).join("\n") + (last >= 0 && last < lines.length - 1 ? "\n" : "");
}

/** The indentation of the first line that is not empty. */
const leadOf = (lines: readonly string[]): string | undefined =>
  /^ */.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0] || undefined;

function asBlock(found: FoundScalar, value: string, mark: ">" | "|", yaml: string): readonly Splice[] {
  const header = yaml.slice(found.start, found.end);
  const body = found.body?.text ?? "";
  const content = contentOf(found);
  const source = content.split("\n").slice(0, content.endsWith("\n") ? -1 : undefined);
  const lead = indentOf(found, source, header);
  const text = value.replace(/\n+$/, "");
  const tail = value.length - text.length;
  const chomp = tail === 0 ? "-" : tail === 1 && !isKept(header, body, content) ? "" : "+";
  const digit = found.body ? (/\d/.exec(header)?.[0] ?? "") : /^\s*[ \t]/.test(text) ? "2" : "";
  const fresh = mark === ">" ? foldedBlock(text, source, lead) : literalBlock(text, found, source, lead);
  const lines = [...fresh, ...Array(Math.max(0, tail - 1)).fill("")];
  const newHeader = mark + digit + chomp;
  // The same indicators in another order stay.
  const shownHeader = sorted(newHeader) === sorted(header) ? header : newHeader;
  const here = { start: found.start, end: found.end, text: shownHeader };
  if (!found.body) {
    const next = yaml.indexOf("\n", found.end);
    const at = next === -1 ? yaml.length : next;
    return [here, { start: at, end: at, text: lines.map((line) => `\n${line}`).join("") }];
  }
  const replaced = chomp === "+" ? body : content;
  const isLast = found.body.start + replaced.length === yaml.length && !replaced.endsWith("\n");
  const written = lines.map((line) => `${line}\n`).join("");
  const end = found.body.start + replaced.length;
  return [here, { start: found.body.start, end, text: isLast ? written.replace(/\n$/, "") : written }];
}

/** A block that keeps its line ends keeps its indicator where both indicators mean the same. */
const isKept = (header: string, body: string, content: string) => header.includes("+") && body === content;

const sorted = (header: string) => [...header].sort().join("");

function indentOf({ body, indent }: FoundScalar, source: readonly string[], header: string): string {
  const reported = /\d/.exec(header)?.[0];
  if (body && reported) return " ".repeat(indent + Number(reported));
  return (body && leadOf(source)) ?? " ".repeat(indent + 2);
}

const indented = (lines: readonly string[], lead: string) => lines.map((line) => (line === "" ? "" : lead + line));

function foldedBlock(text: string, source: readonly string[], lead: string): string[] {
  const before = source.map((line) => (line.startsWith(lead) ? line.slice(lead.length) : line.trim()));
  return indented(foldLines(text, before, widthOf(before)), lead);
}

/** Lines with the same words stay as they are, trailing spaces included. */
function literalBlock(text: string, { style, value }: FoundScalar, source: readonly string[], lead: string): string[] {
  const lines = text.split("\n");
  const fresh = indented(lines, lead);
  if (style !== "literal") return fresh;
  const { first, last } = sharedEnds(value.split("\n").slice(0, source.length), lines);
  return [...source.slice(0, first), ...fresh.slice(first, fresh.length - last), ...source.slice(source.length - last)];
}

/** How many items two rows share at their beginnings and, of the rest, at their ends. */
export function sharedEnds(a: ArrayLike<string>, b: ArrayLike<string>): { first: number; last: number } {
  const most = Math.min(a.length, b.length);
  let first = 0;
  while (first < most && a[first] === b[first]) first++;
  let last = 0;
  while (last < most - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++;
  return { first, last };
}

/** Words that a line may end after: single spaces separate them, all other spaces belong to the words. */
const wordsOf = (line: string): string[] => line.split(/(?<=\S) (?=\S)/);

/**
 * The source lines of a text whose single line ends are spaces and whose empty lines are line ends: folded blocks, and plain or quoted
 * texts on several lines. `before` are the former lines.
 */
function foldLines(text: string, before: readonly string[], width: number): string[] {
  const old = paragraphsOf(before);
  const paragraphs = text.split("\n");
  const fromEnd = old.length - paragraphs.length;
  return paragraphs.flatMap((paragraph, index) => {
    const candidates = [old[index], old[index + fromEnd]].filter((lines) => lines !== undefined);
    const same = candidates.find((lines) => lines.join(" ") === paragraph);
    const lines = paragraph === "" ? [] : (same ?? foldParagraph(paragraph, candidates[0] ?? [], width));
    return index === 0 ? lines : ["", ...lines];
  });
}

/** Lines between empty ones; an empty line more is an empty paragraph. */
function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs;
}

function foldParagraph(paragraph: string, old: readonly string[], width: number): string[] {
  const words = wordsOf(paragraph);
  const lines = old.map(wordsOf);
  const first = sharedLines(lines, words);
  const rest = lines.slice(first);
  const left = words.slice(lines.slice(0, first).flat().length);
  const last = sharedLines(rest.map((line) => line.toReversed()).toReversed(), left.toReversed());
  const end = rest.slice(rest.length - last);
  const middle = left.slice(0, left.length - end.flat().length);
  return [...lines.slice(0, first).map(join), ...wrapWords(middle, width), ...end.map(join)];
}

const join = (words: readonly string[]) => words.join(" ");

/** How many of the lines the words begin with. */
function sharedLines(lines: readonly (readonly string[])[], words: readonly string[]): number {
  let position = 0;
  const differing = lines.findIndex((line) => {
    const isShared = line.every((word, index) => word === words[position + index]);
    position += line.length;
    return !isShared;
  });
  return differing === -1 ? lines.length : differing;
}
