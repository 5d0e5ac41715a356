// What the YAML parser says, in words for people who write texts. Told from the parser's code and from the line itself.
import type { LineCounter, YAMLParseError } from "yaml";
import type { DiagnosticCode } from "../diagnostics/codes.ts";

export interface ExplainedError {
  readonly code: DiagnosticCode;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
}

/** `key: `, `- ` and their like in front of a value. */
const BEFORE_VALUE = /^\s*(?:- +)*(?:[^\s:#][^:#]*:\s+)?/;

export function explainYamlError(
  error: YAMLParseError,
  later: readonly YAMLParseError[],
  text: string,
  lineCounter: LineCounter,
): ExplainedError {
  const lines = text.split(/\r?\n/);
  const at = lineCounter.linePos(error.pos[0]);
  const line = Math.max(1, Math.min(at.line, lines.length));
  const source = lines[line - 1] ?? "";
  const valueColumn = (BEFORE_VALUE.exec(source)?.[0].length ?? 0) + 1;
  const value = source.slice(valueColumn - 1);
  const explain = (
    code: DiagnosticCode,
    message: string,
    hint: string,
    place: { line?: number; column?: number; length?: number } = {},
  ): ExplainedError => ({
    code,
    message,
    hint,
    line: place.line ?? line,
    column: place.column ?? Math.max(1, at.col),
    length: place.length ?? 1,
  });

  switch (error.code) {
    case "TAB_AS_INDENT":
      return explain("SOURCE_TAB", "This line is indented with a tab.", "use spaces: two for each level");
    case "DUPLICATE_KEY": {
      const key =
        source
          .slice(at.col - 1)
          .match(/^[^:]+/)?.[0]
          .trim() ?? "";
      return explain("SOURCE_DUPLICATE_KEY", `"${key}" stands twice in this block.`, "keep one of the two", {
        length: key.length,
      });
    }
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
        `Text cannot begin with "${source[at.col - 1]}" here.`,
        "put quotes around the whole text",
      );
    case "BAD_ALIAS":
      return explain(
        "SOURCE_SPECIAL_CHARACTER",
        "Text cannot begin with a star here: YAML takes it for an alias.",
        "put quotes around the whole text",
        { column: valueColumn, length: value.length },
      );
    case "BAD_DQ_ESCAPE":
      return explain(
        "SOURCE_QUOTE",
        "In double quotes, a backslash begins a special character, and this one does not exist.",
        "write the backslash twice, or use single quotes",
        { length: 2 },
      );
    case "BLOCK_AS_IMPLICIT_KEY":
      return explainNesting(error, later, lines, lineCounter, explain);
    case "BAD_INDENT":
      if (error.message.startsWith("Flow")) return explainBracket(error, explain);
      return explainIndentation(lines, line, explain);
    case "MULTILINE_IMPLICIT_KEY":
      return explainNoKey(source, explain);
    case "MISSING_CHAR":
      return explainMissing(error, lines, text, lineCounter, explain);
    case "UNEXPECTED_TOKEN":
      return explainUnexpected(error, value, valueColumn, explain);
    default:
      return explain(
        "SOURCE_SYNTAX",
        `This cannot be read as YAML: ${error.message}.`,
        "compare with a file that works",
      );
  }
}

type Explain = (
  code: DiagnosticCode,
  message: string,
  hint: string,
  place?: { line?: number; column?: number; length?: number },
) => ExplainedError;

const indentOf = (line: string) => line.search(/\S|$/);

/** A colon inside a text, or a line below a finished value that is indented deeper than it. */
function explainNesting(
  error: YAMLParseError,
  later: readonly YAMLParseError[],
  lines: readonly string[],
  lineCounter: LineCounter,
  explain: Explain,
): ExplainedError {
  const { line, col } = lineCounter.linePos(error.pos[0]);
  const spans = later.find((other) => other.code === "MULTILINE_IMPLICIT_KEY" && other.pos[0] === error.pos[0]);
  const nextLine = spans ? lineCounter.linePos(spans.pos[1]).line : line;
  if (nextLine > line) return explainIndentation(lines, nextLine, explain);
  const value = (lines[line - 1] ?? "").slice(col - 1);
  const colon = value.search(/:(?:\s|$)/);
  const hint = /^[“”„‘]/.test(value)
    ? 'curly quotes are part of the text: put straight ones (") around it'
    : `put quotes around the whole text: "${value.trim().replaceAll('"', "'")}"`;
  return explain(
    "SOURCE_COLON",
    "This text has a colon followed by a space in it, which YAML takes for another key.",
    hint,
    { line, column: col + Math.max(0, colon) },
  );
}

function explainIndentation(lines: readonly string[], line: number, explain: Explain): ExplainedError {
  const indent = indentOf(lines[line - 1] ?? "");
  let above = line - 1;
  while (above > 0 && (lines[above - 1] ?? "").trim() === "") above--;
  const aboveIndent = indentOf(lines[above - 1] ?? "");
  const deeper = indent > aboveIndent;
  return explain(
    "SOURCE_INDENTATION",
    `This line is indented by ${indent} ${indent === 1 ? "space" : "spaces"}; that fits no block above it.`,
    deeper
      ? `the line above is indented by ${aboveIndent}: give lines of one block the same spaces`
      : "line it up with the other keys of its block",
    { line, column: indent + 1 },
  );
}

const explainBracket = (error: YAMLParseError, explain: Explain) =>
  explain(
    "SOURCE_SYNTAX",
    `A list or block in brackets is not closed before this line.`,
    `add the closing ${error.message.includes("sequence") ? "]" : "}"}`,
  );

function explainNoKey(source: string, explain: Explain): ExplainedError {
  const column = indentOf(source) + 1;
  const glued = /^\s*(?:- +)?([\w-]+):(\S.*)$/.exec(source);
  if (glued)
    return explain(
      "SOURCE_SYNTAX",
      "A colon after a key needs a space behind it.",
      `write it as "${glued[1]}: ${glued[2]}"`,
      { column, length: source.trim().length },
    );
  return explain(
    "SOURCE_SYNTAX",
    "This line has no key: a line is `key: value`, or belongs to the text above it.",
    "indent it like the text above it, or give it a key",
    { column, length: source.trim().length },
  );
}

function explainMissing(
  error: YAMLParseError,
  lines: readonly string[],
  text: string,
  lineCounter: LineCounter,
  explain: Explain,
): ExplainedError {
  if (error.message.includes("quote")) {
    const mark = error.message.includes('"') ? '"' : "'";
    const open = openQuote(lines, mark);
    return explain(
      "SOURCE_QUOTE",
      `A quotation mark (${mark}) is opened here and never closed.`,
      "close it at the end of the text",
      open ?? {},
    );
  }
  if (error.message.includes("Sequence item"))
    return explainIndentation(lines, lineCounter.linePos(error.pos[0]).line, explain);
  if (error.message.startsWith("Flow")) return explainBracket(error, explain);
  const line = Math.min(lineCounter.linePos(Math.min(error.pos[0], text.length)).line, lines.length);
  return explainNoKey(lines[line - 1] ?? "", explain);
}

/** The first value that begins with the mark and does not end with it. */
function openQuote(lines: readonly string[], mark: string) {
  for (const [index, source] of lines.entries()) {
    const column = BEFORE_VALUE.exec(source)?.[0].length ?? 0;
    const value = source.slice(column).trimEnd();
    if (value.startsWith(mark) && (value.length === 1 || !value.endsWith(mark)))
      return { line: index + 1, column: column + 1, length: value.length };
  }
  return undefined;
}

function explainUnexpected(error: YAMLParseError, value: string, column: number, explain: Explain): ExplainedError {
  const first = value[0] ?? "";
  const place = { column, length: Math.max(1, value.trimEnd().length) };
  if (first === "'" || first === '"') {
    const hint =
      first === "'"
        ? `put double quotes around the text that has an apostrophe in it`
        : "put the quotation marks around the whole text, and single ones inside";
    return explain("SOURCE_QUOTE", "The text goes on behind its closing quotation mark.", hint, place);
  }
  if ("*&!{}[]|>%@`".includes(first) && first !== "") {
    return explain(
      "SOURCE_SPECIAL_CHARACTER",
      `Text cannot begin with "${first}" here: YAML keeps it for itself.`,
      "put quotes around the whole text",
      place,
    );
  }
  if (first === "-")
    return explain(
      "SOURCE_SYNTAX",
      "A list cannot begin on the line of its key.",
      "begin it on the next line, two spaces in",
      place,
    );
  return explain(
    "SOURCE_SYNTAX",
    `This cannot be read as YAML: ${error.message}.`,
    "put quotes around the whole text",
    place,
  );
}
