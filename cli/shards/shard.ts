// A share of the site's entries and the per-entry stages over it: read, parse, validate, resolve, render. One shard runs in this thread;
// a large site has a second one in a worker, with the same interface. Between the stages the caller looks at all shards together.

import { isDeepStrictEqual } from "node:util";
import type { FieldUse } from "../../templates/kit/collect-fields.ts";
import type { PageInput } from "../../templates/kit/template-set.ts";
import { loadProgram } from "../bundle/load-templates.ts";
import { locateInSource, type SourcePlace } from "../bundle/locate-in-source.ts";
import type { ClientBundle, StyleSheets, TemplateProgram, TemplateSources } from "../bundle/templates.ts";
import type { Card } from "../cards/plan-card.ts";
import { type EntryPart, entryParts, type FieldVisitor, visitFields } from "../content/entry-fields.ts";
import { addCharacters } from "../content/list-characters.ts";
import type { SourceRef } from "../content/list-sources.ts";
import { parseSource } from "../content/parse-source.ts";
import { placeholderProblems } from "../content/placeholders.ts";
import { readSource, type SourceFile } from "../content/read-sources.ts";
import { type Resolved, resolveEntry, type SiteIndex } from "../content/resolve-references.ts";
import { openDocument } from "../content/source-document.ts";
import { validateEntry } from "../content/validate-site.ts";
import { codeFrame } from "../diagnostics/code-frame.ts";
import { type Diagnostic, isRetold } from "../diagnostics/diagnostic.ts";
import type { Variant } from "../images/plan-variants.ts";
import { contentHash } from "../output/output-file.ts";
import { type PageSink, putFile } from "../output/page-sink.ts";
import { type Asks, createAskLog } from "../render/ask-log.ts";
import { createPageRenderer, type PageRenderer } from "../render/render-page.ts";
import { createSiteView, type SiteData } from "../render/site-view.ts";
import type { PageFacts } from "../verify/verify-page.ts";

/** An entry to load; `isChosen` tells the published reading of a page from its other variants. */
export interface ShardSource extends SourceRef {
  readonly isChosen: boolean;
  /** Names the file as it stands: a shard that is kept reads it again when this differs, and always where it is undefined. */
  readonly stamp?: string | undefined;
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
  /** Whether the pages themselves are asked for; a check needs only what stands in them. */
  readonly keepsHtml: boolean;
}

/** Pages that somebody waits for: they are rendered before all others, and handed over as soon as they are. */
export interface EagerPages {
  readonly outputs: readonly string[];
  take(page: ShardPage, variants: readonly Variant[]): void;
}

export interface ShardPage {
  readonly output: string;
  readonly bytes: number;
  readonly hash: string;
  readonly facts: PageFacts;
  readonly content: Uint8Array | undefined;
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
  /** `rendered` is told now and then how many pages it has come to. */
  render(job: RenderJob, eager?: EagerPages, rendered?: (pages: number) => void): Promise<RenderResult>;
  close(): Promise<void>;
}

/** A shard in this very thread. */
export interface LocalShard extends Shard {
  /** The published entries that were loaded last, as they are written: with their tokens. */
  entries(): readonly Pick<LoadedEntry, "source" | "written">[];
  /** All that would be wrong with an entry if its file held this text: with what the site held when it was last resolved. */
  check(file: SourceFile): readonly Diagnostic[];
  /** The marked fields of such an entry, sound or not. */
  fields(file: SourceFile): readonly FieldUse[];
}

export interface ShardSetup {
  readonly programFile: string;
  readonly sources: TemplateSources;
  readonly css: StyleSheets;
  readonly client: Pick<ClientBundle, "loader" | "islands">;
}

interface LoadedEntry {
  readonly source: ShardSource;
  /** As it was checked; `resolved` has its tokens filled in. */
  written: Record<string, unknown>;
  readonly mayHoldTokens: boolean;
  readonly isSound: boolean;
  /** What is wrong with it so far. */
  readonly told: readonly Diagnostic[];
  resolved?: { readonly index: SiteIndex; readonly summary: unknown } & Resolved;
}

/** What reading a file came to. */
interface LoadedFile {
  readonly source: ShardSource;
  readonly diagnostics: readonly Diagnostic[];
  readonly characters: ReadonlySet<string>;
  readonly entry: LoadedEntry | undefined;
}

/** All that pages share, with what was made for it: as long as the same is given, pages whose own data is the same stay as they are. */
interface RenderedSite {
  readonly site: SiteData;
  readonly keepsHtml: boolean;
  readonly render: PageRenderer;
  readonly log: ReturnType<typeof createAskLog>;
  readonly pages: Map<string, RenderedEntry>;
}

interface RenderedEntry {
  readonly job: PageJob;
  readonly data: Record<string, unknown>;
  readonly page: ShardPage;
  readonly asks: Asks;
}

/** Entries between two pauses of a long loop. */
const STRIDE = 64;

/** The sound site, and the one that stands while something is wrong. */
const SITES_KEPT = 2;

