import * as fs from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { yieldTurn } from "../work/yield-turn.ts";
import { leftBehind } from "./left-behind.ts";

export async function removeOrReport(path: string): Promise<Diagnostic[]> {
  try {
    await removeTree(path);
    return [];
  } catch (error) {
    return [leftBehind(path, error)];
  }
}

/** The permissions that the owner of a folder needs to list it and to delete from it. */
const OWNER_MAY_ALL = 0o700;

/** Deletes a folder and its content, read-only folders included. The modes of files are not changed: another site may link them. */
async function removeTree(dir: string): Promise<void> {
  const { mode } = fs.lstatSync(dir);
  if ((mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) fs.chmodSync(dir, mode | OWNER_MAY_ALL);
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    await yieldTurn();
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await removeTree(path);
    else removeFile(path);
  }
  fs.rmdirSync(dir);
}

/** unlink is faster: fs.rmSync() looks at each file first, and does more where a system refuses. */
function removeFile(path: string): void {
  try {
    fs.unlinkSync(path);
  } catch {
    fs.rmSync(path, { force: true });
  }
}
