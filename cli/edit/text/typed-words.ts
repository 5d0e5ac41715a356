// What a person typed → the text to write: without stray spaces, with the markers of its block, or the reason why not.

import { isDeepStrictEqual } from "node:util";
import { markdownTokens } from "../../content/markdown/render-markdown.ts";
import { withoutPlaceholderMarks } from "../../content/yaml/find-in-lines.ts";
import { hiddenIn, hiddenName } from "../../content/yaml/hidden-characters.ts";
import { type Diagnostic, isProblem } from "../../diagnostics/diagnostic.ts";
import { type LocatedText, locateText, withLines } from "../../rewrite/locate-text.ts";
import { type MarkdownBlock, openBlock, type Token } from "../../rewrite/markdown-block.ts";
import type { OpenFile } from "../../rewrite/open-file.ts";
import { IN_EDITOR, refused } from "../../rewrite/rewrite-problems.ts";
import type { Edit } from "../../rewrite/text-place.ts";
import type { OpenText } from "./edit.ts";

/** How a text is shown for editing. */
export function shownWords(
  { text, value }: LocatedText,
  { kind, block }: Pick<OpenText, "kind" | "block">,
): Pick<OpenText, "words" | "isOneLine"> {
  if (kind === "markdown" && block) {
    const { words, kind: blockKind } = openBlock(value, block);
    return { words: withoutPlaceholderMarks(words), isOneLine: blockKind === "heading" };
  }
  const words = withoutMarks(text.replace(LAST_LINE_ENDS, ""), kind);
  return { words, isOneLine: kind === "text" && !words.trimEnd().includes("\n") };
}

/** The marks of placeholders in a Markdown text are not shown, as in the page. */
const withoutMarks = (words: string, kind: OpenText["kind"]): string =>
  kind === "markdown" ? withoutPlaceholderMarks(words) : words;

/** They belong to the way a text is written. */
const LAST_LINE_ENDS = /\n*$/;

/** The text to write; EDIT_REFUSED says why these words are not allowed there. */
export function textOfTyped(
  edit: Edit & { readonly text: string },
  { words: oldWords, text: oldText, kind, block: lines, line }: OpenText,
  opened: OpenFile,
): string | Diagnostic {
  const located = locateText(opened, edit);
  if (isProblem(located)) return located;
  const typed = withoutMarks(edit.text.replace(/\r\n?/g, "\n"), kind);
  if (typed === oldWords) return oldText;
  const hidden = newHidden(typed, oldWords);
  if (hidden) return refused(edit.file, ...hidden, line);
  if (kind !== "markdown" || !lines) return tidy(typed) + (LAST_LINE_ENDS.exec(oldText)?.[0] ?? "");
  const tokens = markdownTokens(located.value);
  const block = openBlock(located.value, lines, tokens);
  const words = block.kind === "code" ? typed.trimEnd() : withoutSign(tidy(typed), block);
  if (words.trim() === "") return refused(edit.file, "There are no words left.", HOW_TO_TAKE_OUT, line);
  const text = block.linesWith(words);
  const misfit = misfitOf(words, block, tokens, markdownTokens(withLines(located.value, lines, text)));
  return misfit ? refused(edit.file, ...misfit, line) : text;
}

const withoutSign = (typed: string, { sign }: MarkdownBlock): string =>
  sign !== "" && `${typed} `.startsWith(`${sign} `) ? typed.slice(sign.length).trimStart() : typed;

const tidy = (typed: string): string => typed.replaceAll("\t", " ").trim();

type Refusal = readonly [message: string, hint: string];

/** A hidden character that was not in the text before. */
function newHidden(typed: string, before: string): Refusal | undefined {
  const hidden = [...hiddenIn(typed)].find(({ character }) => !before.includes(character));
  if (!hidden) return undefined;
  const words = typed.slice(0, hidden.index).match(/\S{1,20}$/)?.[0];
  const place = words ? `comes after "${words}"` : "is at the beginning of a word";
  const message = `${hiddenName(hidden.character)} ${place}. It cannot be seen.`;
  return [message, "delete it, or type these words instead of pasting them"];
}

const HOW_TO_TAKE_OUT = `to remove the text, ${IN_EDITOR}`;
const HEADING: Refusal = [
  "These words begin with the sign of another heading level.",
  `type the words alone; to make it another heading, ${IN_EDITOR}`,
];
const LOST: Refusal = [
  "A part of these words would not be seen on the page: Markdown reads it as a sign.",
  `write it in words, or ${IN_EDITOR}`,
];
const OTHER: Refusal = [
  "On the page these words would become something else, such as a list, a heading or another paragraph.",
  `begin with a word, and change one text at a time; to add another, ${IN_EDITOR}`,
];

/** Why the words would become another kind of block, or several, or change those around them; read as for pages. */
function misfitOf(words: string, { kind, index }: MarkdownBlock, before: readonly Token[], after: readonly Token[]) {
  if (kind === "heading" && /^#{1,6}\s/.test(words)) return HEADING;
  if (!isDeepStrictEqual(before.map(tokenKind), after.map(tokenKind))) return OTHER;
  const plain = (text: string) => (kind === "code" ? text.replace(/\n$/, "") : text.replace(/^\s+/gm, "").trim());
  // All words of the text are as they were, and those of the block as they were typed.
  const isSame = ({ content }: Token, at: number) =>
    at === index ? plain(content) === plain(words) : content === before[at]?.content;
  return index === -1 || after.every(isSame) ? undefined : LOST;
}

const tokenKind = ({ type, tag, level, hidden, attrs }: Token) => [type, tag, level, hidden, attrs];
