// Holds an output folder for one build: takes its locks, and finds out whether the folder can be replaced as a whole.

import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Diagnostic, EventsiteError } from "../diagnostics/diagnostic.ts";
import { type MakeFolder, takeLock } from "../files/lock-file.ts";
import { makeFolder } from "../files/make-folder.mjs";
import { leftBehind } from "./left-behind.ts";
import { namesBeside, namesInside, type OutputNames } from "./output-names.ts";

export interface HeldOutput {
  readonly names: OutputNames;
  /** Whether files are replaced one by one. */
  readonly isInPlace: boolean;
  /** Throws EMIT_LOCKED if another build has taken the folder over, because this one was stopped for more than ten seconds. */
  assertHeld(): void;
  /** Never throws: the build is over. */
  release(): Diagnostic[];
}

/** What differs between operating systems. Tests pass their own. */
export interface System {
  rename(from: string, to: string): void;
  readonly platform: NodeJS.Platform;
  /** For locks. */
  readonly makeFolder?: MakeFolder;
}

const thisSystem: System = { rename: renameSync, platform: process.platform };

/**
 * Rejects with EMIT_LOCKED while another build holds the folder, from any project. Waits at most ten seconds for a build that may have been
 * killed. The lock is beside the folder. If the folder is written in place, there is a second one inside: two containers may share a volume
 * and nothing around it.
 */
export async function holdOutput(outDir: string, system: System = thisSystem): Promise<HeldOutput> {
  const namesOutside = namesBeside(outDir);
  const inside = namesInside(outDir);
  const locks: OutputLock[] = [];
  const release = () => locks.splice(0).flatMap((lock) => lock.release());
  try {
    const siblingLock = await lockBeside(outDir, namesOutside, system);
    if (siblingLock) locks.push(siblingLock);
    // If the folder is a mount point or nothing can be created beside it, its files are replaced one by one.
    const isInPlace = siblingLock === undefined || !canBeReplaced(outDir, namesOutside, system);
    if (isInPlace) locks.push(await lock(inside.lock, outDir, system));
    const assertHeld = () => {
      if (!locks.every((lock) => lock.isHeld())) throw takenOver(outDir);
    };
    return { names: isInPlace ? inside : namesOutside, isInPlace, assertHeld, release };
  } catch (error) {
    release();
    throw error;
  }
}

const FORBIDDEN = new Set(["EACCES", "EPERM", "EROFS"]);
const NOT_EMPTY = new Set(["ENOTEMPTY", "EEXIST"]);

interface OutputLock {
  isHeld(): boolean;
  /** Never throws. */
  release(): Diagnostic[];
}

/** Rejects with EMIT_LOCKED if another build holds the lock. */
async function lock(folder: string, outDir: string, { makeFolder }: System): Promise<OutputLock> {
  const lockOrHolder = await takeLock(folder, makeFolder);
  if ("holder" in lockOrHolder) {
    const { pid, host } = lockOrHolder.holder ?? {};
    const who = pid === undefined ? "" : `(process ${pid} on ${host}) `;
    throw new EventsiteError("EMIT_LOCKED", `Another build ${who}is writing to ${outDir}.`, {
      hint: `wait until it is done, then build again; if there is none, delete ${folder}`,
    });
  }
  return {
    isHeld: lockOrHolder.isHeld,
    release() {
      try {
        lockOrHolder.release();
        return [];
      } catch (error) {
        return [leftBehind(folder, error)];
      }
    },
  };
}

const takenOver = (outDir: string) =>
  new EventsiteError("EMIT_LOCKED", `Another build has taken over ${outDir}: this one was stopped for a while.`, {
    hint: "build again",
  });

/** undefined if nothing can be created beside the folder, which exists. */
async function lockBeside(outDir: string, names: OutputNames, system: System): Promise<OutputLock | undefined> {
  try {
    makeFolder(dirname(outDir));
    return await lock(names.lock, outDir, system);
  } catch (error) {
    const isForbidden = FORBIDDEN.has((error as NodeJS.ErrnoException).code ?? "");
    // The lock of another user may not be readable.
    if (!isForbidden || !existsSync(outDir) || existsSync(names.lock)) throw error;
    return undefined;
  }
}

/**
 * Tries a rename that the system must refuse: onto a folder that is not empty. The error shows either that this folder cannot be moved at
 * all (a mount point of any kind, a lower layer of a container's image, a folder of another user), or only that the other one is not empty.
 * Needs the lock, since no other build may empty that folder meanwhile.
 */
function canBeReplaced(outDir: string, names: OutputNames, { rename, platform }: System): boolean {
  // Windows has one error for all of this, and no such folders.
  if (platform === "win32" || statSync(outDir, { throwIfNoEntry: false })?.isDirectory() !== true) return true;
  const probe = names.free("probe");
  makeFolder(join(probe, "x"));
  try {
    rename(outDir, probe);
  } catch (error) {
    rmSync(probe, { recursive: true });
    return NOT_EMPTY.has((error as NodeJS.ErrnoException).code ?? "");
  }
  rename(probe, outDir);
  return true;
}
