// A parsed Markdown text → the same tokens with marks around their words, each with the lines of its block and its own position.

import type { Token } from "markdown-it";
import { type MarkWriter, runsWithin, type SourcePosition, type SourceTexts, type TextNode } from "./source-texts.ts";

type SourceBlock = NonNullable<SourcePosition["block"]>;

/** The tokens are those of `plain`. */
export function markTokens(
  tokens: readonly Token[],
  textNode: TextNode,
  sourceTexts: SourceTexts,
  markWriter: MarkWriter,
): void {
  const { plain } = textNode;
  const starts = lineStarts(plain);
  let map: readonly [number, number] = [0, 1];
  let count = 0;
  let end = 0;
  const write = (
    text: string,
    kind: SourcePosition["kind"],
    block: SourceBlock,
    at: number,
    isExact: boolean,
  ): string => {
    const offset = writtenOffset(textNode, at);
    const sourcePosition: SourcePosition = { ...textNode.sourcePosition, kind, block, offset };
    const filled = isExact ? runsWithin(textNode, { at: 0, from: at, to: at + text.length }) : [];
    return markWriter.write(sourceTexts.partOf(textNode, count++, { plain: text, sourcePosition, filled }));
  };
  for (const token of tokens) {
    if (token.map) map = token.map;
    const block = writtenLines(textNode, starts, map);
    const lineStart = starts[map[0]] ?? 0;
    const blockEnd = starts[map[1]];
    if (token.type === "fence" || token.type === "code_block") {
      const first = (token.type === "fence" ? starts[map[0] + 1] : lineStart) ?? 0;
      token.content = write(token.content, "markdown", block, first, false);
    }
    if (token.type !== "inline") continue;
    // The cells of a table's row have one line.
    const from = token.map ? lineStart : Math.max(lineStart, end);
    const [firstLine = ""] = token.content.split("\n");
    const first = Math.max(from, plain.slice(0, starts[map[0] + 1]).indexOf(firstLine, from));
    end = first + token.content.length;
    markInline(token, plain.slice(0, blockEnd), first, (text, kind, at) =>
      write(text, kind, block, at ?? first, at !== undefined),
    );
  }
}

/** Finds the words of one paragraph or heading in `text`, from an offset on; `write` gets undefined for what cannot be found there. */
function markInline(
  { children }: Token,
  text: string,
  first: number,
  write: (words: string, kind: SourcePosition["kind"], at: number | undefined) => string,
): void {
  let cursor = first;
  const links: string[] = [];
  /** Between two words there is only Markdown syntax, such as bold or a link. */
  const find = (words: string): number | undefined => {
    const at = text.indexOf(words, cursor);
    if (at === -1 || /[\p{L}\p{N}]/u.test(text.slice(cursor, at))) return undefined;
    cursor = at + words.length;
    return at;
  };
  const skip = (words: string) => {
    const at = words === "" ? -1 : text.indexOf(words, cursor);
    if (at !== -1) cursor = at + words.length;
  };
  for (const child of children ?? []) {
    if (child.type === "link_open") links.push(child.markup === "autolink" ? "" : String(child.attrGet("href")));
    else if (child.type === "link_close") skip(links.pop() ?? "");
    else if (child.type === "image") {
      const words = child.content;
      child.content = words === "" ? "" : write(words, "markdown", find(words));
      const src = String(child.attrGet("src"));
      child.attrSet("src", write(src, "image", find(src) ?? undefined));
    } else if ((child.type === "text" || child.type === "code_inline") && child.content !== "")
      child.content = write(child.content, "markdown", find(child.content));
  }
}

/** The offset of each line, and one more for the end. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const line of text.split("\n")) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return starts;
}

/** An offset in the text on the page → the offset in the source text, with its tokens. */
function writtenOffset({ filled }: TextNode, at: number): number {
  let shift = 0;
  let last = 0;
  for (const { start, end, sourcePosition } of filled) {
    // A nested one was written elsewhere.
    if (start < last || start > at) continue;
    last = end;
    const length = sourcePosition.path.join(".").length + 2;
    if (at < end) return start + shift;
    shift += length - (end - start);
  }
  return at + shift;
}

function writtenLines(
  textNode: TextNode,
  starts: readonly number[],
  [first, end]: readonly [number, number],
): SourceBlock {
  const { value } = textNode.sourcePosition;
  const lineAt = (line: number) =>
    line >= starts.length - 1
      ? value.split("\n").length
      : value.slice(0, writtenOffset(textNode, starts[line] ?? 0)).split("\n").length - 1;
  return { first: lineAt(first), end: lineAt(end) };
}
