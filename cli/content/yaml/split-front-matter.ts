// A Markdown file → its front matter and its body.

import matter from "gray-matter";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { type At, atLine, type ExplainedError } from "./explained-error.ts";
import { findConflict, reportConflict } from "./foreign-lines.ts";
import { hiddenAt, hiddenWords, withoutHidden } from "./hidden-characters.ts";

/** The two parts of a Markdown file. `yaml` has blanks in place of the fence, so that its lines and offsets are the file's. */
export interface FrontMatter {
  readonly yaml: string;
  /** Its lines end in "\n". */
  readonly body: string;
  /** The file's line on which the body begins. */
  readonly bodyLine: number;
}

/** gray-matter is only used for splitting. It evaluates JavaScript front matter unless each engine is replaced by name. */
const refuse = () => {
  throw new Error("Front matter is data, not a program.");
};
const engines = { yaml: () => ({}), javascript: refuse, json: refuse, toml: refuse, coffee: refuse };

const FENCE = /^---[ \t]*$/;
const NEARLY_FENCE = /^\s*(?:[-–—]{2,}|[–—]|[_=*+~]{3,}|\.{3}|-{3}\S*)\s*$/;

export function splitFrontMatter(text: string): FrontMatter | ExplainedError {
  const lines = text.split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? "")) return explainOpening(lines);
  const closing = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (closing === -1) return explainClosing(lines);
  const conflict = findConflict(lines);
  if (conflict && conflict.first > closing) return reportConflict(lines, conflict);
  // Any options object also turns off gray-matter's cache of earlier calls.
  const { content } = matter(text, { engines, language: "yaml" });
  const body = content.replaceAll("\r\n", "\n").replace(/^\n/, "");
  return {
    yaml: `${[" ".repeat(lines[0]?.length ?? 0), ...lines.slice(1, closing)].join("\n")}\n`,
    body,
    // Counted from the end of the file: lines between the fence and the body may be missing in the body.
    bodyLine: lines.length - body.split("\n").length + 1,
  };
}

const reportLine = ({ source, explain }: At, ...what: [DiagnosticCode, message: string, hint: string]) =>
  explain(...what, { length: source.length });

const OPENING_HINT = 'let the first line be "---" and nothing else, and a second "---" end the data';

function explainOpening(lines: readonly string[]): ExplainedError {
  const first = atLine(lines, 1);
  const hidden = explainHiddenFence(first);
  if (hidden) return hidden;
  const language = /^---\s*([A-Za-z]\w*)\s*$/.exec(first.source)?.[1];
  if (language) {
    const message = `Front matter in "${language}" is not read: it is YAML and nothing else.`;
    return reportLine(first, "SOURCE_FRONT_MATTER_LANGUAGE", message, OPENING_HINT);
  }
  const firstText = lines.findIndex((line) => line.trim() !== "");
  if (firstText === -1) {
    const hint = "delete it, or copy a file of the same folder to begin with";
    return first.explain("SOURCE_EMPTY", "There is nothing in this file.", hint);
  }
  if (NEARLY_FENCE.test(lines[firstText] ?? "")) {
    const isLater = firstText > 0;
    const message = isLater
      ? "The front matter (the data above the text) must begin on the first line of the file."
      : "The first line is not exactly three hyphens, which begin the front matter (the data above the text).";
    const hint = isLater ? "remove the empty lines above it" : OPENING_HINT;
    return reportLine(atLine(lines, firstText + 1), "SOURCE_FRONT_MATTER_MISSING", message, hint);
  }
  const message =
    "The file does not begin with front matter: the data above the text, between two lines of three hyphens.";
  return first.explain("SOURCE_FRONT_MATTER_MISSING", message, OPENING_HINT);
}

/** Three hyphens next to an invisible character. */
function explainHiddenFence({ source, explain }: At): ExplainedError | undefined {
  const hidden = hiddenAt(source);
  if (hidden === -1 || !FENCE.test(withoutHidden(source).trim())) return undefined;
  const { message } = hiddenWords(source[hidden] ?? "");
  const hint = "delete it: this line must be three hyphens and nothing else";
  return explain("SOURCE_HIDDEN_CHARACTER", message, hint, { column: hidden + 1 });
}

function explainClosing(lines: readonly string[]): ExplainedError {
  const near = lines.findIndex((line, index) => index > 0 && NEARLY_FENCE.test(withoutHidden(line))) + 1;
  const hidden = explainHiddenFence(atLine(lines, near));
  if (hidden) return hidden;
  const message =
    near === 0
      ? 'The front matter (the data above the text) is opened here and not closed: there is no second line of "---".'
      : "This line is not exactly three hyphens, so it does not close the front matter (the data above the text).";
  const hint = 'put a line of exactly "---" between the data and the text';
  return reportLine(atLine(lines, near || 1), "SOURCE_FRONT_MATTER_UNCLOSED", message, hint);
}
