// Compiles the TypeScript of cli/ when it has changed since it was last compiled, and loads it. Plain Node: it runs before anything is compiled.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { hashFiles } from "./hash-files.mjs";
import { loadScript } from "./load-script.mjs";
import { ensureInstalled, packagesRecord, programDir } from "./setup.mjs";

process.env.NODE_ENV ??= "production";

const programsDir = join(programDir, ".eventsite/program");
const HASH_RECORD = "sources.hash";

/** Changes with every source of the program, with its packages and with Node. */
function programStamp() {
  const files = [relative(programDir, packagesRecord())];
  const folders = ["cli"];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(join(programDir, folder), { withFileTypes: true });
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (/\.m?[jt]s$/.test(entry.name)) files.push(path);
    }
  }
  const content = hashFiles(programDir, files.sort(), join(programsDir, HASH_RECORD));
  return createHash("sha1").update(`${process.version} ${content}`).digest("hex").slice(0, 16);
}

const PROGRAM = "program.cjs";

/** What is loaded of it: "main" is the command, "index" the public API, "worker" a thread for entries. */
const ENTRIES = { main: "cli/commands/main.ts", index: "cli/index.ts", worker: "cli/entries/worker.ts" };
const parts = Object.entries(ENTRIES).map(([name, file]) => `${name}: () => import("./${file}")`);

/** What a thread runs: it is complete in its folder, because the sources may be those of a later program by then. */
const LOADER = "load-script.mjs";
const WORKER = `import { join } from "node:path";
import { loadScript } from "./${LOADER}";
await loadScript(join(import.meta.dirname, "${PROGRAM}"), (name) => import(name)).worker();
`;

/** Not bundled: large and rarely needed, or they look for files next to their own. */
const IMPORTED = ["esbuild", "open", "@react-pdf/renderer"];

/** Modules that replace packages in the bundle. */
const STUBS = new Map([
  // The script cannot import by itself, but the launcher can. Whoever imports a stub with a then() gets what that resolves with.
  ...IMPORTED.map((name) => [name, `exports.then = (done, failed) => __import("${name}").then(done, failed);`]),
  // gray-matter requires it when it is loaded, but parses with the function that it is given.
  ["js-yaml", "exports.safeLoad = exports.safeDump = () => {};"],
]);

const stubs = {
  name: "stubs",
  setup({ onResolve, onLoad }) {
    const namespace = "stubs";
    onResolve({ filter: /^[^.]/ }, ({ path }) => (STUBS.has(path) ? { path, namespace } : undefined));
    onLoad({ filter: /^/, namespace }, ({ path }) => ({ contents: STUBS.get(path) }));
  },
};

async function compile(outDir) {
  ensureInstalled();
  const { build } = await import("esbuild");
  const asideDir = `${outDir}.${process.pid}`;
  const { outputFiles } = await build({
    absWorkingDir: programDir,
    stdin: { contents: `module.exports = { ${parts.join(", ")} };`, resolveDir: programDir },
    write: false,
    bundle: true,
    platform: "node",
    target: "node20.19",
    // One script, whose parts run when they are first imported: V8 keeps its code, which it does for modules from Node 22 on.
    format: "cjs",
    define: { "import.meta.url": "__url" },
    banner: { js: 'const __url = require("node:url").pathToFileURL(__filename).href;' },
    external: ["fontkit", "subset-font"],
    plugins: [stubs],
    logLevel: "warning",
  });
  // esbuild escapes other characters, but not in regular expressions: V8 loads a text with any of them in three times as long.
  const text = outputFiles[0].text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  mkdirSync(asideDir, { recursive: true });
  writeFileSync(join(asideDir, PROGRAM), text);
  writeFileSync(join(asideDir, "entry-worker.mjs"), WORKER);
  copyFileSync(join(programDir, "cli/launch", LOADER), join(asideDir, LOADER));
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
  const programs = readdirSync(programsDir).filter((name) => name !== HASH_RECORD);
  const ages = programs.map((name) => {
    const path = join(programsDir, name);
    return { path, madeAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  ages.sort((a, b) => b.madeAt - a.madeAt);
  for (const { path } of ages.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

/** A part of the compiled program in this folder, by its name in ENTRIES. */
export const loadPart = (outDir, name) => loadScript(join(outDir, PROGRAM), (wanted) => import(wanted))[name]();

/** A part of the program, which is compiled first if its sources have changed. */
export async function loadProgram(name) {
  const outDir = join(programsDir, programStamp());
  if (!existsSync(outDir)) {
    mkdirSync(programsDir, { recursive: true });
    await compile(outDir);
    removeOldPrograms();
  }
  return loadPart(outDir, name);
}
