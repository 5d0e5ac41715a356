// An error of the YAML parser, in words for people who write texts. Found from the parser's code and the line itself.
import {
  explainBracket,
  explainExtraBracket,
  explainInBrackets,
  explainUnopened,
  scanBrackets,
} from "./explain-brackets.ts";
import { explainIndentation, explainTabs } from "./explain-indentation.ts";
import { explainGluedDash } from "./explain-lost-dash.ts";
import { explainNoKey } from "./explain-no-key.ts";
import { explainTextLines } from "./explain-text-lines.ts";
import {
  type At,
  atLine,
  atLineAbove,
  atLineBelow,
  atOffset,
  type ExplainedError,
  type ParsedText,
  QUOTE_ALL,
} from "./explained-error.ts";
import { explainForeignLine } from "./foreign-lines.ts";
import { contentOf, ITEM_LINE, indentOf, isBlank, KEY_LINE, lineBelow, valueIn, wholeLine } from "./yaml-lines.ts";

/** An error of the parser. */
interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** A text with errors, and what the parser has found in it nevertheless. */
export interface RefusedText extends Pick<ParsedText, "text" | "lines" | "positionAt"> {
  /** In the parser's order. */
  readonly errors: readonly YamlError[];
  /** Where texts in quotation marks begin. */
  readonly quotes: readonly number[];
}

export function explainYamlError(error: YamlError, refused: RefusedText): ExplainedError {
  const at = atOffset(refused, error.start);
  const { lines, line, source, explain } = at;
  const strange = explainForeignLine(at);
  if (strange) return strange;
  const bracket = FLOW_CODES.has(error.code) ? bracketAround(lines, line) : undefined;
  if (bracket) return explainBracket(lines, bracket);
  const above = atLineAbove(at);
  if (GLUED_BEFORE_COMMENT.test(above.source) && contentOf(above.source) === contentOf(source))
    return explainNoKey(above);
  switch (error.code) {
    case "TAB_AS_INDENT":
      return explainTab(at);
    case "MULTIPLE_DOCS": {
      const message = 'A line of "---" begins a second document; a content file is one.';
      return explain("SOURCE_SEVERAL_DOCUMENTS", message, "remove the line, or make a second file", { length: 3 });
    }
    case "BAD_SCALAR_START":
    case "BAD_ALIAS":
      return explainReserved(atLine(lines, line, valueIn(source).column));
    case "BAD_DQ_ESCAPE": {
      const message = "In double quotes, a backslash begins a special character, and this one does not exist.";
      return explain("SOURCE_QUOTE", message, "write the backslash twice, or use single quotes", { length: 2 });
    }
    case "BLOCK_AS_IMPLICIT_KEY":
      return explainNesting(error, refused, at);
    case "BAD_INDENT":
      if (error.message.startsWith("Flow")) return explainFlow(error, at);
      return explainIndentation(at);
    case "BLOCK_IN_FLOW":
      return explainFlow(error, at);
    case "MULTILINE_IMPLICIT_KEY":
      return explainNoKey(at);
    case "MISSING_CHAR":
      if (error.message.includes("quote")) return explainOpenQuote(refused, error.start);
      if (error.message.includes("Sequence item")) return explainIndentation(at);
      if (error.message.startsWith("Flow") || /^[{[]/.test(valueIn(source).text)) return explainFlow(error, at);
      return explainNoKey(at);
    case "UNEXPECTED_TOKEN":
      return explainExtraBracket(at) ?? explainUnexpected(error, at);
    default:
      return explainOther(error, at, "compare with a file that works");
  }
}

/** `name:Harbour # placeholder` is a text that its comment ends: the parser refuses the line below it. */
const GLUED_BEFORE_COMMENT = /^\s*(?:- +)*[\w-]+:(?!\/\/)\S.*\s#/;

/** Codes that the parser may give for a missing bracket. */
const FLOW_CODES = new Set([
  "BAD_INDENT",
  "BLOCK_IN_FLOW",
  "BLOCK_AS_IMPLICIT_KEY",
  "MISSING_CHAR",
  "MULTILINE_IMPLICIT_KEY",
  "UNEXPECTED_TOKEN",
  "BAD_SCALAR_START",
]);

/** The unclosed bracket that contains the parser's position. */
function bracketAround(lines: readonly string[], line: number) {
  const isInReach = (last: number) => line <= (lineBelow(lines, last) || lines.length);
  return scanBrackets(lines).find((fault) => fault.line <= line && isInReach(fault.lastLine));
}

/** Something between brackets that does not belong there. */
function explainFlow(error: YamlError, at: At): ExplainedError {
  const hint = "put a comma between the parts, and quotes around a text that has a colon in it";
  return explainInBrackets(at) ?? explainOther(error, at, hint);
}

const explainOther = (error: YamlError, { explain }: At, hint: string): ExplainedError =>
  explain("SOURCE_SYNTAX", `This cannot be read as YAML: ${error.message.replace(/\.$/, "")}.`, hint);

/** A text from `column` to the end of its line that begins with a special character of YAML. */
function explainReserved({ source, column, explain }: At): ExplainedError {
  const text = source.slice(column - 1).trimEnd();
  const [, mark, field] = /^([[{][^\]}]*[\]}]+)\s+([\w-]+:(?:\s.*)?)$/.exec(text) ?? [];
  if (mark !== undefined && column === contentOf(source) + 1) {
    const hint = `write ${field}`;
    return explain("SOURCE_SYNTAX", `A line begins with the name of its field, and not with ${mark}.`, hint, {
      length: mark.length,
    });
  }
  const message = `Text cannot begin with "${text[0]}" here: YAML keeps it for itself.`;
  const isItem = /^\* /.test(text) && isBlank(source.slice(0, column - 1));
  const hint = isItem ? `if it is an item of a list, begin it with a hyphen: - ${text.slice(2)}` : QUOTE_ALL;
  return explain("SOURCE_SPECIAL_CHARACTER", message, hint, { length: text.length });
}

