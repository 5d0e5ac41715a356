// Finds packages: those of this program, in whatever folder it was compiled, and those of a project.
import { createRequire } from "node:module";
import { join } from "node:path";
import { findProgramDir } from "./resolve-config.ts";

/** A file of a package that this program has. Throws for any other. */
export const resolvePackage = (name: string): string =>
  createRequire(join(findProgramDir(), "package.json")).resolve(name);

/** A file of a package that is installed beside the project, or beside this program; undefined where it is not. */
export function findPackage(name: string, root: string): string | undefined {
  for (const dir of [root, findProgramDir()]) {
    try {
      return createRequire(join(dir, "package.json")).resolve(name);
    } catch {
      // Not there.
    }
  }
  return undefined;
}
