// Lines on their way to standard output. Nobody waits for them: what its reader does not take is kept in memory up to a bound; beyond it
// the newest are dropped and counted. Pino's own destination cannot be used: once its reader was gone it is silent for good; when the
// process ends, it skips the chunk that it is trying again, and where the disk is full it never comes to an end.

import { constants, fstatSync, openSync, write, writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const MAX_BYTES = 2 ** 20;
const RETRY_MS = 5;
const EXIT_MS = 1000;

const writeOnThread = promisify(write);

/** `onRoom` is called when lines are taken again, with the number of those dropped meanwhile. */
export function createStandardOutput(onRoom: (dropped: number) => void) {
  const isFile = fstatSync(1).isFile();
  const fd = isFile ? 1 : openWithoutWaiting();
  let lines: string[] = [];
  /** What is being written; its first line may have been written in part. */
  let chunk = Buffer.alloc(0);
  /** Of the lines and the chunk. */
  let bytes = 0;
  let isPumping = false;
  /** While a thread writes the chunk. */
  let isInFlight = false;
  let dropped = 0;
  let reported = 0;

  function nextChunk(): Buffer {
    if (chunk.length === 0) {
      chunk = Buffer.from(lines.join(""));
      lines = [];
    }
    return chunk;
  }
  function release(written: number): void {
    chunk = chunk.subarray(written);
    bytes -= written;
    const count = dropped - reported;
    // Not before half of it is free: with a slow reader each few lines would be followed by a number.
    if (count === 0 || bytes > MAX_BYTES / 2) return;
    reported = dropped;
    onRoom(count);
  }
  async function pump(): Promise<void> {
    while (bytes > 0) {
      // A file is never full, but its disk may be slow: a thread waits for that.
      isInFlight = isFile;
      try {
        release(isFile ? (await writeOnThread(fd, nextChunk())).bytesWritten : writeSync(fd, nextChunk()));
        isInFlight = false;
      } catch {
        isInFlight = false;
        // Full, or nobody is there (any more): somebody may come back.
        await wait(RETRY_MS, null, { ref: false });
      }
    }
    isPumping = false;
  }
  // The process waits for what is left, also after an error.
  process.on("exit", () => {
    const end = performance.now() + EXIT_MS;
    // What a thread has begun, it ends.
    if (isInFlight) release(chunk.length);
    while (bytes > 0 && performance.now() < end) {
      try {
        release(writeSync(fd, nextChunk()));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
      }
    }
  });
  return {
    /** Lines that were dropped since the process began. */
    dropped: () => dropped,
    /** A whole line, with its end. */
    write(line: string): void {
      const size = Buffer.byteLength(line);
      if (dropped > reported || bytes + size > MAX_BYTES) {
        dropped += 1;
        return;
      }
      lines.push(line);
      bytes += size;
      if (isPumping) return;
      isPumping = true;
      setImmediate(pump);
    },
  };
}

/** Opened again, since whether a write waits is a property that all programs share that have the same pipe or terminal. */
function openWithoutWaiting(): number {
  try {
    return openSync("/dev/stdout", constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // A socket, or a pipe of another user. Node's own stream sets the property for good.
    void process.stdout;
    return 1;
  }
}
