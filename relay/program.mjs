// Compiles the TypeScript of relay/ when it has changed since it was last compiled, and loads it. Plain Node: it runs before
// anything is compiled, and before any package is there.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const relayDir = dirname(fileURLToPath(import.meta.url));
const projectDir = dirname(relayDir);

/**
 * How the relay becomes a program: what every start needs in one file, and beside it what is loaded when it is first used (Express,
 * nodemailer, the doctor). Only the store's native package stays outside.
 */
export const bundleOptions = {
  absWorkingDir: relayDir,
  entryPoints: { relay: "bin.ts" },
  outExtension: { ".js": ".mjs" },
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  jsx: "automatic",
  jsxImportSource: "preact",
  external: ["libsql"],
  // CommonJS packages inside the bundle load Node's own modules this way.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "warning",
};

/** Changes with every source of the relay, with its packages and with Node. */
function programStamp() {
  const hash = createHash("sha1").update(process.version);
  const folders = ["."];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = readdirSync(join(relayDir, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== "dist") folders.push(path);
      else if (/\.(?:m?[jt]sx?|json)$/.test(entry.name)) hash.update(path).update(readFileSync(join(relayDir, path)));
    }
  }
  return hash
    .update(readFileSync(join(projectDir, "package-lock.json")))
    .digest("hex")
    .slice(0, 16);
}

/** Runs `npm ci` where a package is missing; ends the process with a plain message where that fails. */
function ensureInstalled() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `eventsite-relay needs Node 20.19 or newer; this is ${process.versions.node}. Install a current Node and try again.`,
    );
    process.exit(1);
  }
  const { resolve } = createRequire(import.meta.url);
  const { dependencies } = JSON.parse(readFileSync(join(relayDir, "package.json"), "utf8"));
  const isThere = (name) => {
    try {
      return existsSync(resolve(name));
    } catch (error) {
      // A package that is there and does not show its insides to CommonJS.
      return error.code === "ERR_PACKAGE_PATH_NOT_EXPORTED";
    }
  };
  if ([...Object.keys(dependencies), "esbuild"].every(isThere)) return;
  console.error("Installing packages (once) ...");
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : [process.platform === "win32" ? "npm.cmd" : "npm"];
  const result = spawnSync(command, [...before, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: projectDir,
    stdio: ["ignore", 2, 2],
    shell: !npm && process.platform === "win32",
  });
  if (result.status !== 0) {
    console.error("The packages could not be installed. Check the network connection and run `npm ci` to see why.");
    process.exit(1);
  }
}

async function compile(outDir) {
  ensureInstalled();
  const { build } = await import("esbuild");
  const asideDir = `${outDir}.${process.pid}`;
  await build({ ...bundleOptions, outdir: asideDir });
  try {
    renameSync(asideDir, outDir);
  } catch (error) {
    rmSync(asideDir, { recursive: true, force: true });
    // Another process compiled the same program in the meantime; its result is as good.
    if (!existsSync(outDir)) throw error;
  }
}

/** Another process may still run the program of earlier sources, or be compiling: only what is older than these goes. */
const KEPT = 4;

function removeOldPrograms(programsDir) {
  const ages = readdirSync(programsDir).map((name) => {
    const path = join(programsDir, name);
    return { path, madeAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  ages.sort((a, b) => b.madeAt - a.madeAt);
  for (const { path } of ages.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

/** The compiled program: `{ main }`. */
export async function loadRelay() {
  const programsDir = join(projectDir, ".eventsite/relay-program");
  const outDir = join(programsDir, programStamp());
  if (!existsSync(outDir)) {
    mkdirSync(programsDir, { recursive: true });
    await compile(outDir);
    removeOldPrograms(programsDir);
  }
  return import(pathToFileURL(join(outDir, "relay.mjs")).href);
}
