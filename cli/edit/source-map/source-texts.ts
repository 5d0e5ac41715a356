// Texts and pictures of the content, each with a number, and the writer that marks them so that a finished page shows which is where.

import { splitTokens, type TokenPart } from "../../content/references/resolve-tokens.ts";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import type { Path } from "../../content/sources/source-document.ts";
import type { MarkPlan } from "./choose-marks.ts";
import { type Alphabet, frame } from "./mark-alphabet.ts";
import type { WordsOrigin } from "./page-words.ts";

/** The source of words of a page: a value of a file, and a character of it. */
export interface SourcePosition {
  readonly source: SourceRef;
  readonly path: Path;
  readonly kind: WordsOrigin["kind"];
  /** As it was when the page was made, with its tokens. */
  readonly value: string;
  readonly offset: number;
  readonly block?: WordsOrigin["block"];
}

export interface TextNode {
  readonly id: number;
  /** Names it in every build: its file and its path. Parts of a text node share its key. */
  readonly key: string;
  /** The text on the page, with its tokens filled in. */
  readonly plain: string;
  readonly sourcePosition: SourcePosition;
  /** The filled-in texts, by their offset in `plain`; nested ones come after the outer ones. */
  readonly filled: readonly TextRun[];
}

/** Characters of a text, and where their words come from. */
export interface TextRun {
  readonly start: number;
  readonly end: number;
  readonly sourcePosition: SourcePosition;
}

/** Characters of a text node, end exclusive, and where they are in another text. */
export interface TextPiece {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The filled-in texts, where a piece of the text node is. */
export const runsWithin = ({ filled }: TextNode, { at, from, to }: TextPiece): TextRun[] =>
  filled
    .map((run) => ({ ...run, start: Math.max(run.start, from), end: Math.min(run.end, to) }))
    .filter(({ start, end }) => start < end)
    .map((run) => ({ ...run, start: at + run.start - from, end: at + run.end - from }));

export interface SourceTexts {
  /** The text node of a text; always the same one. */
  textNodeOf(sourcePosition: Omit<SourcePosition, "offset">): TextNode;
  /** A part of a text node, by its number, with its own source position. */
  partOf(textNode: TextNode, number: number, part: Omit<TextNode, "id" | "key">): TextNode;
  byId(id: number): TextNode | undefined;
  all(): readonly TextNode[];
}

/** `tokens` are the texts of site.yaml as they are written, `site` is its source. */
export function createSourceTexts(tokens: ReadonlyMap<string, string>, site: SourcePosition["source"]): SourceTexts {
  const byName = new Map<string, TextNode>();
  const sourceTexts: TextNode[] = [];
  const add = (name: string, key: string, make: () => Omit<TextNode, "id" | "key">): TextNode => {
    const existing = byName.get(name);
    if (existing) return existing;
    const textNode = { id: sourceTexts.length, key, ...make() };
    byName.set(name, textNode);
    sourceTexts.push(textNode);
    return textNode;
  };
  const filledIn = (parts: readonly TokenPart[], start: number): { filled: TextRun[]; plain: string } => {
    let plain = "";
    const filled: TextRun[] = [];
    for (const part of parts) {
      if (typeof part === "string") {
        plain += part;
        continue;
      }
      const path = part.token.split(".");
      const at = start + plain.length;
      const inner = filledIn(part.parts, at);
      const value = tokens.get(part.token) ?? "";
      const sourcePosition = { source: site, path, kind: "text", value, offset: 0 } as const;
      filled.push({ start: at, end: at + inner.plain.length, sourcePosition }, ...inner.filled);
      plain += inner.plain;
    }
    return { filled, plain };
  };
  return {
    textNodeOf(sourcePosition) {
      const { source, path, kind, value } = sourcePosition;
      const key = `${source.file} ${JSON.stringify(path)}`;
      const parts = kind === "image" ? [value] : splitTokens(value, tokens);
      return add(key, key, () => ({ ...filledIn(parts, 0), sourcePosition: { ...sourcePosition, offset: 0 } }));
    },
    partOf: (textNode, number, part) => add(`${textNode.key} ${number}`, textNode.key, () => part),
    byId: (id) => sourceTexts[id],
    all: () => sourceTexts,
  };
}

export interface MarkWriter {
  /** The text node that was written as this exact text. */
  textNodeOf(text: string): TextNode | undefined;
  write(textNode: TextNode): string;
}

/** Writes text nodes for one rendering. */
export function createMarkWriter(alphabet: Alphabet, plan: MarkPlan): MarkWriter {
  const byText = new Map<string, TextNode>();
  const nodeText = ({ id, key, plain, sourcePosition }: TextNode): string => {
    if (plain.trim() === "" || !plan(key)) return plain;
    // Only in front: the end of a picture's name says which format it has.
    return sourcePosition.kind === "image" ? frame(alphabet, id, "") + plain : frame(alphabet, id, plain);
  };
  return {
    textNodeOf: (text) => byText.get(text),
    write(textNode) {
      const text = nodeText(textNode);
      byText.set(text, textNode);
      return text;
    },
  };
}
