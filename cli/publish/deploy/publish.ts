// Publishes files at a target, all or nothing: it uploads what differs, then records the publication in the ledger, then deletes stale files.

import { createHash } from "node:crypto";
import { BuildFailedError, type Diagnostic, EventsiteError, stopOnErrors } from "../../diagnostics/diagnostic.ts";
import { countProgress, type ReportProgress } from "../../diagnostics/progress.ts";
import { publishedHeaders } from "../../hosting/file-headers.ts";
import type { BuildResult } from "../../pipeline/run-stages.ts";
import { mapParallel } from "../../work/parallel.ts";
import { isConflict, type TargetStore } from "../stores/store.ts";
import type { Target } from "../stores/target.ts";
import { withRetries } from "../stores/with-retries.ts";
import { type LeaseOptions, takeLease } from "./lease.ts";
import {
  contentOf,
  currentOf,
  isPage,
  KEPT_HEADERS,
  keptPath,
  type Publication,
  type PublishedFile,
  publicationId,
} from "./ledger.ts";
import { type DeployPlan, isKeptIn, phasesOf, planDeploy } from "./plan-deploy.ts";
import { type Consent, objectionsTo } from "./plan-rules.ts";
import { type LedgerCache, readState, type TargetState, writeLedger } from "./target-state.ts";
import type { Vault } from "./vault.ts";

export interface PublishJob extends LeaseOptions {
  readonly target: Target;
  readonly store: TargetStore;
  readonly cache: LedgerCache;
  /** Chooses the files when the target's state is known. */
  readonly choose: (state: TargetState) => ChosenFiles;
  /** The content of a file of which the target has no copy. */
  readonly readFile: (file: PublishedFile) => Promise<Buffer>;
  readonly consent: Consent;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** The delay before the second attempt of a request. */
  readonly retryMs?: number | undefined;
}

export interface ChosenFiles extends Pick<Publication, "site" | "commit" | "rollbackOf"> {
  readonly files: readonly PublishedFile[];
}

/** The plan for a target, and what is against it. */
interface ConsideredPlan {
  readonly state: TargetState;
  readonly plan: DeployPlan;
  readonly objections: readonly Diagnostic[];
  readonly choice: ChosenFiles;
  readonly content: string;
}

export interface PublishOutcome extends Pick<ConsideredPlan, "state" | "plan" | "objections"> {
  /** The current publication; undefined after a dry run, which returns the objections that would stop it. */
  readonly publication: Publication | undefined;
}

/**
 * Rejects with BuildFailedError. Whatever stops it, visitors find whole pages with all their assets, and the next deploy continues.
 */
export async function publish(job: PublishJob): Promise<PublishOutcome> {
  const { store: plain, target, dryRun, signal, onWait, times, retryMs } = job;
  const store = withRetries(plain, signal, retryMs);
  const first = await consider(store, job);
  const { uploads, deletions, isCommitted } = first.plan;
  if (dryRun) return { ...first, publication: undefined };
  if (isCommitted && uploads.length + deletions.length === 0)
    return { ...first, publication: currentOf(first.state.ledger) };
  stopOnErrors(first.objections);
  // The lease is renewed and released even after the signal has stopped everything else.
  const untilReleased = withRetries(plain, new AbortController().signal, retryMs, true);
  const lease = await takeLease(untilReleased, { signal, times, onWait }).catch((error) => {
    throw isConflict(error) ? busy(target) : error;
  });
  try {
    const all = AbortSignal.any([signal, lease.signal]);
    return await write({ ...job, signal: all }, withRetries(plain, all, retryMs, true));
  } catch (error) {
    throw isConflict(error) || lease.signal.aborted ? busy(target) : error;
  } finally {
    await lease.release().catch(() => {});
  }
}

async function consider(
  store: TargetStore,
  { target, cache, choose, consent, now }: PublishJob,
): Promise<ConsideredPlan> {
  const state = await readState(store, target, cache);
  const choice = choose(state);
  const content = contentOf(choice.files);
  const fromKept = choice.rollbackOf !== undefined;
  const plan = planDeploy(state, { files: choice.files, content }, now(), fromKept);
  const rules = fromKept ? { ...consent, yes: true, maxDeletes: undefined } : consent;
  const objections = [
    ...(fromKept ? notKept(plan, state, target) : []),
    ...objectionsTo(plan, state.ledger, target, rules),
  ];
  return { state, plan, objections, choice, content };
}

