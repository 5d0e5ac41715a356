// A site of which most files are as the last build left them. On a large site the few others replace the old ones by renames; otherwise a new
// folder replaces the old one, so that all of it changes at once.
import { accessSync, constants, existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Pause } from "../config/pause.ts";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type EmitJob, emitSite, settle } from "./emit-site.ts";
import type { HeldOutput } from "./hold-output.ts";
import { buildStamp, type LastBuild } from "./last-build.ts";
import { manifestStore } from "./manifest.ts";
import type { OutputFile } from "./output-file.ts";
import { type PageSink, putFile } from "./page-sink.ts";
import { publishInPlace, readyInPlace } from "./publish-in-place.ts";
import { createStaging, type Staging } from "./staging.ts";
import type { MakeSite } from "./with-output.ts";

/** A new folder for a smaller site takes some milliseconds. */
const LARGE_SITE = 2000;

/** Replaced one after the other within a millisecond or two. */
const RENAMED_AT_MOST = 50;

type Site = Omit<EmitJob, "owned">;

/** Files without content that are not written yet are those of the last build. Rejects as `replaceSite` does. */
export async function replaceFiles<Made extends Site>(
  config: Config,
  held: HeldOutput,
  { outputs }: Pick<LastBuild, "outputs">,
  make: MakeSite<Made>,
  pause: Pause,
  largeSite = LARGE_SITE,
): Promise<{ readonly made: Made; readonly warnings: readonly Diagnostic[] }> {
  const hashes = new Map(outputs.map(({ path, hash }) => [path, hash]));
  const staging = createStaging(config.outDir, held);
  const sink: PageSink = { stagingDir: staging.dir, previousDir: config.outDir, previous: hashes };
  try {
    const made = await make(sink);
    const kept = new Set(made.files.map(({ path }) => path));
    const changed = made.files.filter(({ path, hash }) => hashes.get(path) !== hash);
    const stale = outputs.flatMap(({ path }) => (kept.has(path) ? [] : [path]));
    const count = changed.length + stale.length;
    const isFew = count <= 1 || (count <= RENAMED_AT_MOST && outputs.length >= largeSite);
    const isReady = (path: string) =>
      hashes.has(path) ? isWritable(dirname(join(config.outDir, path))) : isFree(config.outDir, path);
    if (isFew && [...changed.map(({ path }) => path), ...stale].every(isReady))
      return { made, warnings: renameFiles(config, staging, sink, outputs, made, changed, stale) };
    const files = made.files.map((file) => withSource(file, staging, config));
    const owned = manifestStore(config.stateDir, config.outDir).owned();
    return { made, warnings: await emitSite(config, staging, sink, { ...made, files, owned }, pause) };
  } finally {
    staging.discard();
  }
}

/** A folder that may only be read, or was taken away, is replaced with all the others. */
function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether a new file can be put there, in folders that may be new as well. What others have in its place is found when all is replaced. */
function isFree(outDir: string, path: string): boolean {
  let at = outDir;
  for (const name of path.split("/")) {
    const folder = at;
    at = join(folder, name);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (!found) return isWritable(folder);
    if (!found.isDirectory()) return false;
  }
  return false;
}

function withSource(file: OutputFile, { dir }: Staging, { outDir }: Config): OutputFile {
  const isThere = file.content !== undefined || file.from !== undefined || existsSync(join(dir, file.path));
  return isThere ? file : { ...file, from: join(outDir, file.path) };
}

/** Killed in between, it leaves some of the files to the next build, which is a whole one. */
function renameFiles(
  config: Config,
  staging: Staging,
  sink: PageSink,
  outputs: LastBuild["outputs"],
  { files, kept, ...site }: Site,
  changed: readonly OutputFile[],
  stale: readonly string[],
): Diagnostic[] {
  const store = manifestStore(config.stateDir, config.outDir);
  const madeDirs = new Set<string>();
  const known = new Map(outputs.map((output) => [output.path, output]));
  for (const { path, content, from, hash } of changed) {
    const given = content ?? from;
    if (given !== undefined) putFile(sink, path, given, hash, madeDirs);
    const { size, mtimeMs } = statSync(join(staging.dir, path));
    known.set(path, { path, size, mtimeMs, hash });
  }
  readyInPlace(config.outDir, staging.dir, stale);
  store.announce({
    stamp: buildStamp(config),
    inputs: site.inputs,
    outputs: files.flatMap(({ path }) => known.get(path) ?? []),
    routes: site.routes,
    redirects: site.redirects,
    gone: site.gone,
    warnings: site.warnings,
    unfinished: site.unfinished,
    kept: kept?.(store),
    renewed: site.renewed,
  });
  publishInPlace(config.outDir, staging.dir, stale);
  return settle(store);
}
