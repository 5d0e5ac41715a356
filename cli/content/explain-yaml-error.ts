// What the YAML parser says, in words for people who write texts. Told from the parser's code and from the line itself.
import { type Document, isScalar, type LineCounter, type Scalar, visit, type YAMLParseError } from "yaml";
import type { DiagnosticCode } from "../diagnostics/codes.ts";

export interface ExplainedError {
  readonly code: DiagnosticCode;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
  /** The lines as they were probably meant, as many as before: reading goes on from them. undefined where nobody can tell. */
  readonly mended?: readonly string[];
  /** Whether `mended` is one of several ways to mean it: what it says about the rest of the file is then not to be trusted. */
  readonly isGuess?: boolean;
}

/** A text with the parser's view of it. */
export interface ParsedText {
  readonly lines: readonly string[];
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
}

type Place = Partial<Pick<ExplainedError, "line" | "column" | "length" | "mended" | "isGuess">>;
type Explain = (code: DiagnosticCode, message: string, hint: string, place?: Place) => ExplainedError;

/** `key: `, `- ` and their like in front of a value. */
const BEFORE_VALUE = /^\s*(?:- +)*(?:[^\s:#][^:#]*:\s+)?/;
const KEY_LINE = /^\s*(?:- +)*[\w-]+:(?:\s|$)/;

const QUOTE_ALL = "put quotes around the whole text";

export function explainYamlError(
  error: YAMLParseError,
  later: readonly YAMLParseError[],
  parsed: ParsedText,
): ExplainedError {
  const { lines, lineCounter } = parsed;
  const at = lineCounter.linePos(error.pos[0]);
  const line = Math.max(1, Math.min(at.line, lines.length));
  const source = lines[line - 1] ?? "";
  const column = Math.max(1, at.col);
  const explain: Explain = (code, message, hint, place = {}) => ({
    code,
    message,
    hint,
    line,
    column,
    length: 1,
    ...place,
  });
  const value = valueOf(source);
  const wholeValue = { column: value.column, length: value.text.length, mended: withoutValue(lines, line) };

  switch (error.code) {
    case "TAB_AS_INDENT":
      return explain("SOURCE_TAB", "This line is indented with a tab.", "use spaces: two for each level", {
        mended: replaceLine(lines, line, spaced(source)),
      });
    case "DUPLICATE_KEY":
      return explainDuplicate(lines, line, column, explain);
    case "MULTIPLE_DOCS":
      return explain(
        "SOURCE_SEVERAL_DOCUMENTS",
        'A line of "---" begins a second document; a content file is one.',
        "take the line out, or make a second file",
        { length: 3 },
      );
    case "BAD_SCALAR_START":
      return explain(
        "SOURCE_SPECIAL_CHARACTER",
        `Text cannot begin with "${source[column - 1]}" here.`,
        QUOTE_ALL,
        wholeValue,
      );
    case "BAD_ALIAS":
      return explain(
        "SOURCE_SPECIAL_CHARACTER",
        `Text cannot begin with "${value.text[0]}" here: YAML keeps it for itself.`,
        QUOTE_ALL,
        wholeValue,
      );
    case "BAD_DQ_ESCAPE":
      return explain(
        "SOURCE_QUOTE",
        "In double quotes, a backslash begins a special character, and this one does not exist.",
        "write the backslash twice, or use single quotes",
        {
          length: 2,
          mended: wholeValue.mended,
        },
      );
    case "BLOCK_AS_IMPLICIT_KEY":
      return explainNesting(error, later, parsed, explain);
    case "BAD_INDENT":
      if (error.message.startsWith("Flow")) return explainBracket(error, lines, line, explain);
      return explainIndentation(lines, line, explain);
    case "MULTILINE_IMPLICIT_KEY":
      return explainNoKey(lines, line, explain);
    case "MISSING_CHAR":
      return explainMissing(error, parsed, line, explain);
    case "UNEXPECTED_TOKEN":
      return explainUnexpected(error, parsed, line, explain);
    default:
      return explain(
        "SOURCE_SYNTAX",
        `This cannot be read as YAML: ${error.message.replace(/\.$/, "")}.`,
        "compare with a file that works",
      );
  }
}

const indentOf = (line: string) => line.search(/\S|$/);
const isBlank = (line: string | undefined) => (line ?? "").trim() === "";
const replaceLine = (lines: readonly string[], line: number, text: string): string[] => lines.with(line - 1, text);

function valueOf(source: string): { column: number; text: string } {
  const before = BEFORE_VALUE.exec(source)?.[0].length ?? 0;
  return { column: before + 1, text: source.slice(before).trimEnd() };
}

/** The value of a line with plain letters in its place, so that what follows keeps its column. */
function withoutValue(lines: readonly string[], line: number): string[] {
  const source = lines[line - 1] ?? "";
  const { column, text } = valueOf(source);
  return replaceLine(lines, line, source.slice(0, column - 1) + "x".repeat(text.length));
}

/** Two spaces for each tab that indents, one behind a dash. */
const spaced = (source: string): string =>
  source.replace(/^[\s-]*/, (lead) => lead.replace(/-\t+/g, "- ").replaceAll("\t", "  "));

function explainDuplicate(lines: readonly string[], line: number, column: number, explain: Explain): ExplainedError {
  const key =
    (lines[line - 1] ?? "")
      .slice(column - 1)
      .match(/^[^:]+/)?.[0]
      .trim() ?? "";
  const first = lines
    .slice(0, line - 1)
    .findLastIndex(
      (other) => /^[\s-]*$/.test(other.slice(0, column - 1)) && other.slice(column - 1).startsWith(`${key}:`),
    );
  return explain(
    "SOURCE_DUPLICATE_KEY",
    `"${key}" stands twice in this block.`,
    first === -1 ? "keep one of the two" : `keep one of the two: the other is on line ${first + 1}`,
    { length: key.length },
  );
}

/** A colon inside a text, or a line below a finished value that is indented deeper than it. */
function explainNesting(
  error: YAMLParseError,
  later: readonly YAMLParseError[],
  { lines, lineCounter }: ParsedText,
  explain: Explain,
): ExplainedError {
  const { line, col } = lineCounter.linePos(error.pos[0]);
  if (/^\s*-(?:\s|$)/.test((lines[line - 1] ?? "").slice(col - 1))) return explainIndentation(lines, line, explain);
  const spans = later.find((other) => other.code === "MULTILINE_IMPLICIT_KEY" && other.pos[0] === error.pos[0]);
  const nextLine = spans ? lineCounter.linePos(spans.pos[1]).line : line;
  if (nextLine > line) return explainIndentation(lines, nextLine, explain);
  const value = (lines[line - 1] ?? "").slice(col - 1).trimEnd();
  const mended = replaceLine(lines, line, (lines[line - 1] ?? "").slice(0, col - 1) + "x".repeat(value.length));
  if (value.startsWith("? "))
    return explain(
      "SOURCE_SPECIAL_CHARACTER",
      'Text cannot begin with "?" here: YAML keeps it for itself.',
      QUOTE_ALL,
      { line, column: col, length: value.length, mended },
    );
  const colon = Math.max(0, value.search(/:(?:\s|$)/));
  const hint = /^[“”„‘]/.test(value)
    ? 'curly quotes are part of the text: put straight ones (") around it'
    : `${QUOTE_ALL}: "${value.replaceAll('"', "'")}"`;
  return explain(
    "SOURCE_COLON",
    "This text has a colon followed by a space in it, which YAML takes for another key.",
    hint,
    { line, column: col + colon, mended },
  );
}

/** A line in the columns of a text that ended above it at a #: the text was meant to go on. */
function explainCutText(lines: readonly string[], line: number, explain: Explain): ExplainedError | undefined {
  let above = line - 1;
  while (above > 0 && isBlank(lines[above - 1])) above--;
  const source = lines[above - 1] ?? "";
  const hash = source.search(/(?<=\S\s+)#/) + 1;
  if (hash === 0 || KEY_LINE.test(lines[line - 1] ?? "")) return undefined;
  return explain(
    "SOURCE_COMMENT",
    "Everything from this # on is taken for a comment and does not appear on the site.",
    `${QUOTE_ALL} if the # belongs to it; put a comment on a line of its own`,
    {
      line: above,
      column: hash,
      length: source.trimEnd().length - hash + 1,
      mended: replaceLine(lines, above, source.slice(0, hash - 1) + source.slice(hash - 1).replace("#", "x")),
    },
  );
}

function explainIndentation(lines: readonly string[], line: number, explain: Explain): ExplainedError {
  const cut = explainCutText(lines, line, explain);
  if (cut) return cut;
  const source = lines[line - 1] ?? "";
  const glued = lines.slice(0, line - 1).findLastIndex((other) => !isBlank(other));
  if (/^\s*-[^\s-]\S*:(?:\s|$)/.test(lines[glued] ?? "")) {
    const dash = indentOf(lines[glued] ?? "") + 1;
    const mended = replaceLine(lines, glued + 1, (lines[glued] ?? "").replace("-", "- "));
    return explain(
      "SOURCE_SYNTAX",
      "The dash that begins an item of a list needs a space behind it.",
      `write "- ${(lines[glued] ?? "").trim().slice(1)}"`,
      { line: glued + 1, column: dash, mended },
    );
  }
  const indent = indentOf(source);
  const meant = meantIndent(lines, line);
  const { indent: wanted = 0, like = "" } = meant ?? {};
  const spaces = (count: number) => `${count} ${count === 1 ? "space" : "spaces"}`;
  const hint = like === "" ? "begin it at the start of the line" : `line it up with ${like}: ${spaces(wanted)}`;
  return explain(
    "SOURCE_INDENTATION",
    `This line is indented by ${spaces(indent)}; that fits no block above it.`,
    hint,
    {
      line,
      column: indent + 1,
      mended: shiftBlock(lines, line, wanted - indent),
      isGuess: true,
    },
  );
}

/** The nearest indentation that the blocks around a line have, with the words of the line that has it. */
function meantIndent(lines: readonly string[], line: number): { indent: number; like: string } | undefined {
  const own = indentOf(lines[line - 1] ?? "");
  const isItem = /^\s*-(?:\s|$)/.test(lines[line - 1] ?? "");
  const found: { indent: number; like: string }[] = [];
  let bound = Number.POSITIVE_INFINITY;
  for (let above = line - 1; above > 0; above--) {
    const source = lines[above - 1] ?? "";
    const dash = indentOf(source);
    if (isBlank(source) || source.trimStart().startsWith("#") || dash >= bound) continue;
    const content = /^\s*(?:- +)*/.exec(source)?.[0].length ?? dash;
    const words =
      source
        .slice(content)
        .match(/^[^:]{1,30}/)?.[0]
        .trim() ?? "";
    const like = `"${content > dash && isItem ? "- " : ""}${words}" on line ${above}`;
    if (isItem === content > dash) found.push({ indent: isItem ? dash : content, like });
    else if (!isItem) found.push({ indent: content, like });
    bound = dash;
  }
  const others = found.filter(({ indent }) => indent !== own);
  return others.sort((a, b) => Math.abs(a.indent - own) - Math.abs(b.indent - own) || b.indent - a.indent)[0];
}

/** Moves a line, and those below that are indented as deep or deeper. */
function shiftBlock(lines: readonly string[], line: number, by: number): string[] {
  const indent = indentOf(lines[line - 1] ?? "");
  const end = lines.findIndex((other, index) => index >= line && !isBlank(other) && indentOf(other) < indent);
  return lines.map((other, index) => {
    if (index < line - 1 || (end !== -1 && index >= end) || isBlank(other)) return other;
    return by < 0 ? other.slice(-by) : " ".repeat(by) + other;
  });
}

/** Told at the bracket that opens, which may stand lines above the place where the parser gave up. */
function explainBracket(
  error: YAMLParseError,
  lines: readonly string[],
  line: number,
  explain: Explain,
): ExplainedError {
  const closing = error.message.includes("sequence") || error.message.includes("with a ]") ? "]" : "}";
  const opening = closing === "]" ? "[" : "{";
  const index = lines.slice(0, line).findLastIndex((source) => valueOf(source).text.startsWith(opening));
  if (index === -1)
    return explain("SOURCE_SYNTAX", "A bracket is opened and never closed.", `add the closing ${closing}`);
  const source = lines[index] ?? "";
  const { column, text } = valueOf(source);
  const hash = source.search(/(?<=\s)#/) + 1;
  const mended = lines.map((other, at) =>
    at === index ? (withoutValue(lines, index + 1)[index] ?? "") : at > index && at < line - 1 ? "" : other,
  );
  if (hash > 0) {
    return explain(
      "SOURCE_COMMENT",
      "Everything from this # on is taken for a comment, the closing bracket with it.",
      "put quotes around the text that holds the #",
      {
        line: index + 1,
        column: hash,
        length: source.trimEnd().length - hash + 1,
        mended,
        isGuess: true,
      },
    );
  }
  const hint = text.slice(1).includes(opening)
    ? `add the closing ${closing}`
    : `add the closing ${closing}, or ${QUOTE_ALL} if the bracket belongs to it`;
  return explain("SOURCE_SYNTAX", `The bracket ${opening} is opened here and never closed.`, hint, {
    line: index + 1,
    column,
    length: text.length,
    mended,
    isGuess: true,
  });
}

function explainNoKey(lines: readonly string[], line: number, explain: Explain): ExplainedError {
  const cut = explainCutText(lines, line, explain);
  if (cut) return cut;
  const source = lines[line - 1] ?? "";
  const start = /^\s*(?:- +)*/.exec(source)?.[0].length ?? 0;
  const text = source.slice(start).trimEnd();
  const place = { line, column: start + 1, length: text.length };
  const glued = /^([\w-]+):(\S.*)$/.exec(text);
  if (glued) {
    const [, key = "", rest = ""] = glued;
    return explain("SOURCE_SYNTAX", "The colon behind a key needs a space after it.", `write ${key}: ${rest}`, {
      line,
      column: place.column + key.length,
      mended: replaceLine(lines, line, `${source.slice(0, start)}${key}: ${rest}`),
    });
  }
  const above = lines.slice(0, line - 1).findLast((other) => !isBlank(other)) ?? "";
  if (/[:-]\s+[|>][-+]?\s*$/.test(above)) {
    return explain(
      "SOURCE_INDENTATION",
      "This text belongs to the line above it, but is not indented.",
      `indent it by ${indentOf(above) + 2} spaces`,
      { ...place, mended: shiftBlock(lines, line, indentOf(above) + 2), isGuess: true },
    );
  }
  const message = "This line has no key: a line is `key: value`, or belongs to the text above it.";
  const [, word = "", rest = ""] = /^([A-Za-z][\w-]*)(?:\s+(.*))?$/.exec(text) ?? [];
  if (word !== "" && rest === "") {
    return explain("SOURCE_SYNTAX", message, `put a colon behind it: "${word}:"`, {
      ...place,
      mended: replaceLine(lines, line, `${source.slice(0, start)}${word}:`),
    });
  }
  const hint =
    word === ""
      ? "indent it like the text above it, or give it a key"
      : `write "${word}: ..." if ${word} is its key; indent it like the text above if it belongs there`;
  return explain("SOURCE_SYNTAX", message, hint, {
    ...place,
    mended: replaceLine(lines, line, word === "" ? "" : `${source.slice(0, start)}${word}: ${rest}`),
  });
}

function explainMissing(error: YAMLParseError, parsed: ParsedText, line: number, explain: Explain): ExplainedError {
  if (error.message.includes("quote"))
    return (
      explainOpenQuote(parsed, error.pos[0], explain) ??
      explain("SOURCE_QUOTE", "A quotation mark is opened and never closed.", "close it at the end of the text")
    );
  if (error.message.includes("Sequence item")) return explainIndentation(parsed.lines, line, explain);
  if (error.message.startsWith("Flow")) return explainBracket(error, parsed.lines, line, explain);
  return explainNoKey(parsed.lines, line, explain);
}

/** The quoted text that the place stands in or behind, if it runs over the end of its line. */
function explainOpenQuote(
  { document, lines, lineCounter }: ParsedText,
  pos: number,
  explain: Explain,
): ExplainedError | undefined {
  let open: Scalar | undefined;
  visit(document, {
    Scalar(_, node) {
      if (isQuoted(node) && (node.range?.[0] ?? 0) <= pos) open = node;
    },
  });
  const start = open?.range?.[0];
  if (start === undefined) return undefined;
  const { line, col } = lineCounter.linePos(start);
  const source = lines[line - 1] ?? "";
  const value = source.slice(col - 1).trimEnd();
  return explain(
    "SOURCE_QUOTE",
    `A quotation mark (${value[0]}) is opened here and not closed at the end of the text.`,
    `write ${value}${value[0]}`,
    {
      line,
      column: col,
      length: value.length,
      mended: replaceLine(lines, line, source.slice(0, col - 1) + "x".repeat(value.length)),
    },
  );
}

const isQuoted = (node: Scalar): boolean =>
  isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE");

/** Whether a quoted text has swallowed the line of another key below it: then its closing mark was forgotten. */
export function swallowsKeys(node: Scalar, text: string): boolean {
  if (!isQuoted(node) || !node.range) return false;
  return text
    .slice(node.range[0], node.range[1])
    .split("\n")
    .slice(1)
    .some((line) => KEY_LINE.test(line));
}

function explainUnexpected(error: YAMLParseError, parsed: ParsedText, line: number, explain: Explain): ExplainedError {
  const { lines, document, lineCounter } = parsed;
  const source = lines[line - 1] ?? "";
  const { column, text } = valueOf(source);
  const place = { column, length: Math.max(1, text.length), mended: withoutValue(lines, line) };
  let swallowed = false;
  visit(document, {
    Scalar(_, node) {
      if (lineCounter.linePos(node.range?.[1] ?? 0).line === line && swallowsKeys(node, lines.join("\n")))
        swallowed = true;
    },
  });
  if (swallowed)
    return (
      explainOpenQuote(parsed, error.pos[0], explain) ??
      explain("SOURCE_QUOTE", "A quotation mark above is not closed.", QUOTE_ALL)
    );
  const firstLine = lines.findIndex((other) => !isBlank(other) && !other.startsWith("#")) + 1;
  if (
    firstLine > 0 &&
    firstLine < line &&
    indentOf(source) < indentOf(lines[firstLine - 1] ?? "") &&
    KEY_LINE.test(source) &&
    error.message.endsWith("at node end")
  )
    return explainIndentation(lines, firstLine, explain);
  const first = text[0] ?? "";
  if (first === "'" || first === '"') {
    const hint =
      first === "'"
        ? "put double quotes around the text that has an apostrophe in it"
        : "put the quotation marks around the whole text, and single ones inside";
    return explain("SOURCE_QUOTE", "The text goes on behind its closing quotation mark.", hint, place);
  }
  if (first !== "" && "*&!{}[]|>%@`".includes(first)) {
    return explain(
      "SOURCE_SPECIAL_CHARACTER",
      `Text cannot begin with "${first}" here: YAML keeps it for itself.`,
      QUOTE_ALL,
      place,
    );
  }
  if (first === "-")
    return explain(
      "SOURCE_SYNTAX",
      "A list cannot begin on the line of its key.",
      `begin it on the next line, two spaces in; ${QUOTE_ALL} if it is one`,
      place,
    );
  return explain("SOURCE_SYNTAX", `This cannot be read as YAML: ${error.message.replace(/\.$/, "")}.`, QUOTE_ALL, {
    ...place,
    mended: undefined,
  });
}
