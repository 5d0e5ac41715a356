// Compiles the TypeScript of relay/ when it has changed since it was last compiled, and loads it: in the repository alone, as the command
// line does. The relay's image and package have it compiled (bundle.mjs). Plain Node: it runs before anything is compiled.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { compileOnce, stampOf } from "../cli/launch/compile-once.mjs";
import { ensureInstalled, packagesRecord, programDir } from "../cli/launch/setup.mjs";
import { bundleOptions } from "./bundle-options.mjs";

/** Of every source of the relay, its packages and Node. */
function programStamp() {
  const sources = readdirSync(join(programDir, "relay"), { recursive: true })
    .filter((name) => /^(?!node_modules|dist).*\.(?:m?[jt]sx?|json)$/.test(name))
    .map((name) => `relay/${name.replaceAll("\\", "/")}`);
  return stampOf(programDir, [relative(programDir, packagesRecord()), ...sources.sort()], process.version);
}

async function compile(outdir) {
  ensureInstalled();
  const { build } = await import("esbuild");
  await build({ ...bundleOptions, outdir });
}

/** The compiled program: `{ main }`. */
export async function loadRelay() {
  const dir = await compileOnce(join(programDir, ".eventsite/relay-program", programStamp()), compile);
  return import(pathToFileURL(join(dir, "relay.mjs")).href);
}
