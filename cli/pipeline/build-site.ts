// content/ → dist/. The new site is built in a staging folder and then replaces the old one.
import { readFileSync } from "node:fs";
import { loadTemplates } from "../bundle/load-templates.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import { noPause } from "../config/pause.ts";
import { type BuildOptions, type Config, type Purpose, resolveConfig } from "../config/resolve-config.ts";
import { requireContent } from "../content/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, findLastBuild, type LastBuild, lastAddresses, recordInputs } from "../emit/last-build.ts";
import { type InputRecord, manifestStore } from "../emit/manifest.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replacePages } from "../emit/replace-pages.ts";
import { replaceSite, withOutput } from "../emit/with-output.ts";
import { createPartition } from "../entries/partition.ts";
import { setupOf } from "../entries/partitions.ts";
import { findVanished } from "../routes/find-vanished.ts";
import { type BuildResult, type PageOptions, planSite, type RenewableSite, toPageFile } from "./build.ts";
import { withoutCache } from "./build-cache.ts";
import { inputPath, packRecord, renewPages, unpackRecord } from "./site-record.ts";

/**
 * Builds the site. Rejects with BuildFailedError and every diagnostic. The output folder is then unchanged, unless it can only be written
 * in place and the system refuses a file halfway: then it has some files of the new site.
 */
export const build = (options: BuildOptions = {}): Promise<BuildResult> => buildFor("publish", options);

/** Like `build`, for a site that is previewed on this machine: into its own folder, with any relay address that is configured. */
export const buildToServe = (options: BuildOptions): Promise<BuildResult> => buildFor("serve", options);

function buildFor(purpose: Purpose, options: BuildOptions): Promise<BuildResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options, purpose);
    if (options.write === false) {
      const { result } = await buildWhole(config, { sink: undefined, keepsHtml: true }, options);
      return withContents(result);
    }
    // In a folder without content, write nothing.
    requireContent(config.contentDir);
    const { result, warnings } = await withOutput(config, noPause, (held) => buildInto(config, held, options));
    return { ...result, warnings: [...result.warnings, ...warnings] };
  });
}

const buildWhole = (
  config: Config,
  pages: PageOptions,
  { signal, onProgress }: BuildOptions,
): Promise<{ readonly result: BuildResult; readonly record: RenewableSite["record"] }> =>
  withoutCache(config, signal, async (cache) => {
    const site = await planSite(config, cache, { ...pages, onProgress });
    return { result: await site.complete({ signal, onProgress }), record: site.record };
  });

async function buildInto(config: Config, held: HeldOutput, options: BuildOptions): Promise<BuildResult> {
  const startedAt = Date.now();
  const others = templateInputs(config);
  const inputs = recordInputs(config, others);
  const last = config.cache ? findLastBuild(config, inputs) : undefined;
  if (last?.changed.length === 0) {
    const files = last.outputs.map(({ path, size, hash }) => ({ path, bytes: size, hash }));
    const { routes, redirects, gone, warnings, unfinished } = last;
    return { routes, redirects, gone, files, warnings, unfinished, unchanged: true };
  }
  const renewed = last && (await renewInto(config, held, last, inputs, options));
  if (renewed) return renewed;
  const before = config.purpose === "publish" ? lastAddresses(config) : [];
  const make = async (sink: PageSink) => {
    const { result, record } = await buildWhole(config, { sink, keepsHtml: false }, options);
    const warnings = [...result.warnings, ...findVanished(before, result, "built")];
    const kept = config.cache ? () => packRecord(record()) : undefined;
    return { ...result, warnings, kept, inputs: correctInputs(inputs, others, templateInputs(config), startedAt) };
  };
  const { made, warnings } = await replaceSite(config, held, make, noPause);
  const files = made.files.map(({ path, bytes, hash }) => ({ path, bytes, hash }));
  const { routes, redirects, gone, unfinished } = made;
  return { routes, redirects, gone, files, warnings: [...made.warnings, ...warnings], unfinished, unchanged: false };
}

/** Renders the edited pages alone; undefined if more than they may have changed. */
async function renewInto(
  config: Config,
  held: HeldOutput,
  last: LastBuild,
  inputs: readonly InputRecord[],
  { signal }: BuildOptions,
): Promise<BuildResult | undefined> {
  const content = inputPath(`${config.contentDir}/`);
  // What vanished since the build before is reported once.
  if (last.warnings.some(({ code }) => code === "ROUTE_VANISHED")) return undefined;
  if (last.kept === undefined || !last.changed.every((path) => inputPath(path).startsWith(content))) return undefined;
  const bytes = manifestStore(config.stateDir, config.outDir).kept(last.kept);
  const record = bytes && unpackRecord(bytes);
  if (!record) return undefined;
  const templates = await loadTemplates(config);
  if (templates.programFile !== record.programFile) return undefined;
  const partition = createPartition(setupOf(templates), templates);
  const changed = last.changed.map((path) => ({ path }));
  const pages = await renewPages(record, partition, config, changed, last.warnings);
  signal?.throwIfAborted();
  if (!pages) return undefined;
  const { routes, files, warnings } = await replacePages(config, held, last, inputs, pages.map(toPageFile), noPause);
  return {
    routes,
    redirects: last.redirects,
    gone: last.gone,
    files: files.map(({ path, bytes, hash }) => ({ path, bytes, hash })),
    warnings: [...last.warnings, ...warnings],
    unfinished: last.unfinished,
    unchanged: false,
  };
}

/** Pictures stay in the cache until they are needed. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
