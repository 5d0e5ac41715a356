// content/ → dist/. The new site is built in a staging folder and then replaces the old one.

import { readFileSync } from "node:fs";
import { templateInputs } from "../bundle/template-inputs.ts";
import { type BuildOptions, type Config, type Purpose, resolveConfig } from "../config/resolve-config.ts";
import { requireContent } from "../content/sources/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { recordInputs } from "../emit/inputs.ts";
import { changedInputs, isOfMoment, readLastBuild } from "../emit/last-build.ts";
import { withOutput } from "../emit/with-output.ts";
import { runYielding } from "../work/yield-turn.ts";
import type { BuildResult } from "./run-stages.ts";

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
      const { buildInMemory } = await loadStages();
      return withContents(await buildInMemory(config, options));
    }
    // In a folder without content, write nothing.
    requireContent(config.contentDir);
    const unlessAborted = async () => options.signal?.throwIfAborted();
    const { result, warnings } = await runYielding(unlessAborted, () =>
      withOutput(config, (held) => buildInto(config, held, options)),
    );
    return { ...result, warnings: [...result.warnings, ...warnings] };
  });
}

async function buildInto(config: Config, held: HeldOutput, options: BuildOptions): Promise<BuildResult> {
  const startedAt = Date.now();
  const others = templateInputs(config);
  const inputs = recordInputs(config, others);
  const last = await readLastBuild(config);
  const { manifest, hashes } = last;
  const isSame = config.cache && changedInputs(config, manifest, inputs)?.length === 0;
  if (isSame && manifest && hashes.size === manifest.outputs.length && isOfMoment(manifest, config)) {
    const { version: _, stamp: __, inputs: ___, outputs, ...result } = manifest;
    const files = outputs.map(({ path, size, hash }) => ({ path, bytes: size, hash }));
    return { ...result, files, unchanged: true };
  }
  const { rebuild } = await loadStages();
  return rebuild(config, held, { last, inputs, others, startedAt }, options);
}

/** A build that finds nothing changed does not load these. */
const loadStages = () => import("./rebuild.ts");

/** Pictures stay in the cache until they are needed. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
