// Entries → their pages, each written as soon as it is rendered.
import type { PageInput } from "../../templates/kit/index.ts";
import { locateInSource } from "../bundle/locate-in-source.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import { type Pause, STRIDE } from "../config/pause.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { EventsiteError } from "../diagnostics/diagnostic.ts";
import { contentHash } from "../emit/output-file.ts";
import { putFile } from "../emit/page-sink.ts";
import { createDependencyRecord } from "../render/dependency-record.ts";
import { createPageRenderer } from "../render/render-page.ts";
import { createSiteView } from "../render/site-view.ts";
import { createEncoder } from "./encode-parts.ts";
import type { PageJob, RenderedEntry, RenderJob, ThreadSetup } from "./page-row.ts";
import { renderFailure } from "./render-failure.ts";

/** Pages in the order in which they are rendered. */
export interface PageQueue {
  next(): PageJob | undefined;
  /** Called now and then: the order may change. */
  look(): void;
  done(job: PageJob, page: RenderedEntry): void;
}

export interface RenderResult {
  readonly pages: readonly RenderedEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** `inputOf` gives the data of a page, tokens filled in. */
export async function renderPages(
  { programFile, sources, css, client }: ThreadSetup,
  { templates, toHtml }: Pick<TemplateProgram, "templates" | "toHtml">,
  queue: PageQueue,
  { site, sink, keepsHtml }: RenderJob,
  inputOf: (job: PageJob) => PageInput,
  pause: Pause,
  onRendered: (pages: number) => void = () => {},
): Promise<RenderResult> {
  const record = createDependencyRecord();
  const view = createSiteView(site, record, templates.derived ?? []);
  const frame = record.during(() =>
    createPageRenderer({ templates, toHtml, css, client }, view, site.relayUrl, site.fonts.css, record),
  );
  const encode = createEncoder();
  const madeDirs = new Set<string>();
  const pages: RenderedEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  const render = (job: PageJob): RenderedEntry => {
    const input = inputOf(job);
    const { result, requests } = record.during(() => frame.result(input));
    const bytes = encode(result.parts);
    const hash = contentHash(bytes);
    if (sink) putFile(sink, job.output, bytes, hash, madeDirs);
    const { links, problems } = result.facts;
    return {
      output: job.output,
      bytes: bytes.length,
      hash,
      // A copy, because a part of a page keeps all of it in memory.
      facts: { links, problems: problems.length > 0 ? structuredClone(problems) : [] },
      variants: [...requests.variants],
      cards: [...requests.cards],
      empty: [...requests.empty],
      reads: [...new Set([...frame.requests.reads, ...requests.reads])],
      ...(keepsHtml && { content: Buffer.from(bytes) }),
    };
  };
  for (let position = 0; ; position++) {
    if (position % STRIDE === 0) {
      onRendered(pages.length);
      await pause();
      queue.look();
    }
    const job = queue.next();
    if (!job) {
      queue.look();
      return { pages, diagnostics };
    }
    try {
      const page = render(job);
      pages.push(page);
      queue.done(job, page);
    } catch (error) {
      // Templates may throw anything, even undefined.
      if (error instanceof EventsiteError || (error instanceof Error && "syscall" in error)) throw error;
      diagnostics.push(renderFailure(job.source, error, locateInSource(error, programFile, sources)));
    }
  }
}

/** One after the other. */
export function queueOf(jobs: readonly PageJob[]): PageQueue {
  const left = jobs.values();
  return { next: () => left.next().value, look() {}, done() {} };
}
