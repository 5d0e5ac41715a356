import { chmodSync, lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Pause } from "../config/pause.ts";

/** The permissions that its owner needs to list a folder and to delete from it. */
const OWNER_MAY_ALL = 0o700;

/** Deletes a folder and its content, read-only folders included. Files keep their modes: they may be linked from another site. */
export async function removeTree(dir: string, pause: Pause): Promise<void> {
  const { mode } = lstatSync(dir);
  if ((mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) chmodSync(dir, mode | OWNER_MAY_ALL);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    await pause();
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await removeTree(path, pause);
    else removeFile(path);
  }
  rmdirSync(dir);
}

/** rmSync() looks at each file first, and does more where a system refuses. */
function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    rmSync(path, { force: true });
  }
}
