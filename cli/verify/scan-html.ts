// Scans a finished piece of HTML for what it refers to and offers, and for what browsers block. It takes a tenth of the time of a full parse.
// A test compares it with a full parser on every page of the site.

import type { Finding } from "../diagnostics/diagnostic.ts";
import { decodeEntities } from "../text/decode-entities.ts";
import { blockedParts } from "./blocked-parts.ts";
import { createReferences } from "./html-references.ts";
import type { PicturePreload } from "./picture-preloads.ts";
import { attributesOf, readTag } from "./read-attributes.ts";
import { createTextCache, type PageLinks, type TextCache } from "./shared-texts.ts";

/** The targets are those of links, sources and form actions, each once. */
export interface HtmlScan extends PageLinks {
  /** The files of each `srcset`: the same object wherever the `srcset` is the same. */
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

/** `text` is that at its beginning, up to the first element in it. */
export interface Heading {
  readonly level: number;
  readonly text: string;
}

export interface HtmlProblem extends Finding {
  /** What to search for in the content. A path is one in the page's own file. */
  readonly needle: string | readonly string[];
  /** Whether only templates can have written it. */
  readonly isOfTemplate?: boolean;
  /** The link that leads nowhere. */
  readonly target?: string;
}

/** Elements that contain only text, whatever it looks like. */
const TEXT_ONLY = new Set(["script", "style", "textarea", "title", "iframe", "xmp", "noembed", "noframes"]);
/** Elements that the policy may block, and attributes whose name or value may be a script: all attributes of their tag are read. */
const MAY_BE_BLOCKED = /^(?:style|script|link|base|iframe|frame|object|embed|portal|video|audio|track|img|source)$/;
const MAY_BE_SCRIPT = /^["'\s]*[j&]/i;
const isSuspect = (name: string, value = ""): boolean =>
  name === "style" || name.startsWith("on") || MAY_BE_SCRIPT.test(value);
/** The class of a background colour, which may also be in the data of an island. */
const GROUND = /\bground-([0-9a-f]{6})\b/g;
const FIRST = /fetch[pP]riority="high"/;

/** Targets and ids are copies. Everything else is a part of the text: copy what you keep, or it keeps the whole text in memory. */
export function scanHtml(html: string, texts: TextCache = createTextCache()): HtmlScan {
  const references = createReferences(texts);
  const headings: Heading[] = [];
  const problems: HtmlProblem[] = [];
  let hasScript = false;
  let hasSuspects = false;
  const use = (name: string, value: string | undefined) => {
    if (value !== undefined) references.add(name, value);
    hasSuspects ||= isSuspect(name, value);
  };
  for (let next = html.indexOf("<"); next !== -1; next = html.indexOf("<", next)) {
    const start = next;
    hasSuspects = false;
    const tag = readTag(html, start, use);
    next = tag?.end ?? endOfComment(html, start);
    if (!tag) continue;
    const { name, end } = tag;
    if (isHeading(name)) headings.push({ level: Number(name[1]), text: textAt(html, end) });
    if (hasSuspects || MAY_BE_BLOCKED.test(name)) {
      const attributes = attributesOf(html.slice(start, end));
      problems.push(...problemsOf(name, attributes));
      hasScript ||= name === "script" && attributes.has("src");
    }
    if (TEXT_ONLY.has(name)) next = endOf(html, name, end);
  }
  return {
    ...references.collected(),
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

const isHeading = (tag: string): boolean => tag.length === 2 && /^h[1-6]$/.test(tag);

/** The HTML of the pictures to load first. */
function firstPictures(html: string): string[] {
  const pictures = FIRST.test(html) ? (html.match(/<picture.*?<\/picture>/gs) ?? []) : [];
  return pictures.filter((picture) => FIRST.test(picture));
}

/** The end of the comment at an offset, or of a sign that begins no tag. */
function endOfComment(html: string, start: number): number {
  if (!html.startsWith("<!--", start)) return start + 1;
  const end = html.indexOf("-->", start + 4);
  return end === -1 ? html.length : end + 3;
}

/** The end of an element that contains only text. */
function endOf(html: string, tag: string, from: number): number {
  const end = new RegExp(`</${tag}[\\s/>]`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** The text behind a tag. */
function textAt(html: string, end: number): string {
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
