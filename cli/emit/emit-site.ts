// Finished files → the output folder, all or nothing.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../output/output-file.ts";
import { type PageSink, putFile } from "../output/page-sink.ts";
import { buildStamp } from "./last-build.ts";
import { type InputRecord, type Manifest, manifestStore, type OutputRecord } from "./manifest.ts";
import type { Pace } from "./pace.ts";
import { keepForeignFiles, type Staging } from "./staging.ts";

export interface EmitJob {
  readonly files: readonly OutputFile[];
  readonly routes: Manifest["routes"];
  readonly inputs: readonly InputRecord[];
  readonly warnings: readonly Diagnostic[];
  readonly owned: ReadonlySet<string>;
}

/** Writes what is left, carries foreign files over, swaps the new site in and records it. The swap itself lets nobody in between. */
export async function emitSite(
  config: Config,
  staging: Staging,
  sink: PageSink,
  job: EmitJob,
  pace: Pace,
): Promise<void> {
  const madeDirs = new Set<string>();
  for (const { path, content, from, hash } of job.files) {
    await pace();
    const given = content ?? from;
    if (given !== undefined) putFile(sink, path, given, hash, madeDirs);
  }
  const outputs: OutputRecord[] = [];
  for (const { path, hash } of job.files) {
    await pace();
    const { size, mtimeMs } = statSync(join(staging.dir, path));
    outputs.push({ path, size, mtimeMs, hash });
  }
  await keepForeignFiles(config.outDir, staging.dir, job.owned, pace);
  const store = manifestStore(config.stateDir, config.outDir);
  store.announce({
    stamp: buildStamp(config),
    inputs: job.inputs,
    outputs,
    routes: job.routes,
    warnings: job.warnings,
  });
  staging.swap();
  store.settle();
  await staging.clear(pace);
}
