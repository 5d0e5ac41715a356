// One build at a time for an output folder: a link named after it that leads to the number of the process that writes there. A link comes
// to be whole, or not at all; a file could be left empty by a build that is killed between making and filling it.
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EventsiteError } from "../diagnostics/diagnostic.ts";

/** Where links are not to be had, a file gets its number right after it is made: without one after this time, it was left by a crash. */
const NUMBERED_WITHIN_MS = 2_000;

/** Containers number their processes from 1: a lock with our own number may be that of an earlier container. */
const heldHere = new Set<string>();

/** Keeps a second build out of the same output folder. Rejects with EMIT_LOCKED; a lock whose process is gone counts for nothing. */
export function lockOutput(stateDir: string, outDir: string): () => void {
  const dir = join(stateDir, "locks");
  mkdirSync(dir, { recursive: true });
  const file = join(dir, `${createHash("sha1").update(outDir).digest("hex").slice(0, 12)}.lock`);
  if (!take(file) && !(isStale(file) && takeOver(file))) {
    const holder = holderOf(file);
    throw new EventsiteError(
      "EMIT_LOCKED",
      `Another build ${holder > 0 ? `(process ${holder}) ` : ""}is writing to ${outDir}.`,
      {
        hint: `wait until it is done, then build again (serve --watch writes there, too, when files were saved); if there is none, delete ${file}`,
      },
    );
  }
  heldHere.add(file);
  return () => {
    heldHere.delete(file);
    rmSync(file, { force: true });
  };
}

function take(file: string): boolean {
  const number = String(process.pid);
  try {
    symlinkSync(number, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    return takeByFile(file, number);
  }
}

function takeByFile(file: string, number: string): boolean {
  try {
    writeFileSync(file, number, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    rmSync(file, { force: true });
    throw error;
  }
}

/** Two builds may find the same stale lock: only who holds the guard may take it away, and looks again before. */
function takeOver(file: string): boolean {
  const guard = `${file}.guard`;
  if (!take(guard)) {
    if (isOld(guard)) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (isStale(file)) rmSync(file, { force: true });
    return take(file);
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(file: string): boolean {
  const holder = holderOf(file);
  if (holder === process.pid) return !heldHere.has(file);
  return holder > 0 ? !isRunning(holder) : isOld(file);
}

/** 0 where the lock is gone or not numbered yet. */
function holderOf(file: string): number {
  try {
    const isLink = lstatSync(file).isSymbolicLink();
    return Number.parseInt(isLink ? readlinkSync(file) : readFileSync(file, "utf8"), 10) || 0;
  } catch {
    return 0;
  }
}

const isOld = (file: string): boolean =>
  Date.now() - (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > NUMBERED_WITHIN_MS;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
