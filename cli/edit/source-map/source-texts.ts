// Texts and pictures of the content, each with a number, and the ways to write one so that it is recognised in a finished page.

import type { SourceRef } from "../../content/list-sources.ts";
import { splitTokens, type TextPart } from "../../content/resolve-tokens.ts";
import type { Path } from "../../content/yaml/source-document.ts";
import { type Alphabet, frame } from "./mark-alphabet.ts";
import type { Origin } from "./page-words.ts";

/** What words of a page come from: a value of a file, and a character of it. */
export interface SourcePosition {
  readonly source: SourceRef;
  readonly path: Path;
  readonly kind: Origin["kind"];
  /** The value as it was when the page was made, tokens and all. */
  readonly written: string;
  readonly offset: number;
  readonly block?: Origin["block"];
}

export interface TextNode {
  readonly id: number;
  /** Names it in every build: its file and its path. Parts of a text node share its key. */
  readonly key: string;
  /** Tokens filled in: the text on the page. */
  readonly plain: string;
  readonly sourcePosition: SourcePosition;
  /** What was filled in, by its offset in `plain`; nested ones come after the outer ones. */
  readonly filled: readonly Filled[];
}

export interface Filled {
  readonly start: number;
  readonly end: number;
  readonly sourcePosition: SourcePosition;
}

/**
 * "framed": between two marks. "inset": the same, but for its first and its last character, for templates that look at how a text begins.
 * "coded": each letter as a sign of its own, for templates that count or cut. "bare": unmarked, so that its words are not found.
 */
export type Style = "framed" | "inset" | "coded" | "bare";

export interface TextNodes {
  /** The text node of a text; always the same one. */
  textNodeOf(sourcePosition: Omit<SourcePosition, "offset">): TextNode;
  /** A part of a text node, by its number, with its own source position. */
  partOf(textNode: TextNode, number: number, part: Omit<TextNode, "id" | "key">): TextNode;
  byId(id: number): TextNode | undefined;
  all(): readonly TextNode[];
}

/** `tokens` are the texts of site.yaml as they are written, `site` is its source. */
export function createTextNodes(tokens: ReadonlyMap<string, string>, site: SourcePosition["source"]): TextNodes {
  const known = new Map<string, TextNode>();
  const textNodes: TextNode[] = [];
  const add = (name: string, key: string, make: () => Omit<TextNode, "id" | "key">): TextNode => {
    const found = known.get(name);
    if (found) return found;
    const textNode = { id: textNodes.length, key, ...make() };
    known.set(name, textNode);
    textNodes.push(textNode);
    return textNode;
  };
  const filledIn = (parts: readonly TextPart[], start: number): { filled: Filled[]; plain: string } => {
    let plain = "";
    const filled: Filled[] = [];
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
    textNodeOf(sourcePosition) {
      const key = `${sourcePosition.source.file} ${JSON.stringify(sourcePosition.path)}`;
      return add(key, key, () => ({
        ...filledIn(
          sourcePosition.kind === "image" ? [sourcePosition.written] : splitTokens(sourcePosition.written, tokens),
          0,
        ),
        sourcePosition: { ...sourcePosition, offset: 0 },
      }));
    },
    partOf: (textNode, number, part) => add(`${textNode.key} ${number}`, textNode.key, () => part),
    byId: (id) => textNodes[id],
    all: () => textNodes,
  };
}

/** Writes text nodes for one rendering. */
export interface Pen {
  write(textNode: TextNode): string;
  /** The text node that was written as this exact text. */
  textNodeOf(text: string): TextNode | undefined;
  /** The character behind a sign of a coded text node. */
  readonly signs: ReadonlyMap<string, CodedCharacter>;
}

export interface CodedCharacter {
  readonly textNode: TextNode;
  readonly offset: number;
  readonly character: string;
}

/** Digits are read, and signs are looked at, by more templates than letters are. */
const LETTER = /\p{L}/u;

export function createPen(alphabet: Alphabet, styleOf: (textNode: TextNode) => Style): Pen {
  const written = new Map<TextNode, string>();
  const textNodeOf = new Map<string, TextNode>();
  const signs = new Map<string, CodedCharacter>();
  const code = (textNode: TextNode): string =>
    [...textNode.plain].reduce<{ text: string; offset: number }>(
      ({ text, offset }, character) => {
        const sign = character.length === 1 && LETTER.test(character) ? alphabet.ciphers[signs.size] : undefined;
        if (sign !== undefined) signs.set(sign, { textNode, offset, character });
        return { text: text + (sign ?? character), offset: offset + character.length };
      },
      { text: "", offset: 0 },
    ).text;
  const inset = ({ id, plain }: TextNode): string => {
    const [first = "", ...rest] = [...plain];
    const last = rest.pop() ?? "";
    return first + frame(alphabet, id, rest.join("")) + last;
  };
  const inStyle = (textNode: TextNode): string => {
    if (textNode.plain.trim() === "") return textNode.plain;
    // In front alone: how the name of a picture ends says what it is.
    if (textNode.sourcePosition.kind === "image" && styleOf(textNode) !== "bare")
      return frame(alphabet, textNode.id, "") + textNode.plain;
    switch (styleOf(textNode)) {
      case "framed":
        return frame(alphabet, textNode.id, textNode.plain);
      case "inset":
        return inset(textNode);
      case "coded":
        return code(textNode);
      case "bare":
        return textNode.plain;
    }
  };
  return {
    signs,
    textNodeOf: (text) => textNodeOf.get(text),
    write(textNode) {
      const known = written.get(textNode);
      if (known !== undefined) return known;
      const text = inStyle(textNode);
      written.set(textNode, text);
      textNodeOf.set(text, textNode);
      return text;
    },
  };
}
