// Resolved entries → their pages, each written as soon as it is rendered.
import { isDeepStrictEqual } from "node:util";
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import { locateInSource } from "../bundle/locate-in-source.ts";
import type { ClientBundle, StyleSheets, TemplateProgram, TemplateSources } from "../bundle/templates.ts";
import { type Pause, STRIDE } from "../config/pause.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { contentHash } from "../emit/output-file.ts";
import { type PageSink, putFile } from "../emit/page-sink.ts";
import { createDependencyRecord, type SiteRequests } from "../render/dependency-record.ts";
import { createPageRenderer } from "../render/render-page.ts";
import { createSiteView, type SiteData } from "../render/site-view.ts";
import type { PageFacts } from "../verify/verify-page.ts";
import type { LoadedEntry, ResolvedEntry } from "./load-entries.ts";
import { createOutliner } from "./outline.ts";
import { renderFailure } from "./render-failure.ts";

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
  /** Names all that the rest of the site can see of the page and its entry; undefined if that cannot be compared. */
  readonly outline: string | undefined;
  readonly content: Uint8Array | undefined;
}

/** A rendered page, and what it requested from the site. */
interface RenderedEntry {
  readonly job: PageJob;
  readonly data: Record<string, unknown>;
  readonly page: EntryPage;
  readonly requests: SiteRequests;
}

/** Writes a page as soon as it is rendered, and before it returns. */
type PutPage = (output: string, bytes: Uint8Array, hash: string) => void;

/** What all pages share, and the pages rendered with it: while that is the same, a page with the same data is not rendered again. */
interface RenderedSite {
  readonly site: SiteData;
  readonly keepsHtml: boolean;
  page(job: PageJob, entry: ResolvedEntry, put: PutPage): RenderedEntry;
}

export interface RenderJob {
  readonly site: SiteData;
  readonly pages: readonly PageJob[];
  /** Where pages are written, if anywhere. */
  readonly sink: PageSink | undefined;
  /** Whether the HTML is needed; a check only needs what was found in it. */
  readonly keepsHtml: boolean;
}

/** Pages that a caller waits for: they are rendered first, and handed over at once. */
export interface EagerPages {
  readonly outputs: readonly string[];
  take(page: EntryPage): void;
}

export interface RenderResult {
  readonly pages: readonly EntryPage[];
  /** Picture files that the pages refer to. */
  readonly variants: readonly Variant[];
  readonly cards: readonly Card[];
  /** Collections without an entry that pages show, each with the files of those pages. */
  readonly empty: readonly { readonly collection: string; readonly outputs: readonly string[] }[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface EntryRenderer {
  /** `reportRendered` is called now and then with the number of pages so far. */
  render(
    entries: readonly LoadedEntry[],
    job: RenderJob,
    eager?: EagerPages,
    reportRendered?: (pages: number) => void,
  ): Promise<RenderResult>;
  forget(): void;
}

/** The valid site, and the one used while something is wrong. */
const SITES_KEPT = 2;

/** With `keeps`, it does not render a page again whose data and site are the same. */
export function createEntryRenderer(
  setup: PartitionSetup,
  program: TemplateProgram,
  pause: Pause,
  keeps: boolean,
): EntryRenderer {
  let sites: RenderedSite[] = [];
  const siteFor = ({ site, keepsHtml }: RenderJob): RenderedSite => {
    const known = sites.find((one) => one.keepsHtml === keepsHtml && isDeepStrictEqual(one.site, site));
    // Under the given object, which is found at once the next time.
    const taken = known ? { ...known, site } : createRenderedSite(setup, program, { site, keepsHtml, keeps });
    sites = [taken, ...sites.filter((one) => one !== known)].slice(0, keeps ? SITES_KEPT : 1);
    return taken;
  };
  return {
    async render(entries, job, eager, reportRendered = () => {}) {
      const site = siteFor(job);
      const put = putInto(job.sink);
      // The same picture in the same slot is the same array on every page.
      const asked = new Set<readonly Variant[]>();
      const cards = new Map<string, Card>();
      const empty = new Map<string, string[]>();
      const pages: EntryPage[] = [];
      const diagnostics: Diagnostic[] = [];
      const jobs = new Map(job.pages.map((page) => [`${page.collection}/${page.slug}`, page]));
      const jobOf = ({ source }: LoadedEntry) =>
        source.isChosen ? jobs.get(`${source.collection}/${source.slug}`) : undefined;
      for (const [position, entry] of eagerFirst(entries, jobOf, eager).entries()) {
        if (position % STRIDE === 0) {
          reportRendered(pages.length);
          await pause();
        }
        const own = jobOf(entry);
        if (!own || !isResolved(entry)) continue;
        try {
          const { page, requests } = site.page(own, entry, put);
          if (eager?.outputs.includes(own.output)) eager.take(page);
          pages.push(page);
          for (const variants of requests.variants) asked.add(variants);
          for (const card of requests.cards) cards.set(card.output, card);
          for (const name of requests.empty) empty.set(name, [...(empty.get(name) ?? []), own.output]);
        } catch (error) {
          // Templates may throw anything, even undefined.
          if (error instanceof Error && "syscall" in error) throw error;
          const place = locateInSource(error, setup.programFile, setup.sources);
          diagnostics.push(renderFailure(entry.source, error, place));
        }
      }
      return {
        pages,
        variants: distinct([...asked].flat()),
        cards: [...cards.values()],
        empty: [...empty].map(([collection, outputs]) => ({ collection, outputs })),
        diagnostics,
      };
    },
    forget() {
      sites = [];
    },
  };
}

const isResolved = (entry: LoadedEntry): entry is ResolvedEntry => entry.resolved !== undefined;

/** Each file once. If one use asks for more pixels than the picture has, that is kept. */
function distinct(variants: readonly Variant[]): Variant[] {
  const byOutput = new Map<string, Variant>();
  for (const variant of variants)
    if (byOutput.get(variant.output)?.lacking === undefined) byOutput.set(variant.output, variant);
  return [...byOutput.values()];
}

function putInto(sink: PageSink | undefined): PutPage {
  const madeDirs = new Set<string>();
  return (output, bytes, hash) => sink && putFile(sink, output, bytes, hash, madeDirs);
}

/** Eager pages first; the order of the others does not change. */
function eagerFirst(
  entries: readonly LoadedEntry[],
  jobOf: (entry: LoadedEntry) => PageJob | undefined,
  eager: EagerPages | undefined,
): readonly LoadedEntry[] {
  if (eager === undefined || eager.outputs.length === 0) return entries;
  const isWanted = (entry: LoadedEntry) => eager.outputs.includes(jobOf(entry)?.output ?? "");
  return [...entries.filter(isWanted), ...entries.filter((entry) => !isWanted(entry))];
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

function createRenderedSite(
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
