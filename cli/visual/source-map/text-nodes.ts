// Texts and pictures of the content, each with a number, and the ways to write one so that it is known again in a finished page.

import type { SourceRef } from "../../content/list-sources.ts";
import { splitTokens, type TextPart } from "../../content/resolve-tokens.ts";
import type { Path } from "../../content/yaml/source-document.ts";
import { type Alphabet, frame } from "./mark-alphabet.ts";
import type { Origin } from "./page-words.ts";

/** What words of a page come from: a value of a file, and a character of it. */
export interface Spot {
  readonly source: SourceRef;
  readonly path: Path;
  readonly kind: Origin["kind"];
  /** The value as it was when the page was made, tokens and all. */
  readonly written: string;
  readonly offset: number;
  readonly block?: Origin["block"];
}

export interface Leaf {
  readonly id: number;
  /** Names it in every build: its file and its path. Parts of a leaf bear its name. */
  readonly key: string;
  /** Tokens filled in: what stands on the page. */
  readonly plain: string;
  readonly spot: Spot;
  /** What was filled in, by its place in `plain`; what stands within another comes after it. */
  readonly filled: readonly Filled[];
}

export interface Filled {
  readonly start: number;
  readonly end: number;
  readonly spot: Spot;
}

/**
 * "framed": between two marks. "inset": the same, but for its first and its last character, for templates that look at how a text begins.
 * "coded": each letter by a sign of its own, for templates that count or cut. "bare": as it is, so that its words are not found.
 */
export type Style = "framed" | "inset" | "coded" | "bare";

export interface Leaves {
  /** The leaf of a text; the same one whenever it is asked for. */
  leafOf(spot: Omit<Spot, "offset">): Leaf;
  /** A part of a leaf, by its number: `spot` is its own place. */
  partOf(leaf: Leaf, number: number, part: Omit<Leaf, "id" | "key">): Leaf;
  byId(id: number): Leaf | undefined;
  all(): readonly Leaf[];
}

/** `tokens` are the texts of site.yaml as they are written, `site` is its source. */
export function createLeaves(tokens: ReadonlyMap<string, string>, site: Spot["source"]): Leaves {
  const known = new Map<string, Leaf>();
  const leaves: Leaf[] = [];
  const add = (name: string, key: string, make: () => Omit<Leaf, "id" | "key">): Leaf => {
    const found = known.get(name);
    if (found) return found;
    const leaf = { id: leaves.length, key, ...make() };
    known.set(name, leaf);
    leaves.push(leaf);
    return leaf;
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
      const spot = { source: site, path, kind: "text", written, offset: 0 } as const;
      filled.push({ start: at, end: at + inner.plain.length, spot }, ...inner.filled);
      plain += inner.plain;
    }
    return { filled, plain };
  };
  return {
    leafOf(spot) {
      const key = `${spot.source.file} ${JSON.stringify(spot.path)}`;
      return add(key, key, () => ({
        ...filledIn(spot.kind === "image" ? [spot.written] : splitTokens(spot.written, tokens), 0),
        spot: { ...spot, offset: 0 },
      }));
    },
    partOf: (leaf, number, part) => add(`${leaf.key} ${number}`, leaf.key, () => part),
    byId: (id) => leaves[id],
    all: () => leaves,
  };
}

/** Writes leaves for one rendering. */
export interface Pen {
  write(leaf: Leaf): string;
  /** The leaf that was written as this very text. */
  leafOf(text: string): Leaf | undefined;
  /** What a sign stands for that a coded leaf was written with. */
  readonly signs: ReadonlyMap<string, CodedCharacter>;
}

export interface CodedCharacter {
  readonly leaf: Leaf;
  readonly offset: number;
  readonly character: string;
}

/** Digits are read, and signs are looked at, by more templates than letters are. */
const LETTER = /\p{L}/u;

export function createPen(alphabet: Alphabet, styleOf: (leaf: Leaf) => Style): Pen {
  const written = new Map<Leaf, string>();
  const leafOf = new Map<string, Leaf>();
  const signs = new Map<string, CodedCharacter>();
  const code = (leaf: Leaf): string =>
    [...leaf.plain].reduce<{ text: string; offset: number }>(
      ({ text, offset }, character) => {
        const sign = character.length === 1 && LETTER.test(character) ? alphabet.ciphers[signs.size] : undefined;
        if (sign !== undefined) signs.set(sign, { leaf, offset, character });
        return { text: text + (sign ?? character), offset: offset + character.length };
      },
      { text: "", offset: 0 },
    ).text;
  const inset = ({ id, plain }: Leaf): string => {
    const [first = "", ...rest] = [...plain];
    const last = rest.pop() ?? "";
    return first + frame(alphabet, id, rest.join("")) + last;
  };
  const inStyle = (leaf: Leaf): string => {
    if (leaf.plain.trim() === "") return leaf.plain;
    // In front alone: how the name of a picture ends says what it is.
    if (leaf.spot.kind === "image" && styleOf(leaf) !== "bare") return frame(alphabet, leaf.id, "") + leaf.plain;
    switch (styleOf(leaf)) {
      case "framed":
        return frame(alphabet, leaf.id, leaf.plain);
      case "inset":
        return inset(leaf);
      case "coded":
        return code(leaf);
      case "bare":
        return leaf.plain;
    }
  };
  return {
    signs,
    leafOf: (text) => leafOf.get(text),
    write(leaf) {
      const known = written.get(leaf);
      if (known !== undefined) return known;
      const text = inStyle(leaf);
      written.set(leaf, text);
      leafOf.set(text, leaf);
      return text;
    },
  };
}
