// Where imports lead: to the kit and the contract of the templates, to the program's copy of a library, and with Preact to its modules.

import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "esbuild";
import type { Config, Engine } from "../config/resolve-config.ts";
import type { SharedLibraries } from "./shared-libraries.ts";

/** Preact's modules for imports of React. */
const preactAliases: Readonly<Record<string, string>> = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
};

/** Marks an import of one file. Without it, the compiler would give a meaning to "*" and "\\" in a path. */
const FILE = "file-at:";

export const quote = (text: string): string => JSON.stringify(text);

export const quoteFile = (path: string): string => quote(FILE + path);

type Folders = Pick<Config, "programDir" | "templatesDir">;

/**
 * `eventsite/kit` is one module for all templates, and the contract is found from any folder. The kit only declares, so that scripts include
 * just the parts that they use. `eventsite/kit/island` imports no library: a script that is split off would load those that others use.
 */
export const resolveParts = (folders: Folders): Plugin => ({
  name: "parts",
  setup(build) {
    const index = templatePart(folders, "kit/index.ts");
    const kitDir = dirname(index);
    build.onResolve({ filter: /^file-at:/ }, ({ path }) => ({ path: path.slice(FILE.length) }));
    build.onResolve({ filter: /^eventsite\/kit$/ }, () => ({ path: index, sideEffects: false }));
    build.onResolve({ filter: /^eventsite\/kit\/for-build$/ }, () => ({ path: join(kitDir, "for-build/index.ts") }));
    build.onResolve({ filter: /^eventsite\/kit\/island$/ }, () => ({
      path: join(kitDir, "define-island.ts"),
      sideEffects: false,
    }));
    build.onResolve({ filter: anyOf(kitDir) }, ({ path, resolveDir }) =>
      resolveDir === kitDir ? { path: join(kitDir, path), sideEffects: false } : undefined,
    );
    build.onResolve({ filter: /(?:^|\/)relay\/contract\.ts$/ }, () => ({ path: contractFile(folders) }));
  },
});

/** Matches imports of the modules of a folder. The filter is narrow because the compiler waits for each answer. */
const anyOf = (dir: string): RegExp => {
  const names = readdirSync(dir).flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? []);
  return new RegExp(`^\\./(?:${names.join("|")})\\.ts$`);
};

/** Libraries of which there must be one copy: two do not know each other's hooks, contexts or fields. */
const SHARED = /^(?:react|react-dom|preact|preact-render-to-string|zod)(?:\/|$)/;

const NESTED_REQUEST = Symbol();
const LIBRARY = "library";

/**
 * Resolves each shared library to the program's copy, even where the templates' folder or one above it has another. With `libraries`, those
 * in that file are loaded from it.
 */
export const resolveShared = (programDir: string, engine: Engine, libraries?: SharedLibraries): Plugin => ({
  name: "shared",
  setup(build) {
    build.onResolve({ filter: SHARED }, ({ path, kind, importer, pluginData }) => {
      if (pluginData === NESTED_REQUEST) return undefined;
      const name = engine === "preact" ? (preactAliases[path] ?? path) : path;
      if (libraries?.exportsOf(name)) return { path: name, namespace: LIBRARY };
      return build.resolve(name, { importer, kind, resolveDir: programDir, pluginData: NESTED_REQUEST });
    });
    if (!libraries) return;
    build.onResolve({ filter: /.*/, namespace: LIBRARY }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /.*/, namespace: LIBRARY }, ({ path }) => ({ contents: libraryModule(path, libraries) }));
  },
});

/** Exports the names of the library: the compiler reports an import of any other, with its line. */
function libraryModule(library: string, { file, exportsOf }: SharedLibraries): string {
  const names = exportsOf(library)?.filter((name) => name !== "default" && name !== "module.exports") ?? [];
  return [
    `const library = require(${quote(file)})[${quote(library)}];`,
    `export const { ${names.join(", ")} } = library;`,
    "export default library.default;",
  ].join("\n");
}

/** The import of a library or the kit that the compiler names by where it was found; other paths are returned as they are. */
export function importedAs(found: string, folders: Folders): string {
  if (found.startsWith(`${LIBRARY}:`)) return found.slice(LIBRARY.length + 1);
  const isKit = resolve(folders.templatesDir, found) === templatePart(folders, "kit/index.ts");
  return isKit ? "eventsite/kit" : found;
}

/** A file of the kit or of the browser code, such as "kit/collect-fields.ts": of these templates if they have a kit, else the program's. */
export const templatePart = ({ programDir, templatesDir }: Folders, path: string): string =>
  join(existsSync(join(templatesDir, "kit")) ? templatesDir : join(programDir, "templates"), path);

/** The contract for what forms send: beside the templates, or else the program's. */
const contractFile = ({ programDir, templatesDir }: Folders): string => {
  const contract = resolve(templatesDir, "../relay/contract.ts");
  return existsSync(contract) ? contract : join(programDir, "relay/contract.ts");
};
