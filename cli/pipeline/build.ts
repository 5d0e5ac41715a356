// Builds dist/ from content/. The new site is built in a staging folder and then replaces the old one.

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
 * Builds the site. Rejects with BuildFailedError and all diagnostics. The output folder is then unchanged. Only if it must be written in
 * place and the system refuses a file halfway, it has some files of the new site.
 */
export const build = (options: BuildOptions = {}): Promise<BuildResult> => buildWithPurpose("publish", options);

/** Like `build`, for a preview on this machine: it has a folder of its own, and any configured address of a relay is allowed. */
export const buildToServe = (options: BuildOptions): Promise<BuildResult> => buildWithPurpose("serve", options);

function buildWithPurpose(purpose: Purpose, options: BuildOptions): Promise<BuildResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options, purpose);
    if (options.write === false) {
      const { buildInMemory } = await loadStages();
      return withContents(await buildInMemory(config, options));
    }
    // Nothing is written in a folder without content.
    requireContent(config.contentDir);
    const unlessAborted = async () => options.signal?.throwIfAborted();
    const { result, warnings } = await runYielding(unlessAborted, () =>
      withOutput(config, (output) => buildInto(config, output, options)),
    );
    return { ...result, warnings: [...result.warnings, ...warnings] };
  });
}

async function buildInto(config: Config, output: HeldOutput, options: BuildOptions): Promise<BuildResult> {
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
  return rebuild(config, output, { last, inputs, others, startedAt }, options);
}

/** A build that finds no changes does not load the stages. */
const loadStages = () => import("./rebuild.ts");

/** Reads the contents of pictures, which are in the cache until they are needed. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
