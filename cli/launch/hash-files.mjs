// Files → the hash of their names and content. Plain Node: it runs before anything is compiled.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** `names` are relative to `dir`, or absolute: on Windows, for those of another drive. Throws for a file that is not there. */
export function hashFiles(dir, names) {
  const hash = createHash("sha1");
  for (const name of names) hash.update(`\0${name}\0`).update(readFileSync(resolve(dir, name)));
  return hash.digest("hex");
}
