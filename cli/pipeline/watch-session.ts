// Builds the same site again whenever its files change: the same stages, over the records of the builds before, which stay in memory.

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

/** What is known of the site between two steps; each step replaces it as a whole. */
interface SessionState {
  /** The files that the last build began with. */
  readonly inputs: readonly InputRecord[];
  /** Of the last build that could read the content. */
  readonly read: ReadContent | undefined;
  readonly last: FinishedBuild | undefined;
  /** Pictures of which the last build read only the headers. */
  readonly uninspected: readonly InspectedPicture[];
  /** Whether the site is another although the files are unchanged. */
  readonly needsBuild: boolean;
  /** When a date changes the site next. */
  readonly dueAt: number;
  /** The one that was asked for. */
  readonly moment: Pick<Config, "asOf" | "drafts">;
}

interface ReadContent extends Pick<Content, "sources" | "index" | "hasDates"> {
  /** What it was read with. */
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
export function openSession(options: BuildOptions) {
  const config = resolveConfig(options, "serve");
  const session: Session = {
    config,
    pictures: openSitePictures(config),
    templates: createSessionTemplates(config),
    state: stateAtStart(config),
  };
  return {
    config,
    /** All files, or the named ones where that is enough: see `scanFiles`. */
    scan: (named: readonly string[] = []): Scan => scanFiles(config, session.state.inputs, named),
    /** Whether files were changed since this scan: a build that reads them then may mix both states. With `paths`, of these alone. */
    hasChanged: (seen: Scan, paths?: readonly string[]): boolean => hasChangedSince(config, seen, paths),
    /** Whether the site is another although the files are unchanged: more is known about their pictures, or it is of another moment. */
    needsBuild: (): boolean => needsBuild(session),
    /** From now on the site is that of a moment; undefined: of now, with all that is not public. Throws USAGE for a date that there is not. */
    setMoment: (asOf: string | undefined): void =>
      change(session, { moment: momentOptions({ asOf }, "serve"), needsBuild: true }),
    /** The moment that was asked for, if any, where anything of the site has a date or is a draft; otherwise undefined. */
    shownMoment: () => shownMoment(session.state),
    /** Rejects with BuildFailedError as a build does; one at a time. */
    build: (options: SessionBuildOptions = {}) => asBuildFailure(() => buildSite(session, options)),
    /**
     * Inspects one of the pictures of which the last build read only the headers; false if there is none. `needsBuild` is true when all of
     * them are known, or as soon as one is damaged. Rejects with BuildFailedError.
     */
    inspectNext: () => asBuildFailure(() => inspectNext(session)),
    /** Whether the last successful build has inspected all of its pictures. */
    isComplete: () => session.state.last?.isComplete === true,
    /**
     * Writes the last successful build into the output folder, all or nothing, with all pictures. A build may run meanwhile; its result
     * is left for the next call. One at a time. Returns warnings; rejects with BuildFailedError.
     */
    emit: () => asBuildFailure(() => emitLast(session)),
    /** The path that the site is below, as its content last said; "" before it was read. */
    basePath: () => session.state.read?.basePath ?? "",
    /** The last successful build; another object for each. */
    built: () => session.state.last?.built,
    /** What files are read and checked with; undefined until the templates have been loaded. */
    loaded: () => loadedSession(session),
    /** Call it after large builds: frees memory, and shrinks the cache. */
    tidy: () => session.pictures.tidy(),
    /** Nothing is written after this. */
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
  const open = await openTemplates(session, files);
  const context = contextOf(session, open, files, options);
  const content = await readContent(session, open, context);
  const { inputs, uninspected } = session.state;
  const site = await finishSite(context, content, { sink: undefined, keepsHtml: true });
  const built = builtSite(open.templates, site, open.thread);
  change(session, { last: { site, built, inputs, isComplete: uninspected.length === 0 } });
  return site;
}

/** A build begins: the site is of these files, and of this moment. */
async function openTemplates(session: Session, { inputs }: Scan): Promise<OpenTemplates> {
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
  const [next, ...rest] = session.state.uninspected;
  if (!next?.inspect) return false;
  change(session, { uninspected: rest });
  const { finding } = await next.inspect();
  // A build that has begun meanwhile inspects its own pictures.
  const isOfLastBuild = session.state.uninspected === rest;
  if (isOfLastBuild && (rest.length === 0 || finding !== undefined)) change(session, { needsBuild: true });
  return true;
}

async function emitLast({ config, state: { last } }: Session): Promise<readonly Diagnostic[]> {
  if (!last) return [];
  const { site, inputs } = last;
  const made = { ...(await site.complete({})), inputs };
  const replace = async (held: HeldOutput) => replaceSite(config, held, await readLastBuild(config), async () => made);
  const { result, warnings } = await withOutput(config, replace);
  return [...warnings, ...result.warnings];
}

const needsBuild = ({ config, state }: Session): boolean =>
  state.needsBuild || (state.moment.asOf === undefined && config.now() >= state.dueAt);

function shownMoment({ read, moment: { asOf } }: SessionState) {
  const hasDates = read?.hasDates === true || asOf !== undefined;
  return hasDates ? { asOf } : undefined;
}

function loadedSession(session: Session): LoadedSession | undefined {
  const open = session.templates.current();
  if (!open) return undefined;
  return { templates: open.templates, thread: open.thread, index: () => session.state.read?.index };
}
