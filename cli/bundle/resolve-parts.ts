import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "esbuild";
import type { Config } from "../config/resolve-config.ts";

type Folders = Pick<Config, "programDir" | "templatesDir">;

/**
 * `eventsite/kit` is one module for all templates; the contract is found from any folder. What is in the kit only declares:
 * scripts carry the part of it that they use. `eventsite/kit/island` leads to no library: a script that is split off would load those that
 * others use of the kit.
 */
export const resolveParts = (folders: Folders): Plugin => ({
  name: "parts",
  setup(build) {
    const index = templatePart(folders, "kit/index.ts");
    const kitDir = dirname(index);
    build.onResolve({ filter: /^eventsite\/kit$/ }, () => ({ path: index, sideEffects: false }));
    build.onResolve({ filter: /^eventsite\/kit\/island$/ }, () => ({
      path: join(kitDir, "define-island.ts"),
      sideEffects: false,
    }));
    build.onResolve({ filter: /^\.\/[\w-]+\.ts$/ }, ({ path, resolveDir }) =>
      resolveDir === kitDir ? { path: join(kitDir, path), sideEffects: false } : undefined,
    );
    build.onResolve({ filter: /(?:^|\/)relay\/contract\.ts$/ }, () => ({ path: contractFile(folders) }));
  },
});

/** Two copies of these do not know each other's hooks, contexts or fields. */
const SHARED = /^(?:react|react-dom|preact|preact-render-to-string|zod)(?:\/|$)/;

const ASKED_BEFORE = Symbol();

/**
 * The program's own copy of each shared library, even where the templates' folder or one above it has another. `aliases` says which engine
 * is behind a name.
 */
export const resolveShared = (programDir: string, aliases: Readonly<Record<string, string>>): Plugin => ({
  name: "shared",
  setup(build) {
    build.onResolve({ filter: SHARED }, ({ path, kind, importer, pluginData }) => {
      if (pluginData === ASKED_BEFORE) return undefined;
      return build.resolve(aliases[path] ?? path, { kind, importer, resolveDir: programDir, pluginData: ASKED_BEFORE });
    });
  },
});

/** The folder that holds `kit/` and `client/`. */
const partsDir = ({ programDir, templatesDir }: Folders): string =>
  existsSync(join(templatesDir, "kit")) ? templatesDir : join(programDir, "templates");

/** A file of the kit or of the browser code, such as "kit/collect-fields.ts". */
export const templatePart = (folders: Folders, path: string): string => join(partsDir(folders), path);

/** What a form sends: beside the templates, or the program's own. */
const contractFile = ({ programDir, templatesDir }: Folders): string => {
  const beside = resolve(templatesDir, "../relay/contract.ts");
  return existsSync(beside) ? beside : join(programDir, "relay/contract.ts");
};
