// The clients of cloud stores are not installed with this program: a project installs the one that its target needs.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StoreError } from "./store.ts";

/** `load` imports it from beside this program; a project may have installed it beside itself instead. */
export async function loadPackage<Module>(
  name: string,
  root: string,
  load: () => Promise<Module> = () => import(/* @vite-ignore */ name),
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
  }
  try {
    const path = createRequire(join(root, "package.json")).resolve(name);
    return (await import(pathToFileURL(path).href)) as Module;
  } catch (error) {
    if (isMissing(error, name)) throw new StoreError("package", name, error);
    throw error;
  }
}

/** Loaders differ in their codes, not in the name that they miss. */
const isMissing = (error: unknown, name: string): boolean =>
  new RegExp(`(?:cannot find|could not resolve)[^\n]*['"]${name}['"]`, "i").test(String((error as Error).message));
