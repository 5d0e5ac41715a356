// The disk under the store: how long a write takes until it is safe, what kind of disk it is, and how much room it has.
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, failed, ok, warning } from "./finding.ts";

const ROUNDS = 20;
const BLOCK_BYTES = 4096;
/** A request waits for one of these; 50 ms is a busy spinning disk. */
const SLOW_MS = 50;
const LITTLE_ROOM_BYTES = 200 * 1024 * 1024;

/** File system types as statfs(2) numbers them. */
const NETWORK: Readonly<Record<number, string>> = { 26985: "NFS", 20859: "SMB", 4266872130: "SMB", 4283649346: "CIFS" };
const MEMORY: Readonly<Record<number, string>> = { 16914836: "tmpfs", 2240043254: "ramfs" };
const OVERLAY = 0x794c7630;

export function checkDisk(storePath: string): Finding[] {
  const dir = dirname(storePath);
  try {
    return [syncFinding(timesOfSync(dir)), ...kindFindings(dir)];
  } catch (error) {
    return [
      failed(
        "disk: write",
        `${dir} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
        "run the doctor as the user the relay runs as, on its machine or in its container",
      ),
    ];
  }
}

function timesOfSync(dir: string): number[] {
  const path = join(dir, `.doctor-${process.pid}`);
  const file = openSync(path, "wx", 0o600);
  try {
    const block = Buffer.alloc(BLOCK_BYTES, 1);
    return Array.from({ length: ROUNDS }, () => {
      const began = performance.now();
      writeSync(file, block);
      fsyncSync(file);
      return performance.now() - began;
    }).sort((a, b) => a - b);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

function syncFinding(times: readonly number[]): Finding {
  const median = times[Math.floor(times.length / 2)] ?? 0;
  const finding = `a write is safe after ${median.toFixed(1)} ms (median of ${times.length}, slowest ${(times.at(-1) ?? 0).toFixed(1)} ms)`;
  return median > SLOW_MS
    ? warning("disk: fsync", finding, "put the store on a faster disk")
    : ok("disk: fsync", finding);
}

function kindFindings(dir: string): Finding[] {
  const { type, bavail, bsize } = statfsSync(dir);
  const free = bavail * bsize;
  const room = `${Math.floor(free / 1024 / 1024)} MiB free`;
  return [
    NETWORK[type] !== undefined
      ? failed("disk: kind", `${dir} lies on ${NETWORK[type]}, where locks and fsync do not hold.`, "use a local disk")
      : MEMORY[type] !== undefined
        ? failed("disk: kind", `${dir} lies in memory (${MEMORY[type]}): a restart loses all.`, "use a disk")
        : type === OVERLAY
          ? warning("disk: kind", `${dir} is the container's own layer: it goes with the container.`, "mount a volume")
          : ok("disk: kind", "a disk of this machine"),
    free < LITTLE_ROOM_BYTES
      ? warning("disk: room", room, "make room before the store is full")
      : ok("disk: room", room),
  ];
}
