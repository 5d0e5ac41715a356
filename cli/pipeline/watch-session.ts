// Builds the same site again whenever its files change: the same stages, over the records of the builds before, which stay in memory.

import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import { openSitePictures } from "../assets/images/site-pictures.ts";
import { forgetProgram, loadTemplates } from "../bundle/load-templates.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type BuildOptions, type Config, momentOptions, resolveConfig } from "../config/resolve-config.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, type InputRecord, inputPath, recordInputs, recordPaths, stampOf } from "../emit/inputs.ts";
import { readLastBuild } from "../emit/last-build.ts";
import { replaceSite, withOutput } from "../emit/with-output.ts";
import { basePathOf } from "../routes/base-path.ts";
import type { LocalThread } from "../threads/thread.ts";
import { localThreads } from "../threads/threads.ts";
import { lastOnly } from "../work/last-only.ts";
import { readRecords, writeRecords } from "./build-records.ts";
import { type BuiltSite, builtSite } from "./built-site.ts";
import { loadContent } from "./load-content.ts";
import { finishSite, type PlannedSite } from "./run-stages.ts";
import type { StageContext, StageEvents } from "./stage-context.ts";
import { fontMaker, stampsOf } from "./with-stages.ts";

/** The files at one moment. */
export interface Scan {
  readonly inputs: readonly InputRecord[];
  /** Paths of files that were added, removed or changed since the last build began. */
  readonly changed: readonly string[];
  /** Whether they are the files of the last build: only named ones were looked at, and all are there. */
  readonly hasSameFiles?: boolean;
}

export interface SessionBuildOptions
  extends Pick<StageEvents, "onProgress" | "onLoaded" | "requestedPages" | "deliverPage"> {
  /** The files, if they were scanned just now. */
  readonly scan?: Scan;
  /**
   * Reads only the headers of new pictures: faster, but the result is not the site that would be published.
   * Default: false.
   */
  readonly headersOnly?: boolean;
}

export type SiteSession = ReturnType<typeof openSession>;

export interface LoadedSession {
  readonly templates: LoadedTemplates;
  readonly thread: LocalThread;
  /** Of the last build that could read the content. */
  index(): LinkTargets | undefined;
}

/** All that holds as long as the templates stay the same. */
type OpenSession = LoadedSession & Pick<StageContext, "threads" | "records" | "fonts">;

