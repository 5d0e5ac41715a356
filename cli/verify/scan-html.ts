// What a finished piece of HTML refers to and offers. It reads what our renderers write (attributes in double quotes, quotes in text
// escaped), which takes a tenth of the time of a full parse; a test holds it against a full parser on every page of the site.
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
  readonly problems: readonly HtmlProblem[];
}

export interface HtmlProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** What to look for in the content; a path is looked up in the page's own file. */
  readonly needle: string | readonly string[];
  readonly hint?: string;
}

const ATTRIBUTE =
  /\s(id|href|src|srcset|srcSet|action|for|aria-labelledby|aria-describedby|aria-controls|data-island)="([^"]*)"/g;
const IMAGE = /<img((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*\/?>/g;
const HEADING = /<h([1-6])[\s>]/g;
const OTHER_SITE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

const decodeEntities = (value: string): string =>
  value.includes("&")
    ? value
        .replace(/&(?:quot|#34|#x22);/g, '"')
        .replace(/&#(?:39|x27);/g, "'")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        // Last, so that what stood for "&quot;" itself is not taken for a quotation mark.
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
    targets: [...targets].filter((target) => !OTHER_SITE.test(target)),
    ids,
    idReferences,
    islands,
    headings: Array.from(html.matchAll(HEADING), ([, level]) => Number(level)),
    problems: Array.from(html.matchAll(IMAGE), ([, attributes = ""]) => imageProblem(attributes)).filter(
      (problem) => problem !== undefined,
    ),
  };
}

function imageProblem(attributes: string): HtmlProblem | undefined {
  const attribute = (name: string) => new RegExp(`\\s${name}(?:="([^"]*)")?(?=\\s|$)`).exec(attributes);
  const src = decodeEntities(attribute("src")?.[1] ?? "");
  const lacks = [
    attribute("alt") ? undefined : "an alternative text",
    Number(attribute("width")?.[1]) > 0 && Number(attribute("height")?.[1]) > 0 ? undefined : "its width and height",
  ].filter((part) => part !== undefined);
  if (lacks.length === 0) return undefined;
  return {
    code: "VERIFY_IMAGE",
    message: `The picture ${src} lacks ${lacks.join(" and ")}.`,
    needle: src.replace(/^.*\//, "").replace(/-[0-9a-f]{8}(?=\.)/, ""),
  };
}
