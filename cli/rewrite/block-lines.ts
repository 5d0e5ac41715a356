// A text of a YAML file and other words → the same as lines below an indicator, of which those with the former words stay as they are.

import type { ScalarStyle } from "../content/yaml/yaml-tree.ts";
import { sharedEnds } from "../text/shared-ends.ts";
import type { WrittenText } from "./find-text.ts";
import { foldLines } from "./fold-lines.ts";
import type { Splice } from "./splice.ts";

/** How a text is written on lines of its own. */
export type BlockStyle = "folded" | "literal";

export const isBlock = (style: ScalarStyle): style is BlockStyle => style === "folded" || style === "literal";

/** The lines below an indicator; a text that is none has no lines yet. */
interface BlockLines {
  /** Such as ">-"; empty where there is none. */
  readonly sign: string;
  /** What is behind that, or behind the text, on its line: a comment. */
  readonly behind: string;
  /** Up to the last that is not empty. */
  readonly lines: readonly string[];
  /** Where these end. */
  readonly end: number;
  /** How far they are indented, and how far what holds the text is. */
  readonly indents: readonly [own: number, holder: number];
}

export function openBlockLines({ text, node, holder }: WrittenText): BlockLines {
  const hasLines = isBlock(node.style);
  const sign = hasLines ? (/^\S*/.exec(text.slice(node.start))?.[0] ?? "") : "";
  const signEnd = hasLines ? node.start + sign.length : node.end;
  const [behind = ""] = text.slice(signEnd).split("\n", 1);
  const all = hasLines ? text.slice(node.linesStart, node.end).split("\n") : [];
  const indent = holder.start - (text.lastIndexOf("\n", holder.start - 1) + 1);
  const own = indentOf(sign, all, indent);
  const last = all.findLastIndex((line) => line.trim() !== "" || line.length > own);
  const lines = all.slice(0, last + 1);
  return { sign, behind, lines, end: signEnd + [behind, ...lines].join("\n").length, indents: [own, indent] };
}

/** As the indicator says, or else that of the first line that is not empty. */
function indentOf(sign: string, lines: readonly string[], indent: number): number {
  const digit = /\d/.exec(sign)?.[0];
  const shown = lines.find((line) => line.trim() !== "")?.search(/[^ ]/);
  return digit ? indent + Number(digit) : (shown ?? indent + 2);
}

export function writeBlock(old: WrittenText, value: string, style: BlockStyle): Splice {
  const block = openBlockLines(old);
  const words = value.replace(/\n+$/, "");
  const lineEnds = value.length - words.length;
  const below = /^(?:\n *(?=\n))*/.exec(old.text.slice(block.end))?.[0] ?? "";
  const chomp = chompOf(lineEnds, block.sign.includes("+") && below === "");
  const written = [signOf(block, style, words, chomp) + block.behind, ...linesOf(block, style, words)].join("\n");
  // Behind the last line of a file that ends without a line end, there is none to begin with.
  const missing = lineEnds > 1 && block.end === old.text.length ? 0 : 1;
  return {
    start: old.node.start,
    // The empty lines below are a part of the text where all line ends are.
    end: block.end + (chomp === "+" ? below.length : 0),
    text: written + "\n".repeat(Math.max(0, lineEnds - missing)),
  };
}

/** What the indicator says of line ends at the end. Where it keeps all of them and there is one, it stays. */
function chompOf(lineEnds: number, isKept: boolean): "" | "-" | "+" {
  if (lineEnds === 0) return "-";
  return lineEnds > 1 || isKept ? "+" : "";
}

/** Its parts stay in their order. Words that begin with a space need their indentation in it. */
function signOf({ sign, indents: [own, holder] }: BlockLines, style: BlockStyle, words: string, chomp: string): string {
  const parts = sign.slice(1);
  const digit = /^\n* /.test(words) && !/\d/.test(parts) ? `${own - holder}` : "";
  const chomped = /[-+]/.test(parts) ? parts.replace(/[-+]/, chomp) : parts + chomp;
  return (style === "folded" ? ">" : "|") + digit + chomped;
}

/** Those with the same words stay as they are, trailing spaces included. */
function linesOf({ lines, indents: [own] }: BlockLines, style: BlockStyle, words: string): string[] {
  const before = lines.map((line) => line.slice(own));
  const after = style === "folded" ? foldLines(words, before) : words.split("\n");
  const { first, last } = sharedEnds(before, after);
  const fresh = after.slice(first, after.length - last).map((line) => (line === "" ? "" : " ".repeat(own) + line));
  return [...lines.slice(0, first), ...fresh, ...lines.slice(lines.length - last)];
}
