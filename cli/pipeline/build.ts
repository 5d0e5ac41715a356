// The pipeline: content/ → dist/. What is built is put together aside and takes the old site's place; a check writes nothing.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { templateInputs } from "../bundle/template-inputs.ts";
import {
  type BuildOptions,
  type CheckOptions,
  type Config,
  type Purpose,
  resolveConfig,
} from "../config/resolve-config.ts";
import { requireContent } from "../content/list-sources.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { BuildFailedError, type Diagnostic, sortDiagnostics } from "../diagnostics/diagnostic.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, recordInputs, reuseLastBuild } from "../emit/last-build.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replaceSite, withOutput } from "../emit/with-output.ts";
import { atOnce } from "../emit/write-pace.ts";
import { MAIL_WORDS_PATH } from "../render/render-site-files.ts";
import { staleSchemas } from "../schema/editor-files.ts";
import type { Unfinished } from "./load-content.ts";
import { withPartitions } from "./load-site.ts";
import { staleMailWords } from "./mail-words.ts";
import { type BuildResult, type PageFate, type PublishedRoute, planSite, runOverPartitions } from "./run-stages.ts";

export interface CheckResult {
  /** The content that was looked at, as an absolute path. */
  readonly contentDir: string;
  readonly routes: readonly PublishedRoute[];
  readonly diagnostics: readonly Diagnostic[];
  /** undefined where the content stops a build. */
  readonly unfinished: Unfinished | undefined;
}

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
    const { signal, onProgress } = options;
    if (options.write === false) {
      const site = await planSite(config, signal, { ...inMemory, onProgress });
      return withContents(await site.complete({ signal, onProgress }));
    }
    // In a folder without content, nothing is left behind.
    requireContent(config.contentDir);
    const { result, warnings } = await withOutput(config, atOnce, (held) => buildInto(config, held, options));
    return { ...result, warnings: [...result.warnings, ...warnings] };
  });
}

/** Every stage but the writing. Never rejects for what is wrong with the content: all of it is in the result. */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  const contentDir = resolve(options.root ?? ".", options.contentDir ?? "content");
  let stale: readonly Diagnostic[] = [];
  try {
    const { routes, warnings, unfinished } = await asBuildFailure(async () => {
      const config = resolveConfig(options);
      return withPartitions(config, undefined, async (job) => {
        stale = staleSchemas(config, job.templates);
        const result = await runOverPartitions(job, { sink: undefined, keepsHtml: false });
        const words = result.files.find(({ path }) => path === MAIL_WORDS_PATH)?.content;
        if (words) stale = [...stale, ...staleMailWords(config, JSON.parse(Buffer.from(words).toString()))];
        return result;
      });
    });
    return { contentDir, routes, diagnostics: sortDiagnostics([...stale, ...warnings]), unfinished };
  } catch (error) {
    if (!(error instanceof BuildFailedError)) throw error;
    const diagnostics = sortDiagnostics([...stale, ...error.diagnostics]);
    return { contentDir, routes: [], diagnostics, unfinished: undefined };
  }
}

async function buildInto(config: Config, held: HeldOutput, { signal, onProgress }: BuildOptions): Promise<BuildResult> {
  const startedAt = Date.now();
  const others = templateInputs(config);
  const inputs = recordInputs(config, others);
  const last = config.cache ? reuseLastBuild(config, inputs) : undefined;
  if (last) {
    const files = last.outputs.map(({ path, size, hash }) => ({ path, bytes: size, hash }));
    return { routes: last.routes, files, warnings: last.warnings, unfinished: last.unfinished, unchanged: true };
  }
  const make = async (sink: PageSink) => {
    const site = await planSite(config, signal, { sink, keepsHtml: false, onProgress });
    const result = await site.complete({ signal, onProgress });
    return { ...result, inputs: correctInputs(inputs, others, templateInputs(config), startedAt) };
  };
  const { made, warnings } = await replaceSite(config, held, make, atOnce);
  const files = made.files.map(({ path, bytes, hash }) => ({ path, bytes, hash }));
  const { routes, unfinished } = made;
  return { routes, files, warnings: [...made.warnings, ...warnings], unfinished, unchanged: false };
}

const inMemory: PageFate = { sink: undefined, keepsHtml: true };

/** Pictures lie in the cache until they are asked for. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});
