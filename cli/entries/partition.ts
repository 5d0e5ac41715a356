// A part of the site's entries and the stages of each entry: load, resolve, render. One partition runs in this thread; a large site has
// a second one in a worker, with the same interface. Between the stages the caller combines the results of all partitions.
import type { FieldUse } from "../../templates/kit/index.ts";
import { loadProgram } from "../bundle/load-templates.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import { noPause, type Pause } from "../config/pause.ts";
import { visitFields } from "../content/entry-fields.ts";
import type { SourceFile } from "../content/read-sources.ts";
import type { SiteIndex } from "../content/resolve-references.ts";
import { type Diagnostic, isRepeated } from "../diagnostics/diagnostic.ts";
import { createEntryRules } from "./entry-rules.ts";
import {
  createEntryLoader,
  type EntrySource,
  type LoadedEntry,
  type LoadOptions,
  type LoadResult,
  loadFile,
} from "./load-entries.ts";
import { createEntryRenderer, type EagerPages, type RenderJob, type RenderResult } from "./render-entries.ts";
import type { EntryPage, PageJob, PartitionSetup } from "./rendered-site.ts";
import { createEntryResolver, type ResolveResult, resolveLoaded } from "./resolve-entries.ts";

export interface Partition {
  load(sources: readonly EntrySource[], options: LoadOptions): Promise<LoadResult>;
  resolve(index: SiteIndex): Promise<ResolveResult>;
  /** `rendered` is called now and then with the number of pages so far. */
  render(job: RenderJob, eager?: EagerPages, rendered?: (pages: number) => void): Promise<RenderResult>;
}

/** A partition in this thread. */
export interface LocalPartition extends Partition {
  /** Reads one entry again and renders its page; undefined if it has a problem. */
  renew(source: EntrySource, page: PageJob, inSite: RenewOptions): Promise<EntryPage | undefined>;
  /** The published entries of the last load, as written: tokens not filled in. */
  entries(): readonly Pick<LoadedEntry, "source" | "written">[];
  /** The problems an entry would have if its file held this text, in the site as it was last resolved. */
  check(file: SourceFile): readonly Diagnostic[];
  /** The marked fields of such an entry, valid or not. */
  fields(file: SourceFile): readonly FieldUse[];
  /** Clears the cache. */
  close(): void;
}

/** The site as it was last built. */
export interface RenewOptions extends LoadOptions, Pick<RenderJob, "site"> {
  readonly index: SiteIndex;
}

/** `program` saves loading it twice; `pause` is awaited between entries; `keeps` caches what was read and rendered for the next build. */
export function createPartition(
  setup: PartitionSetup,
  program: TemplateProgram = loadProgram(setup.programFile),
  pause: Pause = noPause,
  keeps = false,
): LocalPartition {
  const rules = createEntryRules(program);
  const loader = createEntryLoader(rules, pause, keeps);
  const resolver = createEntryResolver(rules, pause, keeps);
  const renderer = createEntryRenderer(setup, program, pause, keeps);
  const loadText = (file: SourceFile) => loadFile(rules, { ...file, isChosen: true }, false, file);
  return {
    load: loader.load,
    resolve: (index) => resolver.resolve(loader.entries(), index),
    render: (job, eager, rendered) => renderer.render(loader.entries().valid, job, eager, rendered),
    async renew(source, page, { index, site, ...options }) {
      const entry = loader.renew(source, options);
      if (!entry) return undefined;
      await resolver.resolve({ valid: [entry], invalid: [] }, index);
      const job = { site, pages: [page], sink: undefined, keepsHtml: true };
      const { pages, diagnostics } = await renderer.render([entry], job);
      return diagnostics.length === 0 ? pages[0] : undefined;
    },
    entries: () => loader.entries().valid.filter(({ source }) => source.isChosen),
    check(file) {
      const { entry, diagnostics } = loadText(file);
      const index = resolver.index();
      if (!entry || !index) return diagnostics;
      const resolved = resolveLoaded(rules, entry, index, file);
      return [...diagnostics, ...resolved.diagnostics.filter((diagnostic) => !isRepeated(diagnostic, diagnostics))];
    },
    fields(file) {
      const { entry } = loadText(file);
      const found: FieldUse[] = [];
      if (entry) visitFields(rules.partsOf(entry), (use) => found.push(use));
      return found;
    },
    close() {
      loader.forget();
      renderer.forget();
    },
  };
}
