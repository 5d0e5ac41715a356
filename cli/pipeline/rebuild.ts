// Runs all stages with the records of the last build, and writes the site into the output folder.

import { templateInputs } from "../bundle/template-inputs.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import { placeholderRelay } from "../content/settings/relay-address.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, type InputRecord } from "../emit/inputs.ts";
import { type LastBuild, lastAddresses } from "../emit/last-build.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replaceSite } from "../emit/with-output.ts";
import { findVanished } from "../routes/find-vanished.ts";
import { writeRecords } from "./build-records.ts";
import { type BuildResult, runStages } from "./run-stages.ts";
import { countWork } from "./stage-context.ts";
import { withStages } from "./with-stages.ts";

/** Uses nothing of an earlier build. The files are returned, and nothing is written. */
export const buildInMemory = (config: Config, options: BuildOptions): Promise<BuildResult> =>
  withStages(config, { manifest: undefined, inputs: [] }, options, async (context) => {
    const site = await runStages(context, { sink: undefined, keepsHtml: true });
    return site.complete(options);
  });

/** The state of the inputs, and the last build. */
interface BuildStart {
  readonly last: LastBuild;
  readonly inputs: readonly InputRecord[];
  /** Inputs outside of content and templates. */
  readonly others: readonly string[];
  readonly startedAt: number;
}

export async function rebuild(
  config: Config,
  output: HeldOutput,
  { last, inputs, others, startedAt }: BuildStart,
  options: BuildOptions,
): Promise<BuildResult> {
  const isPublic = config.purpose === "publish";
  const formerAddresses = isPublic ? lastAddresses(last) : [];
  const make = (sink: PageSink) =>
    withStages(config, { manifest: last.manifest, inputs }, options, async (context) => {
      const site = await runStages(context, { sink, keepsHtml: false });
      const result = await site.complete(options);
      // `check` is about the content and reports it for a release.
      const relay = isPublic && !config.preview ? placeholderRelay(site.content.sources.site, config) : [];
      countWork(options.onWork, "written", reasonsOf(result.files, last));
      writeRecords(config, context);
      return {
        ...result,
        warnings: [...result.warnings, ...findVanished(formerAddresses, result, "built"), ...relay],
        inputs: correctInputs(inputs, others, templateInputs(config), startedAt),
      };
    });
  const { result: newSite, warnings } = await replaceSite(config, output, last, make);
  const { inputs: _, ...result } = newSite;
  const files = newSite.files.map(({ path, bytes, hash }) => ({ path, bytes, hash }));
  return { ...result, files, warnings: [...newSite.warnings, ...warnings] };
}

function* reasonsOf(files: readonly OutputFile[], { hashes }: LastBuild): Generator<string> {
  for (const { path, hash } of files) {
    const previous = hashes.get(path);
    if (previous !== hash) yield previous === undefined ? "new" : "changed";
  }
}
