// What all pages share, and the pages rendered with it. Of another state of the same site it takes the pages that nothing changed for.
import type { TemplateProgram } from "../bundle/templates.ts";
import { contentHash } from "../emit/output-file.ts";
import { createDependencyRecord, noRequests, type SiteRequests } from "../render/dependency-record.ts";
import { createPageRenderer } from "../render/render-page.ts";
import { changedReads, type FieldOfSome, gatherFields } from "../render/site-reads.ts";
import { createSiteView } from "../render/site-view.ts";
import { createEncoder } from "./encode-parts.ts";
import type { ResolvedEntry } from "./load-entries.ts";
import { createOutliner } from "./outline.ts";
import type { EntryPage, PageJob, PartitionSetup, RenderJob } from "./page-job.ts";

/** A rendered page, and what it requested from the site. */
export interface RenderedEntry {
  readonly job: PageJob;
  readonly resolved: ResolvedEntry["resolved"];
  readonly page: EntryPage;
  readonly requests: Requested;
}

/** The requests of a page, its reads gathered. */
export interface Requested extends Omit<SiteRequests, "reads" | "fields"> {
  readonly reads: ReadonlySet<string>;
}

/** Writes a page as soon as it is rendered, and before it returns. */
export type PutPage = (output: string, bytes: Uint8Array, hash: string) => void;

/** The pages of one state of the site. */
export interface RenderedPages extends Pick<RenderJob, "site" | "keepsHtml"> {
  /** Whether it is known what each page reads. */
  readonly hasReads: boolean;
  /** Keys of what was read once for all pages. */
  readonly shared: Set<string>;
  /** The page as it was rendered. */
  find(output: string, entry: ResolvedEntry): RenderedEntry | undefined;
}

export interface RenderedSite extends RenderedPages {
  /** A trusted page reads by itself what it read before. */
  page(job: PageJob, entry: ResolvedEntry, put: PutPage, isTrusted?: boolean): RenderedEntry;
  /** All pages are rendered: lets go of the earlier state. */
  finish(): void;
}

export const isRenderedSite = (pages: RenderedPages): pages is RenderedSite => "page" in pages;

/** An earlier state of the site, and the keys of what differs from it. */
export interface Earlier {
  readonly pages: RenderedPages;
  readonly changed: ReadonlySet<string>;
}

/** Pages that are rendered twice, to see what templates derive from a list once and use for all pages. */
const CHECKED_AT_MOST = 64;

interface RenderedSiteOptions
  extends Pick<RenderedPages, "site" | "keepsHtml" | "hasReads">,
    Pick<RenderJob, "shared"> {
  readonly keeps: boolean;
}

export function createRenderedSite(
  { css, client }: PartitionSetup,
  { templates, toHtml }: TemplateProgram,
  { site, keepsHtml, hasReads, keeps, shared: known }: RenderedSiteOptions,
  given: Earlier | undefined,
): RenderedSite {
  let earlier = given;
  const log = createDependencyRecord();
  const view = createSiteView(
    site,
    log.variants,
    log.card,
    log.empty,
    hasReads ? log : undefined,
    known,
    templates.derived ?? [],
  );
  const { result: render, requests: before } = log.during(() =>
    createPageRenderer({ templates, toHtml, css, client }, view, site.relayUrl, site.fonts.css, log),
  );
  const outlineOf = createOutliner();
  const encode = createEncoder();
  const pages = new Map<string, RenderedEntry>();
  const shared = new Set([...(known ?? []), ...(earlier?.pages.shared ?? []), ...before.reads]);
  for (const key of gatherFields(ownFields(before))) shared.add(key);
  let checks = 0;

  /**
   * Templates may keep what they derive from a list: the next page then uses it without reading. What a second rendering does not read
   * again was kept.
   */
  const noteShared = (requests: SiteRequests, own: readonly FieldOfSome[], again: () => SiteRequests): void => {
    const suspects = own.flatMap(([field, slugs]): FieldOfSome[] => {
      const unshared = shared.has(field.every) ? [] : slugs.filter((slug) => !shared.has(field.of(slug)));
      return unshared.length > 0 ? [[field, unshared]] : [];
    });
    if (suspects.length === 0) return;
    checks++;
    const second = checks <= CHECKED_AT_MOST ? again() : noRequests();
    const kept = suspects.map(([field, slugs]): FieldOfSome => {
      const timesIn = ({ fields }: SiteRequests, slug: string) => fields.get(field)?.get(slug) ?? 0;
      return [field, slugs.filter((slug) => timesIn(second, slug) < timesIn(requests, slug))];
    });
    for (const key of gatherFields(kept)) shared.add(key);
  };
  return {
    site,
    keepsHtml,
    hasReads,
    shared,
    find: (output) => pages.get(output),
    finish() {
      earlier = undefined;
    },
    page(job, entry, put, isTrusted = false) {
      const before = pages.get(job.output) ?? earlier?.pages.find(job.output, entry);
      const isSame = before?.resolved === entry.resolved && isSameJob(before.job, job);
      if (isSame && (pages.has(job.output) || !isAffected(before, earlier?.changed))) {
        if (keeps) pages.set(job.output, before);
        return before;
      }
      const { path, collection, slug, output } = job;
      const input = { path, collection, slug, data: entry.resolved.data };
      const { result, requests } = log.during(() => render(input));
      const own = ownFields(requests);
      // A page that others changed for is trusted to read what it read before.
      if (!isSame && !isTrusted) noteShared(requests, own, () => log.during(() => render(input, true)).requests);
      const reads = new Set([...requests.reads, ...gatherFields(own)]);
      const bytes = encode(result.parts);
      const hash = contentHash(bytes);
      put(output, bytes, hash);
      const { links, problems } = result.facts;
      // A copy, because a part of a page keeps all of it in memory.
      const facts = { links, problems: problems.length > 0 ? structuredClone(problems) : [] };
      const outline = outlineOf(entry, facts, requests);
      const content = keepsHtml ? Buffer.from(bytes) : undefined;
      const page = { output, bytes: bytes.length, hash, facts, outline, content };
      const { variants, cards, empty } = requests;
      const made = { job, resolved: entry.resolved, page, requests: { variants, cards, empty, reads } };
      if (keeps) pages.set(output, made);
      return made;
    },
  };
}

/** The fields that were read by themselves: the key of an entry covers its fields. */
const ownFields = ({ reads, fields }: SiteRequests): FieldOfSome[] =>
  Array.from(fields, ([field, counts]) => [field, [...counts.keys()].filter((slug) => !reads.has(field.entry(slug)))]);

/** The state with the same frame around its pages, and with pages that may still be valid. */
export function nearestOf(
  others: readonly RenderedPages[],
  { site, keepsHtml, hasReads }: Pick<RenderedPages, "site" | "keepsHtml" | "hasReads">,
  derived: TemplateProgram["templates"]["derived"],
): Earlier | undefined {
  const states = others
    .filter((other) => other.keepsHtml === keepsHtml && (other.hasReads || !hasReads))
    .flatMap((pages) => {
      const changed = changedReads(pages.site, site, derived);
      return changed && ![...changed].some((key) => pages.shared.has(key)) ? [{ pages, changed }] : [];
    });
  return states.sort((a, b) => a.changed.size - b.changed.size)[0];
}

function isAffected({ requests: { reads } }: RenderedEntry, changed: ReadonlySet<string> = new Set()): boolean {
  for (const key of changed) if (reads.has(key)) return true;
  return false;
}

const isSameJob = (a: PageJob, b: PageJob): boolean =>
  a.path === b.path && a.collection === b.collection && a.slug === b.slug && a.output === b.output;
