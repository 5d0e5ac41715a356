// The libraries that templates are written with, compiled once for all templates: they are most of the work of compiling, and change only
// with the program's packages. Templates load these files, each at most once: two copies do not know each other's hooks, contexts or fields.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { SHARED } from "./resolve-parts.ts";

/** The modules of each file. Others of the same packages are compiled into what imports them. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  react: ["react", "react/jsx-runtime", "react-dom", "react-dom/server"],
  preact: ["preact", "preact/hooks", "preact/compat", "preact/jsx-runtime", "preact-render-to-string"],
  zod: ["zod", "zod/v4", "zod/v4/core", "zod/mini", "zod/v4/mini", "zod/v4-mini"],
};

/** The folder of the compiled libraries, named after their versions and how they are compiled. It may not exist yet. */
export function librariesDir(programDir: string): string {
  const hash = createHash("sha1").update(JSON.stringify([FILES, settings]));
  for (const name of ["esbuild", "react", "react-dom", "preact", "preact-render-to-string", "zod"])
    hash.update(readFileSync(manifestOf(programDir, name)));
  return join(programDir, ".eventsite/libraries", hash.digest("hex").slice(0, 16));
}

/** As Node finds it, in a tenth of the time: each build asks for six of them. */
function manifestOf(programDir: string, name: string): string {
  const file = join(programDir, "node_modules", name, "package.json");
  const parent = dirname(programDir);
  return existsSync(file) || parent === programDir ? file : manifestOf(parent, name);
}

const settings = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "cjs",
  // The packages' modern form, which is what `import` finds.
  conditions: ["import"],
  minify: true,
  legalComments: "none",
  define: { "process.env.NODE_ENV": '"production"' },
} as const;

/** → a CommonJS file for each library, which exports its modules by name. A module runs when it is first asked for. */
export function librariesOptions(programDir: string): BuildOptions {
  // react-dom/server also loads the streaming renderer; the string renderer alone starts 30 ms sooner (61 against 93).
  const renderer = "cjs/react-dom-server-legacy.node.production.js";
  const stringRenderer = join(dirname(manifestOf(programDir, "react-dom")), renderer);
  const sourceOf = (name: string) =>
    name === "react-dom/server" && existsSync(stringRenderer) ? stringRenderer : name;
  const entryOf = (names: readonly string[]) =>
    names.map((name) => `get ${JSON.stringify(name)}() { return require(${JSON.stringify(sourceOf(name))}); }`);
  return {
    ...settings,
    conditions: [...settings.conditions],
    entryPoints: Object.keys(FILES).map((file) => ({ in: `library:${file}`, out: file })),
    absWorkingDir: programDir,
    outdir: "/",
    outExtension: { ".js": ".cjs" },
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "libraries",
        setup(build) {
          build.onResolve({ filter: /^library:/ }, ({ path }) => ({
            path: path.slice("library:".length),
            namespace: "library",
          }));
          build.onLoad({ filter: /.*/, namespace: "library" }, ({ path }) => ({
            contents: `module.exports = { ${entryOf(FILES[path] ?? []).join(", ")} };`,
            resolveDir: programDir,
          }));
        },
      },
    ],
  };
}

/**
 * Leads imports of these modules to the files in `dir`, as soon as they are compiled. `aliases` says which engine is behind a name. The
 * compiler knows the names that a modern module exports, and reports others.
 */
export const sharedLibraries = (aliases: Readonly<Record<string, string>>, dir: Promise<string>): Plugin => ({
  name: "libraries",
  setup(build) {
    const fileOf = (name: string) => Object.keys(FILES).find((file) => FILES[file]?.includes(name));
    build.onResolve({ filter: SHARED }, ({ path }) => {
      const name = aliases[path] ?? path;
      return fileOf(name) === undefined ? undefined : { path: name, namespace: "library" };
    });
    build.onResolve({ filter: /.*/, namespace: "library" }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /.*/, namespace: "library" }, async ({ path: name }) => {
      const file = join(await dir, `${fileOf(name)}.cjs`);
      const loaded = (createRequire(import.meta.url)(file) as Record<string, object>)[name] ?? {};
      const module = `require(${JSON.stringify(file)})[${JSON.stringify(name)}]`;
      if (!("__esModule" in loaded)) return { contents: `module.exports = ${module};` };
      const names = Object.keys(loaded).map((key, index) => [JSON.stringify(key), `v${index}`] as const);
      const taken = names.map(([key, value]) => `${key}: ${value}`);
      const given = names.map(([key, value]) => `${value} as ${key}`);
      return { contents: `const { ${taken.join(", ")} } = ${module};\nexport { ${given.join(", ")} };` };
    });
  },
});
