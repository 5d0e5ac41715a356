// Finished files → the output folder, all or nothing.
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../output/output-file.ts";
import { type PageSink, putFile } from "../output/page-sink.ts";
import { buildStamp } from "./last-build.ts";
import { type InputRecord, type Manifest, manifestStore } from "./manifest.ts";
import { keepForeignFiles, type Staging } from "./staging.ts";

export interface EmitJob {
  readonly files: readonly OutputFile[];
  readonly routes: Manifest["routes"];
  readonly inputs: readonly InputRecord[];
  readonly warnings: readonly Diagnostic[];
  readonly owned: ReadonlySet<string>;
}

/** Writes what is left, carries foreign files over, swaps the new site in and records it. */
export function emitSite(config: Config, staging: Staging, sink: PageSink, job: EmitJob): void {
  const madeDirs = new Set<string>();
  for (const { path, content, from, hash } of job.files) {
    const given = content ?? from;
    if (given !== undefined) putFile(sink, path, given, hash, madeDirs);
  }
  keepForeignFiles(config.outDir, staging.dir, job.owned);
  const outputs = job.files.map(({ path, hash }) => {
    const { size, mtimeMs } = statSync(join(staging.dir, path));
    return { path, size, mtimeMs, hash };
  });
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
}
