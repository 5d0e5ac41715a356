// A position in the content → the scalar or the text that is there, or why there is none that can be changed alone.

import type { Path } from "../content/sources/source-document.ts";
import type { ReadYaml } from "../content/yaml/read-yaml.ts";
import { childOf, type ListNode, type MappingNode, type ScalarNode, type YamlNode } from "../content/yaml/yaml-tree.ts";
import { type Diagnostic, isProblem } from "../diagnostics/diagnostic.ts";
import { isBlock } from "./block-lines.ts";
import type { OpenFile } from "./open-file.ts";
import { refused } from "./rewrite-problems.ts";
import type { Splice } from "./splice.ts";
import type { TextPlace } from "./text-place.ts";
import { writeScalar } from "./write-scalar.ts";

export type Collection = MappingNode | ListNode;

export const isCollection = (node: YamlNode | undefined): node is Collection =>
  node?.kind === "mapping" || node?.kind === "list";

export const nodeAt = (root: YamlNode | undefined, path: Path): YamlNode | undefined =>
  path.reduce((node, step) => node && childOf(node, step), root);

export type ScalarValue = ScalarNode["value"];

interface LocatedScalar<Value = ScalarValue> {
  readonly value: Value;
  /** On which it begins, or its first line of words. */
  readonly line: number;
  /** What writes another value in its place; EDIT_REFUSED where that has characters that no file may have. */
  write(value: ScalarValue): Splice | Diagnostic;
}

export interface LocatedText extends LocatedScalar<string> {
  /** The whole value, or the lines of the block. */
  readonly text: string;
}

export const NO_TEXT = "What is at this place of the file is not a text.";

/** EDIT_REFUSED where there is no text that can be changed alone. */
export function locateText(file: OpenFile, { path, block }: Omit<TextPlace, "file">): LocatedText | Diagnostic {
  const scalar = locateScalar(file, path);
  if (isProblem(scalar)) return scalar;
  const { value, line, write } = scalar;
  if (typeof value !== "string") return refused(file.source.file, NO_TEXT);
  if (!block) return { value, text: value, line, write };
  const lines = value.split("\n");
  const { first, end } = block;
  const isThere = Number.isInteger(first) && Number.isInteger(end) && first >= 0 && first < end && end <= lines.length;
  if (!isThere) return refused(file.source.file, "The text has become shorter: these lines are not in it any more.");
  return { value, text: lines.slice(first, end).join("\n"), line: line + first, write };
}

/** The value with this instead of the lines of the block, or of all of it. */
export function withLines(value: string, block: TextPlace["block"], text: string): string {
  if (!block) return text;
  const lines = value.split("\n");
  return [...lines.slice(0, block.first), text, ...lines.slice(block.end)].join("\n");
}

/** EDIT_REFUSED where nothing is there that can be changed alone. */
export function locateScalar(
  { source: { file }, text, yaml, front }: OpenFile,
  path: Path,
): LocatedScalar | Diagnostic {
  const writeWith = (write: (value: ScalarValue) => Splice) => (value: ScalarValue) =>
    UNWRITABLE.test(`${value}`) ? refused(file, UNSHOWN, "type these words instead of pasting them") : write(value);
  if (front && path.length === 1 && path[0] === "body") {
    const { body, bodyLine: line } = front;
    const range = { start: text.length - body.length, end: text.length };
    return { value: body, line, write: writeWith((value) => ({ ...range, text: `${value}` })) };
  }
  if (!yaml) return refused(file, "The file has mistakes and cannot be read.", "correct them in an editor first");
  const trail = [...path.keys(), path.length].map((steps) => nodeAt(yaml.root, path.slice(0, steps)));
  const shared = trail.find((node) => node && isShared(node, yaml));
  if (shared) return explainShared(file, shared, yaml);
  const [holder, node] = trail.slice(-2);
  if (!node || !isCollection(holder)) return refused(file, "There is no text at this place of the file any more.");
  // An empty value is not written.
  if (node.kind !== "scalar" || node.start === node.end) return refused(file, NO_TEXT);
  const { line } = yaml.positionAt(node.start);
  const isBelow = isBlock(node.style) && node.value !== "";
  const write = writeWith((value) => writeScalar({ yaml, node, holder }, value));
  return { value: node.value, line: isBelow ? line + 1 : line, write };
}

/** Characters that cannot be in a text file or are invisible, except tabs and line ends. */
const UNWRITABLE = /(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u;
const UNSHOWN = "There is a character in these words that cannot be shown.";

const isShared = ({ kind, anchor }: YamlNode, { nodes }: ReadYaml): boolean =>
  kind === "alias" || nodes.some((node) => node.kind === "alias" && node.name === anchor);

/** An alias takes the place of what is written above it. */
function explainShared(file: string, node: YamlNode, { positionAt }: ReadYaml): Diagnostic {
  const [name, definition] = node.kind === "alias" ? [node.name, node.target ?? node] : [node.anchor, node];
  const { line } = positionAt(definition.start);
  const message = `These words are written once, as "&${name}" in line ${line}, and are used at several places of the file.`;
  return refused(file, message, `change them in an editor, in line ${line}`, line);
}
