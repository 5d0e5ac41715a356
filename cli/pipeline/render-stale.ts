// The pages of a site: those that differ from what is known of them are rendered, all others are taken over.

import type { Card } from "../assets/cards/plan-card.ts";
import type { Variant } from "../assets/images/plan-variants.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Dependency, PageJob, PageOutput, PageRow } from "../render/page-job.ts";
import { type PageQueue, queueOf } from "../render/page-queue.ts";
import type { SiteData } from "../render/site-data.ts";
import { createSiteFingerprints, FRAME_KEY, keyName, type SiteFingerprints } from "../render/site-fingerprints.ts";
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
  { records, templates, threads, events }: StageContext,
  { pages, index, summaryFingerprints }: Content,
  site: SiteData,
  output: PageOutput,
): Promise<RenderedSite> {
  const fingerprints = createSiteFingerprints(site, summaryFingerprints, templates.templates.derived);
  const dependencies = new Map<string, Dependency>();
  const dependencyOf = (key: string): Dependency =>
    getOrMake(dependencies, key, () => ({ key, fingerprint: fingerprints.of(key) }));
  const rows: PageRow[] = [];
  const rendered = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const render = async (jobs: readonly PageJob[]) => {
    const reasons = new Map<PageJob, string>();
    const current: PageRow[] = [];
    for (const job of jobs) {
      const row = records.pages.get(job.output);
      const reason = renderReason(row, job, fingerprints, output);
      if (reason !== undefined) reasons.set(job, reason);
      else if (row) current.push(row);
    }
    countWork(events.onWork, "rendered", reasons.values());
    const job = { site, tokens: index.tokens, ...output };
    const queueFor = (own: readonly PageJob[]) =>
      events.deliverPage ? requestedFirst(own, current, events) : queueOf(own);
    const result = await threads.render([...reasons.keys()], job, queueFor, events.onProgress);
    for (const page of result.pages) {
      const row = { ...page, dependencies: [FRAME_KEY, ...page.dependencies].map(dependencyOf) };
      records.pages.set(row.output, row);
      rendered.add(row.output);
      rows.push(row);
    }
    for (const row of current) rows.push(row);
    diagnostics.push(...result.diagnostics);
  };
  // A page that is open somewhere is shown before the others are compared: a thousand take milliseconds.
  const requested = new Set(events.requestedPages?.());
  const open = pages.filter(({ output }) => requested.has(output));
  if (open.length > 0) await render(open);
  await render(pages.filter(({ output }) => !requested.has(output)));
  rows.sort((a, b) => compareText(a.output, b.output));
  return { pages: rows, rendered, ...requestsOf(rows), diagnostics };
}

/** Why a page has to be rendered; undefined if it would be the same. */
function renderReason(
  row: PageRow | undefined,
  job: PageJob,
  fingerprints: SiteFingerprints,
  { sink, keepsHtml }: PageOutput,
): string | undefined {
  if (!row) return "new";
  if (row.fingerprint !== job.fingerprint) return "its own text changed";
  const changed = row.dependencies.find(
    ({ key, fingerprint }) => fingerprint === undefined || fingerprint !== fingerprints.of(key),
  );
  if (changed) return `${keyName(changed.key)} changed`;
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
function requestedFirst(
  jobs: readonly PageJob[],
  current: readonly PageRow[],
  { requestedPages = () => [], deliverPage }: StageEvents,
): PageQueue {
  const left = new Map(jobs.map((job) => [job.output, job]));
  const rest = left.values();
  const finished = new Map<string, Omit<PageRow, "dependencies">>(current.map((page) => [page.output, page]));
  let first: PageJob[] = [];
  const deliver = (output: string) => {
    const page = finished.get(output);
    if (!page || !finished.delete(output) || page.scan.problems.length > 0) return;
    deliverPage?.({ output, hash: page.hash, content: page.content });
  };
  return {
    next() {
      const job = first.pop() ?? rest.next().value;
      if (job) left.delete(job.output);
      return job;
    },
    reorder() {
      const outputs = requestedPages();
      outputs.forEach(deliver);
      first = outputs.flatMap((output) => left.get(output) ?? []);
    },
    done(_, page) {
      finished.set(page.output, page);
      if (requestedPages().includes(page.output)) deliver(page.output);
    },
  };
}
