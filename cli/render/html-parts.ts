// Parts of pages → their HTML, and the scan of it. Parts that pages share are rendered and scanned once for each key.

import type { BodyPart } from "../../templates/kit/index.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type HtmlScan, scanHtml } from "../verify/scan-html.ts";
import { createTextCache, type PageLinks } from "../verify/shared-texts.ts";
import { getOrMake } from "../work/get-or-make.ts";
import type { DependencyRecord, SiteRequests } from "./dependency-record.ts";

export interface HtmlPart {
  /** A text of one page, or the bytes of a text that several pages share. */
  readonly html: string | Buffer;
  readonly scan: HtmlScan;
  readonly links: readonly PageLinks[];
}

/** A piece of HTML that several pages share. */
interface SharedPiece extends HtmlPart {
  readonly requests: SiteRequests;
}

/** Caches shared parts: create a new one when something changes that all pages may show. `islands` are those that browsers can load. */
export function createHtmlParts(
  toHtml: LoadedTemplates["toHtml"],
  islands: readonly string[],
  record: DependencyRecord,
) {
  const shared = new Map<string, SharedPiece>();
  const texts = createTextCache();
  const links = new Map<string, PageLinks>();
  /** The same object for the same targets and ids: most pages share those of their heads. */
  const linksOnce = (targets: readonly string[], ids: readonly string[]): PageLinks =>
    getOrMake(links, JSON.stringify([targets, ids]), () => ({ targets, ids }));
  const scanPart = (html: string) => {
    const scan = scanHtml(html, texts);
    assertIslands(scan.islands, islands);
    const { targets, ids, files } = scan;
    return { html, scan, links: [{ targets, ids: [] }, linksOnce([], ids), ...files] };
  };
  return {
    linksOnce,
    render({ key, element }: BodyPart): HtmlPart {
      if (key === undefined) return scanPart(toHtml(element()));
      const cached = shared.get(key);
      if (cached) {
        record.replay(cached.requests);
        return cached;
      }
      const { result: html, requests } = record.during(() => toHtml(element()));
      const rendered = { ...scanPart(html), html: Buffer.from(html), requests };
      shared.set(key, rendered);
      return rendered;
    },
  };
}

/** Throws for an island whose code browsers cannot find: an error of its template. */
function assertIslands(names: readonly string[], declared: readonly string[]): void {
  const stray = names.find((name) => !declared.includes(name));
  if (stray === undefined) return;
  throw new Error(`There is no island "${stray}": an island has the name of the folder of its island.tsx.`);
}
