// Where the values of a parsed source are in its file.

import { findInLines, type LinePlace } from "../yaml/find-in-lines.ts";
import type { ReadYaml } from "../yaml/read-yaml.ts";
import { childOf, fieldOf, type Pair, type PathStep, type Range, type YamlNode } from "../yaml/yaml-tree.ts";

export interface SourcePlaces {
  ofRange(range: Range): LinePlace;
  /** For a path that does not exist, the position of the nearest block around it. */
  at(path: readonly PathStep[], part?: "value" | "key"): LinePlace;
  /** The first text that is, or else contains, `needle`. */
  ofText(needle: string): LinePlace | undefined;
}

/** `lines` are those of the file, which may have more lines than its YAML. */
export function createPlaces(
  { root, nodes, positionAt }: ReadYaml,
  lines: readonly string[],
  start: LinePlace,
): SourcePlaces {
  const ofRange = (range: Range): LinePlace => {
    const { line, column } = positionAt(range.start);
    const firstLineEnd = (lines[line - 1]?.length ?? column) + 1;
    return { line, column, length: Math.max(1, Math.min(range.end - range.start, firstLineEnd - column)) };
  };
  return {
    ofRange,
    at(path, part = "value") {
      const { node, pair, isExact } = nodeAt(root, path);
      if (node === undefined) return start;
      if (isExact && part === "key") return ofRange(pair?.key ?? node);
      if (node.kind === "scalar" && node.value === null) return ofRange(pair?.key ?? node);
      // A block is marked at its first key, where one adds or removes keys.
      if (node.kind === "mapping" && !node.isFlow) return ofRange(node.items[0]?.key ?? node);
      return ofRange(node);
    },
    ofText(needle) {
      const texts = nodes.filter((node) => node.kind === "scalar" && !node.isKey && typeof node.value === "string");
      const exact = texts.find(({ value }) => value === needle);
      if (exact) return ofRange(exact);
      const within = texts.find(({ value }) => String(value).includes(needle));
      const place = within && ofRange(within);
      return place && (findInLines(lines, needle, place.line) ?? place);
    },
  };
}

/** The node at a path, or the nearest one around it. `pair` is the field that it is the value of, `isExact` whether the path leads to it. */
export function nodeAt(
  root: YamlNode | undefined,
  path: readonly PathStep[],
): { node: YamlNode | undefined; pair: Pair | undefined; isExact: boolean } {
  let node = root;
  let pair: Pair | undefined;
  for (const step of path) {
    const holder: YamlNode | undefined = node?.kind === "alias" ? node.target : node;
    const field = holder && fieldOf(holder, step);
    const next = field?.value ?? (holder && childOf(holder, step));
    if (!next) return { node: holder, pair, isExact: false };
    pair = field;
    node = next;
  }
  return { node, pair, isExact: true };
}
