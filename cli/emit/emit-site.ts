// Finished files → the output folder, all or nothing.
import { statSync } from "node:fs";
import { type Pause, STRIDE } from "../config/pause.ts";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { buildStamp } from "./last-build.ts";
import { leftBehind } from "./left-behind.ts";
import { type InputRecord, type Manifest, type ManifestStore, manifestStore, type OutputRecord } from "./manifest.ts";
import type { OutputFile } from "./output-file.ts";
import { type PageSink, putFile } from "./page-sink.ts";
import type { Staging } from "./staging.ts";

export interface EmitJob {
  readonly files: readonly OutputFile[];
  readonly routes: Manifest["routes"];
  readonly redirects: Manifest["redirects"];
  readonly gone: Manifest["gone"];
  readonly inputs: readonly InputRecord[];
  readonly warnings: readonly Diagnostic[];
  readonly unfinished: Manifest["unfinished"];
  /** Keeps what the next build will ask the manifest for. */
  readonly kept?: ((store: ManifestStore) => Manifest["kept"]) | undefined;
  readonly renewed?: Manifest["renewed"];
  readonly owned: ReadonlySet<string>;
}

/**
 * Writes the remaining files, keeps files of others, replaces the site and records it. Publishing is never interrupted and is the last step
 * that can fail: later problems give warnings.
 */
export async function emitSite(
  config: Config,
  staging: Staging,
  sink: PageSink,
  job: EmitJob,
  pause: Pause,
): Promise<Diagnostic[]> {
  const madeDirs = new Set<string>();
  for (const [position, { path, content, from, hash }] of job.files.entries()) {
    if (position % STRIDE === 0) await pause();
    const given = content ?? from;
    if (given !== undefined) putFile(sink, path, given, hash, madeDirs);
  }
  const outputs: OutputRecord[] = [];
  for (const [position, { path, hash }] of job.files.entries()) {
    if (position % STRIDE === 0) await pause();
    const { size, mtimeMs } = statSync(`${staging.dir}/${path}`);
    outputs.push({ path, size, mtimeMs, hash });
  }
  await staging.ready(job.owned, pause);
  const store = manifestStore(config.stateDir, config.outDir);
  store.announce({
    stamp: buildStamp(config),
    inputs: job.inputs,
    outputs,
    routes: job.routes,
    redirects: job.redirects,
    gone: job.gone,
    warnings: job.warnings,
    unfinished: job.unfinished,
    kept: job.kept?.(store),
    renewed: job.renewed,
  });
  staging.publish();
  return [...settle(store), ...(await staging.clear(pause))];
}

/** An unsettled record is not trusted: the next build then makes the whole site. */
export function settle(store: ManifestStore): Diagnostic[] {
  try {
    store.settle();
    return [];
  } catch (error) {
    return [leftBehind(store.announced, error)];
  }
}
