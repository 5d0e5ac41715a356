// Lines that wait to be written, up to a bound: beyond it the newest are dropped and counted.

const MAX_BYTES = 2 ** 20;

export interface LineBuffer {
  readonly isEmpty: () => boolean;
  /** Lines that were dropped since the process began. */
  readonly dropped: () => number;
  add(line: string): void;
  /** What is to be written next: the rest of what was begun, or all the lines that wait. */
  nextChunk(): Buffer;
  /** So many bytes of the chunk are written. */
  readonly release: (writtenBytes: number) => void;
  /** All of the chunk is, or will be. */
  readonly releaseChunk: () => void;
}

/** `onRoom` is called when lines are taken again, with the number of those dropped meanwhile. */
export function createLineBuffer(onRoom: (dropped: number) => void): LineBuffer {
  let lines: string[] = [];
  /** What is being written; its first line may have been written in part. */
  let chunk = Buffer.alloc(0);
  /** Of the lines and the chunk. */
  let bytes = 0;
  let dropped = 0;
  let reported = 0;

  function release(writtenBytes: number): void {
    chunk = chunk.subarray(writtenBytes);
    bytes -= writtenBytes;
    const count = dropped - reported;
    // Not before half of it is free: with a slow reader each few lines would be followed by a number.
    if (count === 0 || bytes > MAX_BYTES / 2) return;
    reported = dropped;
    onRoom(count);
  }
  return {
    isEmpty: () => bytes === 0,
    dropped: () => dropped,
    add(line) {
      const size = Buffer.byteLength(line);
      if (dropped > reported || bytes + size > MAX_BYTES) {
        dropped += 1;
        return;
      }
      lines.push(line);
      bytes += size;
    },
    nextChunk() {
      if (chunk.length === 0) {
        chunk = Buffer.from(lines.join(""));
        lines = [];
      }
      return chunk;
    },
    release,
    releaseChunk: () => release(chunk.length),
  };
}
