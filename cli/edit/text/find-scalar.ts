// A path → the characters of the file that write its value, and their context.
import { type Document, isAlias, isCollection, isMap, isScalar, type Node, type Pair, visit } from "yaml";
import type { Path } from "../../content/yaml/source-document.ts";

/** How a text is written. */
type ScalarStyle = "PLAIN" | "QUOTE_SINGLE" | "QUOTE_DOUBLE" | "BLOCK_FOLDED" | "BLOCK_LITERAL";

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

/** `text` is the document's. */
export function findScalar(document: Document.Parsed, text: string, path: Path): FoundScalar | NoScalar {
  let node = document.contents as Node | null | undefined;
  const used = usedAnchors(document);
  let indent = 0;
  let isInFlow = false;
  for (const step of path) {
    const shared = sharedBy(node, used, document);
    if (shared) return shared;
    if (!isCollection(node)) return { kind: "missing" };
    isInFlow ||= node.flow === true;
    if (node.srcToken && "indent" in node.srcToken) indent = node.srcToken.indent;
    const item = isMap(node)
      ? node.items.find(({ key }: Pair) => isScalar(key) && String(key.value) === String(step))?.value
      : node.items[Number(step)];
    node = item as Node | null | undefined;
  }
  const shared = sharedBy(node, used, document);
  if (shared) return shared;
  if (node === undefined) return { kind: "missing" };
  // What has a tag alone is not written.
  if (!isScalar(node) || typeof node.value !== "string" || !node.srcToken || !node.range) return { kind: "not text" };
  const { type, value } = node as { type: ScalarStyle; value: string };
  const [start, end] = node.range;
  const found = { style: type, value, start, indent, isInFlow };
  if (type !== "BLOCK_FOLDED" && type !== "BLOCK_LITERAL") return { ...found, end };
  const written = text.slice(start, end);
  const below = written.indexOf("\n") + 1 || written.length;
  const header = /^\S*/.exec(written)?.[0] ?? "";
  return { ...found, end: start + header.length, body: { start: start + below, text: written.slice(below) } };
}

function usedAnchors(document: Document.Parsed): ReadonlySet<string> {
  const used = new Set<string>();
  visit(document, { Alias: (_, { source }) => void used.add(source) });
  return used;
}

/** An alias refers to the value with its anchor. */
function sharedBy(
  node: Node | null | undefined,
  used: ReadonlySet<string>,
  document: Document.Parsed,
): NoScalar | undefined {
  if (isAlias(node))
    return { kind: "shared", name: node.source, offset: node.resolve(document)?.range?.[0] ?? node.range?.[0] ?? 0 };
  const anchor = (node as { anchor?: string } | null | undefined)?.anchor;
  if (anchor === undefined || !used.has(anchor)) return undefined;
  return { kind: "shared", name: anchor, offset: node?.range?.[0] ?? 0 };
}
