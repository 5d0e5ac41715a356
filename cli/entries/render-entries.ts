// Resolved entries → their pages, each written as soon as it is rendered.
import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import { locateInSource } from "../bundle/locate-in-source.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import { type Pause, STRIDE } from "../config/pause.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type PageSink, putFile } from "../emit/page-sink.ts";
import { isResolved, type LoadedEntry } from "./load-entries.ts";
import { createEntryRecorder, type PackedEntries } from "./pack-entries.ts";
import type { EntryPage, PageJob, PartitionSetup, RenderJob } from "./page-job.ts";
import type { RecordedEntries } from "./recorded-entries.ts";
import { renderFailure } from "./render-failure.ts";
import {
  createRenderedSite,
  isRenderedSite,
  nearestOf,
  type PutPage,
  type RenderedPages,
  type RenderedSite,
} from "./rendered-site.ts";

/** Pages that a caller waits for: they are rendered first, and handed over at once. */
export interface EagerPages {
  /** Their outputs at this moment: asked again during the build. */
  wanted(): readonly string[];
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
  /** With `records`: what the next build can take over; undefined if that is not possible. */
  readonly packed?: PackedEntries | undefined;
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

/** More pages changed than are rendered beside those of an earlier build. */
export class WideChange extends Error {}

/** With `keeps`, it does not render a page again of which nothing changed; `recorded` is what an earlier build rendered. */
export function createEntryRenderer(
  setup: PartitionSetup,
  program: TemplateProgram,
  pause: Pause,
  keeps: boolean,
  recorded?: RecordedEntries,
): EntryRenderer {
  let sites: RenderedPages[] = recorded ? [recorded.rendered] : [];
  const siteFor = (job: RenderJob): RenderedSite => {
    const wanted = { ...job, hasReads: keeps || job.records !== undefined };
    const nearest = nearestOf(sites, wanted, program.templates.derived);
    const same = nearest?.changed.size === 0 ? nearest.pages : undefined;
    // Under the given object, which is found at once the next time.
    const taken =
      same && isRenderedSite(same)
        ? { ...same, site: job.site }
        : createRenderedSite(setup, program, { ...wanted, keeps }, nearest);
    sites = [taken, ...sites.filter((one) => one !== same)].slice(0, keeps ? SITES_KEPT : 1);
    return taken;
  };
  return {
    async render(entries, job, eager, reportRendered = () => {}) {
      const site = siteFor(job);
      const recorder = job.records
        ? createEntryRecorder(job.site, job.records === "new" ? recorded?.isRecorded : undefined)
        : undefined;
      const put = putInto(job.sink);
      // The same picture in the same slot is the same array on every page.
      const asked = new Set<readonly Variant[]>();
      const cards = new Map<string, Card>();
      const empty = new Map<string, string[]>();
      const pages: EntryPage[] = [];
      const diagnostics: Diagnostic[] = [];
      let rendered = 0;
      const jobs = new Map(job.pages.map((page) => [`${page.collection}/${page.slug}`, page]));
      const jobOf = ({ source }: LoadedEntry) =>
        source.isChosen ? jobs.get(`${source.collection}/${source.slug}`) : undefined;
      const queue = eagerFirst(entries, jobOf, eager);
      for (let position = 0; ; position++) {
        if (position % STRIDE === 0) {
          reportRendered(pages.length);
          await pause();
          queue.ask();
        }
        const entry = queue.next();
        if (!entry) break;
        if (recorded && rendered > recorded.renderedAtMost) throw new WideChange();
        const own = jobOf(entry);
        if (!own || !isResolved(entry)) continue;
        try {
          const { page, requests } = site.page(own, entry, put, job.isTrusted);
          recorder?.page(entry, page, requests);
          if (!recorded?.isRecorded(entry, page)) rendered++;
          queue.give(page);
          pages.push(page);
          for (const variants of requests.variants) asked.add(variants);
          for (const card of requests.cards) cards.set(card.output, card);
          for (const name of requests.empty) empty.get(name)?.push(own.output) ?? empty.set(name, [own.output]);
        } catch (error) {
          // Templates may throw anything, even undefined.
          if (error instanceof Error && "syscall" in error) throw error;
          const place = locateInSource(error, setup.programFile, setup.sources);
          diagnostics.push(renderFailure(entry.source, error, place));
        }
      }
      site.finish();
      return {
        pages,
        variants: distinct([...asked].flat()),
        cards: [...cards.values()],
        empty: [...empty].map(([collection, outputs]) => ({ collection, outputs })),
        diagnostics,
        ...(recorder && { packed: recorder.pack(entries, site.shared) }),
      };
    },
    forget() {
      sites = [];
    },
  };
}

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

interface Queue {
  next(): LoadedEntry | undefined;
  /** A page was rendered. */
  give(page: EntryPage): void;
  /** Somebody may wait for another page now. */
  ask(): void;
}

/** Eager pages first; the order of the others does not change. A page is handed over once, also if it was rendered before it was wanted. */
function eagerFirst(
  entries: readonly LoadedEntry[],
  jobOf: (entry: LoadedEntry) => PageJob | undefined,
  eager: EagerPages | undefined,
): Queue {
  const left = new Set(entries);
  const rest = left.values();
  const unwanted = new Map<string, EntryPage>();
  let wanted: ReadonlySet<string> = new Set();
  let first: LoadedEntry[] = [];
  return {
    next() {
      const entry = first.pop() ?? rest.next().value;
      if (entry) left.delete(entry);
      return entry;
    },
    give(page) {
      if (wanted.has(page.output)) eager?.take(page);
      else if (eager) unwanted.set(page.output, page);
    },
    ask() {
      wanted = new Set(eager?.wanted());
      for (const output of wanted) {
        const page = unwanted.get(output);
        if (page && unwanted.delete(output)) eager?.take(page);
      }
      first = wanted.size === 0 ? [] : [...left].filter((entry) => wanted.has(jobOf(entry)?.output ?? ""));
    },
  };
}