async function write(job: PublishJob, store: TargetStore): Promise<PublishOutcome> {
  const { cache, signal, now } = job;
  await store.tidy?.();
  // Another deploy may have been at work until a moment ago.
  const considered = await consider(store, job);
  const { plan, state, objections } = considered;
  stopOnErrors(objections);
  const started = begin(considered, now());
  let etag = await writeLedger(store, cache, started.ledger, state.ledgerEtag);
  const files = await applyUploads(store, plan, job);
  const publication: Publication = { ...started.publication, files, finished: true };
  const at = new Date(now()).toISOString();
  const earlier = started.ledger
    .filter(({ id }) => id !== publication.id)
    .map((each) => ({ ...each, supersededAt: each.supersededAt ?? at }));
  etag = await writeLedger(store, cache, [...earlier, publication], etag);
  await mapParallel(plan.deletions, { atOnce: store.parallel, signal }, (path) => store.delete(path));
  const stays = new Set(plan.retained.map(({ id }) => id));
  const retained = earlier.filter(({ id }) => stays.has(id));
  if (retained.length < earlier.length) await writeLedger(store, cache, [...retained, publication], etag);
  return { state, plan, objections: [], publication };
}

/**
 * Writes everything in an order in which visitors never miss a file: copies for a rollback, assets, pages, the sitemap. Returns the files of
 * the plan with their new etags.
 */
async function applyUploads(store: TargetStore, plan: DeployPlan, job: PublishJob) {
  const { signal, onProgress, readFile, cache } = job;
  const { vault } = cache;
  const countUpload = countProgress("uploads", plan.uploads.length, onProgress);
  const etags = new Map<string, string>();
  const limits = { atOnce: store.parallel, signal };
  await mapParallel(plan.keeps, limits, (file) => keepCopy(store, file, vault));
  for (const phase of phasesOf(plan.uploads))
    await mapParallel(phase, limits, async ({ file, isKept }) => {
      const headers = { ...publishedHeaders(file.path, file.fileClass), redirectTo: file.redirectTo };
      const etag = isKept
        ? await store.write(file.path, await readCopy(store, file, job), headers)
        : await store.write(file.path, await readFile(file), headers);
      etags.set(file.path, etag);
      countUpload();
    });
  return plan.files.map((file) => ({ ...file, etag: etags.get(file.path) ?? file.etag }));
}

/** Copies a file for a rollback, unless somebody has changed it since the listing. */
async function keepCopy(store: TargetStore, { path, sha256 }: PublishedFile, vault: Vault): Promise<void> {
  const stored = await store.read(path);
  if (stored === undefined || sha256Of(stored.bytes) !== sha256) return;
  await store.write(keptPath(sha256, vault), vault.seal(stored.bytes), KEPT_HEADERS);
}

async function readCopy(store: TargetStore, file: PublishedFile, { cache, target }: PublishJob): Promise<Buffer> {
  const copy = await store.read(keptPath(file.sha256, cache.vault));
  const bytes = copy && cache.vault.open(copy.bytes);
  if (bytes !== undefined && sha256Of(bytes) === file.sha256) return bytes;
  const message = `The earlier version of ${file.path} in ${target.to} is damaged.`;
  throw new EventsiteError("DEPLOY_ROLLBACK", message, { hint: BUILD_EARLIER });
}

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const BUILD_EARLIER = "build the site from the earlier commit and deploy it";

/** The publication is recorded before anything is written, so that the next deploy knows what an interrupted one has left. */
function begin({ plan, state, choice, content }: ConsideredPlan, now: number) {
  const { ledger } = state;
  const last = ledger.at(-1);
  // This deploy repairs the current publication, or continues an interrupted one.
  if (last?.content === content && last.site === choice.site) return { publication: last, ledger };
  const publication: Publication = {
    id: publicationId(new Date(now), content, ledger),
    at: new Date(now).toISOString(),
    commit: choice.commit,
    site: choice.site,
    rollbackOf: choice.rollbackOf,
    pages: plan.files.filter(isPage).length,
    content,
    finished: false,
    files: choice.files,
  };
  return { publication, ledger: [...ledger, publication] };
}

function notKept({ uploads }: DeployPlan, state: TargetState, target: Target): Diagnostic[] {
  const lostUploads = uploads.filter(({ file, isKept }) => !isKept || !isKeptIn(state, file));
  const [first] = lostUploads;
  if (!first) return [];
  const others = lostUploads.length === 1 ? "" : ` and ${lostUploads.length - 1} more`;
  const message = `That publication is not whole any more: ${target.to} has lost ${first.file.path}${others}.`;
  return [{ code: "DEPLOY_ROLLBACK", severity: "error", message, hint: BUILD_EARLIER }];
}

function busy(target: Target): BuildFailedError {
  const message = `Another deploy is at work in ${target.to}, or has changed it meanwhile.`;
  return new BuildFailedError([
    target.report("DEPLOY_BUSY", "to", message, "wait until it is done, then deploy again"),
  ]);
}

/** What is published, and where the files of redirects lead. */
export interface Source extends Pick<PublishJob, "choose" | "readFile">, Pick<Consent, "findVanished"> {
  readonly leadsTo?: (path: string) => string | undefined;
  readonly built?: BuildResult;
}
