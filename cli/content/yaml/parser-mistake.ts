// An error of the parser → the kind of mistake that it may be, and the line that may have it. The parser's own position is where it stopped.
import { type At, atLine, atLineAbove, atOffset, type ParsedText } from "./explained-error.ts";
import { contentOfLine, ITEM_LINE, indentOf, isBlank, KEY_LINE, lineBelow, valueIn } from "./yaml-lines.ts";

/** An error of `yaml`. */
interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** A text with errors, and parts that `yaml` has read in spite of them. */
export interface RefusedText extends Pick<ParsedText, "text" | "lines" | "positionAt"> {
  /** In the parser's order. */
  readonly errors: readonly YamlError[];
  /** The offsets at which texts in quotation marks begin. */
  readonly quotes: readonly number[];
}

export type MistakeKind =
  | "tab"
  | "documents"
  | "special character"
  | "escape"
  | "colon"
  | "indentation"
  | "brackets"
  | "no key"
  | "open quote"
  | "unexpected"
  | "other"
  /** Only js-yaml finds it. */
  | "refused";

export interface Mistake {
  readonly kind: MistakeKind;
  /** The line that may have the mistake. */
  readonly at: At;
  /** The parser's own position, its code and its reason. */
  readonly parser: At;
  readonly code: string;
  readonly reason: string;
  /** The text up to the parser's position. */
  readonly before: string;
}

export function mistakeOf(error: YamlError, refused: RefusedText): Mistake {
  const parser = atOffset(refused, error.start);
  const suspect = beforeComment(parser) ?? suspectOf(error, refused, parser);
  const before = refused.text.slice(0, error.start);
  return { ...suspect, parser, code: error.code, reason: error.message.replace(/\.$/, ""), before };
}

type Suspect = Pick<Mistake, "kind" | "at">;

/** YAML reads `name:Harbour # placeholder` as a text that the comment ends. The parser refuses the line below it. */
function beforeComment(parser: At): Suspect | undefined {
  const above = atLineAbove(parser);
  const isGlued = /^\s*(?:- +)*[\w-]+:(?!\/\/)\S.*\s#/.test(above.source);
  return isGlued && contentOfLine(above.source) === contentOfLine(parser.source)
    ? { kind: "no key", at: above }
    : undefined;
}

function suspectOf(error: YamlError, refused: RefusedText, parser: At): Suspect {
  const { lines, line, source } = parser;
  const isFlow = error.message.startsWith("Flow");
  switch (error.code) {
    case "TAB_AS_INDENT":
      return { kind: "tab", at: parser };
    case "MULTIPLE_DOCS":
      return { kind: "documents", at: parser };
    case "BAD_SCALAR_START":
    case "BAD_ALIAS":
      return { kind: "special character", at: atLine(lines, line, valueIn(source).column) };
    case "BAD_DQ_ESCAPE":
      return { kind: "escape", at: parser };
    case "BLOCK_AS_IMPLICIT_KEY":
      return lookForNested(error, refused, parser);
    case "BAD_INDENT":
      return { kind: isFlow ? "brackets" : "indentation", at: parser };
    case "BLOCK_IN_FLOW":
      return { kind: "brackets", at: parser };
    case "MULTILINE_IMPLICIT_KEY":
      return { kind: "no key", at: parser };
    case "MISSING_CHAR":
      if (error.message.includes("quote")) return openQuote(refused, error.start);
      if (error.message.includes("Sequence item")) return { kind: "indentation", at: parser };
      return { kind: isFlow || /^[{[]/.test(valueIn(source).text) ? "brackets" : "no key", at: parser };
    case "UNEXPECTED_TOKEN":
      return lookAtFirst(parser) ?? { kind: "unexpected", at: parser };
    default:
      return { kind: "other", at: parser };
  }
}

/** A colon in a text, or a line that is indented deeper than the complete value above it. */
function lookForNested(error: YamlError, { errors, positionAt }: RefusedText, parser: At): Suspect {
  const { lines, line, column, source } = parser;
  const text = source.slice(column - 1).trimEnd();
  if (ITEM_LINE.test(text)) return { kind: "indentation", at: parser };
  const spans = errors.find((other) => other.code === "MULTILINE_IMPLICIT_KEY" && other.start === error.start);
  const nextLine = spans ? positionAt(spans.end).line : line;
  if (nextLine > line) return { kind: "indentation", at: atLine(lines, nextLine) };
  if (text === "") return { kind: "indentation", at: atLine(lines, lineBelow(lines, line) || line) };
  return { kind: "colon", at: parser };
}

/** The beginning of the quoted text at or before a position. */
export function openQuote(refused: RefusedText, position: number): Suspect {
  const start = refused.quotes.findLast((quote) => quote <= position) ?? position;
  return { kind: "open quote", at: atOffset(refused, start) };
}

/** The first line, if a key is indented less than it. */
function lookAtFirst({ lines, line, source }: At): Suspect | undefined {
  const first = atLine(lines, lines.findIndex((other) => !isBlank(other) && !other.startsWith("#")) + 1);
  const isDeeper = first.line < line && indentOf(source) < indentOf(first.source) && KEY_LINE.test(source);
  return isDeeper ? { kind: "indentation", at: first } : undefined;
}
