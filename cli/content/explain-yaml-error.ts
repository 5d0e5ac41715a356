// What the YAML parser says, in words for people who write texts. Told from the parser's code and from the line itself.
import { type Document, type LineCounter, type Scalar, visit, type YAMLParseError } from "yaml";
import { explainCutText, explainIndentation, shiftBlock } from "./explain-indentation.ts";
import type { Explain, ExplainedError } from "./explained-error.ts";
import { blotOut, indentOf, isBlank, KEY_LINE, lineAbove, lineAt, replaceLine, valueIn } from "./yaml-lines.ts";

/** A text with the parser's view of it. */
export interface ParsedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
}

const QUOTE_ALL = "put quotes around the whole text";

export function explainYamlError(
  error: YAMLParseError,
  later: readonly YAMLParseError[],
  parsed: ParsedText,
): ExplainedError {
  const { lines, lineCounter } = parsed;
  const at = lineCounter.linePos(error.code === "DUPLICATE_KEY" ? keyStart(parsed.text, error.pos[0]) : error.pos[0]);
  const line = Math.max(1, Math.min(at.line, lines.length));
  const column = Math.max(1, at.col);
  const explain: Explain = (code, message, hint, place) => ({ code, message, hint, line, column, length: 1, ...place });
  switch (error.code) {
    case "TAB_AS_INDENT":
      return explainTab(lines, line, column, explain);
    case "DUPLICATE_KEY":
      return explainDuplicate(lines, line, column, explain);
    case "MULTIPLE_DOCS": {
      const message = 'A line of "---" begins a second document; a content file is one.';
      return explain("SOURCE_SEVERAL_DOCUMENTS", message, "take the line out, or make a second file", { length: 3 });
    }
    case "BAD_SCALAR_START":
    case "BAD_ALIAS":
      return explainReserved(lines, line, valueIn(lineAt(lines, line)).column, explain);
    case "BAD_DQ_ESCAPE": {
      const message = "In double quotes, a backslash begins a special character, and this one does not exist.";
      const mended = blotOut(lines, line, valueIn(lineAt(lines, line)).column);
      return explain("SOURCE_QUOTE", message, "write the backslash twice, or use single quotes", { length: 2, mended });
    }
    case "BLOCK_AS_IMPLICIT_KEY":
      return explainNesting(error, later, parsed, explain);
    case "BAD_INDENT":
      if (error.message.startsWith("Flow")) return explainBracket(error, lines, line, explain);
      return explainIndentation(lines, line, explain);
    case "MULTILINE_IMPLICIT_KEY":
      return explainNoKey(lines, line, explain);
    case "MISSING_CHAR":
      if (error.message.includes("quote")) return explainOpenQuote(parsed, error.pos[0], explain);
      if (error.message.includes("Sequence item")) return explainIndentation(lines, line, explain);
      if (error.message.startsWith("Flow")) return explainBracket(error, lines, line, explain);
      return explainNoKey(lines, line, explain);
    case "UNEXPECTED_TOKEN":
      return explainUnexpected(error, lines, line, explain);
    default:
      return explainOther(error, explain, "compare with a file that works");
  }
}

