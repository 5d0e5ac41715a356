// Compiles the TypeScript of cli/ when it has changed since it was last compiled, and imports it.

import module from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { programCacheDir } from "./cache-folder.mjs";
import { compileOnce } from "./compile-once.mjs";
import { leaveOut } from "./leave-out.mjs";
import { ensureInstalled, packagesRecord, programDir } from "./setup.cjs";
import { recordedStamp, sourcesBelow } from "./stamps.mjs";

process.env.NODE_ENV ??= "production";
const cacheDir = programCacheDir(programDir);
// From Node 22.1 on, V8's code of the program is cached from one process to the next.
module.enableCompileCache?.(join(cacheDir, "compile-cache"));

/** Files that the program shares with the relay and with templates. */
const SHARED = ["relay/loopback.ts", "templates/kit/web-address.ts"];

/** Changes with every source of the program, its packages, Node, and its folder, which is written into the compiled files. */
function programStamp() {
  const names = [relative(programDir, packagesRecord()), ...SHARED, ...sourcesBelow(programDir, "cli", /\.m?[jt]s$/)];
  return recordedStamp(join(cacheDir, "stamps"), programDir, names, process.version, programDir);
}

async function compile(outdir) {
  ensureInstalled();
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: programDir,
    // The command, the public API, and a thread that renders entries.
    entryPoints: { main: "cli/commands/main.ts", index: "cli/index.ts", "entry-worker": "cli/threads/worker.ts" },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    // Half of the text to read at each start. Node prints the line of an error that nothing catches.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: "none",
    platform: "node",
    target: "node20.19",
    format: "esm",
    // CommonJS packages inside the bundle load Node's modules this way.
    banner: { js: 'import __module from "node:module"; const require = __module.createRequire(import.meta.url);' },
    define: { PROGRAM_DIR: JSON.stringify(programDir) },
    // They are large and rarely needed, or look for files next to their own.
    plugins: [leaveOut("esbuild", "open", "fontkit", "subset-font", "sharp")],
  });
}

/** Loads a part of the program, "main" or "index". It is compiled first if its sources have changed. */
export async function loadProgram(name) {
  const dir = await compileOnce(join(cacheDir, "program", programStamp()), compile);
  return import(pathToFileURL(join(dir, `${name}.mjs`)).href);
}
