// The site → a target: built, compared with what is there, and published.
import { checkNow } from "../../authoring/check.ts";
import { type BuildOptions, type Config, isBelow, resolveConfig } from "../../config/resolve-config.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import { BuildFailedError, type Diagnostic, EventsiteError, stopOnErrors } from "../../diagnostics/diagnostic.ts";
import { suggestionHint } from "../../diagnostics/suggest.ts";
import { build } from "../../pipeline/build-site.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { findVanished } from "../../routes/find-vanished.ts";
import { addressOf, bareAddress, findAlike } from "../../routes/plan-routes.ts";
import { contentReader, filesFor, hashFiles } from "./files-for-target.ts";
import { openGit } from "./git.ts";
import { currentOf, interruptedOf, type Publication, type PublishedFile } from "./ledger.ts";
import { withStore } from "./open-store.ts";
import type { Plan } from "./plan-deploy.ts";
import type { Consent } from "./plan-rules.ts";
import { type Chosen, type PublishJob, publish } from "./publish.ts";
import { readTarget, type Target } from "./target.ts";
import { openLedgerCache, type TargetState } from "./target-state.ts";

export interface DeployOptions extends BuildOptions, Pick<Consent, "yes" | "maxDeletes"> {
  /** The name of a target in `publish` of site.yaml. Default: the only one. */
  readonly target?: string;
  /** Addresses that may end without a redirect, such as /old-offer/. */
  readonly gone?: readonly string[];
  /** Only reports what would change. Default: false. */
  readonly dryRun?: boolean;
  /** Publishes placeholders on a live target, too. Default: false. */
  readonly withPlaceholders?: boolean;
  /** Brings a publication back instead of building: `true` the one before the current one, a text the one of that name. Default: false. */
  readonly rollback?: boolean | string;
  /** Called when another deploy may be at work, and it takes half a minute to find out. */
  readonly onWait?: () => void;
}

export interface DeployResult {
  readonly target: { readonly name: string; readonly to: string; readonly url?: string | undefined };
  /** What visitors see now; undefined after a dry run. */
  readonly publication: PublicationSummary | undefined;
  readonly changes: readonly Change[];
  readonly uploaded: number;
  readonly uploadedBytes: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly warnings: readonly Diagnostic[];
  /** What was built; undefined after a rollback. */
  readonly built: Pick<BuildResult, "files" | "redirects" | "gone" | "unfinished" | "nextChangeAt"> | undefined;
}

export type PublicationSummary = Pick<Publication, "id" | "at" | "commit" | "pages" | "site" | "rollbackOf">;

export interface Change {
  readonly state: "added" | "changed" | "moved" | "gone";
  /** Relative to the target. */
  readonly path: string;
  /** As visitors know it. */
  readonly address: string;
  readonly bytes: number;
  /** Where a moved address leads. */
  readonly to?: string;
}

/** What is to be published, and where the files of redirects lead. */
interface Source extends Pick<PublishJob, "choose" | "readFile">, Pick<Consent, "findVanished"> {
  readonly leadsTo?: (path: string) => string | undefined;
  readonly built?: BuildResult;
}

/**
 * Publishes the site. Rejects with BuildFailedError and all problems; visitors then find whole pages, and the next deploy continues.
 * DEPLOY_BUSY: another deploy is at work.
 */
