// A lock that one process holds: a folder, which one process alone can create, with a file in it that the holder renews. A lock that is not
// renewed any more does not count. No process is looked up: numbers are reused, and every container and machine has its own.

import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { yieldTurn } from "../work/yield-turn.ts";

/** How often the holder renews its lock. */
const RENEW_MS = 1_000;
/** After this time without a renewal, the holder has ended or been stopped. */
const SILENT_MS = 10_000;
const LOOK_MS = 50;

const HOLDER_FILE = "holder";

export interface LockHolder {
  readonly pid: number;
  readonly host: string;
}

export interface Lock {
  /** False when another process has taken it over, because this one was stopped for SILENT_MS. */
  isHeld(): boolean;
  /** Leaves a lock alone that another process has taken over. */
  release(): void;
}

/** Creates the folder, or throws EEXIST. Tests pass their own. */
export type MakeFolder = (path: string) => void;

/**
 * Returns the lock, or its holder as soon as that is seen to renew it; undefined for a holder that cannot be read. Waits while it is not
 * clear whether there still is a holder, for at most SILENT_MS; work that is ended as it yields ends that.
 */
export async function takeLock(
  folder: string,
  makeFolder: MakeFolder = fs.mkdirSync,
): Promise<Lock | { readonly holder: LockHolder | undefined }> {
  let first: State | undefined;
  for (;;) {
    const lock = create(folder, makeFolder);
    if (lock) return lock;
    const state = stateOf(folder);
    first ??= state;
    if (state && !isSame(state, first)) return { holder: holderIn(state) };
    if (state && timeBeside(folder) - state.mtimeMs > SILENT_MS) moveAway(folder, state);
    else await delay(LOOK_MS);
    await yieldTurn();
  }
}

/** undefined if another process has it. */
function create(folder: string, makeFolder: MakeFolder): Lock | undefined {
  const text = [randomUUID(), process.pid, hostname()].join(" ");
  try {
    makeFolder(folder);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return undefined;
    throw error;
  }
  try {
    fs.writeFileSync(join(folder, HOLDER_FILE), text, { flag: "wx" });
  } catch (error) {
    // This process was stopped between the two steps, and another one has taken over.
    if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOENT") return undefined;
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const timer = setInterval(() => renew(folder, text), RENEW_MS).unref();
  return {
    isHeld: () => stateOf(folder)?.text === text,
    release() {
      clearInterval(timer);
      const state = stateOf(folder);
      if (state?.text === text) moveAway(folder, state);
    },
  };
}

/** Written rather than touched: the time is then that of the file system, which may be on another machine. */
function renew(folder: string, text: string): void {
  try {
    const file = fs.openSync(join(folder, HOLDER_FILE), "r+");
    try {
      if (fs.readFileSync(file, "utf8") === text) fs.writeSync(file, text, 0);
    } finally {
      fs.closeSync(file);
    }
  } catch {
    // Others then take it over after a while, and its holder notices that.
  }
}

interface State {
  readonly text: string;
  /** When it was renewed. */
  readonly mtimeMs: number;
}

/**
 * undefined if there is no lock. One without a holder's file, left by a process that was killed before it wrote that or by an earlier version
 * of this program, has the time of its creation.
 */
function stateOf(folder: string): State | undefined {
  try {
    const file = join(folder, HOLDER_FILE);
    return { text: fs.readFileSync(file, "utf8"), mtimeMs: fs.statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw error;
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    return found && { text: "", mtimeMs: found.mtimeMs };
  }
}

const isSame = (state: State | undefined, other: State | undefined): boolean =>
  state?.text === other?.text && state?.mtimeMs === other?.mtimeMs;

function holderIn({ text }: State): LockHolder | undefined {
  const [, pid, host = ""] = text.split(" ");
  return Number(pid) > 0 ? { pid: Number(pid), host } : undefined;
}

/** The time of the file system, to be compared with that of a renewal. */
function timeBeside(folder: string): number {
  const path = `${folder}.time-${randomUUID()}`;
  fs.writeFileSync(path, "");
  try {
    return fs.statSync(path).mtimeMs;
  } finally {
    fs.rmSync(path, { force: true });
  }
}

/**
 * Deletes a lock at one stroke: nobody sees half of it. Several processes may find the same lock without a renewal, and one that moves
 * another lock than it has seen puts that back.
 */
function moveAway(folder: string, seen: State): void {
  const away = `${folder}-${randomUUID()}`;
  try {
    fs.renameSync(folder, away);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  try {
    if (isSame(stateOf(away), seen)) fs.rmSync(away, { recursive: true, force: true });
    else fs.renameSync(away, folder);
  } catch {
    // It cannot be deleted, or a third process has created one meanwhile: the holder of this one notices that it has lost it.
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
