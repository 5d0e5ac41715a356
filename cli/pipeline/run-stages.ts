// What a build runs when something has changed: the pages of an edit, or all stages.
import { templateInputs } from "../bundle/template-inputs.ts";
import { noPause } from "../config/pause.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import type { HeldOutput } from "../emit/hold-output.ts";
import { correctInputs, type LastBuild, lastAddresses } from "../emit/last-build.ts";
import { type InputRecord, manifestStore } from "../emit/manifest.ts";
import type { PageSink } from "../emit/page-sink.ts";
import { replaceSite } from "../emit/with-output.ts";
import { PARTITIONS, type PartitionFiles } from "../entries/partitions.ts";
import { findVanished } from "../routes/find-vanished.ts";
import { buildAfterEdit } from "./after-edit.ts";
import { type BuildResult, type PageOptions, planSite, type RenewableSite } from "./build.ts";
import { withoutCache } from "./build-cache.ts";
import { keepWhole } from "./kept-record.ts";

/** All stages, with nothing of an earlier build. */
export const buildWhole = (
  config: Config,
  pages: PageOptions,
  { signal, onProgress }: BuildOptions,
  files?: PartitionFiles,
): Promise<{ readonly result: BuildResult; readonly record: RenewableSite["record"] }> =>
  withoutCache(
    config,
    signal,
    async (cache) => {
      const site = await planSite(config, cache, { ...pages, onProgress });
      return { result: await site.complete({ signal, onProgress }), record: site.record };
    },
    files,
  );

/** The state of the inputs, and what the last build made of an earlier one. */
export interface Before {
  readonly last: LastBuild | undefined;
  readonly inputs: readonly InputRecord[];
  /** Inputs beside content and templates. */
  readonly others: readonly string[];
  readonly startedAt: number;
}

/** Builds what has changed since, or all. */
export async function rebuild(
  config: Config,
  held: HeldOutput,
  { last, inputs, others, startedAt }: Before,
  options: BuildOptions,
): Promise<BuildResult> {
  const edited = last && (await buildAfterEdit(config, held, last, inputs, options));
  if (edited) return edited;
  const before = config.purpose === "publish" ? lastAddresses(config) : [];
  const store = config.cache ? manifestStore(config.stateDir, config.outDir) : undefined;
  const make = async (sink: PageSink) => {
    const records = store && "all";
    const files = store && { values: { paths: store.files(PARTITIONS, true), isNew: true } };
    const { result, record } = await buildWhole(config, { sink, keepsHtml: false, records }, options, files);
    const warnings = [...result.warnings, ...findVanished(before, result, "built")];
    const kept = store && (() => keepWhole(store, record()));
    return { ...result, warnings, kept, inputs: correctInputs(inputs, others, templateInputs(config), startedAt) };
  };
  const { made, warnings } = await replaceSite(config, held, make, noPause).finally(() => store?.dropFiles(PARTITIONS));
  const files = made.files.map(({ path, bytes, hash }) => ({ path, bytes, hash }));
  const { routes, redirects, gone, unfinished } = made;
  return { routes, redirects, gone, files, warnings: [...made.warnings, ...warnings], unfinished, unchanged: false };
}
