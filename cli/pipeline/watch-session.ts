// Builds the same site again whenever its files change. If only some pages can differ, these are rendered alone; otherwise it runs the same
// stages with a cache: what one build read, checked and rendered is reused while it is still valid. The files are those of a build without a cache.
import { join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { SiteFonts } from "../assets/fonts/make-fonts.ts";
import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import { openSitePictures } from "../assets/images/site-pictures.ts";
import { forgetProgram, loadTemplates } from "../bundle/load-templates.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { noPause, type Pause } from "../config/pause.ts";
import { type BuildOptions, type Config, resolveConfig } from "../config/resolve-config.ts";
import type { Settings } from "../content/read-settings.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { correctInputs, recordInputs, recordPaths } from "../emit/last-build.ts";
import type { InputRecord } from "../emit/manifest.ts";
import type { OutputFile } from "../emit/output-file.ts";
import { replaceSite, withOutput } from "../emit/with-output.ts";
import type { LocalPartition } from "../entries/partition.ts";
import { createKeptPartition, groupPartitions } from "../entries/partitions.ts";
import { NO_FONTS } from "../render/site-data.ts";
import { type PlannedSite, planSite, type RenewableSite } from "./build.ts";
import type { BuildCache, EagerPage } from "./build-cache.ts";
import type { BuiltSite } from "./built-site.ts";
import { inputPath, renewPages, type SiteRecord } from "./site-record.ts";

/** The files at one moment. */
export interface Scan {
  readonly inputs: readonly InputRecord[];
  /** Paths of files that were added, removed or changed since the last build began. */
  readonly changed: readonly string[];
}

export interface SessionBuildOptions extends Pick<BuildOptions, "signal" | "onProgress"> {
  /** The files, if they were scanned just now. */
  readonly scan?: Scan;
  /**
   * Called when the content is loaded and valid, with the number of its pages and the site's fonts; not if edited pages alone are rendered.
   */
  readonly onLoaded?: (pages: number, fonts: readonly OutputFile[]) => void;
  /** Outputs of pages that a caller is waiting for, such as "contact/index.html"; asked again during the build. */
  readonly wanted?: () => readonly string[];
  /** Called with each wanted page as soon as it is finished; the rest of the site may still have problems. */
  readonly onPage?: (page: EagerPage) => void;
  /**
   * Reads only the headers of new pictures: faster, but the result is not the site that would be published.
   * Default: false.
   */
  readonly soon?: boolean;
}

export interface SiteSession {
  readonly config: Config;
  scan(): Scan;
  /**
   * Whether files were changed while a build of this scan read them. If it renders the edited pages alone, and for each page that is handed
   * over early, only edited files count.
   */
  isTorn(scan: Scan): boolean;
  /** Whether the files are unchanged, but more is known about their pictures. */
  hasNews(): boolean;
  /** Rejects with BuildFailedError as a build does; one at a time. */
  build(options?: SessionBuildOptions): Promise<PlannedSite>;
  /**
   * Inspects one of the pictures of which the last build read only the headers; false if there is none. `hasNews` is true when all of them
   * are known, or as soon as one is damaged. Rejects with BuildFailedError.
   */
  lookAtNext(): Promise<boolean>;
  /** Whether the last successful build has inspected all of its pictures. */
  isComplete(): boolean;
  /**
   * Writes the last successful build into the output folder, all or nothing, with all pictures. A build may run meanwhile; its result
   * is left for the next call. One at a time. Returns warnings; rejects with BuildFailedError.
   */
  emit(pause?: Pause): Promise<readonly Diagnostic[]>;
  /** The last successful build; another object for each. */
  built(): BuiltSite | undefined;
  /** What files are read and checked with; undefined until the templates have been loaded. */
  loaded(): LoadedSession | undefined;
  /** Call it after large builds: frees memory, and shrinks the cache. */
  tidy(): void;
  /** Nothing is written after this. */
  close(): Promise<void>;
}

export interface LoadedSession {
  readonly templates: LoadedTemplates;
  readonly partition: LocalPartition;
}

interface Kept extends LoadedSession {
  settings?: { readonly stamp: string | undefined; readonly read: Settings };
  fonts?: { readonly characters: string; readonly made: SiteFonts };
}

/** The last successful build. */
interface LastBuild {
  readonly result: RenewableSite;
  readonly record: SiteRecord;
  readonly kept: Kept;
  readonly inputs: readonly InputRecord[];
  readonly isComplete: boolean;
}

/** Rejects with USAGE and EMIT_UNSAFE_FOLDER as a build does. */
export function openSession(options: BuildOptions): SiteSession {
  const config = resolveConfig(options, "serve");
  let inputs: readonly InputRecord[] = [];
  let templatesAsBuilt: string | undefined;
  let kept: Kept | undefined;
  let last: LastBuild | undefined;
  let hasFailed = false;
  let ranStages: Scan | undefined;
  const pictures = openSitePictures(config);
  let unseen: readonly InspectedPicture[] = [];
  let hasNews = false;
  let built: BuiltSite | undefined;
  let signal: AbortSignal | undefined;
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };

  const scan = (): Scan => {
    const found = recordInputs(config, templateInputs(config));
    return { inputs: found, changed: differences(inputs, found) };
  };

  const load = async (): Promise<Kept> => {
    const asIs = templatesStamp(inputs, config);
    if (kept && asIs !== undefined && asIs === templatesAsBuilt) return kept;
    const templates = await loadTemplates(config);
    templatesAsBuilt = asIs;
    // Named after their content: the same name means the same templates.
    if (kept?.templates.programFile === templates.programFile) return kept;
    const left = kept?.templates.programFile;
    kept = { templates, partition: createKeptPartition(templates, pause) };
    // A day of edits would fill the memory.
    if (left !== undefined) forgetProgram(left);
    return kept;
  };

  /** Renders the edited pages alone; undefined if more than they may have changed. They are handed over if they are final. */
  const renew = async (known: Kept, wanted: readonly string[], onPage: (page: EagerPage) => void) => {
    if (!last || hasFailed || hasNews || last.kept !== known) return undefined;
    const stamps = new Map(inputs.map((record) => [inputPath(record.path), stampOf(record)]));
    const young = last.inputs.filter((record) => stampOf(record) === undefined).map(({ path }) => path);
    const paths = [...new Set([...differences(last.inputs, inputs), ...young].map(inputPath))];
    if (paths.length === 0) return undefined;
    const changed = paths.map((path) => ({ path, stamp: stamps.get(path) }));
    const renewed = await renewPages(last.record, known.partition, config, changed, last.result.warnings);
    if (!renewed) return undefined;
    for (const page of renewed.pages) if (wanted.includes(page.output)) onPage(page);
    // They are sent before anything else is done.
    await pause();
    if (!renewed.isAll) return undefined;
    const result = last.result.withPages(renewed.pages);
    last = { ...last, result, inputs };
    built = built && { ...built, entries: known.partition.entries(), files: result.files };
    return result;
  };

  return {
    config,
    scan,
    isTorn(seen) {
      if (ranStages === seen) return differences(seen.inputs, scan().inputs).length > 0;
      const edited = new Set(seen.changed);
      const before = seen.inputs.filter(({ path }) => edited.has(path));
      return differences(before, recordPaths(seen.changed)).length > 0;
    },
    hasNews: () => hasNews,
    build: ({ wanted = () => [], onPage = () => {}, onLoaded = () => {}, onProgress, soon = false, ...rest } = {}) =>
      asBuildFailure(async () => {
        signal = rest.signal;
        const startedAt = Date.now();
        const others = templateInputs(config);
        const found = rest.scan ?? scan();
        inputs = found.inputs;
        const stamps = new Map(inputs.map((record) => [inputPath(record.path), stampOf(record)]));
        const known = await load();
        inputs = correctInputs(inputs, others, templateInputs(config), startedAt);
        const seen = inputs;
        const renewed = await renew(known, wanted(), onPage);
        if (renewed) return renewed;
        [unseen, hasNews, hasFailed] = [[], false, true];
        let rendered: Parameters<BuildCache["onRendered"]>[0] | undefined;
        const cache: BuildCache = {
          templates: async () => known.templates,
          openPartitions: (_, sources) =>
            groupPartitions(
              [known.partition],
              sources.map((source) => ({ ...source, stamp: stamps.get(inputPath(source.path)) })),
            ),
          settings(read) {
            const stamp = stamps.get(inputPath(join(config.contentDir, "site.yaml")));
            if (stamp === undefined || known.settings?.stamp !== stamp) known.settings = { stamp, read: read() };
            return known.settings.read;
          },
          wanted,
          pictures,
          soon,
          onUnseen: (found) => {
            unseen = found;
          },
          async fonts(characters, make) {
            if (known.fonts?.characters !== characters) known.fonts = { characters, made: await make() };
            return known.fonts.made;
          },
          fontsBefore: known.fonts?.made ?? NO_FONTS,
          onLoaded,
          onPage,
          onRendered: (site) => {
            rendered = site;
          },
        };
        const result = await planSite(config, cache, { sink: undefined, keepsHtml: true, onProgress }).finally(() => {
          ranStages = found;
        });
        hasFailed = false;
        last = { result, record: result.record(), kept: known, inputs: seen, isComplete: unseen.length === 0 };
        built = rendered && {
          ...rendered,
          templates: known.templates,
          entries: known.partition.entries(),
          files: result.files,
        };
        return result;
      }),
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
    isComplete: () => last?.isComplete === true,
    emit: (pause = noPause) => asBuildFailure(async () => (last ? emit(config, last.result, last.inputs, pause) : [])),
    built: () => built,
    loaded: () => kept,
    tidy: () => pictures.tidy(),
    close: async () => {
      pictures.close();
      await kept?.partition.close();
      kept = undefined;
    },
  };
}

