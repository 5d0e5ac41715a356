// A text of a YAML file and other words → the same as lines below an indicator, of which those with the former words stay as they are.

import type { ReadYaml } from "../content/yaml/read-yaml.ts";
import type { ListNode, MappingNode, ScalarNode, ScalarStyle } from "../content/yaml/yaml-tree.ts";
import { sharedEnds } from "../text/shared-ends.ts";
import { foldLines } from "./fold-lines.ts";
import type { Splice } from "./splice.ts";

/** A scalar as it is in its file. */
export interface WrittenScalar {
  readonly yaml: ReadYaml;
  readonly node: ScalarNode;
  readonly holder: MappingNode | ListNode;
}

/** How a text is written on lines of its own. */
export type BlockStyle = "folded" | "literal";

export const isBlock = (style: ScalarStyle): style is BlockStyle => style === "folded" || style === "literal";

/** The lines below an indicator such as ">-", up to the last that is not empty; a text that is no block has no indicator and no lines. */
export function openBlockLines({ yaml: { text, positionAt }, node, holder }: WrittenScalar) {
  const header = isBlock(node.style) ? node.start : node.end;
  // What follows between brackets is no comment of the text.
  const following = holder.isFlow ? "" : text.slice(header);
  const [line = "", indicator = "", comment = ""] = /^([|>]\S*)?(.*)/.exec(following) ?? [];
  const below = isBlock(node.style) ? text.slice(node.linesStart, node.end) : "";
  const outer = positionAt(holder.start).column - 1;
  const digit = /\d/.exec(indicator)?.[0];
  const indent = digit ? outer + Number(digit) : (/^ *(?=[^ \n])/m.exec(below)?.[0].length ?? outer + 2);
  const content = below.replace(new RegExp(`(?:(?:^|\\n) {0,${indent}})+$`), "");
  const lines = content === "" ? [] : content.split("\n");
  return { indicator, comment, lines, indent, outer, end: header + [line, ...lines].join("\n").length };
}

export function writeBlock(old: WrittenScalar, value: string, style: BlockStyle): Splice {
  const { indicator, comment, lines, indent, outer, end } = openBlockLines(old);
  const content = value.replace(/\n+$/, "");
  const lineEnds = value.length - content.length;
  const [emptyLines = ""] = /^(?:\n *(?=\n))*/.exec(old.yaml.text.slice(end)) ?? [];
  const chomp = chompFor(lineEnds, indicator, emptyLines);
  const digit = /\d/.exec(indicator)?.[0] ?? (/^\n* /.test(content) ? indent - outer : "");
  const parts = /[-+]\d/.test(indicator) ? chomp + digit : digit + chomp;
  const header = (style === "folded" ? ">" : "|") + parts + comment;
  const block = [header, ...writeLines(lines, indent, style, content)].join("\n");
  const { start } = old.node;
  if (chomp !== "+") return { start, end, text: block };
  // The empty lines below are a part of the text. A file may end without a line end.
  const isLast = end === old.yaml.text.length;
  return { start, end: end + emptyLines.length, text: block + "\n".repeat(isLast ? lineEnds : lineEnds - 1) };
}

/** What the indicator says of line ends at the end: the same as before where that is right. */
function chompFor(lineEnds: number, indicator: string, emptyLines: string): string {
  const [before = ""] = /[-+]/.exec(indicator) ?? [];
  const counts: Readonly<Record<string, number>> = { "-": 0, "": 1, "+": emptyLines.split("\n").length };
  return [before, "-", "", "+"].find((chomp) => counts[chomp] === lineEnds) ?? "+";
}

/** Lines with the same words stay as they are, trailing spaces included. */
function writeLines(lines: readonly string[], indent: number, style: BlockStyle, content: string): string[] {
  const before = lines.map((line) => line.slice(indent));
  const after = style === "folded" ? foldLines(content, before) : content.split("\n");
  const { first, last } = sharedEnds(before, after);
  const changed = after.slice(first, after.length - last).map((line) => (line === "" ? "" : " ".repeat(indent) + line));
  return [...lines.slice(0, first), ...changed, ...lines.slice(lines.length - last)];
}
