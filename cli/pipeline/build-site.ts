// content/ → dist/. The new site is built in a staging folder and then replaces the old one.
import { readFileSync } from "node:fs";
import { templateInputs } from "../bundle/template-inputs.ts";
import { noPause } from "../config/pause.ts";
import { type BuildOptions, type Config, type Purpose, resolveConfig } from "../config/resolve-config.ts";
import { requireContent } from "../content/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { findLastBuild, type LastBuild, recordInputs } from "../emit/last-build.ts";
import { withOutput } from "../emit/with-output.ts";
import type { BuildResult } from "./build.ts";

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
      const { buildWhole } = await loadStages();
      const { result } = await buildWhole(config, { sink: undefined, keepsHtml: true }, options);
      return withContents(result);
    }
    // In a folder without content, write nothing.
    requireContent(config.contentDir);
    const { result, warnings } = await withOutput(config, noPause, (held) => buildInto(config, held, options));
    return { ...result, warnings: [...result.warnings, ...warnings] };
  });
}

async function buildInto(config: Config, held: HeldOutput, options: BuildOptions): Promise<BuildResult> {
  const startedAt = Date.now();
  const others = templateInputs(config);
  const inputs = recordInputs(config, others);
  const last = config.cache ? findLastBuild(config, inputs) : undefined;
  if (last?.changed.length === 0) {
    const { routes, redirects, gone, warnings, unfinished } = last;
    return { routes, redirects, gone, files: last.outputs.map(toFile), warnings, unfinished, unchanged: true };
  }
  const { rebuild } = await loadStages();
  return rebuild(config, held, { last, inputs, others, startedAt }, options);
}

/** Where nothing has changed, they are not needed: a third of the program, without them. */
const loadStages = () => import("./run-stages.ts");

const toFile = ({ path, size, hash }: LastBuild["outputs"][number]) => ({ path, bytes: size, hash });

/** Pictures stay in the cache until they are needed. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
