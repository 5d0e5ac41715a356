// A lock that one process holds: a folder, which only one process can create, with a file in it that the holder renews. A lock that is no
// longer renewed has expired. The holder is not looked up by its process number: numbers are reused, and every container has its own.

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
 * Returns the lock, or else its holder, as soon as the lock is seen to be renewed. `holder` is undefined where it cannot be read. Waits at
 * most SILENT_MS to see whether the holder still runs, and yields meanwhile.
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
    if (state && fileSystemTime(folder) - state.mtimeMs > SILENT_MS) moveAway(folder, state);
    else await delay(LOOK_MS);
    await yieldTurn();
  }
}

/** undefined if another process holds the lock. */
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

/** The file is written, not touched: its time is then that of the file system, which may be on another machine. */
function renew(folder: string, text: string): void {
  try {
    const file = fs.openSync(join(folder, HOLDER_FILE), "r+");
    try {
      if (fs.readFileSync(file, "utf8") === text) fs.writeSync(file, text, 0);
    } finally {
      fs.closeSync(file);
    }
  } catch {
    // Another process then takes the lock over after a while, and the holder notices that.
  }
}

interface State {
  readonly text: string;
  /** When it was renewed. */
  readonly mtimeMs: number;
}

/**
 * undefined if there is no lock. A process that was killed at once, or an earlier version of this program, has left a lock without a holder's
 * file: it has the time of its creation.
 */
function stateOf(folder: string): State | undefined {
  try {
    const file = join(folder, HOLDER_FILE);
    return { text: fs.readFileSync(file, "utf8"), mtimeMs: fs.statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw error;
    const stats = fs.lstatSync(folder, { throwIfNoEntry: false });
    return stats && { text: "", mtimeMs: stats.mtimeMs };
  }
}

const isSame = (state: State | undefined, other: State | undefined): boolean =>
  state?.text === other?.text && state?.mtimeMs === other?.mtimeMs;

function holderIn({ text }: State): LockHolder | undefined {
  const [, pid, host = ""] = text.split(" ");
  return Number(pid) > 0 ? { pid: Number(pid), host } : undefined;
}

/** The time of the file system, to be compared with that of a renewal. */
function fileSystemTime(folder: string): number {
  const path = `${folder}.time-${randomUUID()}`;
  fs.writeFileSync(path, "");
  try {
    return fs.statSync(path).mtimeMs;
  } finally {
    fs.rmSync(path, { force: true });
  }
}

/**
 * Deletes a lock in one step, so that no process sees half of it. Several processes may find the same lock expired: one that has moved
 * another lock than `state` moves it back.
 */
function moveAway(folder: string, state: State): void {
  const away = `${folder}-${randomUUID()}`;
  try {
    fs.renameSync(folder, away);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  try {
    if (isSame(stateOf(away), state)) fs.rmSync(away, { recursive: true, force: true });
    else fs.renameSync(away, folder);
  } catch {
    // It cannot be deleted, or a third process has created a lock meanwhile: the holder of this one notices that it has lost it.
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
