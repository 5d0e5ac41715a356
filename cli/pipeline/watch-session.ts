// Builds the same site again whenever its files change. The stages use the records of earlier builds, which stay in memory.

import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import { openSitePictures, type SitePictures } from "../assets/images/site-pictures.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type BuildOptions, type Config, momentOptions, resolveConfig } from "../config/resolve-config.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, type InputRecord } from "../emit/inputs.ts";
import { readLastBuild } from "../emit/last-build.ts";
import { replaceSite, withOutput } from "../emit/with-output.ts";
import { basePathOf } from "../routes/base-path.ts";
import type { LocalThread } from "../threads/thread.ts";
import { type BuiltSite, builtSite } from "./built-site.ts";
import { type Content, loadContent } from "./load-content.ts";
import { finishSite, type PlannedSite } from "./run-stages.ts";
import { hasChangedSince, type Scan, scanFiles } from "./scan-files.ts";
import { createSessionTemplates, type OpenTemplates, type SessionTemplates } from "./session-templates.ts";
import type { StageContext, StageEvents } from "./stage-context.ts";
import { stampsOf } from "./with-stages.ts";

export interface SessionBuildOptions
  extends Pick<StageEvents, "onProgress" | "onLoaded" | "requestedPages" | "deliverPage"> {
  /** The files, if they were scanned just now. */
  readonly scan?: Scan;
  /**
   * Reads only the headers of new pictures. This is faster, but the result is not the site that would be published.
   * Default: false.
   */
  readonly headersOnly?: boolean;
}

export interface SiteSession {
  readonly config: Config;
  /** Scans all files, or only the named ones if that is enough: see `scanFiles`. */
  scan(paths?: readonly string[]): Scan;
  /** Whether files were changed since this scan. A build that reads them then may mix both states. With `paths`, only these are compared. */
  hasChanged(scan: Scan, paths?: readonly string[]): boolean;
  /** Whether the site differs although its files are unchanged: more is known about its pictures, or a date has come. */
  needsBuild(): boolean;
  /** Shows the site of a moment from now on; undefined: of now, with everything that is not public. Throws USAGE for a date that does not exist. */
  setMoment(asOf: string | undefined): void;
  /** The moment that was asked for, if any; undefined if nothing of the site has a date or is a draft. */
  shownMoment(): ShownMoment | undefined;
  /** Rejects with BuildFailedError as a build does. Only one build may run at a time. */
  build(options?: SessionBuildOptions): Promise<PlannedSite>;
  /**
   * Inspects one of the pictures of which the last build only read the headers; false if there is none. `needsBuild` becomes true as soon as
   * all of them are known or one is damaged. Rejects with BuildFailedError.
   */
  inspectNext(): Promise<boolean>;
  /** Whether the last successful build has inspected all of its pictures. */
  isComplete(): boolean;
  /**
   * Writes the last successful build with all its pictures into the output folder, all or nothing. A build may run meanwhile; its result is
   * written by the next call. Only one call may run at a time. Returns warnings. Rejects with BuildFailedError.
   */
  emit(): Promise<readonly Diagnostic[]>;
  /** The path below which the site is, by its last content; "" before it was read. */
  basePath(): string;
  /** The last successful build; another object for each. */
  built(): BuiltSite | undefined;
  /** With it, files are read and checked; undefined until the templates have been loaded. */
  loaded(): LoadedSession | undefined;
  /** Frees memory and shrinks the cache. For use after large builds. */
  tidy(): void;
  /** Nothing is written after this. */
  close(): Promise<void>;
}

/** `asOf` is undefined for the current moment. */
interface ShownMoment {
  readonly asOf: string | undefined;
}

export interface LoadedSession {
  readonly templates: LoadedTemplates;
  readonly thread: LocalThread;
  /** That of the last build that could read the content. */
  index(): LinkTargets | undefined;
}

/** The state of the site between two steps. Each step replaces the object. */
interface SessionState {
  /** The files that the last build began with. */
  readonly inputs: readonly InputRecord[];
  /** That of the last build that could read the content. */
  readonly read: ReadContent | undefined;
  readonly last: FinishedBuild | undefined;
  /** Pictures of which the last build read only the headers. */
  readonly uninspected: readonly InspectedPicture[];
  /** Whether the site differs although its files are unchanged. */
  readonly needsBuild: boolean;
  /** The next moment at which a date changes the site. */
  readonly dueAt: number;
  /** The moment that was asked for. */
  readonly moment: Pick<Config, "asOf" | "drafts">;
}

interface ReadContent extends Pick<Content, "sources" | "index" | "hasDates"> {
  /** The templates with which it was read. */
  readonly templates: OpenTemplates;
  readonly basePath: string;
}

/** The last successful build. */
interface FinishedBuild {
  readonly site: PlannedSite;
  readonly built: BuiltSite;
  readonly inputs: readonly InputRecord[];
  /** Whether all of its pictures were inspected. */
  readonly isComplete: boolean;
}

interface Session {
  readonly config: Config;
  readonly pictures: SitePictures;
  readonly templates: SessionTemplates;
  state: SessionState;
}

