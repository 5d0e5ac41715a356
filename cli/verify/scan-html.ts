// What a finished piece of HTML refers to and offers. It reads what our renderers write (attributes in double quotes, quotes in text
// escaped), in a tenth of the time of a full parse; a test compares it with a full parser on every page of the site.
import type { DiagnosticCode } from "../diagnostics/codes.ts";
import type { PicturePreload } from "./picture-preloads.ts";
import { attributesOf, decodeEntities } from "./read-attributes.ts";
import { createTextCache, isInternal, type LinkFacts, type TextCache } from "./text-cache.ts";

/** Targets are those of links, sources and form actions, each once. */
export interface HtmlFacts extends LinkFacts {
  /** Of pictures, for each `srcset`: the same object wherever it is the same. */
  readonly files: readonly LinkFacts[];
  /** Ids that labels and ARIA attributes of the same page name. */
  readonly idReferences: readonly string[];
  readonly headings: readonly number[];
  /** Names of the islands in it. */
  readonly islands: readonly string[];
  /** Background colours of pictures while they load: "1c2838" for the class "ground-1c2838". */
  readonly grounds: readonly string[];
  /** Files of the pictures to load first, for each crop. */
  readonly preloads: readonly PicturePreload[];
  readonly problems: readonly HtmlProblem[];
}

export interface HtmlProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** What to search for in the content; a path is searched in the page's own file. */
  readonly needle: string | readonly string[];
  readonly hint?: string;
  /** Default: "error". */
  readonly severity?: "warning";
}

const GROUND = /^[0-9a-f]{6}(?!\w)/;

/** Targets and ids are copies. All else is parts of the text: copy what is kept, or it keeps the text in memory. */
export function scanHtml(html: string, { once, filesOf, preloadsOf }: TextCache = createTextCache()): HtmlFacts {
  const targets = new Set<string>();
  const files = new Set<LinkFacts>();
  const ids: string[] = [];
  const idReferences: string[] = [];
  const islands: string[] = [];
  const headings: number[] = [];
  const problems: HtmlProblem[] = [];
  /** Where pictures to load first say so. */
  const firsts: number[] = [];
  /** Whether the tag has an alternative text, and its width and height. */
  let hasWords = false;
  let sides = 0;
  const textOf = (from: number, to: number) => decodeEntities(html.slice(from, to));
  const note = (start: number, end: number, from: number, to: number) => {
    switch (html.slice(start, end)) {
      case "id":
        ids.push(once(textOf(from, to)));
        break;
      case "href":
      case "src":
      case "action":
        targets.add(once(textOf(from, to)));
        break;
      case "srcset":
      case "srcSet":
        files.add(filesOf(html.slice(from, to)));
        break;
      case "data-island":
        islands.push(textOf(from, to));
        break;
      case "for":
      case "aria-labelledby":
      case "aria-describedby":
      case "aria-controls":
        idReferences.push(...textOf(from, to).split(/\s/).filter(Boolean));
        break;
      case "fetchpriority":
      case "fetchPriority":
        if (html.startsWith('high"', from)) firsts.push(start);
        break;
      case "alt":
        hasWords = true;
        break;
      case "width":
      case "height":
        if (html.charCodeAt(from) > ZERO && html.charCodeAt(from) <= NINE) sides++;
    }
  };
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at)) {
    const start = at + 1;
    at = start;
    // The end of an element.
    if (html.charCodeAt(start) === SLASH) continue;
    at = skipWord(html, start);
    const first = html.charCodeAt(start);
    const level = at === start + 2 && first === H ? html.charCodeAt(start + 1) - ZERO : 0;
    if (level >= 1 && level <= 6) headings.push(level);
    const isImage = at === start + 3 && html.startsWith("img", start);
    hasWords = false;
    sides = 0;
    at = readAttributes(html, at, note);
    // Only a tag that may lack something is read again, with all that an attribute can look like.
    const problem = isImage && !(hasWords && sides === 2) ? imageProblem(html.slice(start + 3, at)) : undefined;
    if (problem) problems.push(problem);
  }
  const grounds = groundsOf(html);
  const preloads = firsts.length > 0 ? firstPictures(html, firsts).flatMap(preloadsOf) : [];
  return {
    targets: [...targets].filter(isInternal),
    files: [...files],
    ids,
    idReferences,
    islands,
    grounds,
    preloads,
    headings,
    problems,
  };
}

const QUOTE = 34;
const EQUALS = 61;
const GREATER = 62;
const SLASH = 47;
const SPACE = 32;
const ZERO = 48;
const NINE = 57;
const H = 104;

/** The offset of the first character that belongs to no name. */
function skipWord(html: string, from: number): number {
  let at = from;
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code <= SPACE || code === EQUALS || code === GREATER || code === SLASH || code === QUOTE) break;
  }
  return at;
}

/** The first letters of the attributes that say something about a page. */
const NOTED = new Set([..."iIhHsSaAdDfFwW"].map((letter) => letter.charCodeAt(0)));

type Note = (start: number, end: number, from: number, to: number) => void;

/** Reads the attributes behind the name of a tag, with the offsets of each name and value; returns the offset of its end. */
function readAttributes(html: string, from: number, note: Note): number {
  let at = from;
  while (at < html.length) {
    const first = html.charCodeAt(at);
    if (first === GREATER) break;
    const start = at;
    at = skipWord(html, start);
    if (at === start) at++;
    else if (html.charCodeAt(at) === EQUALS && html.charCodeAt(at + 1) === QUOTE) {
      const end = html.indexOf('"', at + 2);
      if (end === -1) return html.length;
      if (NOTED.has(first)) note(start, at, at + 2, end);
      at = end + 1;
    }
  }
  return at;
}

/** The classes may also be in the data of an island. */
function groundsOf(html: string): string[] {
  const grounds = new Set<string>();
  for (let at = html.indexOf("ground-"); at !== -1; at = html.indexOf("ground-", at)) {
    const isWhole = at === 0 || !/\w/.test(html[at - 1] ?? "");
    at += "ground-".length;
    const [colour] = (isWhole && GROUND.exec(html.slice(at, at + 7))) || [];
    if (colour !== undefined) grounds.add(colour);
  }
  return [...grounds];
}

/** The pictures to load first, from `<picture` to their end. */
function firstPictures(html: string, firsts: readonly number[]): string[] {
  const found: string[] = [];
  for (const index of firsts) {
    const start = html.lastIndexOf("<picture", index);
    const end = html.indexOf("</picture>", index);
    const isInside = end !== -1 && html.lastIndexOf("</picture>", index) < start;
    if (isInside) found.push(html.slice(start, end));
  }
  return [...new Set(found)];
}

function imageProblem(tag: string): HtmlProblem | undefined {
  const attributes = attributesOf(tag);
  const src = attributes.get("src") ?? "";
  const lacks = [
    attributes.has("alt") ? undefined : "an alternative text",
    Number(attributes.get("width")) > 0 && Number(attributes.get("height")) > 0 ? undefined : "its width and height",
  ].filter((part) => part !== undefined);
  if (lacks.length === 0) return undefined;
  return {
    code: "VERIFY_IMAGE",
    message: `The picture ${src} lacks ${lacks.join(" and ")}.`,
    needle: src.replace(/^.*\//, "").replace(/-\d+-[0-9a-f]{8}\.\w+$|-[0-9a-f]{8}(?=\.)/, ""),
  };
}
