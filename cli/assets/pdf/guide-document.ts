// Markdown → the blocks of a guide, in reading order and without nesting, so that a page may end between any two of them.
import type { PdfBlock, PdfRun } from "../../../templates/kit/index.ts";
import { markdownTokens } from "../../content/render-markdown.ts";

type Token = ReturnType<typeof markdownTokens>[number];

const BULLET = "\u2022";

/** The end of a text that stays on one line, so that its last line is never a single short word. */
const LAST_WORDS_CHARS = 12;

/** Quotes and code are set as paragraphs, pictures as their alternative text. */
export function guideBlocks(source: string): PdfBlock[] {
  const blocks: PdfBlock[] = [];
  const lists: { next: number | undefined }[] = [];
  let heading: "chapter" | "topic" | undefined;
  let marker = "";
  for (const token of markdownTokens(source)) {
    if (token.type === "heading_open") heading = /^h[12]$/.test(token.tag) ? "chapter" : "topic";
    else if (token.type === "heading_close") heading = undefined;
    else if (token.type === "bullet_list_open") lists.push({ next: undefined });
    else if (token.type === "ordered_list_open") lists.push({ next: Number(token.attrGet("start") ?? 1) });
    else if (token.type.endsWith("_list_close")) lists.pop();
    else if (token.type === "list_item_open") marker = nextMarker(lists.at(-1));
    else if (token.type === "inline" || token.type === "fence" || token.type === "code_block") {
      const kind = heading ?? (lists.length > 0 ? "item" : "paragraph");
      const runs = heading ? textRuns(token) : bindLastWords(textRuns(token));
      blocks.push({ kind, runs, marker, depth: lists.length });
      marker = "";
    }
  }
  return blocks;
}

function nextMarker(list: { next: number | undefined } | undefined): string {
  if (list?.next === undefined) return BULLET;
  return `${list.next++}.`;
}

function textRuns(block: Token): PdfRun[] {
  if (!block.children) return [{ text: block.content.trimEnd(), isStrong: false, href: undefined }];
  const runs: PdfRun[] = [];
  let strong = 0;
  let href: string | undefined;
  for (const token of block.children) {
    if (token.type === "strong_open") strong++;
    else if (token.type === "strong_close") strong--;
    else if (token.type === "link_open") href = absolute(String(token.attrGet("href")));
    else if (token.type === "link_close") href = undefined;
    else {
      const text = token.type === "softbreak" ? " " : token.type === "hardbreak" ? "\n" : token.content;
      if (text !== "") runs.push({ text, isStrong: strong > 0, href });
    }
  }
  return runs;
}

function bindLastWords(runs: readonly PdfRun[]): PdfRun[] {
  const last = runs.at(-1);
  if (!last) return [];
  const end = last.text.slice(-LAST_WORDS_CHARS).replaceAll(" ", "\u00A0");
  return [...runs.slice(0, -1), { ...last, text: last.text.slice(0, -LAST_WORDS_CHARS) + end }];
}

/** A PDF has no base address for relative links. */
function absolute(target: string): string | undefined {
  return /^(https?|mailto|tel):/i.test(target) && URL.canParse(target) ? new URL(target).href : undefined;
}
