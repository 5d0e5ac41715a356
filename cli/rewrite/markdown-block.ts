// Lines of a Markdown text that are one heading, paragraph or code block → the words in them, without the Markdown markers, and the way
// back: other words between the same markers.
import { markdownTokens } from "../content/markdown/render-markdown.ts";
import type { TextPlace } from "./text-place.ts";

export type Token = ReturnType<typeof markdownTokens>[number];
type Lines = NonNullable<TextPlace["block"]>;

export interface MarkdownBlock {
  /** Bold, links and code in them stay Markdown. */
  readonly words: string;
  readonly kind: "heading" | "paragraph" | "code" | "other";
  /** Where its words are among the tokens of the whole text; -1 for "other", whose words are its lines. */
  readonly index: number;
  /** The marker in front of its words, which is written once if it is typed as well. */
  readonly sign: string;
  /** The lines of the file with these words in them. */
  linesWith(words: string): string;
}

/** `value` is the whole text. */
export function openBlock(value: string, { first, end }: Lines, tokens = markdownTokens(value)): MarkdownBlock {
  const lines = value.split("\n").slice(first, end);
  const isHere = ({ map }: Token) => map?.[0] === first && map[1] === end;
  const index = tokens.findIndex((token, at) => isHere(token) && kindOf(token, tokens[at - 1]) !== "other");
  const token = tokens[index];
  const kind = token ? kindOf(token, tokens[index - 1]) : "other";
  const framed = token && frameWords(token, kind === "code", lines);
  if (framed) return { ...framed, kind, index };
  return { words: lines.join("\n"), kind: "other", index: -1, sign: "", linesWith: (words) => words };
}

function kindOf({ type }: Token, before: Token | undefined): MarkdownBlock["kind"] {
  if (type === "fence" || type === "code_block") return "code";
  const opening = type === "inline" ? before?.type : undefined;
  if (opening === "heading_open") return "heading";
  return opening === "paragraph_open" ? "paragraph" : "other";
}

/** undefined where the lines do not have the words in this form. */
function frameWords({ type, content }: Token, isCode: boolean, lines: readonly string[]) {
  const words = isCode ? content.replace(/\n$/, "").split("\n") : content.split("\n").map((line) => line.trimStart());
  // The lines of a fence stay.
  const above = type === "fence" ? 1 : 0;
  const frames = words.map((word, index) => frameOf(lines[above + index] ?? "", word));
  const first = frames.find((_, index) => words[index] !== "");
  if (!first || frames.some(({ start }) => start === -1)) return undefined;
  const margins = isCode ? [first.before] : frames.map(({ before }) => before);
  const after = frames.at(-1)?.after ?? "";
  return {
    words: words.join("\n"),
    sign: first.before.trim(),
    linesWith(typed: string) {
      const framed = typed
        .split("\n")
        .map((line, index) => withMargin(margins, index, isCode ? line : line.trimStart()));
      const block = framed.length === 1 ? `${framed[0]}${after}` : framed.join("\n");
      return [...lines.slice(0, above), block, ...lines.slice(above + words.length)].join("\n");
    },
  };
}

/** What surrounds the words of a line: indentation and markers. */
function frameOf(line: string, content: string) {
  const start = line.lastIndexOf(content);
  return { start, before: line.slice(0, start), after: line.slice(start + content.length).trimEnd() };
}

/** A further line starts below the words of the one before it. */
function withMargin(margins: readonly string[], index: number, line: string): string {
  const [first = ""] = margins;
  const further = margins.length > 1 ? margins.at(-1) : first.replace(/[^>\s]/g, " ");
  return line === "" ? "" : (margins[index] ?? further) + line;
}
