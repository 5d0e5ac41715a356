// Compiles the TypeScript of cli/ when it has changed since it was last compiled, and imports it. Plain Node: it runs before anything is
// compiled.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import module from "node:module";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { hashFiles } from "./hash-files.mjs";
import { ensureInstalled, packagesRecord, programDir } from "./setup.mjs";

process.env.NODE_ENV ??= "production";
// From Node 22.1 on, what V8 made of the program is kept from one process to the next.
module.enableCompileCache?.(join(programDir, ".eventsite/compile-cache"));

const programsDir = join(programDir, ".eventsite/program");

/** Changes with every source of the program, with its packages and with Node. */
function programStamp() {
  const sources = readdirSync(join(programDir, "cli"), { recursive: true })
    .filter((name) => /\.m?[jt]s$/.test(name))
    .map((name) => `cli/${name.replaceAll("\\", "/")}`);
  const content = hashFiles(programDir, [relative(programDir, packagesRecord()), ...sources.sort()]);
  return createHash("sha1").update(`${process.version} ${content}`).digest("hex").slice(0, 16);
}

async function compile(outDir) {
  ensureInstalled();
  const { build } = await import("esbuild");
  const asideDir = `${outDir}.${process.pid}`;
  await build({
    absWorkingDir: programDir,
    // The command, the public API, and a thread that renders entries.
    entryPoints: { main: "cli/commands/main.ts", index: "cli/index.ts", "entry-worker": "cli/entries/worker.ts" },
    outdir: asideDir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    // CommonJS packages inside the bundle load Node's own modules this way.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    // Large and rarely needed, or they look for files next to their own.
    external: ["esbuild", "open", "@react-pdf/renderer", "fontkit", "subset-font", "sharp"],
    logLevel: "warning",
  });
  try {
    renameSync(asideDir, outDir);
  } catch (error) {
    rmSync(asideDir, { recursive: true, force: true });
    // Another process compiled the same program in the meantime; its result is as good.
    if (!existsSync(outDir)) throw error;
  }
}

/** Another process may still run an earlier program or be compiling: only older folders are deleted. */
const KEPT = 4;

function removeOldPrograms() {
  const ages = readdirSync(programsDir).map((name) => {
    const path = join(programsDir, name);
    return { path, madeAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  ages.sort((a, b) => b.madeAt - a.madeAt);
  for (const { path } of ages.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

/** A part of the program, "main" or "index", which is compiled first if its sources have changed. */
export async function loadProgram(name) {
  const outDir = join(programsDir, programStamp());
  if (!existsSync(outDir)) {
    mkdirSync(programsDir, { recursive: true });
    await compile(outDir);
    removeOldPrograms();
  }
  return import(pathToFileURL(join(outDir, `${name}.mjs`)).href);
}
