// Compiles the TypeScript of relay/ when it has changed since it was last compiled, and loads it: in the repository alone, as the command
// line does. The relay's image and package have it compiled (bundle.mjs). Plain Node: it runs before anything is compiled.
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { programCacheDir } from "../../cli/launch/cache-folder.mjs";
import { compileOnce } from "../../cli/launch/compile-once.mjs";
import { leaveOut } from "../../cli/launch/leave-out.mjs";
import { checkFolder, ensureInstalled, packagesRecord, programDir } from "../../cli/launch/setup.cjs";
import { recordedStamp, sourcesBelow } from "../../cli/launch/stamps.mjs";
import { bundleOptions } from "./bundle-options.mjs";

checkFolder();
const cacheDir = programCacheDir(programDir);

/** Of every source of the relay, its packages and Node, and of its folder. */
function programStamp() {
  const sources = sourcesBelow(programDir, "relay", /\.(?:m?[jt]sx?|json)$/);
  const names = [relative(programDir, packagesRecord()), ...sources];
  return recordedStamp(join(cacheDir, "stamps"), programDir, names, process.version, programDir);
}

async function compile(outdir) {
  ensureInstalled();
  const { build } = await import("esbuild");
  const { external, ...options } = bundleOptions;
  await build({ ...options, outdir, plugins: [leaveOut(...external)] });
}

/** The compiled program: `{ main }`. */
export async function loadRelay() {
  const dir = await compileOnce(join(cacheDir, "relay-program", programStamp()), compile);
  return import(pathToFileURL(join(dir, "relay.mjs")).href);
}
