// A share of the site's entries and the per-entry stages over it: read, parse, validate, resolve, render. One shard runs in this thread;
// a large site has a second one in a worker, with the same interface. Between the stages the caller looks at all shards together.
import type { PageInput } from "../../templates/kit/template-set.ts";
import { loadProgram } from "../bundle/load-templates.ts";
import type { ClientBundle, StyleSheets, TemplateProgram } from "../bundle/templates.ts";
import type { Card } from "../cards/plan-card.ts";
import { addCharacters } from "../content/list-characters.ts";
import type { SourceRef } from "../content/list-sources.ts";
import { parseSource } from "../content/parse-source.ts";
import { placeholderProblems } from "../content/placeholders.ts";
import { readSource } from "../content/read-sources.ts";
import { type FieldVisitor, resolveEntry, type SiteIndex } from "../content/resolve-references.ts";
import { openDocument } from "../content/source-document.ts";
import { validateEntry } from "../content/validate-site.ts";
import { type Diagnostic, isRetold } from "../diagnostics/diagnostic.ts";
import type { Variant } from "../images/plan-variants.ts";
import { contentHash } from "../output/output-file.ts";
import { type PageSink, putFile } from "../output/page-sink.ts";
import { createPageRenderer } from "../render/render-page.ts";
import { createSiteView, type SiteData } from "../render/site-view.ts";
import type { PageFacts } from "../verify/verify-page.ts";

/** An entry to load; `isChosen` tells the published reading of a page from its other variants. */
export interface ShardSource extends SourceRef {
  readonly isChosen: boolean;
}

/** A loaded entry as the rest of the site sees it. */
export interface EntrySummary {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
  readonly source: SourceRef;
  readonly order: number;
  readonly path: string | undefined;
  readonly listed: boolean;
  readonly title: string;
  readonly description: string;
}

export interface LoadResult {
  readonly entries: readonly EntrySummary[];
  /** What the files hold beyond Latin-1. */
  readonly characters: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ResolveResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Pictures of the published entries, each with the files that name it. */
  readonly images: readonly { readonly src: string; readonly files: readonly string[] }[];
  /** What other pages may know of the published entries, tokens filled in. */
  readonly summaries: readonly { readonly collection: string; readonly slug: string; readonly summary: unknown }[];
}

export interface PageJob {
  readonly collection: string;
  readonly slug: string;
  readonly path: string;
  readonly output: string;
}

export interface RenderJob {
  readonly site: SiteData;
  readonly pages: readonly PageJob[];
  /** Where pages are put as they are made, if anywhere. */
  readonly sink: PageSink | undefined;
  /** Whether the HTML itself is asked for; a check needs only what stands in it. */
  readonly keepsHtml: boolean;
}

export interface ShardPage {
  readonly output: string;
  readonly bytes: number;
  readonly hash: string;
  readonly facts: PageFacts;
  readonly html: string | undefined;
}

