// The pages of a site: those that differ from what is known of them are rendered, all others are taken over.

import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PageJob, PageOutput, PageRow, Read } from "../render/page-job.ts";
import { type PageQueue, queueOf } from "../render/page-queue.ts";
import type { SiteData } from "../render/site-data.ts";
import { createSiteFingerprints, FRAME_READ, readName, type SiteFingerprints } from "../render/site-fingerprints.ts";
import { compareText } from "../text/compare-text.ts";
import { getOrMake } from "../work/get-or-make.ts";
import type { Content } from "./load-content.ts";
import { countWork, type StageContext, type StageEvents } from "./stage-context.ts";

export interface RenderedSite {
  /** By output. */
  readonly pages: readonly PageRow[];
  /** Outputs of those that were rendered now. */
  readonly rendered: ReadonlySet<string>;
  /** Picture files that the pages refer to. */
  readonly variants: readonly Variant[];
  readonly cards: readonly Card[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function renderSite(
  { facts, templates, threads, events }: StageContext,
  { pages, index, summaryPrints }: Content,
  site: SiteData,
  output: PageOutput,
): Promise<RenderedSite> {
  const prints = createSiteFingerprints(site, summaryPrints, templates.templates.derived);
  const reads = new Map<string, Read>();
  const readOf = (key: string): Read => getOrMake(reads, key, () => ({ key, print: prints.of(key) }));
  const rows: PageRow[] = [];
  const rendered = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const render = async (jobs: readonly PageJob[]) => {
    const reasons = new Map<PageJob, string>();
    const current: PageRow[] = [];
    for (const job of jobs) {
      const row = facts.pages.get(job.output);
      const reason = renderReason(row, job, prints, output);
      if (reason !== undefined) reasons.set(job, reason);
      else if (row) current.push(row);
    }
    countWork(events.onWork, "rendered", reasons.values());
    const job = { site, tokens: index.tokens, ...output };
    const queueFor = (own: readonly PageJob[]) => (events.onPage ? wantedFirst(own, current, events) : queueOf(own));
    const result = await threads.render([...reasons.keys()], job, queueFor, events.onProgress);
    for (const page of result.pages) {
      const row = { ...page, reads: [FRAME_READ, ...page.reads].map(readOf) };
      facts.pages.set(row.output, row);
      rendered.add(row.output);
      rows.push(row);
    }
    for (const row of current) rows.push(row);
    diagnostics.push(...result.diagnostics);
  };
  // A page that is open somewhere is shown before the others are compared: a thousand take milliseconds.
  const wanted = new Set(events.wanted?.());
  const open = pages.filter(({ output }) => wanted.has(output));
  if (open.length > 0) await render(open);
  await render(pages.filter(({ output }) => !wanted.has(output)));
  rows.sort((a, b) => compareText(a.output, b.output));
  return { pages: rows, rendered, ...requestsOf(rows), diagnostics };
}

/** Why a page has to be rendered; undefined if it would be the same. */
function renderReason(
  row: PageRow | undefined,
  job: PageJob,
  prints: SiteFingerprints,
  { sink, keepsHtml }: PageOutput,
): string | undefined {
  if (!row) return "new";
  if (row.print !== job.print) return "its own text changed";
  const changed = row.reads.find(({ key, print }) => print === undefined || print !== prints.of(key));
  if (changed) return `${readName(changed.key)} changed`;
  const isThere = sink ? sink.previous.get(row.output) === row.hash : !keepsHtml || row.content !== undefined;
  return isThere ? undefined : "its file is not there";
}

/** What all pages request, each once, in an order that depends on the pages alone. */
function requestsOf(pages: readonly PageRow[]): Pick<RenderedSite, "variants" | "cards"> {
  const cards = new Map<string, Card>();
  // The same picture in the same slot is the same array on many pages.
  const requests = new Set<readonly Variant[]>();
  for (const page of pages) {
    for (const card of page.cards) cards.set(card.output, card);
    for (const requested of page.variants) requests.add(requested);
  }
  const variants = new Map<string, Variant>();
  // If one use asks for more pixels than the picture has, that is kept.
  for (const variant of [...requests].flat())
    if (variants.get(variant.output)?.lacking === undefined) variants.set(variant.output, variant);
  return { variants: [...variants.values()], cards: [...cards.values()] };
}

/** Pages that a caller waits for come first. Each is handed over once, unless something is wrong with it. */
function wantedFirst(
  jobs: readonly PageJob[],
  current: readonly PageRow[],
  { wanted = () => [], onPage }: StageEvents,
): PageQueue {
  const left = new Map(jobs.map((job) => [job.output, job]));
  const rest = left.values();
  const finished = new Map<string, Omit<PageRow, "reads">>(current.map((page) => [page.output, page]));
  let first: PageJob[] = [];
  const handOver = (output: string) => {
    const page = finished.get(output);
    if (!page || !finished.delete(output) || page.facts.problems.length > 0) return;
    onPage?.({ output, hash: page.hash, content: page.content });
  };
  return {
    next() {
      const job = first.pop() ?? rest.next().value;
      if (job) left.delete(job.output);
      return job;
    },
    look() {
      const outputs = wanted();
      outputs.forEach(handOver);
      first = outputs.flatMap((output) => left.get(output) ?? []);
    },
    done(_, page) {
      finished.set(page.output, page);
      if (wanted().includes(page.output)) handOver(page.output);
    },
  };
}