/** Rejects with USAGE and EMIT_UNSAFE_FOLDER as a build does. */
export function openSession(options: BuildOptions) {
  const config = resolveConfig(options, "serve");
  let inputs: readonly InputRecord[] = [];
  let templatesAsBuilt: string | undefined;
  let open: OpenSession | undefined;
  let last: { site: PlannedSite; built: BuiltSite; inputs: readonly InputRecord[]; isComplete: boolean } | undefined;
  const pictures = openSitePictures(config);
  let sources: SourceList | undefined;
  let unseen: readonly InspectedPicture[] = [];
  let hasNews = false;
  let basePath = "";
  let index: LinkTargets | undefined;
  let moment: Pick<Config, "asOf" | "drafts"> = config;
  let hasDates = false;
  /** When a date changes the site next. */
  let dueAt = Infinity;

  const scan = (named: readonly string[] = []): Scan => {
    const asked = new Set(named.map(inputPath));
    const before = new Set(inputs.filter(({ path, size }) => asked.delete(inputPath(path)) || size < 0));
    if (named.length > 0 && asked.size === 0) {
      const now = recordPaths([...before].map(({ path }) => path));
      const changed = differences([...before], now);
      if (changed.length > 0) {
        const others = inputs.filter((record) => !before.has(record));
        return { inputs: [...others, ...now], changed, hasSameFiles: now.length === before.size };
      }
    }
    const found = recordInputs(config, templateInputs(config));
    return { inputs: found, changed: differences(inputs, found) };
  };

  const load = async (): Promise<OpenSession> => {
    const asIs = templatesStamp(inputs, config);
    if (open && asIs !== undefined && asIs === templatesAsBuilt) return open;
    const templates = await loadTemplates(config);
    templatesAsBuilt = asIs;
    // Named after their content: the same name means the same templates.
    if (open?.templates.programFile === templates.programFile) return open;
    const left = open?.templates.programFile;
    const threads = localThreads(templates);
    const fonts = lastOnly(fontMaker(config, templates));
    const records = readRecords(config, templates);
    sources = undefined;
    open = { templates, threads, thread: threads.local, records, fonts, index: () => index };
    // A day of edits would fill the memory.
    if (left !== undefined) forgetProgram(left);
    return open;
  };

  return {
    config,
    /**
     * All files. Where known files are named and one of them has changed, these alone, and those that were too new, which takes a tenth of
     * the time: what else has changed is found by `hasChanged` after the build.
     */
    scan,
    /** Whether files were changed since this scan: a build that reads them then may mix both states. With `paths`, of these alone. */
    hasChanged(seen: Scan, paths?: readonly string[]) {
      if (!paths) return differences(seen.inputs, scan().inputs).length > 0;
      const asked = new Set(paths);
      const before = seen.inputs.filter(({ path }) => asked.has(path));
      return differences(before, recordPaths(paths)).length > 0;
    },
    /** Whether the site is another although the files are unchanged: more is known about their pictures, or it is of another moment. */
    hasNews: () => hasNews || (moment.asOf === undefined && config.now() >= dueAt),
    /** From now on the site is that of a moment; undefined: of now, with all that is not public. Throws USAGE for a date that there is not. */
    travel(asOf: string | undefined) {
      moment = momentOptions({ asOf }, "serve");
      hasNews = true;
    },
    /** The moment that was asked for, if any, where anything of the site has a date or is a draft; otherwise undefined. */
    shownMoment: () => (hasDates || moment.asOf !== undefined ? { asOf: moment.asOf } : undefined),
    /** Rejects with BuildFailedError as a build does; one at a time. */
    build: ({ headersOnly = false, scan: given, ...events }: SessionBuildOptions = {}) =>
      asBuildFailure(async () => {
        const startedAt = Date.now();
        const others = templateInputs(config);
        inputs = (given ?? scan()).inputs;
        const { templates, threads, thread, records, fonts } = await load();
        inputs = correctInputs(inputs, others, templateInputs(config), startedAt);
        const seen = inputs;
        [unseen, hasNews, dueAt] = [[], false, Infinity];
        const context: StageContext = {
          config: { ...config, ...moment },
          templates,
          records,
          sources: given?.hasSameFiles ? sources : undefined,
          stamps: stampsOf(inputs),
          threads,
          pictures,
          headersOnly,
          fonts,
          events,
        };
        const content = await loadContent(context);
        ({ index, hasDates, sources } = content);
        basePath = basePathOf(content.site.baseUrl);
        dueAt = content.period.until;
        unseen = [...content.images.values()].filter(({ look }) => look);
        const site = await finishSite(context, content, { sink: undefined, keepsHtml: true });
        const built = builtSite(templates, site, thread);
        last = { site, built, inputs: seen, isComplete: unseen.length === 0 };
        return site;
      }),
    /**
     * Inspects one of the pictures of which the last build read only the headers; false if there is none. `hasNews` is true when all of
     * them are known, or as soon as one is damaged. Rejects with BuildFailedError.
     */
    lookAtNext: () =>
      asBuildFailure(async () => {
        const [next, ...rest] = unseen;
        if (!next?.look) return false;
        unseen = rest;
        const { finding } = await next.look();
        // A build that has begun meanwhile inspects its own pictures.
        if (unseen === rest) hasNews ||= rest.length === 0 || finding !== undefined;
        return true;
      }),
    /** Whether the last successful build has inspected all of its pictures. */
    isComplete: () => last?.isComplete === true,
    /**
     * Writes the last successful build into the output folder, all or nothing, with all pictures. A build may run meanwhile; its result
     * is left for the next call. One at a time. Returns warnings; rejects with BuildFailedError.
     */
    emit: () =>
      asBuildFailure(async (): Promise<readonly Diagnostic[]> => {
        if (!last) return [];
        const { site, inputs: asBuilt } = last;
        const made = { ...(await site.complete({})), inputs: asBuilt };
        const replace = async (held: HeldOutput) =>
          replaceSite(config, held, await readLastBuild(config), async () => made);
        const { result, warnings } = await withOutput(config, replace);
        return [...warnings, ...result.warnings];
      }),
    /** The path that the site is below, as its content last said; "" before it was read. */
    basePath: () => basePath,
    /** The last successful build; another object for each. */
    built: () => last?.built,
    /** What files are read and checked with; undefined until the templates have been loaded. */
    loaded: (): LoadedSession | undefined => open,
    /** Call it after large builds: frees memory, and shrinks the cache. */
    tidy: () => pictures.tidy(),
    /** Nothing is written after this. */
    close: async () => {
      pictures.close();
      try {
        if (open) writeRecords(config, open);
      } catch {
        // They only save time.
      }
      open = undefined;
    },
  };
}

/** Names all inputs except the content; undefined if some are too new. */
function templatesStamp(inputs: readonly InputRecord[], { contentDir }: Config): string | undefined {
  const content = `${contentDir}/`;
  const others = inputs.filter(({ path }) => !path.startsWith(content));
  const stamps = others.map((record) => [record.path, stampOf(record)] as const);
  if (stamps.some(([, stamp]) => stamp === undefined)) return undefined;
  return stamps
    .map((stamp) => stamp.join(" "))
    .sort()
    .join("\n");
}

function differences(before: readonly InputRecord[], now: readonly InputRecord[]): string[] {
  const left = new Map(before.map((record) => [record.path, record]));
  const changed: string[] = [];
  for (const { path, mtimeMs, ctimeMs } of now) {
    const previous = left.get(path);
    left.delete(path);
    if (previous?.mtimeMs !== mtimeMs || previous.ctimeMs !== ctimeMs) changed.push(path);
  }
  return [...changed, ...left.keys()];
}