export function deploy(options: DeployOptions = {}): Promise<DeployResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const { target, siteUrl } = await readTarget(config, options.target);
    refuseOverlap(target, config);
    const { leadsTo, built, ...source } = options.rollback
      ? rollbackJob(target, options.rollback)
      : await builtSource(target, siteUrl, options, config);
    const { dryRun = false, signal = new AbortController().signal, onProgress, onWait, yes, maxDeletes } = options;
    const cache = openLedgerCache(config.stateDir, target);
    const consent = { yes, maxDeletes, findVanished: source.findVanished };
    const job = { target, cache, dryRun, signal, onProgress, onWait, consent, now: Date.now, ...source };
    const { state, plan, publication, objections } = await withStore(target, config.root, (store) =>
      publish({ ...job, store }),
    );
    const { name, to, url } = target;
    const isWarning = (objection: Diagnostic): Diagnostic => ({ ...objection, severity: "warning" });
    return {
      target: { name, to, url },
      publication: publication && summaryOf(publication),
      changes: changesOf(plan, leadsTo),
      built,
      uploaded: plan.uploads.length,
      uploadedBytes: plan.uploads.reduce((sum, { file }) => sum + file.size, 0),
      deleted: plan.deletions.length,
      unchanged: plan.files.length - plan.uploads.length,
      warnings: [
        ...(built?.warnings ?? []),
        ...[...otherKey(state, target), ...changedByHand(plan.byHand, target), ...objections].map(isWarning),
      ],
    };
  });
}

async function builtSource(target: Target, siteUrl: string, options: DeployOptions, config: Config): Promise<Source> {
  refuseOtherAddress(target, siteUrl);
  if (target.live && !options.withPlaceholders)
    stopOnErrors((await checkNow({ ...options, release: true })).diagnostics);
  const preview = target.preview ? { preview: true, drafts: true } : {};
  const built = await build({ ...options, ...preview, write: true });
  const { files, redirects, routes } = built;
  const leadsOn = new Map(redirects.map(({ from, to }) => [bareAddress(from), to]));
  const leadsTo = (path: string) => leadsOn.get(bareAddress(addressOf(path)));
  const paths = files.map(({ path }) => path);
  refuseAlike(target, paths);
  const pages = new Set(routes.map(({ file }) => file));
  const hashed = await hashFiles(config.outDir, paths, {
    isPage: (path) => pages.has(path),
    isRedirect: (path) => leadsTo(path) !== undefined,
  });
  const wanted = filesFor(target, hashed, redirects, built.basePath);
  const commit = await commitOf(config.root);
  const gone = (options.gone ?? []).map((path) => (path.startsWith("/") ? path : `/${path}`));
  const next = { routes, redirects, gone: [...built.gone, ...gone] };
  return {
    built,
    leadsTo,
    choose: () => ({ files: wanted, site: siteUrl, commit }),
    findVanished: (addresses) => findVanished(addresses, next),
    readFile: contentReader(config.outDir, hashed),
  };
}

/** Files that visitors can ask for; old assets, which nothing refers to any more, and further keys of pages are left out. */
function changesOf({ uploads, gone }: Plan, leadsTo: Source["leadsTo"]): Change[] {
  const factsOf = ({ path, size }: PublishedFile) => ({ path, address: addressOf(path), bytes: size });
  const shown = uploads.filter(({ file }) => file.fileClass !== "key");
  const changes = shown.map(({ file, state }): Change => {
    const to = leadsTo?.(file.path);
    return to === undefined ? { state, ...factsOf(file) } : { state: "moved", ...factsOf(file), to };
  });
  return [...changes, ...gone.map((file): Change => ({ state: "gone", ...factsOf(file) }))];
}

export const summaryOf = ({ id, at, commit, pages, site, rollbackOf }: Publication): PublicationSummary => ({
  ...{ id, at, commit, pages, site, rollbackOf },
});

const SET_KEY = "set EVENTSITE_DEPLOY_KEY to one secret wherever this target is deployed from";

function otherKey({ isWhole }: TargetState, target: Target): Diagnostic[] {
  if (isWhole) return [];
  const message = `The earlier publications of ${target.to} were deployed with another key, and cannot be brought back with this one.`;
  return [target.report("DEPLOY_KEY", "to", message, SET_KEY)];
}

function changedByHand(paths: readonly string[], target: Target): Diagnostic[] {
  const [first] = paths;
  if (first === undefined) return [];
  const what = paths.length === 1 ? first : `${first} and ${paths.length - 1} more files`;
  const message = `${what} in ${target.to} had been changed or deleted by other means since the last deploy.`;
  const hint = "they are written again; change the content instead";
  return [target.report("DEPLOY_CHANGED", "to", message, hint)];
}

