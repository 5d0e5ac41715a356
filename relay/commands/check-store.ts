// What the running relay says of its store.
import { randomUUID } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { timeOf } from "../clock.ts";
import type { OutboxStats } from "../store/look-up.ts";
import { countIn, type Pause, pausedMails } from "../store/records.ts";
import { type Finding, failed, findings, type Outcome, ok, warning } from "./finding.ts";

/** A mail to the team that waits longer is an alarm. */
const LONG_WAIT_MS = 15 * 60_000;

/** `heldRequests`: held as suspicious; those of blocked senders are held on purpose. */
export function checkStore(stats: OutboxStats, heldRequests: number, now: number): Finding[] {
  const { entries, oldestQueuedAt, futureDated, overdue, quarantined, writable } = stats;
  const [queued, dead] = [countIn(entries, "queued"), countIn(entries, "dead")];
  const waitedMs = oldestQueuedAt === null ? 0 : now - oldestQueuedAt;
  return findings({
    "store: writable": writable
      ? ok("takes writes")
      : failed("The store takes no writes: nothing is accepted.", "see disk and log, then restart"),
    "store: waiting":
      waitedMs > LONG_WAIT_MS
        ? warning(
            `${queued} mails wait, the oldest for ${Math.round(waitedMs / 60_000)} minutes.`,
            "`eventsite-relay list --state queued` and `show` say why",
          )
        : ok(`${queued} mails wait`),
    "store: dead":
      dead > 0
        ? warning(`${dead} mails were given up.`, "`eventsite-relay list --state dead`, then `retry`")
        : ok("none was given up"),
    "store: held":
      heldRequests > 0
        ? warning(
            `${heldRequests} ${heldRequests === 1 ? "request is" : "requests are"} held as suspicious.`,
            "`eventsite-relay list --held-for suspicion`, then `release`",
          )
        : ok("none is held"),
    "store: clock":
      futureDated > 0
        ? warning(
            `${futureDated} submissions are dated in the future: the clock was ahead when they came.`,
            "have the clock set (NTP); their mails are sent all the same",
          )
        : ok("none is dated in the future"),
    "store: retention":
      overdue > 0
        ? warning(
            `${overdue} submissions past their retention are kept: the team never got them.`,
            "`eventsite-relay list --state dead` and `--state held`, then `retry`, `release` or `erase`",
          )
        : ok("nothing is kept beyond it"),
    "store: damage":
      quarantined > 0
        ? failed(
            `${quarantined} damaged rows were set aside.`,
            "check the disk; `eventsite-relay backup` what is there, and take the rows from an earlier backup",
          )
        : ok("none"),
  });
}

/** Whether what the relay logs is read. */
export const checkLog = (droppedLines: number): Outcome =>
  droppedLines === 0
    ? ok("every line was taken")
    : warning(
        `${droppedLines} lines of the log were dropped since the relay was started: its reader did not take them.`,
        "look at what reads the relay's standard output; the first line after a gap says how many are missing",
      );

export function checkPauses(pauses: readonly Pause[]): Outcome {
  if (pauses.length === 0) return ok("none");
  const until = timeOf(Math.max(...pauses.map((pause) => pause.until)));
  const named = [...new Set(pauses.map(pausedMails))];
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
  return warning(
    `Not sent until ${until}, when the mail server is tried again: ${named.slice(0, MOST_NAMED).join(", ")}${more}.`,
    "the checks of the mail server say what is wrong; `eventsite-relay retry --all` asks it at once",
  );
}

const MOST_NAMED = 5;

// The disk under the store: how long a write takes until it is safe, what kind of disk it is, and how much room it has.

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
    const fsync = syncOutcome(await timesOfSync(dir));
    const { type, bavail, bsize } = await statfs(dir);
    const free = bavail * bsize;
    const room = `${Math.floor(free / 1024 / 1024)} MiB free`;
    return findings({
      "disk: fsync": fsync,
      "disk: kind": kindOutcome(dir, type),
      "disk: room": free < LITTLE_ROOM_BYTES ? warning(room, "make room before the store is full") : ok(room),
    });
  } catch (error) {
    const hint = "run the doctor as the user the relay runs as, on its machine or in its container";
    const { code } = error as NodeJS.ErrnoException;
    return findings({ "disk: write": failed(`${dir} cannot be written (${code}).`, hint) });
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

function syncOutcome(times: readonly number[]): Outcome {
  const median = times[Math.floor(times.length / 2)] ?? 0;
  const found = `a write is safe after ${median.toFixed(1)} ms (median of ${times.length}, slowest ${(times.at(-1) ?? 0).toFixed(1)} ms)`;
  return median > SLOW_MS ? warning(found, "put the store on a faster disk") : ok(found);
}

function kindOutcome(dir: string, type: number): Outcome {
  if (NETWORK[type] !== undefined)
    return failed(`${dir} lies on ${NETWORK[type]}, where locks and fsync do not hold.`, "use a local disk");
  if (MEMORY[type] !== undefined)
    return failed(`${dir} lies in memory (${MEMORY[type]}): a restart loses all.`, "use a disk");
  if (type === OVERLAY)
    return warning(`${dir} is the container's own layer: it goes with the container.`, "mount a volume");
  return ok("a disk of this machine");
}
