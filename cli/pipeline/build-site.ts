// content/ → dist/. The new site is built in a staging folder and then replaces the old one.
import { readFileSync } from "node:fs";
import { templateInputs } from "../bundle/template-inputs.ts";
import { noPause } from "../config/pause.ts";
import { type BuildOptions, type Config, type Purpose, resolveConfig } from "../config/resolve-config.ts";
import { requireContent } from "../content/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, findLastBuild, type LastBuild, lastAddresses, recordInputs } from "../emit/last-build.ts";
import type { ManifestStore } from "../emit/manifest.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replaceSite, withOutput } from "../emit/with-output.ts";
import { findVanished } from "../routes/find-vanished.ts";
import { buildAfterEdit } from "./after-edit.ts";
import { type BuildResult, type PageOptions, planSite, type RenewableSite } from "./build.ts";
import { withoutCache } from "./build-cache.ts";
import { keepRecord } from "./site-record.ts";

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
    const { routes, redirects, gone, warnings, unfinished } = last;
    return { routes, redirects, gone, files: last.outputs.map(toFile), warnings, unfinished, unchanged: true };
  }
  const edited = last && (await buildAfterEdit(config, held, last, inputs, options));
  if (edited) return edited;
  const before = config.purpose === "publish" ? lastAddresses(config) : [];
  const make = async (sink: PageSink) => {
    const records = config.cache ? "all" : undefined;
    const { result, record } = await buildWhole(config, { sink, keepsHtml: false, records }, options);
    const warnings = [...result.warnings, ...findVanished(before, result, "built")];
    const kept = config.cache ? (store: ManifestStore) => keepRecord(store, record()) : undefined;
    return { ...result, warnings, kept, inputs: correctInputs(inputs, others, templateInputs(config), startedAt) };
  };
  const { made, warnings } = await replaceSite(config, held, make, noPause);
  const files = made.files.map(({ path, bytes, hash }) => ({ path, bytes, hash }));
  const { routes, redirects, gone, unfinished } = made;
  return { routes, redirects, gone, files, warnings: [...made.warnings, ...warnings], unfinished, unchanged: false };
}

const toFile = ({ path, size, hash }: LastBuild["outputs"][number]) => ({ path, bytes: size, hash });

/** Pictures stay in the cache until they are needed. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