/** A folder that is also a source, or the output of a build, is emptied or replaced by others. */
function refuseOverlap(target: Target, { outDir, contentDir, templatesDir, stateDir }: Config): void {
  if (target.kind !== "folder") return;
  const other = [outDir, contentDir, templatesDir, stateDir].find(
    (dir) => isBelow(dir, target.place) || isBelow(target.place, dir),
  );
  if (other === undefined) return;
  const message = `${target.place} cannot be a target: ${other} is the same folder, in it or around it.`;
  throw new BuildFailedError([target.report("DEPLOY_TARGET", "to", message, "choose a folder outside of the project")]);
}

function refuseOtherAddress(target: Target, siteUrl: string): void {
  if (target.url === undefined || target.url === siteUrl) return;
  const message = `The pages would name ${siteUrl} as their address, but visitors of "${target.name}" are at ${target.url}.`;
  const hint = `write the same address as \`url\` of the site, or deploy with --site-url ${target.url}`;
  throw new BuildFailedError([target.report("DEPLOY_URL", "url", message, hint)]);
}

/** Pages are compared with their content files by the build; this is for all files. */
function refuseAlike(target: Target, paths: readonly string[]): void {
  const problems = findAlike(paths).map(([earlier, later]) => {
    const message = `/${earlier} and /${later} differ in capitals or in the form of a letter alone, which some hosts do not tell apart.`;
    return target.report("ROUTE_COLLISION", "to", message, "rename what one of the two is made from");
  });
  if (problems.length > 0) throw new BuildFailedError(problems);
}

/** What the site was built from, where that is known. */
async function commitOf(root: string): Promise<string | undefined> {
  try {
    const { run } = await openGit(root);
    const commit = await run(["rev-parse", "--short=12", "HEAD"]);
    const changes = await run(["status", "--porcelain", "--untracked-files=no"]);
    return `${commit}${changes === "" ? "" : " with changes"}`;
  } catch {
    return undefined;
  }
}

/** `wanted` names a publication; any other value stands for the one before the current one. */
export const rollbackJob = (target: Target, wanted: boolean | string = true): Source => ({
  choose({ ledger, isWhole }: TargetState): Chosen {
    const chosen = typeof wanted === "string" ? namedIn(ledger, wanted, target) : previousOf(ledger);
    if (!chosen)
      throw new EventsiteError("DEPLOY_ROLLBACK", `${target.to} has no publication before the current one.`, {
        hint: isWhole ? "build the site from an earlier commit and deploy it" : SET_KEY,
      });
    const { site, commit, id, rollbackOf } = chosen;
    return { site, commit, rollbackOf: rollbackOf ?? id, files: chosen.files.map(({ etag: _, ...file }) => file) };
  },
  readFile: async ({ path }) => {
    throw new EventsiteError("DEPLOY_ROLLBACK", `${path} is not kept in ${target.to}.`);
  },
});

function namedIn(ledger: readonly Publication[], id: string, target: Target): Publication {
  const finished = ledger.filter((publication) => publication.finished);
  const named = finished.find((publication) => publication.id === id);
  if (named) return named;
  const ids = finished.map((publication) => publication.id).reverse();
  const hint = suggestionHint(id, ids) ?? "`eventsite publications` lists them";
  throw new EventsiteError("DEPLOY_ROLLBACK", `${target.to} has no finished publication "${id}".`, { hint });
}

/** What a rollback brings back: after an interrupted deploy, the last one that was finished. */
export function previousOf(ledger: readonly Publication[]): Publication | undefined {
  const current = currentOf(ledger);
  if (interruptedOf(ledger).length > 0) return current;
  return ledger.findLast(({ finished, content }) => finished && content !== current?.content);
}
