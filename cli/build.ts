// The pipeline: content/ → dist/. What is built is put together aside and takes the old site's place; a check writes nothing.
import { readFileSync } from "node:fs";
import { type BuildOptions, type CheckOptions, type Config, resolveConfig } from "./config/resolve-config.ts";
import { asBuildFailure } from "./diagnostics/as-build-failure.ts";
import { BuildFailedError, type Diagnostic, sortDiagnostics } from "./diagnostics/diagnostic.ts";
import { staleSchemas } from "./editor/editor-files.ts";
import { emitSite } from "./emit/emit-site.ts";
import { recordInputs, reuseLastBuild, standingFiles } from "./emit/last-build.ts";
import { lockOutput } from "./emit/output-lock.ts";
import { atOnce } from "./emit/pace.ts";
import { assertOurs, createStaging, recoverOutput } from "./emit/staging.ts";
import { withShards } from "./load-site.ts";
import { staleMailWords } from "./mail-words/mail-words.ts";
import type { PageSink } from "./output/page-sink.ts";
import { MAIL_WORDS_PATH } from "./render/render-site-files.ts";
import { type BuildResult, type PageFate, type PublishedRoute, runOverShards, runStages } from "./run-stages.ts";

export interface CheckResult {
  readonly routes: readonly PublishedRoute[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the site. Rejects with BuildFailedError and every diagnostic; the output folder is then as it was. */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const { signal, onProgress } = options;
    if (options.write === false) return withContents(await runStages(config, signal, { ...inMemory, onProgress }));
    const unlock = lockOutput(config.stateDir, config.outDir);
    try {
      recoverOutput(config.outDir);
      return await buildInto(config, options);
    } finally {
      unlock();
    }
  });
}

/** Every stage but the writing. Never rejects for what is wrong with the content: all of it is in the result. */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  let stale: readonly Diagnostic[] = [];
  try {
    const { routes, warnings } = await asBuildFailure(async () => {
      const config = resolveConfig(options);
      return withShards(config, undefined, async (job) => {
        stale = staleSchemas(config, job.templates);
        const result = await runOverShards(job, { sink: undefined, keepsHtml: false }, undefined);
        const words = result.files.find(({ path }) => path === MAIL_WORDS_PATH)?.content;
        if (words) stale = [...stale, ...staleMailWords(config, JSON.parse(Buffer.from(words).toString()))];
        return result;
      });
    });
    return { routes, diagnostics: sortDiagnostics([...stale, ...warnings]) };
  } catch (error) {
    if (error instanceof BuildFailedError)
      return { routes: [], diagnostics: sortDiagnostics([...stale, ...error.diagnostics]) };
    throw error;
  }
}

async function buildInto(config: Config, { signal, onProgress }: BuildOptions): Promise<BuildResult> {
  const inputs = recordInputs(config);
  const last = config.cache ? reuseLastBuild(config, inputs) : undefined;
  if (last) {
    const files = last.outputs.map(({ path, size, hash }) => ({ path, bytes: size, hash }));
    return { routes: last.routes, files, warnings: last.warnings, unchanged: true };
  }
  const { hashes, owned } = await standingFiles(config, atOnce);
  assertOurs(config.outDir, owned);
  const staging = createStaging(config.outDir);
  const sink: PageSink = { stagingDir: staging.dir, previousDir: config.outDir, previous: hashes };
  try {
    const fate = { sink, keepsHtml: false, onProgress };
    const result = await runStages(config, signal, fate);
    const { files, routes, warnings } = result;
    await emitSite(config, staging, sink, { files, routes, inputs, warnings, owned }, atOnce);
    return { ...result, files: result.files.map(({ path, bytes, hash }) => ({ path, bytes, hash })) };
  } finally {
    staging.discard();
  }
}

const inMemory: PageFate = { sink: undefined, keepsHtml: true };

/** Pictures lie in the cache until they are asked for. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
