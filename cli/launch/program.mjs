// Compiles the TypeScript of cli/ when it has changed since it was last compiled, and loads it. Plain Node: it runs before anything is compiled.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, packagesRecord, programDir } from "./setup.mjs";

process.env.NODE_ENV ??= "production";

/** Changes with every source of the program, with its packages and with Node. */
function programStamp() {
  const hash = createHash("sha1").update(process.version);
  const folders = ["cli"];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(join(programDir, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (/\.m?[jt]s$/.test(entry.name)) hash.update(path).update(readFileSync(join(programDir, path)));
    }
  }
  return hash.update(readFileSync(packagesRecord())).digest("hex").slice(0, 16);
}

async function compile(outDir) {
  ensureInstalled();
  const { build } = await import("esbuild");
  const asideDir = `${outDir}.${process.pid}`;
  await build({
    absWorkingDir: programDir,
    entryPoints: { main: "cli/commands/main.ts", index: "cli/index.ts", "entry-worker": "cli/entries/worker.ts" },
    outdir: asideDir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    // Not bundled: large and rarely needed, or they look for files next to their own.
    external: ["@aws-sdk/client-s3", "esbuild", "open", "@react-pdf/renderer", "fontkit", "subset-font"],
    // CommonJS packages inside the bundle ask for Node's own modules this way.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
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

function removeOldPrograms(programsDir) {
  const ages = readdirSync(programsDir).map((name) => {
    const path = join(programsDir, name);
    return { path, madeAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  ages.sort((a, b) => b.madeAt - a.madeAt);
  for (const { path } of ages.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

/** A module of the compiled program: "main" is the command, "index" the public API. */
export async function loadProgram(name) {
  const programsDir = join(programDir, ".eventsite/program");
  const outDir = join(programsDir, programStamp());
  if (!existsSync(outDir)) {
    mkdirSync(programsDir, { recursive: true });
    await compile(outDir);
    removeOldPrograms(programsDir);
  }
  return import(pathToFileURL(join(outDir, `${name}.mjs`)).href);
}