/** `program` spares loading what the caller has already loaded; `pause` is awaited after every so many entries; `keeps` is for one that is used again: it remembers what it read and rendered. */
export function createShard(
  { programFile, sources: templateSources, css, client }: ShardSetup,
  program: TemplateProgram = loadProgram(programFile),
  pause: () => Promise<void> = async () => {},
  keeps = false,
): LocalShard {
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
  let files = new Map<string, LoadedFile>();
  let lastIndex: SiteIndex | undefined;
  let sites: RenderedSite[] = [];
  let entries: LoadedEntry[] = [];
  /** Entries with mistakes in them: never published, but their references are checked like any other. */
  let unsound: LoadedEntry[] = [];

  const summaryOf = (collection: string, data: Record<string, unknown>): unknown => {
    const summarize = collections.get(collection)?.summarize;
    return summarize ? summarize(data as never) : data;
  };
  const describe = ({ source, written: data }: LoadedEntry): EntrySummary => {
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

  const loadFile = (source: ShardSource, release: boolean, file = readSource(source)): LoadedFile => {
    const characters = new Set<string>();
    const collection = collections.get(source.collection);
    if (!collection) return { source, diagnostics: [], characters, entry: undefined };
    if ("code" in file) return { source, diagnostics: [file], characters, entry: undefined };
    addCharacters(file.text, characters);
    const { data, isSound, diagnostics } = validateEntry(parseSource(file), collection.schema, sectionSchemas);
    const mayHoldTokens = /[{}]/.test(file.text);
    const entry = data && { source, written: data, mayHoldTokens, isSound, told: diagnostics };
    return {
      source,
      diagnostics: release ? [...diagnostics, ...placeholderProblems(file)] : diagnostics,
      characters,
      entry,
    };
  };

  const partsOf = ({ source, written }: LoadedEntry): EntryPart[] => {
    const collection = collections.get(source.collection);
    if (!collection) return [];
    return entryParts(written, visitorOf(`collection ${collection.name}`, collection.schema), (type) => {
      const schema = sections.get(type);
      return schema && visitorOf(type, schema);
    });
  };

  const resolveLoaded = (entry: LoadedEntry, index: SiteIndex, known?: SourceFile): Resolved => {
    const { source, written, mayHoldTokens } = entry;
    if (!collections.has(source.collection)) return { data: written, images: [], diagnostics: [] };
    const read = () => {
      const file = known ?? readSource(source);
      return "code" in file ? undefined : file;
    };
    const place = { path: source.path, file: source.file, read };
    return resolveEntry(place, written, partsOf(entry), index, mayHoldTokens);
  };

  const siteFor = (site: SiteData, keepsHtml: boolean): RenderedSite => {
    const known = sites.find((one) => one.keepsHtml === keepsHtml && isDeepStrictEqual(one.site, site));
    if (known) return known;
    const log = createAskLog();
    const view = createSiteView(site, log.variants, log.card);
    const { toHtml } = program;
    const render = createPageRenderer({ templates, toHtml, css, client }, view, site.relayUrl, site.fonts.css, log);
    return { site, keepsHtml, render, log, pages: new Map() };
  };

  return {
    async load(sources, { release }) {
      const diagnostics: Diagnostic[] = [];
      const characters = new Set<string>();
      const known = files;
      files = new Map();
      entries = [];
      unsound = [];
      for (const [position, source] of sources.entries()) {
        if (position % STRIDE === 0) await pause();
        const kept = known.get(source.path);
        const isSame = source.stamp !== undefined && isDeepStrictEqual(kept?.source, source);
        const file = isSame && kept ? kept : loadFile(source, release);
        if (keeps) files.set(source.path, file);
        diagnostics.push(...file.diagnostics);
        for (const character of file.characters) characters.add(character);
        if (file.entry) (file.entry.isSound ? entries : unsound).push(file.entry);
      }
      return {
        diagnostics,
        entries: entries.filter(({ source }) => source.isChosen).map(describe),
        characters: [...characters].join(""),
      };
    },

    async resolve(given) {
      // The same object for an equal index: what was resolved with it stands.
      const index = lastIndex !== undefined && keeps && isDeepStrictEqual(lastIndex, given) ? lastIndex : given;
      lastIndex = index;
      const diagnostics: Diagnostic[] = [];
      const images = new Map<string, string[]>();
      for (const [position, entry] of [...entries, ...unsound].entries()) {
        if (position % STRIDE === 0) await pause();
        const { source, told } = entry;
        if (entry.resolved?.index !== index) {
          const resolved = resolveLoaded(entry, index);
          entry.resolved = { ...resolved, index, summary: summaryOf(source.collection, resolved.data) };
          // What will not be resolved again need not be held twice.
          if (!keeps) entry.written = resolved.data;
        }
        diagnostics.push(...entry.resolved.diagnostics.filter((diagnostic) => !isRetold(diagnostic, told)));
        for (const src of source.isChosen ? new Set(entry.resolved.images) : [])
          images.set(src, [...(images.get(src) ?? []), source.file]);
      }
      const published = entries.filter(({ source }) => source.isChosen);
      return {
        diagnostics,
        images: [...images].map(([src, files]) => ({ src, files })),
        summaries: published.map(({ source, resolved }) => ({
          collection: source.collection,
          slug: source.slug,
          summary: resolved?.summary,
        })),
      };
    },

    async render({ site, pages, sink, keepsHtml }, eager, tellRendered = () => {}) {
      const kept = siteFor(site, keepsHtml);
      sites = keeps ? [kept, ...sites.filter((one) => one !== kept)].slice(0, SITES_KEPT) : [];
      // The same picture in the same slot is one array, on however many pages it stands.
      const asked = new Set<readonly Variant[]>();
      const cards = new Map<string, Card>();
      const jobs = new Map(pages.map((page) => [`${page.collection}/${page.slug}`, page]));
      const rendered: ShardPage[] = [];
      const diagnostics: Diagnostic[] = [];
      const madeDirs = new Set<string>();
      const jobOf = ({ source }: LoadedEntry) =>
        source.isChosen ? jobs.get(`${source.collection}/${source.slug}`) : undefined;
      const renderOne = (job: PageJob, data: Record<string, unknown>): RenderedEntry => {
        const before = kept.pages.get(job.output);
        if (before?.data === data && isDeepStrictEqual(before.job, job)) return before;
        const input: PageInput = { path: job.path, collection: job.collection, slug: job.slug, data };
        const { result, asks } = kept.log.during(() => kept.render(input));
        const { html, facts } = result;
        const bytes = Buffer.from(html);
        const hash = contentHash(bytes);
        if (sink) putFile(sink, job.output, bytes, hash, madeDirs);
        const page = { output: job.output, bytes: bytes.length, hash, facts, content: keepsHtml ? bytes : undefined };
        const made = { job, data, page, asks };
        if (keeps) kept.pages.set(job.output, made);
        return made;
      };
      for (const [position, entry] of eagerFirst(entries, jobOf, eager).entries()) {
        if (position % STRIDE === 0) {
          tellRendered(rendered.length);
          await pause();
        }
        const job = jobOf(entry);
        if (!job || !entry.resolved) continue;
        try {
          const { page, asks } = renderOne(job, entry.resolved.data);
          if (eager?.outputs.includes(job.output)) eager.take(page, [...asks.variants].flat());
          rendered.push(page);
          for (const variants of asks.variants) asked.add(variants);
          for (const card of asks.cards) cards.set(card.output, card);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).syscall) throw error;
          diagnostics.push(renderFailure(entry.source, error, locateInSource(error, programFile, templateSources)));
        }
      }
      const variants = new Map([...asked].flat().map((variant) => [variant.output, variant]));
      return { pages: rendered, variants: [...variants.values()], cards: [...cards.values()], diagnostics };
    },

    entries: () => entries.filter(({ source }) => source.isChosen),

    check(file) {
      const { entry, diagnostics } = loadFile({ ...file, isChosen: true }, false, file);
      if (!entry || !lastIndex) return diagnostics;
      const resolved = resolveLoaded(entry, lastIndex, file);
      return [...diagnostics, ...resolved.diagnostics.filter((diagnostic) => !isRetold(diagnostic, diagnostics))];
    },

    fields(file) {
      const { entry } = loadFile({ ...file, isChosen: true }, false, file);
      const found: FieldUse[] = [];
      if (entry) visitFields(partsOf(entry), (use) => found.push(use));
      return found;
    },

    async close() {
      files = new Map();
      sites = [];
      entries = [];
      unsound = [];
    },
  };
}

