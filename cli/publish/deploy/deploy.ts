// The site → a target: built, compared with what is there, and published.

import { checkNow } from "../../authoring/check-now.ts";
import { type BuildOptions, type Config, resolveConfig } from "../../config/resolve-config.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import { type Diagnostic, stopOnErrors } from "../../diagnostics/diagnostic.ts";
import { build } from "../../pipeline/build.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { addressOf, bareAddress } from "../../routes/addresses.ts";
import { findVanished } from "../../routes/find-vanished.ts";
import { withStore } from "../stores/open-store.ts";
import { readTarget, type Target } from "../stores/target.ts";
import { commitOf } from "./commit-of.ts";
import { contentReader, filesFor, hashFiles } from "./files-for-target.ts";
import type { Publication, PublishedFile } from "./ledger.ts";
import type { Plan } from "./plan-deploy.ts";
import type { Consent } from "./plan-rules.ts";
import { publish, type Source } from "./publish.ts";
import { changedByHand, otherKey, refuseAlike, refuseOtherAddress, refuseOverlap } from "./refusals.ts";
import { rollbackJob } from "./rollback.ts";
import { openLedgerCache } from "./target-state.ts";

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
