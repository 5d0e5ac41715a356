// Signs of Markdown and HTML that a page would show as typed: a missing star, a bracket that is not closed, a heading without its
// space. What may be intended is allowed: footnote stars, multiplication, hashtags, code and escaped signs.
import { CLOSED, markdownWords, OPENED } from "./render-markdown.ts";

export interface UnrenderedMark {
  /** Line of the text, starting at 1. */
  readonly line: number;
  /** As written in the text. */
  readonly sign: string;
  readonly hint: string;
}

interface SignRule {
  readonly pattern: RegExp;
  readonly hint: string;
}

const TAGS =
  "a|abbr|b|big|blockquote|br|button|center|cite|code|div|em|font|form|h[1-6]|hr|i|iframe|img|input|ins|kbd|li|mark|o:p|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|th|thead|tr|u|ul|video";
const HTML: SignRule = {
  pattern: new RegExp(`</?(?:${TAGS})(?:\\s[^<>]*)?/?>|<!--`, "i"),
  hint: "HTML is shown as it is typed: remove it",
};
const ENTITY: SignRule = {
  pattern: /&(?:nbsp|amp|shy|copy|reg|trade|quot|apos|lt|gt|[lr][sd]quo|[mn]dash|hellip|bull|middot|eacute|egrave);/,
  hint: "type the character itself",
};

const escapeHint = (sign: string) => `if you mean the sign itself, write \\${sign}`;
const EMPHASIS = "emphasis opens and closes with the same stars: **strong** or *light*";

/** Two stars or underscores on one side of a word. Between two figures they may be arithmetic, between two spaces a sign. */
const loose = (sign: string): RegExp => {
  const two = `(?<![${sign}])[${sign}]{2}(?![${sign}])`;
  const opening = `(?<=(?:^|[^\\p{L}\\p{N}])[${sign}]{2})(?=\\S)`;
  const closing = `(?<=\\S[${sign}]{2})(?![\\p{L}\\p{N}])`;
  const between = `(?<=\\p{L}{2}[${sign}]{2})(?=\\p{L}{2})`;
  return new RegExp(`${two}(?:${opening}|${closing}|${between})`, "u");
};

const IN_MARKDOWN: readonly SignRule[] = [
  { pattern: /(?<=^|\n)#{2,6}[^\s#].*/, hint: 'a heading has a space after its signs: "## Introduction"' },
  { pattern: loose("*"), hint: `${EMPHASIS}; ${escapeHint("*")}` },
  { pattern: loose("_"), hint: `${EMPHASIS}; ${escapeHint("_")}` },
  { pattern: new RegExp(`[*_](?=${OPENED})|(?<=${CLOSED})[*_]`), hint: `${EMPHASIS}; ${escapeHint("*")}` },
  { pattern: /(?<=[^\S\n])\*(?=\p{L})/u, hint: `${EMPHASIS}; ${escapeHint("*")}` },
  { pattern: /\]\([^\n]*/, hint: "a link is written [words](/contact), without spaces in its address" },
  { pattern: /\] \((?:https?:|mailto:|tel:|\/)[^\n]*/, hint: "no space between the brackets: [words](/contact)" },
  { pattern: /\[\^[\w-]+\]/, hint: "footnotes are not known here: write the words in brackets" },
  { pattern: /(?<![\p{L}])`|`(?![\p{L}])/u, hint: "code has the same sign before and after it" },
  { pattern: /(?<=^|\n)-\p{L}.*\n-\p{L}/u, hint: 'a list has a space after its signs: "- first"' },
  { pattern: /(?<=^|\n)\d+[.)]\p{L}.*\n\d+[.)]\p{L}/u, hint: 'a list has a space after its numbers: "1. first"' },
  { pattern: /(?<=^|\n)[•▪●◦‣].*/, hint: 'an item of a list begins with a hyphen and a space: "- first"' },
  { pattern: /(?<=^|\n)\|.*\|[^\S\n]*\n\|/, hint: "a table has a line |---|---| below its first row" },
  HTML,
];

const PLAIN = "this text is not Markdown: its signs are shown as they are typed";
const IN_TEXT: readonly SignRule[] = [
  { pattern: /\*\*(?=\S)[^*]*\S\*\*|(?<![\p{L}\p{N}_])__(?=[^\s_])[^_]*[^\s_]__(?![\p{L}\p{N}_])/u, hint: PLAIN },
  { pattern: /\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/|#)[^)\s]*\)?/, hint: PLAIN },
  { pattern: /^#{2,6} ?\p{L}/u, hint: PLAIN },
  HTML,
  ENTITY,
];

/** Each rule needs one of these; hyphens and figures between words are no signs of a list. */
const SIGN = /[*_#<[\]`|•▪●◦‣]|(?<![\p{L}\p{N}])-\p{L}|\d[.)]\p{L}/u;

/** In a Markdown text: at most one for each kind of mistake and paragraph. */
export const unrenderedMarkdown = (source: string): UnrenderedMark[] =>
  SIGN.test(source)
    ? markdownWords(source).flatMap(({ line, words }) => (SIGN.test(words) ? signsOf(words, IN_MARKDOWN, line) : []))
    : [];

/** In a text that is not Markdown. */
export const unrenderedInText = (text: string): UnrenderedMark[] =>
  /\*\*|__|^##|<|\]\(|&[a-z]/.test(text) ? signsOf(text, IN_TEXT, 1).slice(0, 1) : [];

function signsOf(words: string, rules: readonly SignRule[], first: number): UnrenderedMark[] {
  const signs = new Map<number, UnrenderedMark>();
  for (const { pattern, hint } of rules) {
    const found = pattern.exec(words);
    if (!found) continue;
    const line = first + words.slice(0, found.index).split("\n").length - 1;
    const [sign = ""] = found[0].split("\n");
    if (!signs.has(line)) signs.set(line, { line, sign: sign.slice(0, 40), hint });
  }
  return [...signs.values()];
}
