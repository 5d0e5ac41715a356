// A scalar of a YAML file and another value → what is written in its place: in its own style where that can say the value, else in the
// nearest.

import { escapeHidden, hiddenInText } from "../content/yaml/hidden-characters.ts";
import { dataOf, readYaml } from "../content/yaml/read-yaml.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";
import type { ScalarNode, ScalarStyle } from "../content/yaml/yaml-tree.ts";
import { type BlockStyle, isBlock, openBlockLines, type WrittenScalar, writeBlock } from "./block-lines.ts";
import { foldLines } from "./fold-lines.ts";
import type { Splice } from "./splice.ts";

export function writeScalar(old: WrittenScalar, value: ScalarNode["value"]): Splice {
  const style = typeof value === "string" ? styleFor(old, value) : "plain";
  const text = typeof value === "string" ? value : writeYaml(value);
  if (isBlock(style)) return writeBlock(old, text, style);
  const { comment, end } = openBlockLines(old);
  return { start: old.node.start, end, text: inlineText(old, text, style) + comment };
}

function styleFor(old: WrittenScalar, value: string): ScalarStyle {
  const { style } = old.node;
  // Characters that cannot be seen are escaped, which takes double quotes.
  if (hiddenInText(value) !== -1 || value.trim() === "" || style === "double") return "double";
  if (isBlock(style)) return /^[ \t]/m.test(value) ? "literal" : style;
  const isInline = !value.includes("\n") || isSpread(old, value);
  if (isInline && (style === "single" || isReadAs(old, inlineText(old, value, "plain"), value))) return style;
  if (value.includes("\n") && !old.holder.isFlow) return "literal";
  // Single quotes where they avoid escapes.
  return /["\\]/.test(value) && !/['\n]/.test(value) ? "single" : "double";
}

/** Whether an inline text is on several lines, and the value can be too: white space at the ends of such lines is lost. */
const isSpread = ({ yaml, node }: WrittenScalar, value: string): boolean =>
  yaml.text.slice(node.start, node.end).includes("\n") && !/^\n|\n$|[ \t]\n|\n[ \t]/.test(value);

/** Without quotes, words may be something else: a number, a key, a comment. */
function isReadAs({ holder }: WrittenScalar, plain: string, value: string): boolean {
  const { data, traps } = dataOf(readYaml(holder.isFlow ? `[${plain}]` : `- ${plain}`));
  return traps.length === 0 && Array.isArray(data) && data.length === 1 && data[0] === value;
}

/** In the line of the key, or on several that are one. */
type InlineStyle = Exclude<ScalarStyle, BlockStyle>;

const QUOTES: Readonly<Record<InlineStyle, string>> = { plain: "", single: "'", double: '"' };

function inlineText(old: WrittenScalar, value: string, style: InlineStyle): string {
  const { yaml, node } = old;
  const quote = QUOTES[style];
  if (style !== node.style || !isSpread(old, value)) return quote + escaped(value, style) + quote;
  const before = yaml.text.slice(node.start + quote.length, node.end - quote.length);
  const [, margin = ""] = /\n( *)\S/.exec(before) ?? [];
  const newLines = value.split("\n").map((line) => escaped(line, style));
  const oldLines = before.split("\n").map((line) => line.trim());
  const lines = foldLines(newLines.join("\n"), oldLines);
  return quote + lines.join("\n").replaceAll(/\n(?=.)/g, `\n${margin}`) + quote;
}

function escaped(text: string, style: InlineStyle): string {
  if (style === "single") return text.replaceAll("'", "''");
  if (style === "plain") return text;
  // As JSON, which is valid YAML.
  const quoted = JSON.stringify(text).slice(1, -1);
  return hiddenInText(text) === -1 ? quoted : escapeHidden(quoted);
}
