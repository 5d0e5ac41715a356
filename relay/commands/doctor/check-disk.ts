// The disk under the store: how long a write takes until it is safe, what kind of disk it is, and how much room it has.
import { randomUUID } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Finding, failed, ok, warning } from "./finding.ts";

const ROUNDS = 20;
/** A slow disk has shown by then that it is one. */
const LONGEST_MS = 10_000;
const BLOCK_BYTES = 4096;
/** A request waits for one of these; 50 ms is a busy spinning disk. */
const SLOW_MS = 50;
const LITTLE_ROOM_BYTES = 200 * 1024 * 1024;

/** File system types as statfs(2) numbers them. */
const NETWORK: Readonly<Record<number, string>> = { 26985: "NFS", 20859: "SMB", 4266872130: "SMB", 4283649346: "CIFS" };
const MEMORY: Readonly<Record<number, string>> = { 16914836: "tmpfs", 2240043254: "ramfs" };
const OVERLAY = 0x794c7630;

/** The running relay does this beside its work: nothing here waits in its thread. */
export async function checkDisk(storePath: string): Promise<Finding[]> {
  const dir = dirname(storePath);
  try {
    return [syncFinding(await timesOfSync(dir)), ...(await kindFindings(dir))];
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

async function timesOfSync(dir: string): Promise<number[]> {
  const path = join(dir, `.doctor-${process.pid}-${randomUUID()}`);
  const file = await open(path, "wx", 0o600);
  try {
    const block = Buffer.alloc(BLOCK_BYTES, 1);
    const times: number[] = [];
    const end = performance.now() + LONGEST_MS;
    while (times.length < ROUNDS && performance.now() < end) {
      const began = performance.now();
      await file.write(block);
      await file.sync();
      times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

function syncFinding(times: readonly number[]): Finding {
  const median = times[Math.floor(times.length / 2)] ?? 0;
  const finding = `a write is safe after ${median.toFixed(1)} ms (median of ${times.length}, slowest ${(times.at(-1) ?? 0).toFixed(1)} ms)`;
  return median > SLOW_MS
    ? warning("disk: fsync", finding, "put the store on a faster disk")
    : ok("disk: fsync", finding);
}

async function kindFindings(dir: string): Promise<Finding[]> {
  const { type, bavail, bsize } = await statfs(dir);
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