export interface RenderResult {
  readonly pages: readonly ShardPage[];
  /** Files of pictures that the pages refer to. */
  readonly variants: readonly Variant[];
  readonly cards: readonly Card[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface Shard {
  /** `release` also reports what is still marked as a placeholder. */
  load(sources: readonly ShardSource[], options: { readonly release: boolean }): Promise<LoadResult>;
  resolve(index: SiteIndex): Promise<ResolveResult>;
  render(job: RenderJob): Promise<RenderResult>;
  close(): Promise<void>;
}

export interface ShardSetup {
  readonly programFile: string;
  readonly css: StyleSheets;
  readonly client: Pick<ClientBundle, "loader" | "islands">;
}

interface LoadedEntry {
  readonly source: ShardSource;
  data: Record<string, unknown>;
  readonly mayHoldTokens: boolean;
  /** What is wrong with it so far. */
  readonly told: readonly Diagnostic[];
}

/** Entries between two pauses of a long loop. */
const STRIDE = 64;

/** `program` spares loading what the caller has already loaded; `pause` is awaited after every so many entries. */
export function createShard(
  { programFile, css, client }: ShardSetup,
  program: TemplateProgram = loadProgram(programFile),
  pause: () => Promise<void> = async () => {},
): Shard {
  const { templates } = program;
  const collections = new Map(templates.collections.map((collection) => [collection.name, collection]));
  const sections = new Map(templates.sections.map((section) => [section.type, section.schema]));
  const sectionSchemas = { types: [...sections.keys()], get: (type: string) => sections.get(type) };
  const visitors = new Map<string, FieldVisitor>();
  const visitorOf = (name: string, schema: Parameters<TemplateProgram["compileFieldVisitor"]>[0]): FieldVisitor => {
    const known = visitors.get(name) ?? program.compileFieldVisitor(schema);
    visitors.set(name, known);
    return known;
  };
  let entries: LoadedEntry[] = [];
  /** Entries with mistakes in them: never published, but their references are checked like any other. */
  let unsound: LoadedEntry[] = [];

  const summaryOf = (collection: string, data: Record<string, unknown>): unknown => {
    const summarize = collections.get(collection)?.summarize;
    return summarize ? summarize(data as never) : data;
  };
  const describe = ({ source, data }: LoadedEntry): EntrySummary => {
    const collection = collections.get(source.collection);
    return {
      collection: source.collection,
      slug: source.slug,
      file: source.file,
      source,
      order: typeof data.order === "number" ? data.order : Number.MAX_SAFE_INTEGER,
      path: collection?.path?.(source.slug),
      listed: data.listed !== false,
      title: String(data.title ?? ""),
      description: String(data.description ?? ""),
    };
  };

  return {
    async load(sources, { release }) {
      const diagnostics: Diagnostic[] = [];
      const characters = new Set<string>();
      entries = [];
      unsound = [];
      for (const [position, source] of sources.entries()) {
        if (position % STRIDE === 0) await pause();
        const collection = collections.get(source.collection);
        const file = readSource(source);
        if (!collection) continue;
        if ("code" in file) {
          diagnostics.push(file);
          continue;
        }
        addCharacters(file.text, characters);
        const validated = validateEntry(parseSource(file), collection.schema, sectionSchemas);
        diagnostics.push(...validated.diagnostics);
        if (release) diagnostics.push(...placeholderProblems(file));
        if (!validated.data) continue;
        const mayHoldTokens = /[{}]/.test(file.text);
        const list = validated.isSound ? entries : unsound;
        list.push({ source, data: validated.data, mayHoldTokens, told: validated.diagnostics });
      }
      return {
        diagnostics,
        entries: entries.filter(({ source }) => source.isChosen).map(describe),
        characters: [...characters].join(""),
      };
    },

    async resolve(index) {
      const diagnostics: Diagnostic[] = [];
      const images = new Map<string, string[]>();
      for (const [position, entry] of [...entries, ...unsound].entries()) {
        if (position % STRIDE === 0) await pause();
        const { source, data, told } = entry;
        const collection = collections.get(source.collection);
        if (!collection) continue;
        const parts = [
          { base: [], visit: visitorOf(`collection ${collection.name}`, collection.schema), value: data as unknown },
        ];
        const list = (Array.isArray(data.sections) ? data.sections : []) as ({ type?: unknown } | null)[];
        const sectionParts = list.flatMap((section, position) => {
          const type = String(section?.type);
          const schema = sections.get(type);
          return schema
            ? [{ base: ["sections", position], visit: visitorOf(type, schema), value: section as unknown }]
            : [];
        });
        const read = () => {
          const file = readSource(source);
          return "code" in file ? undefined : file;
        };
        const resolved = resolveEntry(
          { path: source.path, file: source.file, read },
          data,
          [...parts, ...sectionParts],
          index,
          entry.mayHoldTokens,
        );
        entry.data = resolved.data;
        diagnostics.push(...resolved.diagnostics.filter((diagnostic) => !isRetold(diagnostic, told)));
        for (const src of source.isChosen ? new Set(resolved.images) : [])
          images.set(src, [...(images.get(src) ?? []), source.file]);
      }
      const published = entries.filter(({ source }) => source.isChosen);
      return {
        diagnostics,
        images: [...images].map(([src, files]) => ({ src, files })),
        summaries: published.map(({ source, data }) => ({
          collection: source.collection,
          slug: source.slug,
          summary: summaryOf(source.collection, data),
        })),
      };
    },

    async render({ site, pages, sink, keepsHtml }) {
      const { toHtml } = program;
      const variants = new Map<string, Variant>();
      const cards = new Map<string, Card>();
      const view = createSiteView(
        site,
        (asked) => {
          for (const variant of asked) variants.set(variant.output, variant);
        },
        (card) => cards.set(card.output, card),
      );
      const renderPage = createPageRenderer({ templates, toHtml, css, client }, view, site.relayUrl, site.fonts.css);
      const jobs = new Map(pages.map((page) => [`${page.collection}/${page.slug}`, page]));
      const rendered: ShardPage[] = [];
      const diagnostics: Diagnostic[] = [];
      const madeDirs = new Set<string>();
      for (const [position, { source, data }] of entries.entries()) {
        if (position % STRIDE === 0) await pause();
        const job = source.isChosen ? jobs.get(`${source.collection}/${source.slug}`) : undefined;
        if (!job) continue;
        const input: PageInput = { path: job.path, collection: job.collection, slug: job.slug, data };
        try {
          const { html, facts } = renderPage(input);
          const bytes = Buffer.from(html);
          const hash = contentHash(bytes);
          if (sink) putFile(sink, job.output, bytes, hash, madeDirs);
          rendered.push({ output: job.output, bytes: bytes.length, hash, facts, html: keepsHtml ? html : undefined });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).syscall) throw error;
          diagnostics.push(renderFailure(source, error));
        }
      }
      return { pages: rendered, variants: [...variants.values()], cards: [...cards.values()], diagnostics };
    },

    async close() {
      entries = [];
      unsound = [];
    },
  };
}

function renderFailure(source: ShardSource, error: unknown): Diagnostic {
  const message = `The page could not be rendered: ${error instanceof Error ? error.message : String(error)}`;
  const file = readSource(source);
  const hint = "this is a fault of a template; the content only met it";
  if ("code" in file) return { code: "RENDER_FAILED", severity: "error", message, file: source.file, hint };
  const document = openDocument(file);
  return {
    ...document.report("RENDER_FAILED", document.place(["sections"], "key"), message, hint),
    frame: stackFrame(error),
  };
}

/** The template's own line, where the runtime tells it. */
const stackFrame = (error: unknown): string | undefined =>
  error instanceof Error
    ? error.stack
        ?.split("\n")
        .find((row) => /^\s+at [A-Z]\w*/.test(row))
        ?.trim()
        .replace(/ \(.*\)$/, "")
    : undefined;