/** Rejects with USAGE and EMIT_UNSAFE_FOLDER as a build does. */
export function openSession(options: BuildOptions): SiteSession {
  const config = resolveConfig(options, "serve");
  const session: Session = {
    config,
    pictures: openSitePictures(config),
    templates: createSessionTemplates(config),
    state: stateAtStart(config),
  };
  return {
    config,
    scan: (paths = []) => scanFiles(config, session.state.inputs, paths),
    hasChanged: (scan, paths) => hasChangedSince(config, scan, paths),
    needsBuild: () => needsBuild(session),
    setMoment: (asOf) => change(session, { moment: momentOptions({ asOf }, "serve"), needsBuild: true }),
    shownMoment: () => shownMoment(session.state),
    build: (options = {}) => asBuildFailure(() => buildSite(session, options)),
    inspectNext: () => asBuildFailure(() => inspectNext(session)),
    isComplete: () => session.state.last?.isComplete === true,
    emit: () => asBuildFailure(() => emitLast(session)),
    basePath: () => session.state.read?.basePath ?? "",
    built: () => session.state.last?.built,
    loaded: () => loadedSession(session),
    tidy: () => session.pictures.tidy(),
    close: async () => {
      session.pictures.close();
      session.templates.close();
    },
  };
}

const stateAtStart = ({ asOf, drafts }: Config): SessionState => ({
  inputs: [],
  read: undefined,
  last: undefined,
  uninspected: [],
  needsBuild: false,
  dueAt: Infinity,
  moment: { asOf, drafts },
});

function change(session: Session, changes: Partial<SessionState>): void {
  session.state = { ...session.state, ...changes };
}

async function buildSite(session: Session, options: SessionBuildOptions): Promise<PlannedSite> {
  const { config } = session;
  const files = options.scan ?? scanFiles(config, session.state.inputs, []);
  const open = await beginBuild(session, files);
  const context = contextOf(session, open, files, options);
  const content = await readContent(session, open, context);
  const { inputs, uninspected } = session.state;
  const site = await finishSite(context, content, { sink: undefined, keepsHtml: true });
  const built = builtSite(open.templates, site, open.thread);
  change(session, { last: { site, built, inputs, isComplete: uninspected.length === 0 } });
  return site;
}

/** Begins a build of these files. */
async function beginBuild(session: Session, { inputs }: Scan): Promise<OpenTemplates> {
  const { config, templates } = session;
  const startedAt = Date.now();
  const others = templateInputs(config);
  change(session, { inputs, uninspected: [], needsBuild: false, dueAt: Infinity });
  const open = await templates.load(inputs);
  change(session, { inputs: correctInputs(inputs, others, templateInputs(config), startedAt) });
  return open;
}

function contextOf(
  { config, pictures, state: { inputs, read, moment } }: Session,
  open: OpenTemplates,
  { hasSameFiles }: Scan,
  { headersOnly = false, scan: _, ...events }: SessionBuildOptions,
): StageContext {
  return {
    config: { ...config, ...moment },
    templates: open.templates,
    records: open.records,
    sources: hasSameFiles && read?.templates === open ? read.sources : undefined,
    stamps: stampsOf(inputs),
    threads: open.threads,
    pictures,
    headersOnly,
    fonts: open.fonts,
    events,
  };
}

async function readContent(session: Session, templates: OpenTemplates, context: StageContext): Promise<Content> {
  const content = await loadContent(context);
  const { sources, index, hasDates, site, period, images } = content;
  change(session, {
    read: { templates, sources, index, hasDates, basePath: basePathOf(site.baseUrl) },
    uninspected: [...images.values()].filter(({ inspect }) => inspect),
    dueAt: period.until,
  });
  return content;
}

async function inspectNext(session: Session): Promise<boolean> {
  const [next, ...others] = session.state.uninspected;
  if (!next?.inspect) return false;
  change(session, { uninspected: others });
  const { finding } = await next.inspect();
  // A build that has begun meanwhile inspects its own pictures.
  const isOfLastBuild = session.state.uninspected === others;
  if (isOfLastBuild && (others.length === 0 || finding !== undefined)) change(session, { needsBuild: true });
  return true;
}

async function emitLast({ config, state: { last } }: Session): Promise<readonly Diagnostic[]> {
  if (!last) return [];
  const { site, inputs } = last;
  const files = { ...(await site.complete({})), inputs };
  const replace = async (output: HeldOutput) =>
    replaceSite(config, output, await readLastBuild(config), async () => files);
  const { result, warnings } = await withOutput(config, replace);
  return [...warnings, ...result.warnings];
}

const needsBuild = ({ config, state }: Session): boolean =>
  state.needsBuild || (state.moment.asOf === undefined && config.now() >= state.dueAt);

function shownMoment({ read, moment: { asOf } }: SessionState): ShownMoment | undefined {
  const hasDates = read?.hasDates === true || asOf !== undefined;
  return hasDates ? { asOf } : undefined;
}

function loadedSession(session: Session): LoadedSession | undefined {
  const open = session.templates.current();
  if (!open) return undefined;
  return { templates: open.templates, thread: open.thread, index: () => session.state.read?.index };
}
