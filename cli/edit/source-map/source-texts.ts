// Texts and pictures of the content, each with a number, and how one is written so that it is recognised in a finished page.

import { splitTokens, type TokenPart } from "../../content/references/resolve-tokens.ts";
import type { SourceRef } from "../../content/sources/list-sources.ts";
import type { Path } from "../../content/sources/source-document.ts";
import type { MarkPlan } from "./choose-marks.ts";
import { type Alphabet, frame } from "./mark-alphabet.ts";
import type { WordsOrigin } from "./page-words.ts";

/** What words of a page come from: a value of a file, and a character of it. */
export interface SourcePosition {
  readonly source: SourceRef;
  readonly path: Path;
  readonly kind: WordsOrigin["kind"];
  /** The value as it was when the page was made, tokens and all. */
  readonly written: string;
  readonly offset: number;
  readonly block?: WordsOrigin["block"];
}

export interface TextNode {
  readonly id: number;
  /** Names it in every build: its file and its path. Parts of a text node share its key. */
  readonly key: string;
  /** Tokens filled in: the text on the page. */
  readonly plain: string;
  readonly sourcePosition: SourcePosition;
  /** What was filled in, by its offset in `plain`; nested ones come after the outer ones. */
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

/** What was filled in, where a piece of its text node is. */
export const runsWithin = ({ filled }: TextNode, { at, from, to }: TextPiece): TextRun[] =>
  filled
    .map((run) => ({ ...run, start: Math.max(run.start, from), end: Math.min(run.end, to) }))
    .filter(({ start, end }) => start < end)
    .map((run) => ({ ...run, start: at + run.start - from, end: at + run.end - from }));

export type SourceTexts = ReturnType<typeof createSourceTexts>;

/** `tokens` are the texts of site.yaml as they are written, `site` is its source. */
export function createSourceTexts(tokens: ReadonlyMap<string, string>, site: SourcePosition["source"]) {
  const known = new Map<string, TextNode>();
  const sourceTexts: TextNode[] = [];
  const add = (name: string, key: string, make: () => Omit<TextNode, "id" | "key">): TextNode => {
    const found = known.get(name);
    if (found) return found;
    const textNode = { id: sourceTexts.length, key, ...make() };
    known.set(name, textNode);
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
      const written = tokens.get(part.token) ?? "";
      const sourcePosition = { source: site, path, kind: "text", written, offset: 0 } as const;
      filled.push({ start: at, end: at + inner.plain.length, sourcePosition }, ...inner.filled);
      plain += inner.plain;
    }
    return { filled, plain };
  };
  return {
    /** The text node of a text; always the same one. */
    textNodeOf(sourcePosition: Omit<SourcePosition, "offset">): TextNode {
      const { source, path, kind, written } = sourcePosition;
      const key = `${source.file} ${JSON.stringify(path)}`;
      const parts = kind === "image" ? [written] : splitTokens(written, tokens);
      return add(key, key, () => ({ ...filledIn(parts, 0), sourcePosition: { ...sourcePosition, offset: 0 } }));
    },
    /** A part of a text node, by its number, with its own source position. */
    partOf: (textNode: TextNode, number: number, part: Omit<TextNode, "id" | "key">): TextNode =>
      add(`${textNode.key} ${number}`, textNode.key, () => part),
    byId: (id: number): TextNode | undefined => sourceTexts[id],
    all: (): readonly TextNode[] => sourceTexts,
  };
}

export type MarkWriter = ReturnType<typeof createMarkWriter>;

/** Writes text nodes for one rendering. */
export function createMarkWriter(alphabet: Alphabet, plan: MarkPlan) {
  const written = new Map<string, TextNode>();
  const nodeText = ({ id, key, plain, sourcePosition }: TextNode): string => {
    if (plain.trim() === "" || !plan(key)) return plain;
    // In front alone: how the name of a picture ends says what it is.
    return sourcePosition.kind === "image" ? frame(alphabet, id, "") + plain : frame(alphabet, id, plain);
  };
  return {
    /** The text node that was written as this exact text. */
    textNodeOf: (text: string) => written.get(text),
    write(textNode: TextNode): string {
      const text = nodeText(textNode);
      written.set(text, textNode);
      return text;
    },
  };
}
