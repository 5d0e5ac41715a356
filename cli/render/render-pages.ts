// Entries → their pages, each written as soon as it is rendered.

import type { PageInput } from "../../templates/kit/index.ts";
import { locateInSource, type SourcePlace } from "../bundle/locate-in-source.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import type { EntrySource } from "../content/entries/entry-row.ts";
import { reportAt } from "../content/sources/locate.ts";
import { codeFrame } from "../diagnostics/code-frame.ts";
import { type Diagnostic, EventsiteError } from "../diagnostics/diagnostic.ts";
import { putFile } from "../emit/page-sink.ts";
import { contentHash } from "../files/content-hash.ts";
import { createUtf8Writer } from "../text/utf8-writer.ts";
import { yieldTurn } from "../work/yield-turn.ts";
import { createDependencyRecord } from "./dependency-record.ts";
import type { PageJob, RenderedEntry, RenderJob, ThreadSetup } from "./page-job.ts";
import type { PageQueue } from "./page-queue.ts";
import { createPageRenderer } from "./render-page.ts";
import { createSiteView } from "./site-view.ts";

export interface RenderResult {
  readonly pages: readonly RenderedEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

interface RenderPagesJob {
  readonly setup: ThreadSetup;
  readonly program: Pick<TemplateProgram, "templates" | "toHtml">;
  readonly queue: PageQueue;
  readonly job: RenderJob;
  /** The data of a page, with tokens filled in. */
  readonly inputOf: (page: PageJob) => PageInput;
  /** Called from time to time with the number of pages so far. */
  readonly onRendered?: ((pages: number) => void) | undefined;
}

/** Pages between two reports of progress. */
const REPORT_EVERY = 8;

export async function renderPages(options: RenderPagesJob): Promise<RenderResult> {
  const { setup, queue, onRendered } = options;
  const render = createEntryRenderer(options);
  const pages: RenderedEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (let position = 0; ; position++) {
    if (position % REPORT_EVERY === 0) onRendered?.(pages.length);
    // For each page, because the first pages of a process take long, and a page that is requested meanwhile comes next.
    if (position > 0) await yieldTurn();
    queue.reorder();
    const job = queue.next();
    if (!job) break;
    try {
      const page = render(job);
      pages.push(page);
      queue.done(job, page);
    } catch (error) {
      diagnostics.push(failureOf(error, job, setup));
    }
  }
  // A page that is ready is delivered before the work that follows.
  await yieldTurn();
  queue.reorder();
  return { pages, diagnostics };
}

function createEntryRenderer({
  setup: { css, client },
  program,
  job: { site, sink, keepsHtml },
  inputOf,
}: RenderPagesJob) {
  const { templates, toHtml } = program;
  const record = createDependencyRecord();
  const view = createSiteView(site, record, templates.derived ?? []);
  const frame = record.during(() => createPageRenderer({ templates, toHtml, css, client }, view, site, record));
  const write = createUtf8Writer();
  return (job: PageJob): RenderedEntry => {
    const input = inputOf(job);
    const { result, requests } = record.during(() => frame.result(input));
    const bytes = write(...result.parts);
    const hash = contentHash(bytes);
    if (sink) putFile(sink, job.output, bytes, hash);
    const { links, problems } = result.facts;
    return {
      output: job.output,
      fingerprint: job.fingerprint,
      bytes: bytes.length,
      hash,
      // Copied, because a part of a page would keep all of it in memory.
      scan: { links, problems: problems.length > 0 ? structuredClone(problems) : [] },
      variants: [...requests.variants],
      cards: [...requests.cards],
      dependencies: [...new Set([...frame.requests.dependencies, ...requests.dependencies])],
      ...(keepsHtml && { content: Buffer.from(bytes) }),
    };
  };
}

/** Reports an error of a template. Rethrows any other. */
function failureOf(error: unknown, { source }: PageJob, { programFile, sources }: ThreadSetup): Diagnostic {
  // Templates may throw anything, even undefined.
  if (error instanceof EventsiteError || (error instanceof Error && "syscall" in error)) throw error;
  return renderFailure(source, error, locateInSource(error, programFile, sources));
}

/** Reports an error of a template where it happened, or else at the page that it was rendering. */
function renderFailure(source: EntrySource, error: unknown, place: SourcePlace | undefined): Diagnostic {
  const message = `The page could not be rendered: ${error instanceof Error ? error.message : String(error)}`;
  const fault = { code: "RENDER_FAILED", severity: "error", message } as const;
  if (place) {
    const { file, text, line, column } = place;
    const hint = `the template failed on ${source.file}`;
    return { ...fault, file, line, column, hint, frame: codeFrame(text, line, column) };
  }
  const hint = "the problem is in a template, not in the content";
  return reportAt(source, ["sections"], { ...fault, file: source.file, hint }, "key");
}