/** The parser's place of a key is the end of the value above it: empty lines and comments may stand between. */
const keyStart = (text: string, from: number): number =>
  from + (/^(?:\s|#[^\n]*(?:\n|$))*/.exec(text.slice(from))?.[0].length ?? 0);

const explainOther = (error: YAMLParseError, explain: Explain, hint: string): ExplainedError =>
  explain("SOURCE_SYNTAX", `This cannot be read as YAML: ${error.message.replace(/\.$/, "")}.`, hint);

/** A text from `column` to the end of its line that begins with a character of YAML's own. */
function explainReserved(lines: readonly string[], line: number, column: number, explain: Explain): ExplainedError {
  const text = lineAt(lines, line)
    .slice(column - 1)
    .trimEnd();
  const message = `Text cannot begin with "${text[0]}" here: YAML keeps it for itself.`;
  const place = { line, column, length: text.length, mended: blotOut(lines, line, column) };
  return explain("SOURCE_SPECIAL_CHARACTER", message, QUOTE_ALL, place);
}

function explainTab(lines: readonly string[], line: number, column: number, explain: Explain): ExplainedError {
  const source = lineAt(lines, line);
  const spaced = source.replace(/^[\s-]*/, (lead) => lead.replace(/-\t+/g, "- ").replaceAll("\t", "  "));
  const mended = replaceLine(lines, line, spaced);
  if (isBlank(source.slice(0, column - 1))) {
    return explain("SOURCE_TAB", "This line is indented with a tab.", "use spaces: two for each level", { mended });
  }
  return explain("SOURCE_TAB", "A tab stands here where YAML asks for spaces.", "use one space", { mended });
}

function explainDuplicate(lines: readonly string[], line: number, column: number, explain: Explain): ExplainedError {
  const key = /^[^:]+/.exec(lineAt(lines, line).slice(column - 1))?.[0].trim() ?? "";
  const isSameKey = (other: string) =>
    /^[\s-]*$/.test(other.slice(0, column - 1)) && other.slice(column - 1).startsWith(`${key}:`);
  const first = lines.slice(0, line - 1).findLastIndex(isSameKey) + 1;
  const hint = first === 0 ? "keep one of the two" : `keep one of the two: the other is on line ${first}`;
  return explain("SOURCE_DUPLICATE_KEY", `"${key}" stands twice in this block.`, hint, { length: key.length });
}

/** A colon inside a text, or a line below a finished value that is indented deeper than it. */
function explainNesting(
  error: YAMLParseError,
  later: readonly YAMLParseError[],
  { lines, lineCounter }: ParsedText,
  explain: Explain,
): ExplainedError {
  const { line, col } = lineCounter.linePos(error.pos[0]);
  const text = lineAt(lines, line)
    .slice(col - 1)
    .trimEnd();
  if (/^\s*-(?:\s|$)/.test(text)) return explainIndentation(lines, line, explain);
  const spans = later.find((other) => other.code === "MULTILINE_IMPLICIT_KEY" && other.pos[0] === error.pos[0]);
  const nextLine = spans ? lineCounter.linePos(spans.pos[1]).line : line;
  if (nextLine > line) return explainIndentation(lines, nextLine, explain);
  if (text === "") return explainLostDash(lines, line, explain);
  if (text.startsWith("? ")) return explainReserved(lines, line, col, explain);
  const message = "This text has a colon followed by a space in it, which YAML takes for another key.";
  const isCurly = /^[“”„‘]/.test(text);
  const hint = isCurly ? 'curly quotes are part of the text: put straight ones (") around it' : quoted(text);
  const column = col + Math.max(0, text.search(/:(?:\s|$)/));
  return explain("SOURCE_COLON", message, hint, { line, column, mended: blotOut(lines, line, col) });
}

/** A list that goes on below an empty line, while what stands above it is no item of it. */
function explainLostDash(lines: readonly string[], line: number, explain: Explain): ExplainedError {
  const indentOf = (number: number) => lineAt(lines, number).search(/\S|$/);
  const isBlank = (number: number) => lineAt(lines, number).trim() === "";
  let item = line;
  while (item < lines.length && isBlank(item)) item++;
  let above = item - 1;
  while (above > 1 && (isBlank(above) || indentOf(above) >= indentOf(item))) above--;
  let first = above + 1;
  while (first < item && isBlank(first)) first++;
  const source = lineAt(lines, first);
  if (first >= item || /^\s*-\s/.test(source)) return explainIndentation(lines, item, explain);
  const place = { line: first, column: indentOf(first) + 1, length: source.trim().length };
  const message = `The list that goes on in line ${item} begins here, without a "- ".`;
  return explain("SOURCE_INDENTATION", message, `begin this line with "- ", ${indentOf(item)} spaces in`, place);
}

const quoted = (text: string) => `${QUOTE_ALL}: "${text.replaceAll('"', "'")}"`;

/** Told at the bracket that opens, which may stand lines above the place where the parser gave up. */
function explainBracket(
  error: YAMLParseError,
  lines: readonly string[],
  line: number,
  explain: Explain,
): ExplainedError {
  const [opening, closing] = error.message.includes("]") || error.message.includes("sequence") ? "[]" : "{}";
  const open = lines.slice(0, line).findLastIndex((source) => valueIn(source).text.startsWith(opening ?? "")) + 1;
  if (open === 0)
    return explain("SOURCE_SYNTAX", "A bracket is opened and never closed.", `add the closing ${closing}`);
  const source = lineAt(lines, open).trimEnd();
  const { column, text } = valueIn(source);
  const mended = blotOut(lines, open, column).map((other, index) => (index >= open && index < line - 1 ? "" : other));
  const hash = source.search(/(?<=\s)#/) + 1;
  if (hash > 0) {
    const message = "Everything from this # on is taken for a comment, the closing bracket with it.";
    const place = { line: open, column: hash, length: source.length - hash + 1, mended, isGuess: true };
    return explain("SOURCE_COMMENT", message, "put quotes around the text that holds the #", place);
  }
  const hint = `add the closing ${closing}, or ${QUOTE_ALL} if the bracket belongs to it`;
  const place = { line: open, column, length: text.length, mended, isGuess: true };
  return explain("SOURCE_SYNTAX", `The bracket ${opening} is opened here and never closed.`, hint, place);
}

function explainNoKey(lines: readonly string[], line: number, explain: Explain): ExplainedError {
  const cut = explainCutText(lines, line, explain);
  if (cut) return cut;
  const source = lineAt(lines, line).trimEnd();
  const before = /^\s*(?:- +)*/.exec(source)?.[0] ?? "";
  const text = source.slice(before.length);
  const [, key = "", value = ""] = /^([\w-]+):(\S.*)$/.exec(text) ?? [];
  if (key !== "") {
    const place = {
      line,
      column: before.length + key.length + 1,
      mended: replaceLine(lines, line, `${before}${key}: ${value}`),
    };
    return explain("SOURCE_SYNTAX", "The colon behind a key needs a space after it.", `write ${key}: ${value}`, place);
  }
  const place = { line, column: before.length + 1, length: text.length };
  const above = lineAt(lines, lineAbove(lines, line));
  if (/[:-]\s+[|>][-+]?\s*$/.test(above)) {
    const wanted = indentOf(above) + 2;
    const message = "This text belongs to the line above it, but is not indented.";
    const mended = shiftBlock(lines, line, wanted);
    return explain("SOURCE_INDENTATION", message, `indent it by ${wanted} spaces`, { ...place, mended, isGuess: true });
  }
  const message = "This line has no key: a line is `key: value`, or belongs to the text above it.";
  const [, word = "", rest = ""] = /^([A-Za-z][\w-]*)(?:\s+(.*))?$/.exec(text) ?? [];
  const mended = replaceLine(lines, line, word === "" ? "" : `${before}${word}: ${rest}`);
  if (word === "") {
    return explain("SOURCE_SYNTAX", message, "indent it like the text above it, or give it a key", {
      ...place,
      mended,
    });
  }
  const belongs = "indent it like the text above if it belongs there";
  const hint =
    rest === "" ? `put a colon behind it: "${word}:"` : `write "${word}: ..." if ${word} is its key; ${belongs}`;
  return explain("SOURCE_SYNTAX", message, hint, { ...place, mended });
}

/** The quoted text that a place stands in or behind, told where it begins. */
function explainOpenQuote({ document, lines, lineCounter }: ParsedText, pos: number, explain: Explain): ExplainedError {
  let start = pos;
  visit(document, {
    Scalar(_, node) {
      if (isQuoted(node) && node.range && node.range[0] <= pos) start = node.range[0];
    },
  });
  const { line, col: column } = lineCounter.linePos(start);
  const text = lineAt(lines, line)
    .slice(column - 1)
    .trimEnd();
  const message = `A quotation mark (${text[0]}) is opened here and not closed at the end of the text.`;
  const place = { line, column, length: text.length, mended: blotOut(lines, line, column) };
  return explain("SOURCE_QUOTE", message, `write ${text}${text[0]}`, place);
}

const isQuoted = ({ type }: Scalar): boolean => type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";

function explainUnexpected(
  error: YAMLParseError,
  lines: readonly string[],
  line: number,
  explain: Explain,
): ExplainedError {
  const source = lineAt(lines, line);
  const first = lines.findIndex((other) => !isBlank(other) && !other.startsWith("#")) + 1;
  if (first < line && indentOf(source) < indentOf(lineAt(lines, first)) && KEY_LINE.test(source)) {
    return explainIndentation(lines, first, explain);
  }
  const { column, text } = valueIn(source);
  const place = { column, length: Math.max(1, text.length), mended: blotOut(lines, line, column) };
  const mark = text[0] ?? "";
  if (mark === "'" || mark === '"') {
    const forApostrophe = "put double quotes around the text that has an apostrophe in it";
    const forQuotes = "put the quotation marks around the whole text, and single ones inside";
    const hint = mark === "'" ? forApostrophe : forQuotes;
    return explain("SOURCE_QUOTE", "The text goes on behind its closing quotation mark.", hint, place);
  }
  if (mark !== "" && "*&!{}[]|>%@`".includes(mark)) return explainReserved(lines, line, column, explain);
  if (mark === "-") {
    const hint = `begin a list on the next line, two spaces in; ${QUOTE_ALL} if it is one`;
    return explain("SOURCE_SYNTAX", "A list cannot begin on the line of its key.", hint, place);
  }
  return explainOther(error, explain, QUOTE_ALL);
}
