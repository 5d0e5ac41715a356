// A Markdown text before and after an edit → the kind of block the edited words would become, where it differs. Both are parsed as for
// pages: an edit must not change the kind of its block or of those below.
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
  if (sameKinds(old, fresh)) return sameWords(old, fresh, block, words) ? undefined : LOST;
  const grown = after.split("\n").length - before.split("\n").length;
  const was = openersIn(old, lines);
  const made = openersIn(fresh, { first: lines.first, end: lines.end + grown });
  const names = namesOf(made.slice(sharedContainers(was, made)));
  if (names.length === 1 && String(names) === String(namesOf(was.slice(sharedContainers(was, made))))) return BELOW;
  if (names.length === 0) return UNSEEN;
  return { message: `On the page these words would become ${listed(names)}.`, hint: names.length > 1 ? SEVERAL : ONE };
}

const EDITOR = "open the file in an editor";
const SEVERAL = `one text is changed at a time; to add another, ${EDITOR}`;
const ONE = `the sign they begin with makes them that: begin with a word, or ${EDITOR}`;
const HEADING: Misfit = {
  message: "These words begin with the sign of another heading level.",
  hint: `type the words alone; to make it another heading, ${EDITOR}`,
};
const LOST: Misfit = {
  message: "A part of these words would not be seen on the page: Markdown reads it as a sign.",
  hint: `write it in words, or ${EDITOR}`,
};
const UNSEEN: Misfit = {
  message: "These words would not be seen on the page at all.",
  hint: `write others, or ${EDITOR}`,
};
const BELOW: Misfit = {
  message: "These words would change the text around them.",
  hint: `write others, or ${EDITOR}`,
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

const openersIn = (tokens: readonly Token[], { first, end }: Lines): Token[] =>
  tokens.filter(({ type, nesting, map }) => {
    const isHere = map !== null && map[0] >= first && map[0] < end;
    return isHere && nesting >= 0 && type !== "inline";
  });

const CONTAINERS = /^(?:bullet_list|ordered_list|list_item|blockquote)_open$/;

/** How many leading lists and quotations both share. */
function sharedContainers(was: readonly Token[], made: readonly Token[]): number {
  const differing = was.findIndex(({ type }, index) => !CONTAINERS.test(type) || made[index]?.type !== type);
  return differing === -1 ? 0 : differing;
}

const NAMES: Readonly<Record<string, string>> = {
  paragraph_open: "a paragraph",
  heading_open: "a heading",
  bullet_list_open: "a list",
  ordered_list_open: "a numbered list",
  list_item_open: "an item of the list",
  blockquote_open: "a quotation",
  hr: "a dividing line",
  fence: "lines of code",
  code_block: "lines of code",
  table_open: "a table",
};

/** Of the outermost ones. */
function namesOf(openers: readonly Token[]): string[] {
  let within = Number.POSITIVE_INFINITY;
  return openers.flatMap(({ type, level }) => {
    if (level > within) return [];
    within = CONTAINERS.test(type) || type === "table_open" ? level : Number.POSITIVE_INFINITY;
    return [NAMES[type] ?? "something else"];
  });
}

function listed(names: readonly string[]): string {
  if (new Set(names).size === 1 && names.length > 1) return `${names.length} ${names[0]?.replace(/^an? /, "")}s`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}
