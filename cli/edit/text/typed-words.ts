// What a person typed → the text to write: without stray spaces, with the markers of its block, or the reason why not.

import { markdownTokens } from "../../content/markdown/render-markdown.ts";
import { hiddenIn, hiddenName } from "../../content/yaml/hidden-characters.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { LocatedText } from "../../rewrite/locate-text.ts";
import { type Lines, type MarkdownBlock, openBlock, type Token } from "../../rewrite/markdown-block.ts";
import { refused } from "../../rewrite/rewrite-problems.ts";
import type { EditableSource } from "../../rewrite/rewrite-text.ts";
import type { Edit } from "../../rewrite/text-place.ts";
import type { OpenText } from "./edit.ts";

/** How a text is shown for editing. */
export function shownWords(
  { text, value }: LocatedText,
  { kind, block }: Pick<OpenText, "kind" | "block">,
): Pick<OpenText, "words" | "isOneLine"> {
  if (kind === "markdown" && block) {
    const { words, kind: of } = openBlock(value, block);
    return { words, isOneLine: of === "heading" };
  }
  const words = text.slice(0, text.length - tailOf(text).length);
  return { words, isOneLine: kind === "text" && !words.trimEnd().includes("\n") };
}

/** Line ends behind the last line belong to the way a text is written. */
const tailOf = (text: string): string => /\n*$/.exec(text)?.[0] ?? "";

/** The text to write; EDIT_REFUSED says why these words are not allowed there. */
export function textOfTyped(
  edit: Edit & { readonly text: string },
  shown: OpenText,
  { locate }: Pick<EditableSource, "locate">,
): string | Diagnostic {
  const { file } = edit;
  const located = locate(edit);
  if ("code" in located) return located;
  const typed = edit.text.replace(/\r\n?/g, "\n");
  if (typed === shown.words) return shown.text;
  const hidden = newHidden(typed, shown.words);
  if (hidden) return refused(file, ...hidden, shown.line);
  if (shown.kind !== "markdown" || !shown.block) return tidy(typed) + tailOf(shown.text);
  const block = openBlock(located.value, shown.block);
  const words = block.kind === "code" ? typed.trimEnd() : block.withoutSign(tidy(typed));
  if (words.trim() === "") return refused(file, "There are no words left.", HOW_TO_TAKE_OUT, shown.line);
  const text = block.linesWith(words);
  const misfit = misfitOf(located.value, located.valueWith(text), shown.block, words);
  return misfit ? refused(file, ...misfit, shown.line) : text;
}

const HOW_TO_TAKE_OUT = "to remove the text, open the file in an editor";

const tidy = (typed: string): string => typed.replaceAll("\t", " ").trim();

type Refusal = readonly [message: string, hint: string];

/** A hidden character that was not in the text before. */
function newHidden(typed: string, before: string): Refusal | undefined {
  const found = [...hiddenIn(typed)].find(({ character }) => !before.includes(character));
  if (!found) return undefined;
  const words = typed.slice(0, found.index).match(/\S{1,20}$/)?.[0];
  const place = words ? `comes after "${words}"` : "is at the beginning of a word";
  return [
    `${hiddenName(found.character)} ${place}. It cannot be seen.`,
    "delete it, or type these words instead of pasting them",
  ];
}

const EDITOR = "open the file in an editor";
const HEADING: Refusal = [
  "These words begin with the sign of another heading level.",
  `type the words alone; to make it another heading, ${EDITOR}`,
];
const LOST: Refusal = [
  "A part of these words would not be seen on the page: Markdown reads it as a sign.",
  `write it in words, or ${EDITOR}`,
];
const OTHER: Refusal = [
  "On the page these words would become something else, such as a list, a heading or another paragraph.",
  `begin with a word, and change one text at a time; to add another, ${EDITOR}`,
];

/** Why the words would become another kind of block, or several, or change those around them; read as for pages. */
function misfitOf(before: string, after: string, lines: Lines, words: string): Refusal | undefined {
  const [old, fresh] = [markdownTokens(before), markdownTokens(after)];
  const block = openBlock(before, lines, old);
  if (block.kind === "heading" && /^#{1,6}\s/.test(words)) return HEADING;
  if (!sameKinds(old, fresh)) return OTHER;
  return sameWords(old, fresh, block, words) ? undefined : LOST;
}

const tokenKey = ({ type, tag, level, hidden, attrs }: Token) => `${type} ${tag} ${level} ${hidden} ${attrs ?? ""}`;

const sameKinds = (a: readonly Token[], b: readonly Token[]) =>
  a.length === b.length && a.every((token, index) => tokenKey(token) === tokenKey(b[index] as Token));

/** All words of the text as they were, and those of the block as they were typed. */
function sameWords(old: readonly Token[], fresh: readonly Token[], { index, kind }: MarkdownBlock, words: string) {
  if (index === undefined) return true;
  const plain = (text: string) => (kind === "code" ? text.replace(/\n$/, "") : text.replace(/^\s+/gm, "").trim());
  return fresh.every(({ content }, at) =>
    at === index ? plain(content) === plain(words) : content === old[at]?.content,
  );
}