const explainTab = (at: At): ExplainedError =>
  explainTabs(at) ?? at.explain("SOURCE_TAB", "There is a tab here where YAML needs spaces.", "use one space");

/** A colon inside a text, or a line below a complete value that is indented deeper. */
function explainNesting(error: YamlError, { errors, positionAt }: RefusedText, at: At): ExplainedError {
  const { lines, line, column: start, explain } = at;
  const text = at.source.slice(start - 1).trimEnd();
  if (ITEM_LINE.test(text)) return explainIndentation(at);
  const spans = errors.find((other) => other.code === "MULTILINE_IMPLICIT_KEY" && other.start === error.start);
  const nextLine = spans ? positionAt(spans.end).line : line;
  if (nextLine > line) return explainIndentation(atLine(lines, nextLine));
  const glued = explainGluedDash(at);
  if (glued) return glued;
  if (text === "") return explainIndentation(atLine(lines, lineBelow(lines, line) || line));
  const other = explainUnopened(at) ?? explainTextLines(at) ?? explainTwoFields(at, text);
  if (other) return other;
  if (text.startsWith("? ")) return explainReserved(at);
  const message = "This text has a colon followed by a space in it, which YAML reads as another key.";
  const isCurly = /^[“”„‘]/.test(text);
  const hint = isCurly ? 'curly quotes are part of the text: put straight ones (") around it' : quoted(text);
  const column = start + Math.max(0, text.search(/:(?:\s|$)/));
  return explain("SOURCE_COLON", message, hint, { column });
}

