// What a YAML text says, as nodes: each with its value and the offsets where it is written.

/** Offsets of the text, the end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How a text is written: as it is, in quotation marks, or as lines below `>` or `|`. */
export type ScalarStyle = "plain" | "single" | "double" | "folded" | "literal";

interface NodeBase extends Range {
  readonly isKey: boolean;
  /** The name behind its `&`. */
  readonly anchor: string | undefined;
  /** `&name` and `!tag`, which are before the start. */
  readonly anchorRange: Range | undefined;
  readonly tagRange: Range | undefined;
}

/** From its quotation mark to the other one; of block text, from `>` or `|` to the end of its lines. */
export interface ScalarNode extends NodeBase {
  readonly kind: "scalar";
  readonly style: ScalarStyle;
  /** Of block text, the line below its mark. */
  readonly linesStart: number;
  /** As text, without quotation marks and escapes: "1.10" for the number 1.1. */
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

/** `*name`; its value is that of the target, and without one the name. */
export interface AliasNode extends NodeBase {
  readonly kind: "alias";
  readonly name: string;
  /** The last value above it that has the name. */
  readonly target: YamlNode | undefined;
  /** Whether it is a part of the value that has its name; it has no target then. */
  readonly isEndless: boolean;
  readonly value: unknown;
}

export type YamlNode = ScalarNode | MappingNode | ListNode | AliasNode;

export interface YamlTree {
  /** undefined for a text without values. */
  readonly root: YamlNode | undefined;
  /** All of them in the order of the text: a key before its value. */
  readonly nodes: readonly YamlNode[];
  /** Whether a mapping has the same key twice. Its value is that of the last. */
  readonly hasDuplicates: boolean;
  /** How many values take the places of aliases, those within the values of other aliases included. */
  readonly aliasCount: number;
}

export const EMPTY_TREE: YamlTree = { root: undefined, nodes: [], hasDuplicates: false, aliasCount: 0 };

/** A key is text whatever it looks like; brackets and blocks are none, and are reported. */
export const keyOfPair = (key: YamlNode): string | undefined =>
  key.kind === "alias" ? key.target && keyOfPair(key.target) : key.kind === "scalar" ? key.source : undefined;

/** A key of a mapping, or an index of a list. */
export type PathStep = string | number;

export const fieldOf = (node: YamlNode, key: PathStep): Pair | undefined =>
  node.kind === "mapping" ? node.items.find((pair) => keyOfPair(pair.key) === String(key)) : undefined;

/** The value of a field or an item. */
export const childOf = (node: YamlNode, step: PathStep): YamlNode | undefined =>
  node.kind === "list" ? node.items[Number(step)] : fieldOf(node, step)?.value;
