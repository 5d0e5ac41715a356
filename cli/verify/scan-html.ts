// What a finished piece of HTML refers to and offers, and what of it browsers block. In a tenth of the time of a full parse; a test compares
// it with a full parser on every page of the site.

import type { Finding } from "../diagnostics/diagnostic.ts";
import { decodeEntities } from "../text/decode-entities.ts";
import { blockedParts } from "./blocked-parts.ts";
import { createReferences } from "./html-references.ts";
import type { PicturePreload } from "./picture-preloads.ts";
import { attributesOf, eachAttribute, tagAt } from "./read-attributes.ts";
import { createTextCache, type PageLinks, type TextCache } from "./shared-texts.ts";

/** Targets are those of links, sources and form actions, each once. */
export interface HtmlScan extends PageLinks {
  /** Of pictures, for each `srcset`: the same object wherever it is the same. */
  readonly files: readonly PageLinks[];
  /** Ids that labels and ARIA attributes of the same page name. */
  readonly idReferences: readonly string[];
  readonly headings: readonly Heading[];
  /** Whether it has a script element with a file. */
  readonly hasScript: boolean;
  /** Names of the islands in it. */
  readonly islands: readonly string[];
  /** Background colours of pictures while they load: "1c2838" for the class "ground-1c2838". */
  readonly grounds: readonly string[];
  /** Files of the pictures to load first, for each crop. */
  readonly preloads: readonly PicturePreload[];
  readonly problems: readonly HtmlProblem[];
}

/** `words` are those at its beginning, up to the first element in it. */
export interface Heading {
  readonly level: number;
  readonly words: string;
}

export interface HtmlProblem extends Finding {
  /** What to search for in the content; a path is searched in the page's own file. */
  readonly needle: string | readonly string[];
  /** Whether templates alone can have written it. */
  readonly isOfTemplate?: boolean;
  /** The link that leads nowhere. */
  readonly target?: string;
}

/** Elements that hold text, whatever it looks like. */
const TEXT_ONLY = new Set(["script", "style", "textarea", "title", "iframe", "xmp", "noembed", "noframes"]);
/** What the policy may block is looked at closely. */
const MAY_BE_BLOCKED =
  /^<(?:style|script|link|base|iframe|frame|object|embed|portal|video|audio|track|img|source)\b|[\s"'/](?:style|on[a-z]+)[\s=]|=["'\s]*j/i;
/** The classes may also be in the data of an island. */
const GROUND = /\bground-([0-9a-f]{6})\b/g;
const FIRST = /fetch[pP]riority="high"/;

/** Targets and ids are copies. All else is parts of the text: copy what is kept, or it keeps the text in memory. */
export function scanHtml(html: string, texts: TextCache = createTextCache()): HtmlScan {
  const references = createReferences(texts);
  const headings: Heading[] = [];
  const problems: HtmlProblem[] = [];
  let hasScript = false;
  for (let next = html.indexOf("<"); next !== -1; next = html.indexOf("<", next)) {
    const start = next;
    const found = tagAt(html, start);
    next = found?.end ?? endOfComment(html, start);
    if (!found) continue;
    const { name: tag, attributes, end } = found;
    if (/^h[1-6]$/.test(tag)) headings.push({ level: Number(tag[1]), words: wordsAt(html, end) });
    if (attributes !== "") eachAttribute(attributes, references.note);
    if (MAY_BE_BLOCKED.test(html.slice(start, end))) {
      const all = attributesOf(attributes);
      problems.push(...problemsOf(tag, all));
      hasScript ||= tag === "script" && all.has("src");
    }
    if (TEXT_ONLY.has(tag)) next = endOf(html, tag, end);
  }
  return {
    ...references.found(),
    hasScript,
    grounds: [...new Set(Array.from(html.matchAll(GROUND), ([, colour = ""]) => colour))],
    preloads: firstPictures(html).flatMap(texts.preloadsOf),
    headings,
    problems,
  };
}

function problemsOf(name: string, attributes: ReadonlyMap<string, string>): HtmlProblem[] {
  const ofImage = name === "img" ? imageProblems(attributes) : [];
  const blocked = blockedParts({ name, attributes });
  return [...ofImage, ...blocked.map((finding) => ({ ...finding, needle: ["sections"], isOfTemplate: true }))];
}

/** The HTML of those to load first. */
function firstPictures(html: string): string[] {
  const pictures = FIRST.test(html) ? (html.match(/<picture.*?<\/picture>/gs) ?? []) : [];
  return pictures.filter((picture) => FIRST.test(picture));
}

/** Where the comment that begins at an offset ends, or what is no tag. */
function endOfComment(html: string, start: number): number {
  if (!html.startsWith("<!--", start)) return start + 1;
  const end = html.indexOf("-->", start + 4);
  return end === -1 ? html.length : end + 3;
}

/** Where an element that holds text ends. */
function endOf(html: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}[\\s/>]`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** The text behind the end of a tag. */
function wordsAt(html: string, end: number): string {
  const begin = html.indexOf(">", end) + 1;
  return decodeEntities(html.slice(begin, html.indexOf("<", begin))).trim();
}

function imageProblems(attributes: ReadonlyMap<string, string>): HtmlProblem[] {
  const src = attributes.get("src") ?? "";
  const lacks = [
    attributes.has("alt") ? undefined : "an alternative text",
    Number(attributes.get("width")) > 0 && Number(attributes.get("height")) > 0 ? undefined : "its width and height",
  ].filter((part) => part !== undefined);
  if (lacks.length === 0) return [];
  const needle = src.replace(/^.*\//, "").replace(/-\d+-[0-9a-f]{8}\.\w+$|-[0-9a-f]{8}(?=\.)/, "");
  return [{ code: "VERIFY_IMAGE", message: `The picture ${src} lacks ${lacks.join(" and ")}.`, needle }];
}
