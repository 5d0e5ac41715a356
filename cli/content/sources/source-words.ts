// A text of a source, with the position of each character.

import { alignScalar } from "../yaml/align-scalar.ts";
import type { LinePlace } from "../yaml/find-in-lines.ts";
import type { FrontMatter } from "../yaml/split-front-matter.ts";
import type { YamlNode } from "../yaml/yaml-tree.ts";
import type { SourcePlaces } from "./source-places.ts";

/** A text as in the file's data, with line ends as "\n". */
export interface SourceWords {
  readonly value: string;
  /** The position of a character. Folded white space has that of the next character. */
  placeAt(offset: number): LinePlace | undefined;
}

/** The text of a scalar; undefined for another node or value. */
export function scalarWords(node: YamlNode | undefined, text: string, places: SourcePlaces): SourceWords | undefined {
  if (node?.kind !== "scalar" || typeof node.value !== "string") return undefined;
  const { start, end, value, style } = node;
  let offsets: readonly number[] | undefined;
  return {
    value,
    placeAt(offset) {
      offsets ??= alignScalar(text.slice(start, end), style, value) ?? [];
      const at = offsets[offset];
      return at === undefined ? undefined : places.ofRange({ start: start + at, end: start + at + 1 });
    },
  };
}

/** The text below front matter, which is in the file as it is. */
export function bodyWords({ body: value, bodyLine }: FrontMatter): SourceWords {
  return {
    value,
    placeAt(offset) {
      const before = value.slice(0, offset).split("\n");
      return { line: bodyLine + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
    },
  };
}
