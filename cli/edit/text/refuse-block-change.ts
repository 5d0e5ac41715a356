// A Markdown text before and after an edit → why it is refused, where the edited words would become another kind of block, or several, or
// change those around them. Both are parsed as for pages.
import { markdownTokens } from "../../content/render-markdown.ts";
import { type Lines, type MarkdownBlock, openBlock, type Token } from "./markdown-block.ts";

export interface Misfit {
  readonly message: string;
  readonly hint: string;
}

/** `lines` are those of the block in `before`; `words` is what was typed into it. */
export function misfitOf(before: string, after: string, lines: Lines, words: string): Misfit | undefined {
  const [old, fresh] = [markdownTokens(before), markdownTokens(after)];
  const block = openBlock(before, lines, old);
  if (block.kind === "heading" && /^#{1,6}\s/.test(words)) return HEADING;
  if (!sameKinds(old, fresh)) return OTHER;
  return sameWords(old, fresh, block, words) ? undefined : LOST;
}

const EDITOR = "open the file in an editor";
const HEADING: Misfit = {
  message: "These words begin with the sign of another heading level.",
  hint: `type the words alone; to make it another heading, ${EDITOR}`,
};
const LOST: Misfit = {
  message: "A part of these words would not be seen on the page: Markdown reads it as a sign.",
  hint: `write it in words, or ${EDITOR}`,
};
const OTHER: Misfit = {
  message: "On the page these words would become something else, such as a list, a heading or another paragraph.",
  hint: `begin with a word, and change one text at a time; to add another, ${EDITOR}`,
};

const kindOf = ({ type, tag, level, hidden, attrs }: Token) => `${type} ${tag} ${level} ${hidden} ${attrs ?? ""}`;

const sameKinds = (a: readonly Token[], b: readonly Token[]) =>
  a.length === b.length && a.every((token, index) => kindOf(token) === kindOf(b[index] as Token));

/** All words of the text as they were, and those of the block as they were typed. */
function sameWords(old: readonly Token[], fresh: readonly Token[], { index, kind }: MarkdownBlock, words: string) {
  if (index === undefined) return true;
  const plain = (text: string) => (kind === "code" ? text.replace(/\n$/, "") : text.replace(/^\s+/gm, "").trim());
  return fresh.every(({ content }, at) =>
    at === index ? plain(content) === plain(words) : content === old[at]?.content,
  );
}
