import matter from "gray-matter";
import type { DiagnosticCode } from "../diagnostics/codes.ts";

/** A Markdown file in its two parts. `yaml` keeps the fence's line as an empty one, so that its line numbers are the file's. */
export interface FrontMatter {
  readonly yaml: string;
  readonly body: string;
  /** The file's line on which the body begins. */
  readonly bodyLine: number;
}

export interface FrontMatterProblem {
  readonly code: DiagnosticCode;
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

/** gray-matter evaluates JavaScript front matter unless each engine is taken from it by name; only splitting is left to it. */
const refuse = () => {
  throw new Error("Front matter is data, not a program.");
};
const engines = { yaml: () => ({}), javascript: refuse, json: refuse, toml: refuse, coffee: refuse };

const FENCE = /^---[ \t]*$/;

export function splitFrontMatter(text: string): FrontMatter | FrontMatterProblem {
  const lines = text.split(/\r?\n/);
  const first = lines[0] ?? "";
  if (!FENCE.test(first)) {
    const language = /^---\s*([A-Za-z]\w*)\s*$/.exec(first)?.[1];
    if (language) {
      return {
        code: "SOURCE_FRONT_MATTER_LANGUAGE",
        line: 1,
        message: `Front matter in "${language}" is not read: it is YAML and nothing else.`,
        hint: 'let the first line be "---" alone',
      };
    }
    return {
      code: "SOURCE_FRONT_MATTER_MISSING",
      line: 1,
      message: "The file does not begin with front matter, which starts with a line of three hyphens.",
      hint: 'let the first line be "---", and a second "---" end the data',
    };
  }
  const closing = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (closing === -1) {
    const near = lines.findIndex((line, index) => index > 0 && /^\s*[-–—]{2,}\s*$/.test(line));
    return {
      code: "SOURCE_FRONT_MATTER_UNCLOSED",
      line: near === -1 ? 1 : near + 1,
      message:
        near === -1
          ? 'The front matter is not closed: there is no second line of "---".'
          : "The front matter is not closed: this line is not exactly three hyphens.",
      hint: 'put a line of exactly "---" between the data and the text',
    };
  }
  // Any options object also keeps gray-matter from answering out of its cache of earlier calls.
  const { content } = matter(text, { engines, language: "yaml" });
  return {
    yaml: `\n${lines.slice(1, closing).join("\n")}\n`,
    body: content.replace(/^\r?\n/, ""),
    bodyLine: closing + 2,
  };
}