/** undefined if the file is too new for its stat to be reliable. */
const stampOf = ({ size, mtimeMs, ctimeMs }: InputRecord): string | undefined =>
  size < 0 ? undefined : `${size} ${mtimeMs} ${ctimeMs}`;

/** Names all inputs except the content; undefined if some are too new. */
function templatesStamp(inputs: readonly InputRecord[], { contentDir }: Config): string | undefined {
  const content = `${contentDir.split(sep).join("/")}/`;
  const parts: string[] = [];
  for (const record of inputs) {
    if (record.path.split(sep).join("/").startsWith(content)) continue;
    const stamp = stampOf(record);
    if (stamp === undefined) return undefined;
    parts.push(`${record.path} ${stamp}`);
  }
  return parts.sort().join("\n");
}

function differences(before: readonly InputRecord[], now: readonly InputRecord[]): string[] {
  const left = new Map(before.map((record) => [record.path, record]));
  const changed: string[] = [];
  for (const { path, mtimeMs, ctimeMs } of now) {
    const known = left.get(path);
    left.delete(path);
    if (known?.mtimeMs !== mtimeMs || known.ctimeMs !== ctimeMs) changed.push(path);
  }
  return [...changed, ...left.keys()];
}

async function emit(
  config: Config,
  site: PlannedSite,
  inputs: readonly InputRecord[],
  pause: Pause,
): Promise<readonly Diagnostic[]> {
  const made = await site.complete({});
  const make = async () => ({ ...made, inputs });
  const emitted = await withOutput(config, pause, (held) => replaceSite(config, held, make, pause));
  return [...emitted.warnings, ...emitted.result.warnings];
}