/** Whoever waits is served first; the order of the rest stays. */
function eagerFirst(
  entries: readonly LoadedEntry[],
  jobOf: (entry: LoadedEntry) => PageJob | undefined,
  eager: EagerPages | undefined,
): readonly LoadedEntry[] {
  if (eager === undefined || eager.outputs.length === 0) return entries;
  const isWanted = (entry: LoadedEntry) => eager.outputs.includes(jobOf(entry)?.output ?? "");
  return [...entries.filter(isWanted), ...entries.filter((entry) => !isWanted(entry))];
}

function renderFailure(source: ShardSource, error: unknown, place: SourcePlace | undefined): Diagnostic {
  const message = `The page could not be rendered: ${error instanceof Error ? error.message : String(error)}`;
  const fault = { code: "RENDER_FAILED", severity: "error", message } as const;
  if (place) {
    const { file, text, line, column } = place;
    const hint = `the template failed on ${source.file}`;
    return { ...fault, file, line, column, hint, frame: codeFrame(text, line, column) };
  }
  const hint = "this is a fault of a template; the content only met it";
  const file = readSource(source);
  if ("code" in file) return { ...fault, file: source.file, hint };
  const document = openDocument(file);
  return document.report("RENDER_FAILED", document.place(["sections"], "key"), message, hint);
}
