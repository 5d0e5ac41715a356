// What all pages share, and the pages rendered with it: while that is the same, a page with the same data is not rendered again.
import { isDeepStrictEqual } from "node:util";
import type { ClientBundle, StyleSheets, TemplateProgram, TemplateSources } from "../bundle/templates.ts";
import { contentHash } from "../emit/output-file.ts";
import { createDependencyRecord, type SiteRequests } from "../render/dependency-record.ts";
import { createPageRenderer } from "../render/render-page.ts";
import { createSiteView, type SiteData } from "../render/site-view.ts";
import type { PageFacts } from "../verify/verify-page.ts";
import type { ResolvedEntry } from "./load-entries.ts";
import { createOutliner } from "./outline.ts";

/** What pages are rendered with, as data that can be sent to a thread. */
export interface PartitionSetup {
  readonly programFile: string;
  readonly sources: TemplateSources;
  readonly css: StyleSheets;
  readonly client: Pick<ClientBundle, "loader" | "islands">;
}

export interface PageJob {
  readonly collection: string;
  readonly slug: string;
  readonly path: string;
  readonly output: string;
}

export interface EntryPage {
  readonly output: string;
  readonly bytes: number;
  readonly hash: string;
  readonly facts: PageFacts;
  /** Names all that the rest of the site can see of the page and its entry. */
  readonly outline: string;
  readonly content: Uint8Array | undefined;
}

/** A rendered page, and what it requested from the site. */
export interface RenderedEntry {
  readonly job: PageJob;
  readonly data: Record<string, unknown>;
  readonly page: EntryPage;
  readonly requests: SiteRequests;
}

/** Writes a page as soon as it is rendered, and before it returns. */
export type PutPage = (output: string, bytes: Uint8Array, hash: string) => void;

export interface RenderedSite {
  readonly site: SiteData;
  readonly keepsHtml: boolean;
  page(job: PageJob, entry: ResolvedEntry, put: PutPage): RenderedEntry;
}

/** Into memory that each call uses again: the bytes of one page are valid until the next is encoded. */
function createEncoder(): (html: string) => Uint8Array {
  let room = Buffer.allocUnsafe(1 << 18);
  return (html) => {
    // A unit of a string takes three bytes at most.
    if (html.length * 3 > room.length) room = Buffer.allocUnsafe(html.length * 6);
    return room.subarray(0, room.write(html));
  };
}

export function createRenderedSite(
  { css, client }: PartitionSetup,
  { templates, toHtml }: TemplateProgram,
  { site, keepsHtml, keeps }: Pick<RenderedSite, "site" | "keepsHtml"> & { readonly keeps: boolean },
): RenderedSite {
  const log = createDependencyRecord();
  const view = createSiteView(site, log.variants, log.card, log.empty);
  const render = createPageRenderer({ templates, toHtml, css, client }, view, site.relayUrl, site.fonts.css, log);
  const outlineOf = createOutliner();
  const encode = createEncoder();
  const pages = new Map<string, RenderedEntry>();
  return {
    site,
    keepsHtml,
    page(job, entry, put) {
      const { data } = entry.resolved;
      const before = pages.get(job.output);
      if (before?.data === data && isDeepStrictEqual(before.job, job)) return before;
      const { path, collection, slug, output } = job;
      const { result, requests } = log.during(() => render({ path, collection, slug, data }));
      const bytes = encode(result.html);
      const hash = contentHash(bytes);
      put(output, bytes, hash);
      const { facts } = result;
      const outline = outlineOf(entry, facts, requests);
      const content = keepsHtml ? Buffer.from(bytes) : undefined;
      const made = { job, data, page: { output, bytes: bytes.length, hash, facts, outline, content }, requests };
      if (keeps) pages.set(output, made);
      return made;
    },
  };
}
