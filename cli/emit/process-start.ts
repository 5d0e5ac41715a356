// Which process a number means: numbers are used again, and every container has its own.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** The same for all processes that can look each other up by number: one machine since its last start, or one container. */
export function machineName(): string {
  const parts = [hostname(), attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))];
  parts.push(attempt(() => readlinkSync("/proc/self/ns/pid")));
  return createHash("sha1").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}

/** When a process began, in any unit; undefined where there is none of this number, "" where the system does not say. */
export function processStart(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name in parentheses may hold anything, parentheses too.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (stat !== "") return state === "Z" || state === "X" ? undefined : (rest[STARTED_AT] ?? "");
  return attempt(() => execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" })).replace(
    /\s+/g,
    "-",
  );
}

/** Field 22 of proc(5), counted from behind the state, which is field 3. */
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
