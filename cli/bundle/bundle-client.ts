// island.tsx and island.ts files of templates/ → the scripts that browsers load.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { BuildOptions, BuildResult } from "esbuild";
import type { Config } from "../config/resolve-config.ts";
import { clientOptions, type IslandFile } from "./esbuild-options.ts";
import type { ClientBundle } from "./templates.ts";

const SCRIPTS = "assets/scripts";

/** Every island of the templates, found by its file name and named after its folder. */
export function findIslands(templatesDir: string): IslandFile[] {
  return readdirSync(templatesDir, { recursive: true, withFileTypes: true })
    .filter((entry) => /^island\.tsx?$/.test(entry.name) && !entry.isDirectory())
    .map((entry) => ({
      name: basename(entry.parentPath),
      path: join(entry.parentPath, entry.name),
      isComponent: entry.name.endsWith("x"),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Files are named after their content, so that browsers may cache them for ever. */
export async function bundleClient(
  config: Pick<Config, "programDir" | "templatesDir" | "client">,
  run: (options: BuildOptions) => Promise<BuildResult>,
): Promise<ClientBundle> {
  const islands = findIslands(config.templatesDir);
  if (islands.length === 0) return { loader: "", islands: [], files: [] };
  const { outputFiles = [] } = await run(clientOptions(config, islands));
  const files = outputFiles
    .map(({ path, text }) => ({ path: `${SCRIPTS}/${basename(path)}`, text }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const loader = files.find(({ path }) => dirname(path) === SCRIPTS && basename(path).startsWith("loader-"));
  return { loader: `/${loader?.path}`, islands: islands.map(({ name }) => name), files };
}
