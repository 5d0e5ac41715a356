// The life of an output folder during one build: held, repaired, written, released.
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type EmitJob, emitSite } from "./emit-site.ts";
import { type HeldOutput, holdOutput } from "./hold-output.ts";
import type { LastBuild } from "./last-build.ts";
import { assertOurs } from "./own-files.ts";
import type { PageSink } from "./page-sink.ts";
import { recoverOutput } from "./recover-output.ts";
import { createStaging } from "./staging.ts";

/** Holds the output folder while something is built into it. Returns, beside the result, what could not be deleted before or after. */
export async function withOutput<Result>(
  { outDir }: Pick<Config, "outDir">,
  use: (held: HeldOutput) => Promise<Result>,
): Promise<{ readonly result: Result; readonly warnings: readonly Diagnostic[] }> {
  const held = await holdOutput(outDir);
  const warnings: Diagnostic[] = [];
  try {
    warnings.push(...(await recoverOutput(outDir)));
    const result = await use(held).catch((error) => {
      // Another build deletes what this one has written so far, which then fails in ways that explain nothing.
      held.assertHeld();
      throw error;
    });
    warnings.push(...held.release());
    return { result, warnings };
  } finally {
    held.release();
  }
}

/**
 * Makes a site, whose files `make` writes into the sink, and replaces the one in the output folder, all or nothing. Rejects with
 * EMIT_FOREIGN_FOLDER and any error of `make`; the folder is then unchanged.
 */
export async function replaceSite<Made extends Omit<EmitJob, "last">>(
  config: Config,
  held: HeldOutput,
  last: LastBuild,
  make: (sink: PageSink) => Promise<Made>,
): Promise<{ readonly made: Made; readonly warnings: readonly Diagnostic[] }> {
  assertOurs(config.outDir, last.owned);
  const staging = createStaging(config.outDir, held);
  const sink: PageSink = { stagingDir: staging.dir, previousDir: config.outDir, previous: last.hashes };
  try {
    const made = await make(sink);
    return { made, warnings: await emitSite(config, staging, sink, { ...made, last }) };
  } finally {
    staging.discard();
  }
}
