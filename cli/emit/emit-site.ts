// Finished files → the output folder, all or nothing.

import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { yieldTurn } from "../work/yield-turn.ts";
import { buildStamp, type InputRecord } from "./inputs.ts";
import type { LastBuild } from "./last-build.ts";
import { leftBehind } from "./left-behind.ts";
import { type ManifestStore, manifestStore } from "./manifest.ts";
import type { OutputFile } from "./output-file.ts";
import { type PageSink, putFile } from "./page-sink.ts";
import { publishInPlace, readyInPlace } from "./publish-in-place.ts";
import type { SiteReport } from "./site-report.ts";
import type { Staging } from "./staging.ts";

export interface EmitJob extends SiteReport {
  readonly inputs: readonly InputRecord[];
  readonly files: readonly OutputFile[];
  readonly last: LastBuild;
}

/**
 * Writes the remaining files, replaces the site and records it. If only one file differs, it is replaced by a rename. Otherwise a new folder
 * replaces the old one, so that all files change at once, and files of others are kept. Publishing is never interrupted and is the last step
 * that can fail: later problems give warnings.
 */
export async function emitSite(config: Config, staging: Staging, sink: PageSink, job: EmitJob): Promise<Diagnostic[]> {
  const changedFiles = job.files.filter(({ path, hash }) => sink.previous.get(path) !== hash);
  const writesInPlace =
    changedFiles.length <= 1 &&
    job.files.length === job.last.hashes.size &&
    changedFiles.every(({ path }) => sink.previous.has(path) && isWritable(dirname(`${config.outDir}/${path}`)));
  const filesToWrite = writesInPlace ? changedFiles : job.files;
  const records = new Map((writesInPlace ? job.last.manifest?.outputs : [])?.map((record) => [record.path, record]));
  for (const { path, content, from, hash } of filesToWrite) {
    await yieldTurn();
    const source = content ?? from;
    if (source !== undefined) putFile(sink, path, source, hash);
    const { size, mtimeMs } = statSync(`${staging.dir}/${path}`);
    records.set(path, { path, size, mtimeMs, hash });
  }
  if (writesInPlace) readyInPlace(config.outDir, staging.dir, []);
  else await staging.ready(job.last.owned);
  const { inputs, routes, basePath, redirects, gone, warnings, unfinished, lastChangeAt, nextChangeAt } = job;
  const store = manifestStore(config.stateDir, config.outDir);
  const outputs = [...records.values()];
  const stamp = buildStamp(config);
  const dates = { lastChangeAt, nextChangeAt };
  staging.assertHeld();
  store.announce({ stamp, inputs, outputs, routes, basePath, redirects, gone, warnings, unfinished, ...dates });
  if (writesInPlace) publishInPlace(config.outDir, staging.dir, []);
  else staging.publish();
  return [...settle(store), ...(writesInPlace ? [] : await staging.clear())];
}

/** If a folder is read-only or missing, the whole site is replaced. */
function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** After a failure, the next build writes the whole site: it does not trust an unsettled record. */
function settle(store: ManifestStore): Diagnostic[] {
  try {
    store.settle();
    return [];
  } catch (error) {
    return [leftBehind(store.announced, error)];
  }
}
