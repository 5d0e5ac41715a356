// The clients of cloud stores are not installed with this program: a project installs the one that its target needs.
import { createRequire } from "node:module";
import { join } from "node:path";
import { StoreError } from "./store.ts";

/** From beside this program; a project may have installed it beside itself instead. */
export async function loadPackage<Module>(name: string, root: string): Promise<Module> {
  try {
    return createRequire(import.meta.url)(name) as Module;
  } catch (error) {
    if (!isMissing(error, name)) throw error;
  }
  try {
    return createRequire(join(root, "package.json"))(name) as Module;
  } catch (error) {
    if (isMissing(error, name)) throw new StoreError("package", name, error);
    throw error;
  }
}

/** A package that is there may miss another one. */
const isMissing = (error: unknown, name: string): boolean =>
  new RegExp(`^Cannot find module '${name}'`).test(String((error as Error).message));
