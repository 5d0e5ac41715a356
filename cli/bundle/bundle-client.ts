import { basename, dirname } from "node:path";
import type { Config } from "../config/resolve-config.ts";
import { treeOf } from "../files/tree-of.ts";
import { clientOptions, type IslandFile, type RunEsbuild } from "./esbuild-options.ts";
import type { ClientBundle } from "./templates.ts";

const SCRIPTS = "assets/scripts";

/** Every island of the templates: they are found by their file name, and named after their folder. */
const findIslands = (templatesDir: string): IslandFile[] =>
  treeOf(templatesDir)
    .files.filter((path) => /[\\/]island\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ name: basename(dirname(path)), path, isComponent: path.endsWith("x") }));

/** The scripts of the islands. Files are named after their content, so that browsers may cache them for ever. */
export async function bundleClient(
  config: Pick<Config, "programDir" | "templatesDir" | "client">,
  run: RunEsbuild,
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
