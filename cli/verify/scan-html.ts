// What a finished piece of HTML refers to and offers. It reads what our renderers write (attributes in double quotes, quotes in text
// escaped), in a tenth of the time of a full parse; a test compares it with a full parser on every page of the site.
import type { DiagnosticCode } from "../diagnostics/codes.ts";

export interface HtmlFacts {
  /** Targets of links, sources and form actions, each once, without other sites. */
  readonly targets: readonly string[];
  readonly ids: readonly string[];
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

/** The attributes of a preload link. */
export interface PicturePreload {
  readonly media?: string;
  readonly type?: string | undefined;
  readonly srcset?: string | undefined;
  readonly sizes?: string | undefined;
  /** Where there is only one file. */
  readonly href?: string;
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

const ATTRIBUTE =
  /\s(id|href|src|srcset|srcSet|action|for|aria-labelledby|aria-describedby|aria-controls|data-island)="([^"]*)"/g;
const IMAGE = /<img((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/g;
const HEADING = /<h([1-6])[\s>]/g;
const GROUND = /\bground-([0-9a-f]{6})\b/g;
const PICTURE = /<picture[\s>].*?<\/picture>/gs;
const FIRST = /\sfetchpriority="high"/i;
const OTHER_SITE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Whether an address leads to a page or file of this site. */
export const isInternal = (target: string): boolean => !OTHER_SITE.test(target);

const decodeEntities = (value: string): string =>
  value.includes("&")
    ? value
        .replace(/&(?:quot|#34|#x22);/g, '"')
        .replace(/&#(?:39|x27);/g, "'")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        // Last, so that an escaped "&quot;" does not become a quotation mark.
        .replace(/&(?:amp|#38|#x26);/g, "&")
    : value;

export function scanHtml(html: string): HtmlFacts {
  const targets = new Set<string>();
  const ids: string[] = [];
  const idReferences: string[] = [];
  const islands: string[] = [];
  for (const [, name, raw = ""] of html.matchAll(ATTRIBUTE)) {
    const value = decodeEntities(raw);
    if (name === "id") ids.push(value);
    else if (name === "srcset" || name === "srcSet")
      for (const candidate of value.split(",")) targets.add(candidate.trim().split(/\s/)[0] ?? "");
    else if (name === "data-island") islands.push(value);
    else if (name === "href" || name === "src" || name === "action") targets.add(value);
    else idReferences.push(...value.split(/\s+/).filter(Boolean));
  }
  return {
    targets: [...targets].filter(isInternal),
    ids,
    idReferences,
    islands,
    grounds: [...new Set(Array.from(html.matchAll(GROUND), ([, colour = ""]) => colour))],
    preloads: FIRST.test(html) ? preloadsOf(html) : [],
    headings: Array.from(html.matchAll(HEADING), ([, level]) => Number(level)),
    problems: Array.from(html.matchAll(IMAGE), ([, attributes = ""]) => imageProblem(attributes)).filter(
      (problem) => problem !== undefined,
    ),
  };
}

/** The first format of each crop: browsers that support it choose it, and others must not load it. */
function preloadsOf(html: string): PicturePreload[] {
  const first = (html.match(PICTURE) ?? []).filter((picture) => FIRST.test(picture));
  return first.flatMap((picture): PicturePreload[] => {
    const sources = (picture.match(/<source\s[^>]*>/g) ?? []).map(attributesOf);
    const best = sources.filter((source) => source.get("type") === sources[0]?.get("type"));
    if (best.length === 0) return [{ href: attributesOf(picture).get("src") ?? "" }];
    return best.map((source, index) => {
      const others = best.slice(0, index).map((other) => other.get("media") ?? "all");
      const media = source.get("media") ?? notAnyOf(others);
      const [type, srcset, sizes] = ["type", "srcset", "sizes"].map((name) => source.get(name));
      return { type, srcset, sizes, ...(media !== undefined && { media }) };
    });
  });
}

const ATTRIBUTES = /\s([^\s=>"/]+)(?:="([^"]*)")?/g;

/** By name in lower case, "" for one without a value. */
const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(tag.matchAll(ATTRIBUTES), ([, name = "", value = ""]) => [name.toLowerCase(), decodeEntities(value)]),
  );

/** The screens that the crops before do not cover. Browsers since 2023 can negate several conditions; this form also works in older ones. */
function notAnyOf(media: readonly string[]): string | undefined {
  if (media.length < 2) return media[0] && `not all and ${media[0]}`;
  return media.map((condition) => `(not ${condition})`).join(" and ");
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
