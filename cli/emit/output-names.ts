// What builds keep for a while beside an output folder, or inside it if nothing can be created or moved beside it.

import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";

/**
 * `next` is the new site, `old` the one it replaced, `gone` what is being deleted, `probe` a trial, `lock` the lock of a build that is over;
 * only `old` is ever restored.
 */
type Role = "next" | "old" | "gone" | "probe" | "lock";

const ROLE = "(?:next|old|gone|probe|lock)-";
const OWN = new RegExp(`^\\.eventsite-(?:${ROLE}|lock)`);

/** Whether an entry of the output folder belongs to a build rather than to the site. */
export const isBuildsOwn = (name: string): boolean => OWN.test(name);

export type OutputNames = ReturnType<typeof namesIn>;

export const namesBeside = (outDir: string) => namesIn(dirname(outDir), `.${basename(outDir)}.eventsite-`);

export const namesInside = (outDir: string) => namesIn(outDir, ".eventsite-");

function namesIn(dir: string, prefix: string) {
  return {
    /** The folder of all of these. */
    dir,
    lock: join(dir, `${prefix}lock`),
    /** A path that no other build has: in two containers with one volume, builds may have the same process number. */
    free: (role: Role): string => join(dir, `${prefix}${role}-${randomUUID().slice(0, 8)}`),
    /** The role of an entry of `dir`; undefined for one that no build made. */
    roleOf: (name: string) =>
      name.startsWith(prefix) && new RegExp(`^${ROLE}`).test(name.slice(prefix.length))
        ? (name.slice(prefix.length).replace(/-.*$/s, "") as Role)
        : undefined,
  };
}
