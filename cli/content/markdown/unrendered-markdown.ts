// Finds signs of Markdown and HTML that a page would show as typed: a missing star, a bracket that is not closed, a heading without its
// space. Signs that may be intended are allowed: footnote stars, multiplication, hashtags, code and escaped signs.
import { CLOSED, type MarkdownPart, markdownParts, OPENED } from "./render-markdown.ts";

export interface UnrenderedMark {
  /** Line of the text, starting at 1. */
  readonly line: number;
  /** As written in the text. */
  readonly sign: string;
  /** What a page does with it. */
  readonly message: string;
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

/** Matches two stars or underscores on one side of a word. Between two digits they may be arithmetic, between two spaces a sign. */
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
  { pattern: /\[\[[^\]\n]+\]\]/, hint: "a link is written [words](/contact)" },
  {
    pattern: /\[(?![\^[])[^\]\n]*\p{L}[^\]\n]*\] ?\[[^\]\n]*\]/u,
    hint: "nothing says where this leads: write [words](/contact), or a line [name]: /contact for the name in brackets",
  },
  { pattern: /(?<=^|\n)\[[ xX]?\](?=\s)/, hint: "boxes to tick are not known here: write the words alone" },
  {
    pattern: /(?<=^|\n)\[!\w+\]/,
    hint: "coloured notes are not known here: begin with a word in bold, such as **Note:**",
  },
  { pattern: /(?<=^|\n):::.*/, hint: "boxes are not known here: write the words alone" },
  { pattern: /(?<=^|\n)\[+TOC\]+/i, hint: "a list of contents is not made here: remove it" },
  {
    pattern: /(?<![=])==(?![=\s])[^=\n]*[^=\s]==(?!=)/,
    hint: "marked words are not known here: write **strong** or *light*",
  },
  {
    pattern: /(?<![+])\+\+(?=\p{L})[^+\n]*[^+\s]\+\+(?!\+)/u,
    hint: "underlined words are not known here: write **strong** or *light*",
  },
  {
    pattern: /(?<=\p{L})~\d+~|(?<=[\p{L}\d])\^[\p{L}\d]+\^/u,
    hint: "raised and lowered signs are typed as such: m², CO₂",
  },
  { pattern: /\[\^[\w-]+\]/, hint: "footnotes are not known here: write the words in brackets" },
  { pattern: /(?<![\p{L}])`|`(?![\p{L}])/u, hint: "code has the same sign before and after it" },
  { pattern: /(?<=^|\n)-\p{L}.*\n-\p{L}/u, hint: 'a list has a space after its signs: "- first"' },
  { pattern: /(?<=^|\n)\d+[.)]\p{L}.*\n\d+[.)]\p{L}/u, hint: 'a list has a space after its numbers: "1. first"' },
  { pattern: /(?<=^|\n)[•▪●◦‣].*/, hint: 'an item of a list begins with a hyphen and a space: "- first"' },
  { pattern: /(?<=^|\n)\|.*\|[^\S\n]*\n\|/, hint: "a table has a line |---|---| below its first row" },
  HTML,
];

/** Addresses in the text. A sign after the last letter belongs to the sentence. */
const ADDRESSES: readonly SignRule[] = [
  { pattern: /\bhttps?:\/\/[^\s<>]*[^\s<>.,;:!?)"'”’]/i, hint: "nobody can follow it: write [words](https://...)" },
  {
    pattern: /(?<![\p{L}\d.@/-])www\.[\p{L}\d-]+\.[^\s<>]*[\p{L}\d/]/iu,
    hint: "nobody can follow it: write [words](https://www...)",
  },
  {
    pattern: /(?<![\p{L}\d.@/+-])[\p{L}\d._+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/u,
    hint: "nobody can press it: write [words](mailto:name@...)",
  },
];

const PLAIN = "this text is not Markdown: its signs are shown as they are typed";
const IN_TEXT: readonly SignRule[] = [
  { pattern: /\*\*(?=\S)[^*]*\S\*\*|(?<![\p{L}\p{N}_])__(?=[^\s_])[^_]*[^\s_]__(?![\p{L}\p{N}_])/u, hint: PLAIN },
  { pattern: /\[[^\]\n]+\]\((?:https?:|mailto:|tel:|\/|#)[^)\s]*\)?/, hint: PLAIN },
  { pattern: /^#{2,6} ?\p{L}/u, hint: PLAIN },
  HTML,
  ENTITY,
];

/** Each rule needs one of these. Hyphens and digits between words are no signs of a list. */
const SIGN =
  /[*_#<[\]`|•▪●◦‣@^]|==|\+\+|~\d|:::|:\/\/|www\.|\n *(?:-+|=+) *(?:\n|$)|(?:^|\n)(?: {4}|\t)|(?<![\p{L}\p{N}])-\p{L}|\d[.)]\p{L}/iu;

/** The marks of a Markdown text: at most one for each kind of mistake and paragraph. */
export const unrenderedMarkdown = (source: string): UnrenderedMark[] =>
  SIGN.test(source)
    ? markdownParts(source).flatMap((part) =>
        part.kind === "words" ? signsInWords(part) : [{ ...LAYOUT[part.kind], ...signAt(part) }],
      )
    : [];

/** Layout that is rendered, but usually was not meant. */
const LAYOUT = {
  "underlined heading": {
    message: "The line below these words makes a heading of them.",
    hint: 'put an empty line above it, or begin a heading with "## "',
  },
  "indented code": {
    message: "Lines that begin with four spaces or a tab are shown as the code of a program.",
    hint: "take the spaces away from the beginning of the line",
  },
} as const;

const signAt = ({ line, text }: { readonly line: number; readonly text: string }) => ({
  line,
  sign: (text.split("\n", 1)[0] ?? "")
    .replace(/[\ue000-\ue002].*/, "")
    .trim()
    .slice(0, 40),
});

function signsInWords({ line, text, unlinked }: MarkdownPart): readonly UnrenderedMark[] {
  if (!SIGN.test(text)) return [];
  const signs = signsOf(text, IN_MARKDOWN, line);
  const addresses = signsOf(unlinked, ADDRESSES, line);
  return [...signs, ...addresses.filter((address) => !signs.some((sign) => sign.line === address.line))];
}

/** The first mark of a text that is not Markdown. */
export const unrenderedInText = (text: string): UnrenderedMark[] =>
  /\*\*|__|^##|<|\]\(|&[a-z]/.test(text) ? signsOf(text, IN_TEXT, 1).slice(0, 1) : [];

function signsOf(text: string, rules: readonly SignRule[], first: number): UnrenderedMark[] {
  const signs = new Map<number, UnrenderedMark>();
  for (const { pattern, hint } of rules) {
    const match = pattern.exec(text);
    if (!match) continue;
    const line = first + text.slice(0, match.index).split("\n").length - 1;
    const sign = (match[0].split("\n", 1)[0] ?? "").slice(0, 40);
    if (!signs.has(line)) signs.set(line, { line, sign, message: `"${sign}" would be shown as it is typed.`, hint });
  }
  return [...signs.values()];
}
