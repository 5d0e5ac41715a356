// Lines on their way to standard output. Nobody waits for them: what its reader does not take is kept in memory up to a bound.
// Pino's own destination cannot be used: once its reader was gone it is silent for good; when the
// process ends, it skips the chunk that it is trying again, and where the disk is full it never comes to an end.

import { constants, fstatSync, openSync, write, writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { createLineBuffer, type LineBuffer } from "./line-buffer.ts";

const RETRY_MS = 5;
const EXIT_MS = 1000;

const writeOnThread = promisify(write);

/** `onRoom` is called when lines are taken again, with the number of those dropped meanwhile. */
export function createStandardOutput(onRoom: (dropped: number) => void) {
  const isFile = fstatSync(1).isFile();
  const fd = isFile ? 1 : openWithoutWaiting();
  const buffer = createLineBuffer(onRoom);
  let isPumping = false;
  /** While a thread writes the chunk. */
  let isInFlight = false;

  async function pump(): Promise<void> {
    while (!buffer.isEmpty()) {
      try {
        await writeChunk();
      } catch {
        // Full, or nobody is there (any more): somebody may come back.
        await wait(RETRY_MS, null, { ref: false });
      }
    }
    isPumping = false;
  }
  async function writeChunk(): Promise<void> {
    // At once: whatever ends the process meanwhile would write it again.
    if (!isFile) return buffer.release(writeSync(fd, buffer.nextChunk()));
    // A file is never full, but its disk may be slow: a thread waits for that.
    isInFlight = true;
    try {
      const { bytesWritten } = await writeOnThread(fd, buffer.nextChunk());
      buffer.release(bytesWritten);
    } finally {
      isInFlight = false;
    }
  }
  // The process waits for what is left, also after an error.
  process.on("exit", () => {
    // A thread finishes what it has begun.
    if (isInFlight) buffer.releaseChunk();
    writeRest(buffer, fd);
  });
  return {
    /** Lines that were dropped since the process began. */
    dropped: buffer.dropped,
    /** A whole line, with its end. */
    write(line: string): void {
      buffer.add(line);
      if (isPumping) return;
      isPumping = true;
      setImmediate(pump);
    },
  };
}

/** What is left, at the end of the process, as long as it takes but no longer than `EXIT_MS`. */
function writeRest(buffer: LineBuffer, fd: number): void {
  const end = performance.now() + EXIT_MS;
  while (!buffer.isEmpty() && performance.now() < end) {
    try {
      buffer.release(writeSync(fd, buffer.nextChunk()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
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
