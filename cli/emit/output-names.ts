// What builds keep for a while beside an output folder, or inside it if nothing can be created or moved beside it.

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** `next` is the new site, `old` the one it replaced, `gone` what is being deleted, `probe` a trial; only `old` is ever restored. */
type Role = "next" | "old" | "gone" | "probe";

const ROLE = "(?:next|old|gone|probe)-";
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
    /** A path that does not exist yet. */
    free(role: Role): string {
      const name = join(dir, `${prefix}${role}-${process.pid}`);
      let free = name;
      // An earlier process with the same number may have left one that cannot be deleted.
      for (let count = 2; existsSync(free); count++) free = `${name}-${count}`;
      return free;
    },
    /** The role of an entry of `dir`; undefined for one that no build made. */
    roleOf: (name: string) =>
      name.startsWith(prefix) && new RegExp(`^${ROLE}`).test(name.slice(prefix.length))
        ? (name.slice(prefix.length).replace(/-.*$/s, "") as Role)
        : undefined,
  };
}
