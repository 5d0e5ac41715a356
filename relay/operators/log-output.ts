// Lines on their way to standard output. Nobody waits for them: what its reader does not take is kept in memory up to a bound; beyond it
// the newest are dropped and counted. Pino's own destination writes to a pipe on a thread of libuv's pool: while nobody reads, that thread
// hangs, and the process waits for it when it ends. Here a write never waits: it takes what fits, and the rest is tried again.
import { constants, fstatSync, openSync, write, writeSync } from "node:fs";

const MAX_BYTES = 2 ** 20;
/** Doubled with each try that finds the pipe full. */
const FIRST_RETRY_MS = 2;
const LAST_RETRY_MS = 100;
const EXIT_MS = 1000;
const EXIT_RETRY_MS = 5;

/** Writes what it can of `bytes` at once; `done` gets the error or how many they were. */
export type Put = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, count: number) => void) => void;

export interface LogOutput {
  /** A whole line, with its end. */
  write(line: string): void;
  /** Lines that were dropped since the process began. */
  readonly dropped: () => number;
  /** The last thing before the process ends, which waits for it: at most 1 s. `putNow` calls `done` before it returns. */
  flush(putNow: Put): void;
}

/** Into standard output; what is left when the process ends, also by an error, is written then. */
export function createStandardOutput(onRoom: (dropped: number) => void): LogOutput {
  const isFile = fstatSync(1).isFile();
  const fd = isFile ? 1 : openWithoutWaiting();
  const putNow: Put = (bytes, done) => {
    let count: number;
    try {
      count = writeSync(fd, bytes);
    } catch (error) {
      return done(error as NodeJS.ErrnoException, 0);
    }
    done(null, count);
  };
  // A file is never full, but its disk may be slow: a thread waits for that.
  const put: Put = isFile ? (bytes, done) => write(fd, bytes, done) : putNow;
  const output = createLogOutput(put, onRoom);
  process.on("exit", () => output.flush(putNow));
  return output;
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

/** `onRoom` is called when lines are taken again, with the number of those dropped meanwhile. */
export function createLogOutput(put: Put, onRoom: (dropped: number) => void): LogOutput {
  let lines: string[] = [];
  /** What is being written; its first line may have been written in part. */
  let chunk = Buffer.alloc(0);
  /** Of the lines and the chunk. */
  let bytes = 0;
  let maxBytes = MAX_BYTES;
  let isScheduled = false;
  /** While a thread writes the chunk. */
  let isInFlight = false;
  let retryMs = FIRST_RETRY_MS;
  let dropped = 0;
  let reported = 0;

  function report(): void {
    const count = dropped - reported;
    if (count === 0) return;
    reported = dropped;
    onRoom(count);
  }
  const isEmpty = () => chunk.length === 0 && lines.length === 0;
  function nextChunk(): Buffer {
    if (chunk.length === 0) {
      chunk = Buffer.from(lines.join(""));
      lines = [];
    }
    return chunk;
  }
  function taken(count: number): void {
    chunk = chunk.subarray(count);
    bytes -= count;
    retryMs = FIRST_RETRY_MS;
    // Not before half of it is free: with a slow reader each few lines would be followed by a number.
    if (bytes <= MAX_BYTES / 2) report();
  }
  function pump(): void {
    if (isEmpty()) {
      isScheduled = false;
      return;
    }
    isInFlight = true;
    put(nextChunk(), (error, count) => {
      isInFlight = false;
      if (error === null) {
        taken(count);
        return pump();
      }
      // Full, or nobody is there (any more): somebody may come back.
      setTimeout(pump, retryMs).unref();
      retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
    });
  }
  return {
    dropped: () => dropped,
    write(line) {
      const size = Buffer.byteLength(line);
      if (dropped > reported || bytes + size > maxBytes) {
        dropped += 1;
        return;
      }
      lines.push(line);
      bytes += size;
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(pump);
    },
    flush(putNow) {
      const end = performance.now() + EXIT_MS;
      maxBytes = Number.POSITIVE_INFINITY;
      report();
      // What a thread has begun, it ends.
      if (isInFlight) chunk = Buffer.alloc(0);
      while (!isEmpty()) {
        let failure: string | null = null;
        putNow(nextChunk(), (error, count) => {
          if (error === null) taken(count);
          else failure = error.code ?? "";
        });
        if (failure === null) continue;
        if (failure !== "EAGAIN" || performance.now() > end) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, EXIT_RETRY_MS);
      }
    },
  };
}
