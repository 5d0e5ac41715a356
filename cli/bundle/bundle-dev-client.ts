import { join } from "node:path";
import type { Config } from "../config/resolve-config.ts";

/** The script of pages that are served while they are worked on: `entry`, below cli/. Made on the first request, never part of a site. */
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
