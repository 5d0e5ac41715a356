// A YAML text as nodes, each with its value and its offsets.

/** Offsets of the text, the end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How a text is written: plain, in quotation marks, or as lines below `>` or `|`. */
export type ScalarStyle = "plain" | "single" | "double" | "folded" | "literal";

interface NodeBase extends Range {
  readonly isKey: boolean;
  /** The name behind its `&`. */
  readonly anchor: string | undefined;
  /** The ranges of `&name` and `!tag`, which are before the start. */
  readonly anchorRange: Range | undefined;
  readonly tagRange: Range | undefined;
}

/** The range of a quoted text includes the quotation marks, that of block text `>` or `|` and all lines. */
export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly style: ScalarStyle;
  /** The start of the text's lines: for block text, the line below its mark. */
  readonly linesStart: number;
  /** The text, without quotation marks and escapes: "1.10" for the number 1.1. */
  readonly source: string;
  readonly value: string | number | boolean | null;
}

export interface MappingNode extends NodeBase {
  readonly kind: "mapping";
  /** Whether it is in brackets. */
  readonly isFlow: boolean;
  readonly items: readonly Pair[];
  readonly value: Readonly<Record<string, unknown>>;
}

export interface Pair {
  readonly key: YamlNode;
  readonly value: YamlNode;
}

export interface ListNode extends NodeBase {
  readonly kind: "list";
  readonly isFlow: boolean;
  readonly items: readonly YamlNode[];
  readonly value: readonly unknown[];
}

/** `*name`. Its value is that of the target, or the name if it has none. */
export interface AliasNode extends NodeBase {
  readonly kind: "alias";
  readonly name: string;
  /** The last value above it with the name. */
  readonly target: YamlNode | undefined;
  /** Whether it is a part of the value with its name. It has no target then. */
  readonly isEndless: boolean;
  readonly value: unknown;
}

export type YamlNode = ScalarNode | MappingNode | ListNode | AliasNode;

export interface YamlTree {
  /** undefined for a text without values. */
  readonly root: YamlNode | undefined;
  /** All nodes in the order of the text: a key before its value. */
  readonly nodes: readonly YamlNode[];
  /** Whether a mapping has the same key twice. Its value is that of the last. */
  readonly hasDuplicates: boolean;
  /** How many values aliases stand for, with those in the values of other aliases. */
  readonly aliasCount: number;
}

export const EMPTY_TREE: YamlTree = { root: undefined, nodes: [], hasDuplicates: false, aliasCount: 0 };

/** The name of a field. A key is a text, whatever it looks like. undefined for brackets and blocks, which are reported. */
export function keyOfPair(key: YamlNode): string | undefined {
  if (key.kind === "alias") return key.target && keyOfPair(key.target);
  return key.kind === "scalar" ? key.source : undefined;
}

/** A key of a mapping, or an index of a list. */
export type PathStep = string | number;

export const fieldOf = (node: YamlNode, key: PathStep): Pair | undefined =>
  node.kind === "mapping" ? node.items.find((pair) => keyOfPair(pair.key) === String(key)) : undefined;

/** The value of a field or an item. */
export const childOf = (node: YamlNode, step: PathStep): YamlNode | undefined =>
  node.kind === "list" ? node.items[Number(step)] : fieldOf(node, step)?.value;
