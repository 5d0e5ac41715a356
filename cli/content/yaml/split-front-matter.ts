import matter from "gray-matter";
import { type Explain, type ExplainedError, explainFrom } from "./explained-error.ts";
import { CONFLICT_HINT, conflictMessage, findConflict } from "./foreign-lines.ts";
import { hiddenAt, hiddenWords, withoutHidden } from "./hidden-characters.ts";

/** The two parts of a Markdown file. `yaml` has blanks in place of the fence, so that its lines and offsets are the file's. */
export interface FrontMatter {
  readonly yaml: string;
  /** With line ends "\n". */
  readonly body: string;
  /** The file's line on which the body begins. */
  readonly bodyLine: number;
}

/** gray-matter evaluates JavaScript front matter unless each engine is removed by name; it is only used for splitting. */
const refuse = () => {
  throw new Error("Front matter is data, not a program.");
};
const engines = { yaml: () => ({}), javascript: refuse, json: refuse, toml: refuse, coffee: refuse };

const FENCE = /^---[ \t]*$/;
const NEARLY_FENCE = /^\s*(?:[-–—]{2,}|[–—]|[_=*+~]{3,})\s*$/;

export function splitFrontMatter(text: string): FrontMatter | ExplainedError {
  const lines = text.split(/\r?\n/);
  if (!FENCE.test(lines[0] ?? "")) return explainOpening(lines);
  const closing = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (closing === -1) return explainClosing(lines);
  const conflict = findConflict(lines);
  if (conflict && conflict.first > closing)
    return explainLine(lines, conflict.first, "SOURCE_SYNTAX", conflictMessage(conflict), CONFLICT_HINT);
  // Any options object also turns off gray-matter's cache of earlier calls.
  const { content } = matter(text, { engines, language: "yaml" });
  const body = content.replaceAll("\r\n", "\n").replace(/^\n/, "");
  return {
    yaml: `${[" ".repeat(lines[0]?.length ?? 0), ...lines.slice(1, closing)].join("\n")}\n`,
    body,
    // The end of the file, even if lines between the fence and the body were removed.
    bodyLine: lines.length - body.split("\n").length + 1,
  };
}

const explainLine = (lines: readonly string[], line: number, ...what: Parameters<Explain>): ExplainedError => ({
  ...explainFrom(line, 1)(...what),
  length: lines[line - 1]?.length ?? 1,
});

const OPENING_HINT = 'let the first line be "---" and nothing else, and a second "---" end the data';

function explainOpening(lines: readonly string[]): ExplainedError {
  const first = lines[0] ?? "";
  const hidden = explainHiddenFence(first, 1);
  if (hidden) return hidden;
  const language = /^---\s*([A-Za-z]\w*)\s*$/.exec(first)?.[1];
  if (language) {
    const message = `Front matter in "${language}" is not read: it is YAML and nothing else.`;
    return explainLine(lines, 1, "SOURCE_FRONT_MATTER_LANGUAGE", message, OPENING_HINT);
  }
  const written = lines.findIndex((line) => line.trim() !== "");
  if (written === -1) {
    const hint = "delete it, or copy a file of the same folder to begin with";
    return explainFrom(1, 1)("SOURCE_EMPTY", "There is nothing in this file.", hint);
  }
  if (NEARLY_FENCE.test(lines[written] ?? "")) {
    const isLater = written > 0;
    const message = isLater
      ? "The front matter (the data above the text) must begin on the first line of the file."
      : "The first line is not exactly three hyphens, which begin the front matter (the data above the text).";
    const hint = isLater ? "remove the empty lines above it" : OPENING_HINT;
    return explainLine(lines, written + 1, "SOURCE_FRONT_MATTER_MISSING", message, hint);
  }
  const message =
    "The file does not begin with front matter: the data above the text, between two lines of three hyphens.";
  return explainFrom(1, 1)("SOURCE_FRONT_MATTER_MISSING", message, OPENING_HINT);
}

/** Three hyphens next to an invisible character. */
function explainHiddenFence(line: string, number: number): ExplainedError | undefined {
  const at = hiddenAt(line);
  if (at === -1 || !FENCE.test(withoutHidden(line).trim())) return undefined;
  const hint = "delete it: this line must be three hyphens and nothing else";
  return explainFrom(number, at + 1)("SOURCE_HIDDEN_CHARACTER", hiddenWords(line[at] ?? "").message, hint);
}

function explainClosing(lines: readonly string[]): ExplainedError {
  const near = lines.findIndex((line, index) => index > 0 && NEARLY_FENCE.test(withoutHidden(line)));
  const hidden = explainHiddenFence(lines[near] ?? "", near + 1);
  if (hidden) return hidden;
  const message =
    near === -1
      ? 'The front matter (the data above the text) is opened here and not closed: there is no second line of "---".'
      : "This line is not exactly three hyphens, so it does not close the front matter (the data above the text).";
  const hint = 'put a line of exactly "---" between the data and the text';
  return explainLine(lines, Math.max(near, 0) + 1, "SOURCE_FRONT_MATTER_UNCLOSED", message, hint);
}
