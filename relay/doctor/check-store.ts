// What the running relay says of its store, its mails and its log; and the disk under the store.

import { randomUUID } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { timeOf } from "../clock.ts";
import { type Pause, pausedMails } from "../delivery/pause.ts";
import type { Finding } from "../service/protocol.ts";
import { countIn, type OutboxStats } from "../store/operations/figures.ts";
import { counted } from "../text/counted.ts";
import { failed, ok, warning } from "./finding.ts";

/** A mail to the team that waits longer is an alarm. */
const LONG_WAIT_MS = 15 * 60_000;

export function checkStore(stats: OutboxStats, now: number): Finding[] {
  const { entries, oldestQueuedAt, futureDated, overdue, quarantined, writable } = stats;
  const waitedMs = oldestQueuedAt === null ? 0 : now - oldestQueuedAt;
  const waiting = counted(countIn(entries, "queued"), "mail");
  /** Of what there should be none. */
  const none = (check: string, count: number, problem: string, hint: string, otherwise = warning) =>
    count === 0 ? ok(check, "none") : otherwise(check, `${problem}.`, hint);
  const dead = countIn(entries, "dead");
  return [
    writable
      ? ok("store: writable", "takes writes")
      : failed("store: writable", "The store takes no writes: nothing is accepted.", "see disk and log, then restart"),
    waitedMs <= LONG_WAIT_MS
      ? ok("store: waiting", waiting)
      : warning(
          "store: waiting",
          `${waiting}, the oldest for ${Math.round(waitedMs / 60_000)} minutes.`,
          "`eventsite-relay list --state queued` and `show` say why",
        ),
    none("store: dead", dead, `${counted(dead, "mail")} given up`, "`eventsite-relay list --state dead`, then `retry`"),
    none(
      "store: clock",
      futureDated,
      `${counted(futureDated, "submission")} dated in the future: the clock was ahead`,
      "have the clock set (NTP); their mails are sent all the same",
    ),
    none(
      "store: retention",
      overdue,
      `${counted(overdue, "submission")} kept past the retention: the team never got them`,
      "`eventsite-relay list --state dead` and `--state held`, then `retry`, `release` or `erase`",
    ),
    none(
      "store: damage",
      quarantined,
      `${counted(quarantined, "damaged row")} set aside`,
      "check the disk; `eventsite-relay backup` what is there, and take the rows from an earlier backup",
      failed,
    ),
  ];
}

/** Whether what the relay logs is read. */
export const checkLog = (droppedLines: number): Finding =>
  droppedLines === 0
    ? ok("log", "every line was taken")
    : warning(
        "log",
        `${droppedLines} lines of the log were dropped since the relay was started: its reader did not take them.`,
        "look at what reads the relay's standard output; the first line after a gap says how many are missing",
      );

const PAUSES = "delivery: pauses";

export function checkPauses(pauses: readonly Pause[]): Finding {
  if (pauses.length === 0) return ok(PAUSES, "none");
  const until = timeOf(Math.max(...pauses.map((pause) => pause.until)));
  const named = [...new Set(pauses.map(pausedMails))];
  const andOthers = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
  return warning(
    PAUSES,
    `Not sent until ${until}, when it is tried again: ${named.slice(0, MOST_NAMED).join(", ")}${andOthers}.`,
    "the checks of the mail server, or `eventsite-relay show`, say what is wrong; `eventsite-relay retry --all` tries it at once",
  );
}

const MOST_NAMED = 5;

const ROUNDS = 20;
/** A slow disk has shown by then that it is one. */
const LONGEST_MS = 10_000;
const BLOCK_BYTES = 4096;
/** A request waits for one of these; 50 ms is a busy spinning disk. */
const SLOW_MS = 50;
const LITTLE_ROOM_BYTES = 200 * 1024 * 1024;

/** How long a write takes until it is safe, and how much room there is. Nothing waits in the relay's own thread. */
export async function checkDisk(storePath: string): Promise<Finding[]> {
  const dir = dirname(storePath);
  try {
    const fsync = syncFinding(await timesOfSync(dir));
    const { bavail, bsize } = await statfs(dir);
    const free = bavail * bsize;
    const room = `${Math.floor(free / 1024 / 1024)} MiB free`;
    const hint = "make room before the store is full";
    return [fsync, free < LITTLE_ROOM_BYTES ? warning("disk: room", room, hint) : ok("disk: room", room)];
  } catch (error) {
    const hint = "run the doctor as the user the relay runs as, on its machine or in its container";
    const { code } = error as NodeJS.ErrnoException;
    return [failed("disk: write", `${dir} cannot be written (${code}).`, hint)];
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
  const text = `a write is safe after ${median.toFixed(1)} ms (median of ${times.length}, slowest ${(times.at(-1) ?? 0).toFixed(1)} ms)`;
  return median > SLOW_MS ? warning("disk: fsync", text, "put the store on a faster disk") : ok("disk: fsync", text);
}
