// A path → the text that it leads to in a YAML file, or why there is none that can be changed alone.

import type { Path } from "../content/sources/source-document.ts";
import type { ReadYaml } from "../content/yaml/read-yaml.ts";
import { childOf, type ListNode, type MappingNode, type ScalarNode, type YamlNode } from "../content/yaml/yaml-tree.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { refused } from "./rewrite-problems.ts";

export type Collection = MappingNode | ListNode;

export const isCollection = (node: YamlNode | undefined): node is Collection =>
  node?.kind === "mapping" || node?.kind === "list";

/** A text as it is in its file. */
export interface WrittenText {
  /** Of the whole file. */
  readonly text: string;
  readonly node: ScalarNode;
  readonly holder: Collection;
}

export const nodeAt = (root: YamlNode | undefined, path: Path): YamlNode | undefined =>
  path.reduce((node, step) => node && childOf(node, step), root);

/** `file` is the name of the file. */
export function findText(file: string, yaml: ReadYaml, path: Path): WrittenText | Diagnostic {
  const { root, nodes, text, positionAt } = yaml;
  const trail = [...path.keys(), path.length].map((steps) => nodeAt(root, path.slice(0, steps)));
  const isNamed = (node: YamlNode | undefined) =>
    node?.kind === "alias" || nodes.some((each) => each.kind === "alias" && each.name === node?.anchor);
  const shared = trail.find(isNamed);
  if (shared) return explainShared(file, shared, positionAt);
  const [holder, node] = trail.slice(-2);
  if (!node || !isCollection(holder)) return refused(file, "There is no text at this place of the file any more.");
  // What has a tag alone is not written.
  if (node.kind === "scalar" && typeof node.value === "string" && node.start < node.end) return { text, node, holder };
  return refused(file, "What is at this place of the file is not a text.");
}

/** An alias takes the place of what is written above it. */
function explainShared(file: string, node: YamlNode, positionAt: ReadYaml["positionAt"]): Diagnostic {
  const [name, at] = node.kind === "alias" ? [node.name, node.target ?? node] : [node.anchor, node];
  const { line } = positionAt(at.start);
  const message = `These words are written once, as "&${name}" in line ${line}, and are used at several places of the file.`;
  return refused(file, message, `change them in an editor, in line ${line}`, line);
}
