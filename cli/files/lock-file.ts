// A lock that one process holds: a link whose target names the process, its start and its machine. Creating a link is atomic, while a
// file could be left empty by a process that is killed before it fills it.
import * as fs from "node:fs";
import { hostname } from "node:os";
import { machineName, processStart } from "./process-start.ts";
import { writeFile } from "./write-file.ts";

export type LockHolder = ReturnType<typeof thisProcess>;

/** Without links, a file is filled right after it is created: if it is still empty after this time, it was left by a crash. */
const FILLED_WITHIN_MS = 2_000;
/** Processes of another machine cannot be looked up: they touch the lock this often … */
const TOUCH_EVERY_MS = 5_000;
/** … and count as gone after this time without a touch. */
const SILENT_MS = 60_000;

/** Creates a link at `path`. Some file systems refuse it; tests pass their own. */
export type Link = (target: string, path: string) => void;

/** Returns the release function, or the holder; undefined if that cannot be read. A lock whose process is gone does not count. */
export function takeLock(
  file: string,
  link: Link = fs.symlinkSync,
): { release(): void } | { holder: LockHolder | undefined } {
  const text = textOf(thisProcess());
  if (!take(file, text, link) && !(isStale(file) && takeOver(file, text, link))) return { holder: holderOf(file) };
  const timer = setInterval(() => touch(file, text), TOUCH_EVERY_MS).unref();
  return {
    release() {
      clearInterval(timer);
      if (readText(file) === text) fs.rmSync(file, { force: true });
    },
  };
}

export const thisProcess = () => ({
  pid: process.pid,
  /** Distinguishes it from a later process with the same number. */
  start: processStart(process.pid) ?? "",
  machine: machineName(),
  host: hostname(),
});

/** The content of a lock. */
export const textOf = ({ pid, start, machine, host }: LockHolder): string => [pid, start, machine, host].join(" ");

function take(file: string, text: string, link: Link): boolean {
  try {
    link(text, file);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (link !== writeNew && NO_LINKS.has(code)) return take(file, text, writeNew);
    if (link === writeNew) fs.rmSync(file, { force: true });
    throw error;
  }
}

const NO_LINKS = new Set(["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EINVAL", "EIO"]);
const writeNew: Link = (text, path) => writeFile(path, text, { flag: "wx" });

/** Two builds may find the same stale lock: only the one that holds the guard may delete it, after a second look. */
function takeOver(file: string, text: string, link: Link): boolean {
  const guard = `${file}.guard`;
  if (!take(guard, text, link)) {
    if (isOlder(guard, FILLED_WITHIN_MS)) fs.rmSync(guard, { force: true });
    return false;
  }
  try {
    if (isStale(file)) fs.rmSync(file, { force: true });
    return take(file, text, link);
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

function isStale(file: string): boolean {
  const holder = holderOf(file);
  if (!holder) return isOlder(file, FILLED_WITHIN_MS);
  if (holder.machine !== machineName()) return isOlder(file, SILENT_MS);
  const start = processStart(holder.pid);
  return start === undefined || (start !== "" && holder.start !== "" && start !== holder.start);
}

function holderOf(file: string): LockHolder | undefined {
  const [pid, start = "", machine = "", host = ""] = readText(file).split(" ");
  return Number(pid) > 0 && machine !== "" ? { pid: Number(pid), start, machine, host } : undefined;
}

/** "" if the lock is gone or still empty. */
function readText(file: string): string {
  try {
    return fs.lstatSync(file).isSymbolicLink() ? fs.readlinkSync(file) : fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function touch(file: string, text: string): void {
  if (readText(file) !== text) return;
  const now = new Date();
  try {
    if (fs.lstatSync(file).isSymbolicLink()) fs.lutimesSync(file, now, now);
    else fs.utimesSync(file, now, now);
  } catch {
    // Others then count this process as gone after a while; nothing more can be done.
  }
}

const isOlder = (file: string, ms: number): boolean =>
  Date.now() - (fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > ms;
