// A path → the characters of the file that write its value, and their context.

import type { Path } from "../content/sources/source-document.ts";
import type { ReadYaml } from "../content/yaml/read-yaml.ts";
import { childOf, type ScalarStyle, type YamlNode } from "../content/yaml/yaml-tree.ts";

/** All offsets are those of the YAML text. */
export interface FoundScalar {
  readonly style: ScalarStyle;
  readonly value: string;
  /** The text with its quotes; of a block its indicator, such as ">-". */
  readonly start: number;
  readonly end: number;
  /** Of a block: the lines below its indicator. */
  readonly body?: { readonly start: number; readonly text: string };
  /** Columns before the key or the dash that the text belongs to. */
  readonly indent: number;
  /** Whether it is within brackets or braces. */
  readonly isInFlow: boolean;
}

/** Why a value cannot be changed as one text. */
export type NoScalar =
  | { readonly kind: "missing" }
  | { readonly kind: "not text" }
  /** The text is an anchor that is used at several positions. */
  | { readonly kind: "shared"; readonly name: string; readonly offset: number };

export function findScalar(
  { root, nodes, text }: Pick<ReadYaml, "root" | "nodes" | "text">,
  path: Path,
): FoundScalar | NoScalar {
  const used = new Set(nodes.flatMap((node) => (node.kind === "alias" ? node.name : [])));
  let node = root;
  let indent = 0;
  let isInFlow = false;
  for (const step of path) {
    const shared = sharedBy(node, used);
    if (shared) return shared;
    if (node?.kind !== "mapping" && node?.kind !== "list") return { kind: "missing" };
    isInFlow ||= node.isFlow;
    indent = node.start - (text.lastIndexOf("\n", node.start - 1) + 1);
    node = childOf(node, step);
  }
  const shared = sharedBy(node, used);
  if (shared) return shared;
  if (node === undefined) return { kind: "missing" };
  // What has a tag alone is not written.
  if (node.kind !== "scalar" || typeof node.value !== "string" || node.start === node.end) return { kind: "not text" };
  const { style, value, start, end, linesStart } = node;
  const found = { style, value, start, indent, isInFlow };
  if (style !== "folded" && style !== "literal") return { ...found, end };
  const header = /^\S*/.exec(text.slice(start, end))?.[0] ?? "";
  return { ...found, end: start + header.length, body: { start: linesStart, text: text.slice(linesStart, end) } };
}

/** An alias refers to the value with its anchor. */
function sharedBy(node: YamlNode | undefined, used: ReadonlySet<string>): NoScalar | undefined {
  if (node?.kind === "alias") return { kind: "shared", name: node.name, offset: node.target?.start ?? node.start };
  if (node?.anchor === undefined || !used.has(node.anchor)) return undefined;
  return { kind: "shared", name: node.anchor, offset: node.start };
}
