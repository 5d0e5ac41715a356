// Builds the site, compares it with what is at a target, and publishes it there.

import { type Config, resolveConfig } from "../../config/resolve-config.ts";
import { asBuildFailure } from "../../diagnostics/as-build-failure.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { withStore } from "../stores/open-store.ts";
import { readTarget, type Target } from "../stores/target.ts";
import { type BuiltSourceOptions, builtSource } from "./built-source.ts";
import { type Change, listChanges } from "./list-changes.ts";
import type { Consent } from "./plan-rules.ts";
import { type PublicationSummary, summaryOf } from "./publication-summary.ts";
import { type PublishOutcome, publish, type Source } from "./publish.ts";
import { changedByHand, otherKey, refuseOverlap } from "./refusals.ts";
import { rollbackJob } from "./rollback.ts";
import { openLedgerCache } from "./target-state.ts";

export interface DeployOptions extends BuiltSourceOptions, Pick<Consent, "yes" | "maxDeletes"> {
  /** The name of a target in `publish` of site.yaml. Default: the only one. */
  readonly target?: string;
  /** Only reports what would change. Default: false. */
  readonly dryRun?: boolean;
  /** Brings a publication back instead of building: the one before the current one for `true`, or the one with this name. Default: false. */
  readonly rollback?: boolean | string;
  /** Called when another deploy may be at work, which takes up to half a minute to find out. */
  readonly onWait?: () => void;
}

export interface DeployResult {
  readonly target: { readonly name: string; readonly to: string; readonly url?: string | undefined };
  /** The publication that visitors see now; undefined after a dry run. */
  readonly publication: PublicationSummary | undefined;
  readonly changes: readonly Change[];
  readonly uploaded: number;
  readonly uploadedBytes: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly warnings: readonly Diagnostic[];
  /** The built site; undefined after a rollback. */
  readonly built: Pick<BuildResult, "files" | "redirects" | "gone" | "unfinished" | "nextChangeAt"> | undefined;
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
    const source = options.rollback
      ? rollbackJob(target, options.rollback)
      : await builtSource(target, siteUrl, options, config);
    const published = await publishTo(target, source, options, config);
    return resultOf(target, source, published);
  });
}

function publishTo(target: Target, source: Source, options: DeployOptions, config: Config): Promise<PublishOutcome> {
  const { dryRun = false, signal = new AbortController().signal, onProgress, onWait, yes, maxDeletes } = options;
  const { choose, readFile, findVanished } = source;
  const cache = openLedgerCache(config.stateDir, target);
  const consent = { yes, maxDeletes, findVanished };
  return withStore(target, config.root, (store) =>
    publish({ target, store, cache, choose, readFile, consent, dryRun, signal, onProgress, onWait, now: Date.now }),
  );
}

function resultOf(
  target: Target,
  { built, leadsTo }: Source,
  { state, plan, publication, objections }: PublishOutcome,
): DeployResult {
  const { name, to, url } = target;
  const findings = [...otherKey(state, target), ...changedByHand(plan.byHand, target), ...objections];
  return {
    target: { name, to, url },
    publication: publication && summaryOf(publication),
    changes: listChanges(plan, leadsTo),
    built,
    uploaded: plan.uploads.length,
    uploadedBytes: plan.uploads.reduce((sum, { file }) => sum + file.size, 0),
    deleted: plan.deletions.length,
    unchanged: plan.files.length - plan.uploads.length,
    warnings: [...(built?.warnings ?? []), ...findings.map((each): Diagnostic => ({ ...each, severity: "warning" }))],
  };
}
