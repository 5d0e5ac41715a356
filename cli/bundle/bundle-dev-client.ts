import { join } from "node:path";
import type { Config } from "../config/resolve-config.ts";

/** Compiles a script for served pages that are watched or edited, on its first request. It is never part of a site. `entry` is below cli/. */
export async function bundleDevClient({ programDir }: Pick<Config, "programDir">, entry: string): Promise<Uint8Array> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(programDir, `cli/${entry}`)],
    absWorkingDir: programDir,
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
