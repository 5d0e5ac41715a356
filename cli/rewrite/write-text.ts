// A text of a YAML file and other words → what is written in its place: in its own style where that can say the words, else in the nearest.

import { escapeHidden, hiddenInText } from "../content/yaml/hidden-characters.ts";
import { dataOf, readYaml } from "../content/yaml/read-yaml.ts";
import type { ScalarStyle } from "../content/yaml/yaml-tree.ts";
import { type BlockStyle, isBlock, openBlockLines, writeBlock } from "./block-lines.ts";
import type { WrittenText } from "./find-text.ts";
import { foldLines } from "./fold-lines.ts";
import type { Splice } from "./splice.ts";

export function writeText(old: WrittenText, value: string): Splice {
  const style = styleFor(old, value);
  return isBlock(style) ? writeBlock(old, value, style) : writeInline(old, value, style);
}

function styleFor(old: WrittenText, value: string): ScalarStyle {
  const { node, holder } = old;
  // Characters that cannot be seen are escaped, which takes double quotes.
  if (hiddenInText(value) !== -1 || value.trim() === "") return "double";
  if (canStay(old, value)) return node.style;
  if (!holder.isFlow && (isBlock(node.style) || value.includes("\n"))) return "literal";
  // Single quotes where they avoid escapes.
  return /["\\]/.test(value) && !/['\n]/.test(value) ? "single" : "double";
}

/** Whether the words can be written in the style that the text has. */
function canStay(old: WrittenText, value: string): boolean {
  const isWhole = !value.includes("\n") || isSpread(old, value);
  switch (old.node.style) {
    case "folded":
      return !/^[ \t]/m.test(value);
    case "plain":
      return isWhole && isReadAs(old, inlineText(old, value, "plain"), value);
    case "single":
      return isWhole;
    default:
      return true;
  }
}

/** Whether an inline text is on several lines, and the words can be too: white space at the ends of such lines is lost. */
const isSpread = ({ text, node }: WrittenText, value: string): boolean =>
  text.slice(node.start, node.end).includes("\n") && !/^\n|\n$|[ \t]\n|\n[ \t]/.test(value);

/** Without quotes, words may be something else: a number, a key, a comment. */
function isReadAs({ text, node, holder }: WrittenText, written: string, value: string): boolean {
  const isBelowKey = /\n *$/.test(text.slice(0, node.start));
  const around = holder.isFlow ? `[${written}]` : written;
  const { data, traps } = dataOf(readYaml(`a:${isBelowKey ? "\n  " : " "}${around}`));
  const [read] = [Object(data).a].flat();
  return read === value && traps.length === 0;
}

/** In the line of the key, or on several that are one. */
type InlineStyle = Exclude<ScalarStyle, BlockStyle>;

function writeInline(old: WrittenText, value: string, style: InlineStyle): Splice {
  const { start, end } = old.node;
  const written = inlineText(old, value, style);
  if (!isBlock(old.node.style)) return { start, end, text: written };
  const { behind, end: blockEnd } = openBlockLines(old);
  return { start, end: blockEnd, text: written + behind };
}

const QUOTES: Readonly<Record<InlineStyle, string>> = { plain: "", single: "'", double: '"' };

const ESCAPES: Readonly<Record<InlineStyle, (line: string) => string>> = {
  plain: (line) => line,
  single: (line) => line.replaceAll("'", "''"),
  // As JSON, which is valid YAML.
  double: (line) => JSON.stringify(line).slice(1, -1),
};

function inlineText(old: WrittenText, value: string, style: InlineStyle): string {
  const [quote, escaped] = [QUOTES[style], ESCAPES[style]];
  if (hiddenInText(value) !== -1) return quote + escapeHidden(escaped(value)) + quote;
  const { text, node } = old;
  if (style !== node.style || !isSpread(old, value)) return quote + escaped(value) + quote;
  const lines = text.slice(node.start + quote.length, node.end - quote.length).split("\n");
  const lead = /^ */.exec(lines.slice(1).find((line) => line.trim() !== "") ?? "")?.[0] ?? "";
  const words = value.split("\n").map(escaped).join("\n");
  const folded = foldLines(
    words,
    lines.map((line) => line.trim()),
  );
  return quote + folded.map((line, index) => (index === 0 || line === "" ? line : lead + line)).join("\n") + quote;
}
