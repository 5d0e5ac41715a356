// Lines of a Markdown text that are one heading, paragraph or code block → the words in them, without the Markdown markers, and the way
// back: other words between the same markers.
import { markdownTokens } from "../content/markdown/render-markdown.ts";
import type { TextPlace } from "./text-place.ts";

export type Token = ReturnType<typeof markdownTokens>[number];
export type Lines = NonNullable<TextPlace["block"]>;

export interface MarkdownBlock {
  /** Bold, links and code in them stay Markdown. */
  readonly words: string;
  readonly kind: "heading" | "paragraph" | "code" | "other";
  /** Where its words are among the tokens of the whole text; undefined for "other", whose words are its lines. */
  readonly index: number | undefined;
  /** If the marker of the block is typed as well, it is written once. */
  withoutSign(words: string): string;
  /** The lines of the file with these words in them. */
  linesWith(words: string): string;
}

/** What surrounds the words of a line: indentation and markers. */
interface LineFrame {
  readonly before: string;
  readonly after: string;
}

/** `value` is the whole text. */
export function openBlock(value: string, { first, end }: Lines, tokens = markdownTokens(value)): MarkdownBlock {
  const lines = value.split("\n").slice(first, end);
  const index = tokens.findIndex(({ type, map }, at) => {
    const isHere = map?.[0] === first && map[1] === end;
    return isHere && (isCode(type) || (type === "inline" && isText(tokens[at - 1]?.type)));
  });
  const token = tokens[index];
  const framed = token && (isCode(token.type) ? codeBlock(token, lines) : textBlock(token, lines));
  const same = (words: string) => words;
  if (!framed) return { words: lines.join("\n"), kind: "other", index: undefined, withoutSign: same, linesWith: same };
  return { ...framed, kind: blockKind(tokens[index - 1], token), index };
}

const isCode = (type: string) => type === "fence" || type === "code_block";
const isText = (type: string | undefined) => type === "paragraph_open" || type === "heading_open";

function blockKind(before: Token | undefined, { type }: Token): MarkdownBlock["kind"] {
  if (isCode(type)) return "code";
  return before?.type === "heading_open" ? "heading" : "paragraph";
}

type Framed = Pick<MarkdownBlock, "words" | "withoutSign" | "linesWith">;

function textBlock({ content }: Token, lines: readonly string[]): Framed | undefined {
  const words = content.split("\n").map((line) => line.trimStart());
  const frames = framesOf(lines, words);
  if (!frames) return undefined;
  const sign = frames[0]?.before.trim();
  return {
    words: words.join("\n"),
    withoutSign: (typed) => (sign && `${typed} `.startsWith(`${sign} `) ? typed.slice(sign.length).trimStart() : typed),
    linesWith(typed) {
      const fresh = typed.split("\n").map((line, index) => before(frames, index) + line.trimStart());
      return fresh.join("\n") + (fresh.length === 1 ? (frames.at(-1)?.after ?? "") : "");
    },
  };
}

/** A further line starts below the words of the one before it. */
function before(frames: readonly LineFrame[], index: number): string {
  const known = frames[index] ?? (frames.length > 1 ? frames.at(-1) : undefined);
  return known?.before ?? (frames[0]?.before ?? "").replace(/[^>\s]/g, " ");
}

/** Fence lines stay. */
function codeBlock({ type, content }: Token, lines: readonly string[]): Framed | undefined {
  const words = content.replace(/\n$/, "").split("\n");
  const start = type === "fence" ? 1 : 0;
  const frames = framesOf(lines.slice(start, start + words.length), words);
  if (!frames) return undefined;
  const lead = frames.find((_, index) => words[index] !== "")?.before ?? "";
  return {
    words: words.join("\n"),
    withoutSign: (typed) => typed,
    linesWith: (typed) =>
      [
        ...lines.slice(0, start),
        ...typed.split("\n").map((line) => (line === "" ? "" : lead + line)),
        ...lines.slice(start + words.length),
      ].join("\n"),
  };
}

/** undefined where the lines do not contain the words in this form. */
function framesOf(lines: readonly string[], words: readonly string[]): LineFrame[] | undefined {
  if (lines.length !== words.length || words.every((line) => line === "")) return undefined;
  const frames = lines.map((line, index) => {
    const word = words[index] ?? "";
    const at = line.lastIndexOf(word);
    return { at, before: line.slice(0, at), after: line.slice(at + word.length).trimEnd() };
  });
  return frames.every(({ at }) => at !== -1) ? frames : undefined;
}
