// Renders the pages of a site that differ from their rows. All others are taken from their rows.

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
  /** Outputs of the pages that were rendered now. */
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
    const queueFor = (ownJobs: readonly PageJob[]) =>
      events.deliverPage ? requestedFirst(ownJobs, current, events) : queueOf(ownJobs);
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
  // A page that is open somewhere comes before the others are compared, because comparing a thousand takes milliseconds.
  const requested = new Set(events.requestedPages?.());
  const openPages = pages.filter(({ output }) => requested.has(output));
  if (openPages.length > 0) await render(openPages);
  await render(pages.filter(({ output }) => !requested.has(output)));
  rows.sort((a, b) => compareText(a.output, b.output));
  return { pages: rows, rendered, ...requestsOf(rows), diagnostics };
}

/** Why a page must be rendered; undefined if it would be the same. */
function renderReason(
  row: PageRow | undefined,
  job: PageJob,
  fingerprints: SiteFingerprints,
  { sink, keepsHtml }: PageOutput,
): string | undefined {
  if (!row) return "new";
  if (row.fingerprint !== job.fingerprint) return "its own text changed";
  const changedDependency = row.dependencies.find(
    ({ key, fingerprint }) => fingerprint === undefined || fingerprint !== fingerprints.of(key),
  );
  if (changedDependency) return `${keyName(changedDependency.key)} changed`;
  const isThere = sink ? sink.previous.get(row.output) === row.hash : !keepsHtml || row.content !== undefined;
  return isThere ? undefined : "its file is not there";
}

/** The requests of all pages, each once. Their order only depends on the pages. */
function requestsOf(pages: readonly PageRow[]): Pick<RenderedSite, "variants" | "cards"> {
  const cards = new Map<string, Card>();
  // Many pages share the array of a picture in a slot.
  const requests = new Set<readonly Variant[]>();
  for (const page of pages) {
    for (const card of page.cards) cards.set(card.output, card);
    for (const pageVariants of page.variants) requests.add(pageVariants);
  }
  const variants = new Map<string, Variant>();
  // If a use needs more pixels than the picture has, that use is kept.
  for (const variant of [...requests].flat())
    if (variants.get(variant.output)?.lacking === undefined) variants.set(variant.output, variant);
  return { variants: [...variants.values()], cards: [...cards.values()] };
}

/** Pages that a caller waits for come first. Each is delivered once, unless it has a problem. */
function requestedFirst(
  jobs: readonly PageJob[],
  current: readonly PageRow[],
  { requestedPages = () => [], deliverPage }: StageEvents,
): PageQueue {
  const waiting = new Map(jobs.map((job) => [job.output, job]));
  const remaining = waiting.values();
  const finished = new Map<string, Omit<PageRow, "dependencies">>(current.map((page) => [page.output, page]));
  let first: PageJob[] = [];
  const deliver = (output: string) => {
    const page = finished.get(output);
    if (!page || !finished.delete(output) || page.scan.problems.length > 0) return;
    deliverPage?.({ output, hash: page.hash, content: page.content });
  };
  return {
    next() {
      const job = first.pop() ?? remaining.next().value;
      if (job) waiting.delete(job.output);
      return job;
    },
    reorder() {
      const outputs = requestedPages();
      outputs.forEach(deliver);
      first = outputs.flatMap((output) => waiting.get(output) ?? []);
    },
    done(_, page) {
      finished.set(page.output, page);
      if (requestedPages().includes(page.output)) deliver(page.output);
    },
  };
}
