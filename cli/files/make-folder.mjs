// In plain JavaScript: it is also needed before anything is compiled.

import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

export function makeFolder(path, mode) {
  const folder = resolve(path);
  if (existsSync(folder)) return undefined;
  const first = makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
    return first ?? folder;
  } catch (error) {
    if (error.code === "EEXIST") return first;
    throw error;
  }
}