/** `area: Downtown kind: Hotel`: likely where the value before the second key is short, and sure where it is in quotation marks. */
function explainTwoFields({ column: start, source, explain }: At, text: string): ExplainedError | undefined {
  const [, before = "", value = "", field = "", key = ""] =
    /^(("[^"]*"|'[^']*'|[^\s"']\S{2,}) *[,;]? +)(([a-z][\w-]*): .+)$/.exec(text) ?? [];
  if (key === "" || !/^\s*(?:- +)*[\w-]+: +$/.test(source.slice(0, start - 1))) return undefined;
  const message = `"${key}" is on the line of another field.`;
  const own = `put ${field} on a line of its own`;
  const hint = /^["']/.test(value) ? own : `${own}, or ${quoted(text)} if it is a part of the text`;
  return explain("SOURCE_COLON", message, hint, { column: start + before.length, length: field.length });
}

const quoted = (text: string) => `${QUOTE_ALL}: "${text.replaceAll('"', "'")}"`;

function explainUnexpected(error: YamlError, at: At): ExplainedError {
  const { lines, line, source, explain } = at;
  const first = atLine(lines, lines.findIndex((other) => !isBlank(other) && !other.startsWith("#")) + 1);
  if (first.line < line && indentOf(source) < indentOf(first.source) && KEY_LINE.test(source))
    return explainIndentation(first);
  const { column, text } = valueIn(source);
  const place = { column, length: Math.max(1, text.length) };
  const mark = text[0] ?? "";
  if (/^(["'])[^"']*\1\s*,$/.test(text)) {
    const comma = text.lastIndexOf(",");
    const message = "There is a comma after the closing quotation mark.";
    return explain("SOURCE_QUOTE", message, `write ${text.slice(0, comma).trimEnd()}`, { column: column + comma });
  }
  if (mark === "'" || mark === '"') {
    const forApostrophe = "put double quotes around the text that has an apostrophe in it";
    const forQuotes = "put the quotation marks around the whole text, and single ones inside";
    const hint = mark === "'" ? forApostrophe : forQuotes;
    return explain("SOURCE_QUOTE", "The text continues after its closing quotation mark.", hint, place);
  }
  if (mark !== "" && "*&!{}[]|>%@`".includes(mark)) return explainReserved(atLine(lines, line, column));
  if (mark === "-") {
    const hint = `begin a list on the next line, two spaces in; ${QUOTE_ALL} if it is one`;
    return explain("SOURCE_SYNTAX", "A list cannot begin on the line of its key.", hint, place);
  }
  return explainOther(error, at, QUOTE_ALL);
}

/** The quoted text at or before a position, reported where it begins. */
export function explainOpenQuote(refused: RefusedText, position: number): ExplainedError {
  const start = refused.quotes.findLast((quote) => quote <= position) ?? position;
  const at = atOffset(refused, start);
  const text = at.source.slice(at.column - 1).trimEnd();
  const broken = explainBrokenQuote(at, text[0] ?? "") ?? explainApostrophe(at, text);
  if (broken) return broken;
  const [, words = text, comment = ""] = /^(.*?)(\s+#\s*placeholder\b.*)$/i.exec(text) ?? [];
  const closed = `${words.length > 1 ? words.replace(/[“”„‘’]$/, "") : words}${text[0]}${comment}`;
  const message = `A quotation mark (${text[0]}) is opened here and not closed at the end of the text.`;
  return at.explain("SOURCE_QUOTE", message, `write ${closed}`, { length: text.length });
}

/** Words that begin with an apostrophe, and years. */
const ELIDED = /^'(?:twas|tis|twere|twill|til|tween|cause|em|round|neath|bout|n|\d0s?|\d\d)\b/i;

/** `'Twas a night`: the apostrophe belongs to the text. */
function explainApostrophe({ explain }: At, text: string): ExplainedError | undefined {
  if (!ELIDED.test(text)) return undefined;
  const message = "The apostrophe that this text begins with is taken for a quotation mark.";
  return explain("SOURCE_QUOTE", message, quoted(text), { length: text.length });
}

/** A quoted text that continues on a line without indentation. */
function explainBrokenQuote(at: At, mark: string): ExplainedError | undefined {
  const key = contentOf(at.source);
  const below = atLineBelow(at);
  const { source, explain } = below;
  if (below.line === 0 || indentOf(source) > key || KEY_LINE.test(source) || ITEM_LINE.test(source)) return undefined;
  if (mark === "" || !source.trimEnd().endsWith(mark)) return undefined;
  const message = `The text in quotation marks of line ${at.line} goes on here, and this line is not indented.`;
  return explain("SOURCE_INDENTATION", message, `indent it by ${key + 2} spaces`, wholeLine(source));
}
