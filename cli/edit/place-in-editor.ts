import { realpathSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Place } from "./open-editor.ts";

/** A file that an open page may open in an editor: it exists below one of the folders, links followed; otherwise undefined. */
export function placeInEditor(body: unknown, dirs: readonly string[]): Place | undefined {
  const { path, line, column } = (body ?? {}) as { path?: unknown; line?: unknown; column?: unknown };
  if (typeof path !== "string" || !isAbsolute(path)) return undefined;
  try {
    const real = realpathSync(path);
    const isOurs = dirs.some((dir) => real.startsWith(join(realpathSync(dir), "/")));
    return isOurs && statSync(real).isFile()
      ? { path: join(path), line: countOf(line), column: countOf(column) }
      : undefined;
  } catch {
    // There is no such file.
    return undefined;
  }
}

/** Lines and columns start at 1. */
const countOf = (value: unknown): number => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : 1);
