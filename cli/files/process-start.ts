// Which process a number means: numbers are reused, and every container has its own.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The same for all processes that can see each other's numbers: one machine since its last start, or one container. */
export function machineName(): string {
  const boot = attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"));
  const parts = [hostname(), boot, attempt(() => readlinkSync("/proc/self/ns/pid"))];
  return createHash("sha1").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}

/** The text of proc(5) about a process; tests pass their own. */
const readStat = (pid: number): string => readFileSync(`/proc/${pid}/stat`, "utf8");

/** When a process began, in any unit; undefined if there is none with this number, "" if the system does not say. */
export function processStart(pid: number, read: (pid: number) => string = readStat): string | undefined {
  if (!isRunning(pid)) return undefined;
  const stat = attempt(() => read(pid));
  // The name in parentheses may hold anything, even parentheses.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat !== "") return state === "Z" || state === "X" ? undefined : (rest[STARTED_AT] ?? "");
  const started = attempt(() => execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }));
  return started.replace(/\s+/g, "-");
}

/** Field 22 of proc(5), counted from the state, which is field 3. */
const STARTED_AT = 18;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function attempt(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return "";
  }
}
