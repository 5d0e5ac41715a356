// Markdown → HTML. HTML in the source is shown as text. Links and pictures have the same checks and addresses as everywhere else.

import type { MarkdownIt, Token } from "markdown-it";
import createMarkdownIt from "markdown-it";
import type { RichText } from "../../../templates/kit/index.ts";
import { latinName } from "../../text/latin-name.ts";
import { withoutPlaceholderMarks } from "../yaml/find-in-lines.ts";

/** A link, picture or main heading of a Markdown text, and its line, starting at 1. */
interface MarkdownTarget {
  /** "deepHeading": a heading that skips a level. */
  readonly kind: "link" | "image" | "mainHeading" | "deepHeading" | "emptyHeading";
  /** The target; for a heading, its text. */
  readonly target: string;
  /** The text of a link or heading; the alternative text of a picture. */
  readonly text: string;
  readonly line: number;
  /** For a heading that skips a level: the level of the heading above it. */
  readonly above?: number;
}

/** Link targets that a page may have: http(s), mailto, tel, a path of the site, a part of the page. */
const LINK_FORMS = /^(?:https?:\/\/[^\s/]|mailto:(?!\/\/)[^\s@]+@|tel:\+?(?:\d{3}|(?:-*\d){7,15}-*)$|\/(?!\/)|#[^\s#])/;

export const isAllowedTarget = (target: string): boolean => LINK_FORMS.test(target);

function createParser(): MarkdownIt {
  const parser = createMarkdownIt({ html: false, linkify: false, typographer: false });
  // Targets stay as written: they are compared with names of pages and files, and searched in the source.
  parser.normalizeLink = (target) => target;
  // The caller decides which targets are allowed, and reports the others with their source position.
  parser.validateLink = () => true;
  return parser;
}

const listing = createParser();
const { normalizeLink } = createMarkdownIt();

/** The parser's tokens of a text, for outputs other than HTML. */
export const markdownTokens = (source: string) => listing.parse(withoutPlaceholderMarks(source), {});

/** Escapes and entities stay tokens of their own. */
const checking = createParser().disable("text_join");

/** A text is searched for its targets first, and then for its words. */
let last: { readonly source: string; readonly tokens: Token[] } | undefined;

function parseOnce(source: string): readonly Token[] {
  if (last?.source !== source) last = { source, tokens: checking.parse(withoutPlaceholderMarks(source), {}) };
  return last.tokens;
}

/** Every link, picture and main heading of a text, in reading order. */
export function markdownTargets(source: string): MarkdownTarget[] {
  // Each target has one of these signs.
  if (!/[[<#=]/.test(source)) return [];
  const blocks = parseOnce(source);
  let level = 0;
  return blocks.flatMap((block, index) => {
    const line = (block.map?.[0] ?? 0) + 1;
    if (block.type === "heading_open") {
      const text = blocks[index + 1]?.content ?? "";
      if (!text.trim()) return [{ kind: "emptyHeading" as const, target: block.markup, text, line }];
      const above = level;
      level = Number(block.tag.slice(1));
      if (level === 1) return [{ kind: "mainHeading" as const, target: text, text, line }];
      if (above > 0 && level > above + 1) return [{ kind: "deepHeading" as const, target: text, text, line, above }];
    }
    return (block.children ?? []).flatMap((token): MarkdownTarget[] => {
      const text = token.content;
      if (token.type === "link_open") return [{ kind: "link", target: String(token.attrGet("href")), text, line }];
      if (token.type === "image") return [{ kind: "image", target: String(token.attrGet("src")), text, line }];
      return [];
    });
  });
}

/** Characters that stand for the ends of emphasis, and for code, pictures, ends of links and escapes. */
export const OPENED = "\ue000";
export const CLOSED = "\ue001";
const OTHER = "\ue002";

/** A part of a Markdown text, as a page would show it. */
export interface MarkdownPart {
  readonly kind: "words" | "underlined heading" | "indented code";
  /** Starting at 1. */
  readonly line: number;
  readonly text: string;
  /** The text outside of links. */
  readonly unlinked: string;
}

/** Each paragraph, heading and cell, and each block of code that is made by indentation. */
export function markdownParts(source: string): MarkdownPart[] {
  let line = 1;
  return parseOnce(source).flatMap(({ type, map, children, content }, index, blocks): MarkdownPart[] => {
    // A cell of a table has the line of its row.
    if (map) line = map[0] + 1;
    if (type === "code_block") return [{ kind: "indented code", line, text: content, unlinked: "" }];
    if (type !== "inline") return [];
    const tokens = children ?? [];
    const isUnderlined = /^[-=]/.test(blocks[index - 1]?.markup ?? "") && blocks[index - 1]?.type === "heading_open";
    return [
      {
        kind: isUnderlined ? "underlined heading" : "words",
        line,
        text: tokens.map(wordsOf).join(""),
        unlinked: withoutLinks(tokens).map(wordsOf).join(""),
      },
    ];
  });
}

function withoutLinks(tokens: readonly Token[]): readonly Token[] {
  let depth = 0;
  return tokens.filter(({ type, nesting }) => {
    if (type.startsWith("link_")) depth += nesting;
    return depth === 0;
  });
}

function wordsOf({ type, content }: Token): string {
  if (type === "text") return content;
  if (type === "softbreak" || type === "hardbreak") return "\n";
  if (/^(?:em|strong|s)_/.test(type)) return type.endsWith("open") ? OPENED : CLOSED;
  return OTHER;
}

/** Marks words before they are rendered, so that their source position can be found. */
interface MarkdownMarks {
  /** Puts marks around the words of the tokens. */
  readonly mark: (tokens: readonly Token[]) => void;
  /** Removes the marks again, for names that are made from words. */
  readonly unmark: (text: string) => string;
}

export interface MarkdownRenderer {
  /** The same text is rendered once; its pictures are requested each time. `numbered` numbers the headings. */
  render(source: string, options?: { readonly numbered?: boolean }, marks?: MarkdownMarks): RichText;
}

/** What is collected from one text while it is rendered. */
type Rendering = {
  readonly headings: { id: string; text: string }[];
  readonly idFor: (text: string) => string;
  readonly pictures: (readonly [src: string, words: string])[];
  readonly numbered: boolean;
  readonly unmark: MarkdownMarks["unmark"];
};

/** `href` returns the published address of a target, `picture` the HTML of a picture from its name and alternative text. */
export function createMarkdownRenderer(
  href: (target: string) => string,
  picture: (src: string, alt: string) => string,
): MarkdownRenderer {
  const parser = createParser();
  parser.core.ruler.push("heading_levels", ({ tokens }) => correctLevels(tokens));
  parser.renderer.rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const target = String(token?.attrGet("href"));
    // A forbidden target has been reported. In a text that was not checked it becomes an empty link.
    if (token) token.attrs = isAllowedTarget(target) ? [["href", normalizeLink(href(target))]] : [];
    return self.renderToken(tokens, index, options);
  };
  parser.renderer.rules.image = (tokens, index, _options, env) => {
    const token = tokens[index];
    const image = [String(token?.attrGet("src")), token?.content ?? ""] as const;
    (env as Rendering).pictures.push(image);
    return picture(...image);
  };
  for (const cell of ["th_open", "td_open"])
    parser.renderer.rules[cell] = (tokens, index) => {
      const { tag = "td" } = tokens[index] ?? {};
      // A class replaces the parser's inline style, which the content policy blocks.
      const side = /right|center/.exec(String(tokens[index]?.attrGet("style")))?.[0];
      return side === undefined ? `<${tag}>` : `<${tag} class="align-${side}">`;
    };
  parser.renderer.rules.heading_open = (tokens, index, _options, env) => {
    const tag = tokens[index]?.tag ?? "h2";
    if (tag !== "h2") return `<${tag}>`;
    const { headings, idFor, numbered, unmark } = env as Rendering;
    const text = (tokens[index + 1]?.children ?? []).map((token) => token.content).join("");
    const number = numbered ? `${headings.length + 1}. ` : "";
    const id = idFor(unmark(text));
    headings.push({ id, text: number + text });
    return `<h2 id="${id}">${number}`;
  };
  const rendered = new Map<string, Pick<Rendering, "pictures"> & { readonly text: RichText }>();
  return {
    render(source, { numbered = false } = {}, marks = undefined) {
      const key = `${numbered ? "1" : "0"}${source}`;
      const cached = marks ? undefined : rendered.get(key);
      if (cached) {
        for (const image of cached.pictures) picture(...image);
        return cached.text;
      }
      const { mark, unmark = (text: string) => text } = marks ?? {};
      const env: Rendering = { headings: [], idFor: createIds(), pictures: [], numbered, unmark };
      const tokens = parser.parse(withoutPlaceholderMarks(source), env);
      mark?.(tokens);
      const text = { html: parser.renderer.render(tokens, parser.options, env), headings: env.headings };
      if (!marks) rendered.set(key, { text, pictures: env.pictures });
      return text;
    },
  };
}

/**
 * Main headings and skipped levels have been reported at the text. Here they get the level that they should have, so that pages which show
 * the text do not have the problem again.
 */
function correctLevels(tokens: readonly Token[]): void {
  let level = 0;
  for (const token of tokens) {
    if (token.type === "heading_open") {
      const written = Math.max(2, Number(token.tag.slice(1)));
      level = level === 0 ? written : Math.min(written, level + 1);
    }
    if (token.type.startsWith("heading_")) token.tag = `h${level}`;
  }
}

/** Makes an id for each heading from its text. Equal texts are numbered. */
function createIds(): (text: string) => string {
  const usedIds = new Set<string>();
  const counts = new Map<string, number>();
  return (text) => {
    const base = latinName(text).replace(/^(?=\d)/, "s-") || "part";
    let count = counts.get(base) ?? 0;
    let id = base;
    do {
      count++;
      id = count === 1 ? base : `${base}-${count}`;
    } while (usedIds.has(id));
    counts.set(base, count);
    usedIds.add(id);
    return id;
  };
}
