import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { EventsiteError } from "../diagnostics/diagnostic.ts";

/** Whether a path is a folder, or in it. Links are not followed. */
export const isBelow = (inner: string, outer: string): boolean =>
  inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);

/** Emptying a folder with the sources is the worst that this program could do. */
export function refuseUnsafeOutDir(outDir: string, precious: readonly string[]): void {
  const contained = precious.find((dir) => isBelow(followLinks(dir), outDir));
  const container = precious.slice(1, 3).find((dir) => isBelow(outDir, followLinks(dir)));
  if (contained === undefined && container === undefined) return;
  const message = `The site cannot be written to ${outDir}: ${contained ?? container} is ${contained ? "in it" : "around it"}.`;
  throw new EventsiteError("EMIT_UNSAFE_FOLDER", message, { hint: "choose a folder of its own, such as dist" });
}

/** A path with all links resolved; the part that does not exist yet is kept as written. */
export function followLinks(path: string, linksAtMost = 40): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  if (parent === path || linksAtMost === 0) return path;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink
    ? followLinks(resolve(parent, readlinkSync(path)), linksAtMost - 1)
    : join(followLinks(parent, linksAtMost), basename(path));
}
