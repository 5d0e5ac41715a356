// The libraries that templates share with the program, as one file for each engine. It is compiled once for all sites: loading it takes a
// third of the time of loading its hundred files, and templates compile without their libraries.

import { createRequire } from "node:module";
import { join } from "node:path";
import type * as zod from "zod";
import type { Config, Engine } from "../config/resolve-config.ts";
import { compileOnce } from "../launch/compile-once.mjs";
import { stampOf } from "../launch/stamps.mjs";

const ENGINES: Readonly<Record<Engine, readonly string[]>> = {
  react: ["react", "react/jsx-runtime", "react-dom", "react-dom/server"],
  preact: ["preact", "preact/hooks", "preact/compat", "preact/jsx-runtime", "preact-render-to-string"],
};
const ZOD = ["zod", "zod/mini", "zod/v4", "zod/v4/core"];

const FILE = "libraries.cjs";

export type Zod = typeof zod;

export interface SharedLibraries {
  readonly file: string;
  readonly zod: () => Zod;
  /** The names that a library exports; undefined for what is not in the file. */
  exportsOf(library: string): readonly string[] | undefined;
}

export async function sharedLibraries({
  cacheDir,
  programDir,
  renderer,
}: Pick<Config, "cacheDir" | "programDir" | "renderer">): Promise<SharedLibraries> {
  const names = [...ENGINES[renderer], ...ZOD];
  const stamp = stampOf(programDir, packageFiles(programDir, names), process.version, import.meta.url, ...names);
  const compile = (newDir: string) => compileLibraries(programDir, names, join(newDir, FILE));
  const file = join(await compileOnce(join(cacheDir, "libraries", stamp), compile), FILE);
  return {
    file,
    zod: () => requireFile(file).zod as Zod,
    exportsOf: (library) => (names.includes(library) ? Object.keys(requireFile(file)[library] ?? {}) : undefined),
  };
}

const requireFile = createRequire(import.meta.url) as (file: string) => Readonly<Record<string, object>>;

/** The package.json of each package, which names the installed version. */
function packageFiles(programDir: string, names: readonly string[]): string[] {
  const { resolve } = createRequire(join(programDir, "package.json"));
  const packages = new Set(names.map((name) => name.replace(/\/.*/, "")));
  return [...packages].map((name) => resolve(`${name}/package.json`));
}

/** React chooses its files by NODE_ENV: they are those for production, whatever the environment of this process is. */
async function compileLibraries(programDir: string, names: readonly string[], outfile: string): Promise<void> {
  const { build } = await import("esbuild");
  await build({
    stdin: {
      contents: names.map((name) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(name)};`).join("\n"),
      resolveDir: programDir,
      sourcefile: "libraries.js",
    },
    outfile,
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
  });
}
