// An output folder during one build: it is held, repaired, written and released.
import type { Config } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type EmitJob, emitSite } from "./emit-site.ts";
import { type HeldOutput, holdOutput } from "./hold-output.ts";
import type { LastBuild } from "./last-build.ts";
import { assertOurs } from "./own-files.ts";
import type { PageSink } from "./page-sink.ts";
import { recoverOutput } from "./recover-output.ts";
import { createStaging } from "./staging.ts";

/** Holds the output folder while `use` builds into it. Also returns warnings about leftovers that could not be deleted. */
export async function withOutput<Result>(
  { outDir }: Pick<Config, "outDir">,
  use: (output: HeldOutput) => Promise<Result>,
): Promise<{ readonly result: Result; readonly warnings: readonly Diagnostic[] }> {
  const output = await holdOutput(outDir);
  const warnings: Diagnostic[] = [];
  try {
    warnings.push(...(await recoverOutput(outDir)));
    const result = await use(output).catch((error) => {
      // If another build has taken over and deleted what this one wrote, the errors of this one explain nothing.
      output.assertHeld();
      throw error;
    });
    warnings.push(...output.release());
    return { result, warnings };
  } finally {
    output.release();
  }
}

/**
 * Builds a site, whose files `make` writes into the sink, and replaces the one in the output folder, all or nothing. Rejects with
 * EMIT_FOREIGN_FOLDER and any error of `make`; the folder is then unchanged.
 */
export async function replaceSite<Made extends Omit<EmitJob, "last">>(
  config: Config,
  output: HeldOutput,
  last: LastBuild,
  make: (sink: PageSink) => Promise<Made>,
): Promise<{ readonly result: Made; readonly warnings: readonly Diagnostic[] }> {
  assertOurs(config.outDir, last.owned);
  const staging = createStaging(config.outDir, output);
  const sink: PageSink = { stagingDir: staging.dir, previousDir: config.outDir, previous: last.hashes };
  try {
    const result = await make(sink);
    return { result, warnings: await emitSite(config, staging, sink, { ...result, last }) };
  } finally {
    staging.discard();
  }
}
