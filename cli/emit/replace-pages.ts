// A few pages of the published site replaced by others; the rest of it is as the last build left it.
import { accessSync, constants, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Pause } from "../config/pause.ts";
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { settle } from "./emit-site.ts";
import type { HeldOutput } from "./hold-output.ts";
import { buildStamp, type LastBuild } from "./last-build.ts";
import { type InputRecord, manifestStore } from "./manifest.ts";
import type { OutputFile } from "./output-file.ts";
import { putFile } from "./page-sink.ts";
import { createStaging } from "./staging.ts";
import { replaceSite } from "./with-output.ts";

export interface ReplacedPages {
  readonly routes: LastBuild["routes"];
  readonly files: readonly OutputFile[];
  readonly warnings: readonly Diagnostic[];
}

/** One page takes one rename; several go through a new folder, so that all of them change at once. Rejects as `replaceSite` does. */
export async function replacePages(
  config: Config,
  held: HeldOutput,
  last: LastBuild,
  inputs: readonly InputRecord[],
  pages: readonly OutputFile[],
  pause: Pause,
): Promise<ReplacedPages> {
  const given = new Map(pages.map((page) => [page.path, page]));
  const routes = last.routes.map((route) => ({ ...route, bytes: given.get(route.file)?.bytes ?? route.bytes }));
  const files = last.outputs.map(
    ({ path, size, hash }): OutputFile =>
      given.get(path) ?? { path, bytes: size, hash, from: join(config.outDir, path) },
  );
  const changed = last.outputs.flatMap(({ path, hash }) => {
    const page = given.get(path);
    return page && page.hash !== hash ? [page] : [];
  });
  const { redirects, gone, warnings, unfinished } = last;
  const isOneRename =
    changed.length <= 1 && changed.every(({ path }) => isWritable(dirname(join(config.outDir, path))));
  if (!isOneRename) {
    const store = manifestStore(config.stateDir, config.outDir);
    const bytes = last.kept === undefined ? undefined : store.kept(last.kept);
    const site = { files, routes, redirects, gone, inputs, warnings, unfinished, kept: bytes && (() => bytes) };
    const replaced = await replaceSite(config, held, async () => site, pause);
    return { routes, files, warnings: replaced.warnings };
  }
  return { routes, files, warnings: replaceOne(config, held, { ...last, routes }, inputs, changed[0]) };
}

/** A folder that may only be read is replaced with all the others. */
function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Without a page, only what is known of the site is brought up to date. */
function replaceOne(
  config: Config,
  held: HeldOutput,
  { outputs, changed: _changed, ...known }: LastBuild,
  inputs: readonly InputRecord[],
  page: OutputFile | undefined,
): Diagnostic[] {
  const store = manifestStore(config.stateDir, config.outDir);
  const staging = createStaging(config.outDir, held);
  try {
    const sink = { stagingDir: staging.dir, previousDir: config.outDir, previous: new Map<string, string>() };
    if (page?.content) putFile(sink, page.path, page.content, page.hash, new Set());
    const written = outputs.map((output) => {
      if (output.path !== page?.path) return output;
      const { size, mtimeMs } = statSync(join(staging.dir, page.path));
      return { ...output, size, mtimeMs, hash: page.hash };
    });
    store.announce({ ...known, stamp: buildStamp(config), inputs, outputs: written });
    if (page) renameSync(join(staging.dir, page.path), join(config.outDir, page.path));
    return settle(store);
  } finally {
    staging.discard();
  }
}
