// Names of what builds put beside an output folder for a while, or inside it if nothing can be created or moved beside it.

import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";

/**
 * `next` is the new site, `old` the one it replaced, `gone` what is being deleted, `probe` a trial, `lock` the lock of a build that is over.
 * Only `old` is ever restored.
 */
type Role = "next" | "old" | "gone" | "probe" | "lock";

const ROLE = "(?:next|old|gone|probe|lock)-";
const BUILD_FILE = new RegExp(`^\\.eventsite-(?:${ROLE}|lock)`);

/** Whether an entry of the output folder belongs to a build rather than to the site. */
export const isBuildsOwn = (name: string): boolean => BUILD_FILE.test(name);

export interface OutputNames {
  /** The folder of all of these. */
  readonly dir: string;
  readonly lock: string;
  /** A path that no other build has: in two containers with one volume, builds may have the same process number. */
  free(role: Role): string;
  /** The role of an entry of `dir`; undefined for one that no build made. */
  roleOf(name: string): Role | undefined;
}

export const namesBeside = (outDir: string): OutputNames =>
  outputNames(dirname(outDir), `.${basename(outDir)}.eventsite-`);

export const namesInside = (outDir: string): OutputNames => outputNames(outDir, ".eventsite-");

function outputNames(dir: string, prefix: string): OutputNames {
  return {
    dir,
    lock: join(dir, `${prefix}lock`),
    free: (role) => join(dir, `${prefix}${role}-${randomUUID().slice(0, 8)}`),
    roleOf: (name) =>
      name.startsWith(prefix) && new RegExp(`^${ROLE}`).test(name.slice(prefix.length))
        ? (name.slice(prefix.length).replace(/-.*$/s, "") as Role)
        : undefined,
  };
}
