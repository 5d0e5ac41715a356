import matter from "gray-matter";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import { CONFLICT_HINT, conflictMessage, findConflict } from "./foreign-lines.ts";
import { hiddenAt, hiddenWords, withoutHidden } from "./hidden-characters.ts";

/** The two parts of a Markdown file. `yaml` has blanks in place of the fence, so that its lines and offsets are the file's. */
export interface FrontMatter {
  readonly yaml: string;
  readonly body: string;
  /** The file's line on which the body begins. */
  readonly bodyLine: number;
}

export interface FrontMatterProblem {
  readonly code: DiagnosticCode;
  readonly line: number;
  /** 1 unless it is about a single character of the line. */
  readonly column?: number;
  /** The length of the marked part. */
  readonly length: number;
  readonly message: string;
  readonly hint: string;
}

/** gray-matter evaluates JavaScript front matter unless each engine is removed by name; it is only used for splitting. */
const refuse = () => {
  throw new Error("Front matter is data, not a program.");
};
const engines = { yaml: () => ({}), javascript: refuse, json: refuse, toml: refuse, coffee: refuse };

const FENCE = /^---[ \t]*$/;
const NEARLY_FENCE = /^\s*(?:[-–—]{2,}|[–—]|[_=*+~]{3,})\s*$/;

export function splitFrontMatter(text: string): FrontMatter | FrontMatterProblem {
  const lines = text.split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? "")) return explainOpening(lines);
  const closing = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (closing === -1) return explainClosing(lines);
  const conflict = findConflict(lines);
  if (conflict && conflict.first > closing) {
    const length = lines[conflict.first - 1]?.length ?? 1;
    return {
      code: "SOURCE_SYNTAX",
      line: conflict.first,
      length,
      message: conflictMessage(conflict),
      hint: CONFLICT_HINT,
    };
  }
  // Any options object also turns off gray-matter's cache of earlier calls.
  const { content } = matter(text, { engines, language: "yaml" });
  const body = content.replace(/^\r?\n/, "");
  return {
    yaml: `${[" ".repeat(lines[0]?.length ?? 0), ...lines.slice(1, closing)].join("\n")}\n`,
    body,
    // The end of the file, even if lines between the fence and the body were removed.
    bodyLine: lines.length - body.split("\n").length + 1,
  };
}

const OPENING_HINT = 'let the first line be "---" and nothing else, and a second "---" end the data';

function explainOpening(lines: readonly string[]): FrontMatterProblem {
  const first = lines[0] ?? "";
  const hidden = explainHiddenFence(first, 1);
  if (hidden) return hidden;
  const language = /^---\s*([A-Za-z]\w*)\s*$/.exec(first)?.[1];
  if (language) {
    const message = `Front matter in "${language}" is not read: it is YAML and nothing else.`;
    return { code: "SOURCE_FRONT_MATTER_LANGUAGE", line: 1, length: first.length, message, hint: OPENING_HINT };
  }
  const written = lines.findIndex((line) => line.trim() !== "");
  if (written === -1) {
    const hint = "delete it, or copy a file of the same folder to begin with";
    return { code: "SOURCE_EMPTY", line: 1, length: 1, message: "There is nothing in this file.", hint };
  }
  if (NEARLY_FENCE.test(lines[written] ?? "")) {
    const isLater = written > 0;
    const message = isLater
      ? "The front matter (the data above the text) must begin on the first line of the file."
      : "The first line is not exactly three hyphens, which begin the front matter (the data above the text).";
    const hint = isLater ? "remove the empty lines above it" : OPENING_HINT;
    return {
      code: "SOURCE_FRONT_MATTER_MISSING",
      line: written + 1,
      length: (lines[written] ?? "").length,
      message,
      hint,
    };
  }
  const message =
    "The file does not begin with front matter: the data above the text, between two lines of three hyphens.";
  return { code: "SOURCE_FRONT_MATTER_MISSING", line: 1, length: 1, message, hint: OPENING_HINT };
}

/** Three hyphens next to an invisible character. */
function explainHiddenFence(line: string, number: number): FrontMatterProblem | undefined {
  const at = hiddenAt(line);
  if (at === -1 || !FENCE.test(withoutHidden(line).trim())) return undefined;
  const hint = "delete it: this line must be three hyphens and nothing else";
  return {
    code: "SOURCE_HIDDEN_CHARACTER",
    line: number,
    column: at + 1,
    length: 1,
    message: hiddenWords(line[at] ?? "").message,
    hint,
  };
}

function explainClosing(lines: readonly string[]): FrontMatterProblem {
  const near = lines.findIndex((line, index) => index > 0 && NEARLY_FENCE.test(withoutHidden(line)));
  const hidden = explainHiddenFence(lines[near] ?? "", near + 1);
  if (hidden) return hidden;
  const message =
    near === -1
      ? 'The front matter (the data above the text) is opened here and not closed: there is no second line of "---".'
      : "This line is not exactly three hyphens, so it does not close the front matter (the data above the text).";
  const hint = 'put a line of exactly "---" between the data and the text';
  return {
    code: "SOURCE_FRONT_MATTER_UNCLOSED",
    line: Math.max(near, 0) + 1,
    length: (lines[Math.max(near, 0)] ?? "").length,
    message,
    hint,
  };
}
