// A parsed Markdown text → the same tokens with marks around their words, each with the lines of its block and its own position.
import type { Token } from "markdown-it";
import { type MarkWriter, runsWithin, type SourcePosition, type TextNode, type TextNodes } from "./source-texts.ts";

interface Text {
  readonly lines: readonly string[];
  /** Where each line begins; one more for the end. */
  readonly starts: readonly number[];
}

type Block = NonNullable<SourcePosition["block"]>;

/** The tokens are those of `plain`. */
export function markTokens(
  tokens: readonly Token[],
  textNode: TextNode,
  textNodes: TextNodes,
  markWriter: MarkWriter,
): void {
  const text = linesOf(textNode.plain);
  let map: readonly [number, number] = [0, 1];
  let count = 0;
  let cellEnd: { readonly line: number; readonly column: number } | undefined;
  const write = (words: string, kind: SourcePosition["kind"], block: Block, at: number, isExact: boolean): string => {
    const sourcePosition: SourcePosition = {
      ...textNode.sourcePosition,
      kind,
      block,
      offset: writtenOffset(textNode, at),
    };
    const filled = isExact ? runsWithin(textNode, { at: 0, from: at, to: at + words.length }) : [];
    return markWriter.write(textNodes.partOf(textNode, count++, { plain: words, sourcePosition, filled }));
  };
  for (const token of tokens) {
    if (token.map) map = token.map;
    const block = writtenLines(textNode, text, map);
    if (token.type === "fence" || token.type === "code_block") {
      const first = text.starts[map[0] + (token.type === "fence" ? 1 : 0)] ?? 0;
      token.content = write(token.content, "markdown", block, first, false);
    }
    if (token.type !== "inline") continue;
    const from = cellEnd?.line === map[0] && !token.map ? cellEnd.column : 0;
    const offsets = contentOffsets(token.content, text, map[0], from);
    const first = offsets.find((offset) => offset !== undefined) ?? text.starts[map[0]] ?? 0;
    cellEnd = { line: map[0], column: first - (text.starts[map[0]] ?? 0) + token.content.length };
    markInline(token, (words, kind, at) => {
      const offset = at === undefined ? undefined : offsets[at];
      return write(words, kind, block, offset ?? first, offset !== undefined);
    });
  }
}

/** Matches the words of one paragraph or heading with its source; `write` gets undefined for what cannot be found there. */
function markInline(
  { content, children }: Token,
  write: (words: string, kind: SourcePosition["kind"], at: number | undefined) => string,
): void {
  let cursor = 0;
  const links: string[] = [];
  /** Between two words there is only Markdown syntax, such as bold or a link. */
  const find = (words: string): number | undefined => {
    const at = content.indexOf(words, cursor);
    if (at === -1 || /[\p{L}\p{N}]/u.test(content.slice(cursor, at))) return undefined;
    cursor = at + words.length;
    return at;
  };
  const skip = (words: string) => {
    const at = words === "" ? -1 : content.indexOf(words, cursor);
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

function linesOf(text: string): Text {
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return { lines, starts };
}

/** For each character of a paragraph its offset in the text: without indentation, list markers and the like. */
function contentOffsets(content: string, { lines, starts }: Text, first: number, from: number): (number | undefined)[] {
  const offsets: (number | undefined)[] = [];
  for (const [index, part] of content.split("\n").entries()) {
    const column = lines[first + index]?.indexOf(part, index === 0 ? from : 0) ?? -1;
    const start = starts[first + index] ?? 0;
    for (let at = 0; at <= part.length; at++) offsets.push(column === -1 ? undefined : start + column + at);
  }
  return offsets;
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

function writtenLines(textNode: TextNode, { starts }: Text, [first, end]: readonly [number, number]): Block {
  const { written } = textNode.sourcePosition;
  const lineAt = (line: number) =>
    line >= starts.length - 1
      ? written.split("\n").length
      : written.slice(0, writtenOffset(textNode, starts[line] ?? 0)).split("\n").length - 1;
  return { first: lineAt(first), end: lineAt(end) };
}
