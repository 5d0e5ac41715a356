// The clients of cloud stores are not installed with this program: a project installs the one that its target needs.
import { createRequire } from "node:module";
import { findPackage } from "../../config/find-package.ts";
import { StoreError } from "./store.ts";

export async function loadPackage<Module>(name: string, root: string): Promise<Module> {
  const file = findPackage(name, root);
  if (file === undefined) throw new StoreError("package", name);
  return createRequire(file)(file) as Module;
}
