// Packages that this program does without, unless a project asks for what they do.
import { createRequire } from "node:module";
import { join } from "node:path";

/** A file of a package that is installed beside the project, or beside this program; undefined where it is not. */
export function findPackage(name: string, root: string): string | undefined {
  for (const from of [join(root, "package.json"), import.meta.url]) {
    try {
      return createRequire(from).resolve(name);
    } catch {
      // Not there.
    }
  }
  return undefined;
}
