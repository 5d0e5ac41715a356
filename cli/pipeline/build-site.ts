// content/ → dist/. What is built is put together aside and takes the place of the old site.
import { readFileSync } from "node:fs";
import { templateInputs } from "../bundle/template-inputs.ts";
import { noPause } from "../config/pause.ts";
import { type BuildOptions, type Config, type Purpose, resolveConfig } from "../config/resolve-config.ts";
import { requireContent } from "../content/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, recordInputs, reuseLastBuild } from "../emit/last-build.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replaceSite, withOutput } from "../emit/with-output.ts";
import { type BuildResult, type PageOptions, planSite } from "./build.ts";
import { withoutCache } from "./build-cache.ts";

/**
 * Builds the site. Rejects with BuildFailedError and every diagnostic; the output folder is then as it was, or, where it can only be written
 * in place and the system refuses a file halfway, has some files of the new site.
 */
export const build = (options: BuildOptions = {}): Promise<BuildResult> => buildFor("publish", options);

/** As `build`, for a site that is looked at on this machine: into a folder of its own, with whatever relay there is. */
export const buildToServe = (options: BuildOptions): Promise<BuildResult> => buildFor("serve", options);

function buildFor(purpose: Purpose, options: BuildOptions): Promise<BuildResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options, purpose);
    if (options.write === false) {
      return withContents(await buildWhole(config, { sink: undefined, keepsHtml: true }, options));
    }
    // In a folder without content, nothing is left behind.
    requireContent(config.contentDir);
    const { result, warnings } = await withOutput(config, noPause, (held) => buildInto(config, held, options));
    return { ...result, warnings: [...result.warnings, ...warnings] };
  });
}

const buildWhole = (config: Config, pages: PageOptions, { signal, onProgress }: BuildOptions): Promise<BuildResult> =>
  withoutCache(config, signal, async (cache) => {
    const site = await planSite(config, cache, { ...pages, onProgress });
    return site.complete({ signal, onProgress });
  });

async function buildInto(config: Config, held: HeldOutput, options: BuildOptions): Promise<BuildResult> {
  const startedAt = Date.now();
  const others = templateInputs(config);
  const inputs = recordInputs(config, others);
  const last = config.cache ? reuseLastBuild(config, inputs) : undefined;
  if (last) {
    const files = last.outputs.map(({ path, size, hash }) => ({ path, bytes: size, hash }));
    return { routes: last.routes, files, warnings: last.warnings, unfinished: last.unfinished, unchanged: true };
  }
  const make = async (sink: PageSink) => {
    const result = await buildWhole(config, { sink, keepsHtml: false }, options);
    return { ...result, inputs: correctInputs(inputs, others, templateInputs(config), startedAt) };
  };
  const { made, warnings } = await replaceSite(config, held, make, noPause);
  const files = made.files.map(({ path, bytes, hash }) => ({ path, bytes, hash }));
  const { routes, unfinished } = made;
  return { routes, files, warnings: [...made.warnings, ...warnings], unfinished, unchanged: false };
}

/** Pictures lie in the cache until they are asked for. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
