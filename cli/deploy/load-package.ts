// The clients of cloud stores are not installed with this program: whoever deploys there installs the one that is needed.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { StoreError } from "./store.ts";

/** `load` imports it from beside this program; a project may have installed it beside itself instead. */
export async function loadPackage<Module>(name: string, root: string, load: () => Promise<Module>): Promise<Module> {
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

const isMissing = (error: unknown, name: string): boolean =>
  ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"].includes((error as NodeJS.ErrnoException).code ?? "") &&
  String((error as Error).message).includes(name);
