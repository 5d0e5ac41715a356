// A part of the site's entries and the stages of each entry: load, resolve, render. One partition runs in this thread; a large site has
// a second one in a worker, with the same interface. Between the stages the caller combines the results of all partitions.
import type { FieldUse } from "../../templates/kit/index.ts";
import { loadProgram } from "../bundle/load-templates.ts";
import type { TemplateProgram } from "../bundle/templates.ts";
import { noPause, type Pause, STRIDE } from "../config/pause.ts";
import { visitFields } from "../content/entry-fields.ts";
import type { SourceFile } from "../content/read-sources.ts";
import { lostTargets, type SiteIndex } from "../content/targets.ts";
import { type Diagnostic, isRepeated } from "../diagnostics/diagnostic.ts";
import { isSameData } from "../render/same-data.ts";
import { createEntryRules, type EntryRules } from "./entry-rules.ts";
import {
  createEntryLoader,
  type EntrySource,
  isResolved,
  type LoadedEntries,
  type LoadedEntry,
  type LoadOptions,
  type LoadResult,
  loadFile,
  type ResolvedEntry,
  resolveLoaded,
  resolveWritten,
} from "./load-entries.ts";
import { type Outline, outlineWithoutPage } from "./outline.ts";
import type { EntryPage, PageJob, PartitionSetup, RenderJob } from "./page-job.ts";
import { openRecordedEntries } from "./recorded-entries.ts";
import { createEntryRenderer, type EagerPages, type RenderResult } from "./render-entries.ts";
import { storeEntry, withData } from "./stored-entry.ts";
import { createValueStore } from "./value-store.ts";

export interface ResolveResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Pictures of the published entries, each with the files that name it. */
  readonly images: readonly { readonly src: string; readonly files: readonly string[] }[];
  /** What other pages can see of the published entries, tokens filled in. */
  readonly summaries: readonly ResolvedSummary[];
}

export interface ResolvedSummary extends Pick<EntrySource, "collection" | "slug"> {
  readonly summary: unknown;
  /** Of an entry without a page; undefined also where it cannot be compared. */
  readonly outline: Outline | undefined;
}

export interface Partition {
  /** `index` is the one that they will be resolved with, unless drafts are found among them. */
  load(sources: readonly EntrySource[], options: LoadOptions, index: SiteIndex): Promise<LoadResult>;
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

/**
 * `program` saves loading it twice; `pause` is awaited between entries; `keeps` caches what was read and rendered for the next build, in
 * memory.
 */
export function createPartition(
  setup: PartitionSetup,
  program: TemplateProgram = loadProgram(setup.programFile),
  pause: Pause = noPause,
  keeps = false,
): LocalPartition {
  const rules = createEntryRules(program);
  const values = keeps ? undefined : createValueStore(setup.values);
  const recorded = setup.record && openRecordedEntries(setup.record, rules, values);
  const resolver = createEntryResolver(rules, pause, recorded?.index);
  const loader = createEntryLoader(rules, pause, keeps, recorded?.file);
  const renderer = createEntryRenderer(setup, program, pause, keeps, recorded);
  const loadText = (file: SourceFile) => loadFile(rules, { ...file, isChosen: true }, false, file);
  return {
    load(sources, options, expected) {
      const index = values && resolver.expect(expected);
      return loader.load(sources, options, (file) => (index ? storeEntry(rules, file, values, index) : file));
    },
    resolve: (index) => resolver.resolve(loader.entries(), index),
    async render(job, eager, rendered) {
      const result = await renderer.render(loader.entries().valid, job, eager, rendered);
      values?.flush();
      return result;
    },
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
      const resolved = resolveLoaded(rules, entry, entry.written, index, file);
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
      values?.close();
    },
  };
}

interface EntryResolver {
  /** The index that entries will probably be resolved with: returns it, as the object that an equal one is known by. */
  expect(index: SiteIndex): SiteIndex;
  resolve(entries: LoadedEntries, index: SiteIndex): Promise<ResolveResult>;
  /** The index of the last call. */
  index(): SiteIndex | undefined;
}

/** It does not resolve an entry again whose text and index are the same. */
function createEntryResolver(rules: EntryRules, pause: Pause, known?: SiteIndex): EntryResolver {
  let last = known;
  let expected = known;
  let asked = known;
  // The same object for an equal index, so that resolved entries stay valid. Hints name what there is in its order.
  const knownAs = (given: SiteIndex): SiteIndex =>
    [last, expected].find((index) => index !== undefined && isSameData(index, given)) ?? given;
  return {
    expect(given) {
      expected = knownAs(given);
      return expected;
    },
    index: () => last,
    async resolve({ valid, invalid }, given) {
      const index = last !== undefined && given === asked ? last : knownAs(given);
      asked = given;
      const isAsBefore = last && staysResolved(last, index);
      last = index;
      const diagnostics: Diagnostic[] = [];
      const images = new Map<string, string[]>();
      for (const [position, entry] of [...valid, ...invalid].entries()) {
        if (position % STRIDE === 0) await pause();
        const { source, reported } = entry;
        if (entry.resolved && isAsBefore?.(entry, entry.resolved)) entry.resolved.index = index;
        if (entry.resolved?.index !== index) entry.resolved = resolveAgain(rules, entry, index);
        diagnostics.push(...entry.resolved.diagnostics.filter((diagnostic) => !isRepeated(diagnostic, reported)));
        for (const src of source.isChosen ? new Set(entry.resolved.images) : [])
          images.get(src)?.push(source.file) ?? images.set(src, [source.file]);
      }
      const published = valid.filter(({ source }) => source.isChosen);
      return {
        diagnostics,
        images: [...images].map(([src, files]) => ({ src, files })),
        summaries: published.filter(isResolved).map((entry) => ({
          collection: entry.source.collection,
          slug: entry.source.slug,
          summary: entry.resolved.summary,
          outline: entry.summary.path === undefined ? outlineWithoutPage(entry) : undefined,
        })),
      };
    },
  };
}

/** Whether an entry that was resolved with one index is the same with the other. */
function staysResolved(before: SiteIndex, now: SiteIndex) {
  const { tokens, ...targets } = before;
  const { tokens: tokensNow, ...targetsNow } = now;
  const hasSameTokens = isSameData(tokens, tokensNow);
  const hasSameTargets = isSameData(targets, targetsNow);
  // A list that site.yaml did not have accepted every name.
  const isNarrower = Object.keys(now.slugs).some((name) => !before.slugs[name]);
  const lost = lostTargets(before, now);
  return (
    { mayHoldTokens }: LoadedEntry,
    { index, diagnostics, targets, images }: ResolvedEntry["resolved"],
  ): boolean =>
    index === before &&
    !isNarrower &&
    // A text without braces shows no value of site.yaml.
    (hasSameTokens || !mayHoldTokens) &&
    // What is wrong with it may be right now, or have another hint.
    (hasSameTargets || (diagnostics.length === 0 && ![...targets, ...images].some((target) => lost.has(target))));
}

function resolveAgain(rules: EntryRules, entry: LoadedEntry, index: SiteIndex): ResolvedEntry["resolved"] {
  const { data, ...seen } = resolveWritten(rules, entry, entry.written, index);
  return entry.value ? withData(entry, seen) : { ...seen, data };
}
