// The values of entries as bytes: of a large site, objects would fill the memory. Those in a file also save the next build from parsing.
import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { contentHash } from "../emit/output-file.ts";
import { createEncoder } from "./encode-parts.ts";
import { isPacked } from "./plain-data.ts";

/** Where a value is: the position of its file, its first byte there, how many there are, and their hash. */
export type ValueRef = readonly [file: number, start: number, length: number, hash: string];

export interface ValueStore {
  /** undefined if bytes would not give back the value as it is. */
  put(value: unknown): ValueRef | undefined;
  /** A new object each time; undefined if these bytes are no longer there. */
  get(ref: ValueRef): unknown;
  /** Writes what is still in memory. */
  flush(): void;
  /** Nothing is read or written after this. */
  close(): void;
}

/** The files of all threads of a build. */
export interface ValueFiles {
  readonly paths: readonly string[];
  /** The position of the file that this thread writes. */
  readonly own: number;
  /** Whether that file begins empty; otherwise values are added to it. */
  readonly isNew: boolean;
}

const BLOCK = 1 << 20;

/** Without files, the bytes stay in memory. */
export const createValueStore = (files?: ValueFiles): ValueStore => (files ? inFiles(files) : inMemory());

function inMemory(): ValueStore {
  const pack = createPacker();
  const blocks: Buffer[] = [];
  let used = 0;
  return {
    put(value) {
      const bytes = pack(value);
      if (!bytes) return undefined;
      let block = blocks.at(-1);
      if (!block || used + bytes.length > block.length) {
        block = Buffer.allocUnsafeSlow(Math.max(BLOCK, bytes.length));
        blocks.push(block);
        used = 0;
      }
      bytes.copy(block, used);
      used += bytes.length;
      return [blocks.length - 1, used - bytes.length, bytes.length, ""];
    },
    get: ([block, start, length]) => JSON.parse(blocks[block]?.toString("utf8", start, start + length) ?? "null"),
    flush() {},
    close() {
      blocks.length = 0;
    },
  };
}

function inFiles({ paths, own, isNew }: ValueFiles): ValueStore {
  const pack = createPacker();
  const open = new Map<number, number | undefined>();
  /** What the own file does not have yet: the end of it. */
  const waiting = Buffer.allocUnsafeSlow(BLOCK);
  let waitingBytes = 0;
  /** What was read last: values are mostly read in the order of their file. */
  let room = Buffer.allocUnsafeSlow(BLOCK >> 4);
  let [roomFile, roomStart, roomBytes] = [-1, 0, 0];
  let written: number | undefined;
  const fileAt = (position: number): number | undefined => {
    if (open.has(position)) return open.get(position);
    const fd = openFile(paths[position] ?? "", position !== own ? "r" : isNew ? "w+" : "a+");
    open.set(position, fd);
    return fd;
  };
  const end = (): number | undefined => {
    const fd = fileAt(own);
    if (fd !== undefined && written === undefined) written = fstatSync(fd).size;
    return written === undefined ? undefined : written + waitingBytes;
  };
  const write = (bytes: Uint8Array) => {
    const fd = bytes.length > 0 ? fileAt(own) : undefined;
    if (fd === undefined || written === undefined) return;
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    written += bytes.length;
  };
  const flush = () => {
    write(waiting.subarray(0, waitingBytes));
    waitingBytes = 0;
  };
  /** Valid until the next call. */
  const read = (position: number, start: number, length: number): Buffer | undefined => {
    const isThere = position === roomFile && start >= roomStart && start + length <= roomStart + roomBytes;
    if (!isThere) {
      if (position === own) flush();
      const fd = fileAt(position);
      if (fd === undefined) return undefined;
      if (length > room.length) room = Buffer.allocUnsafeSlow(length * 2);
      roomBytes = 0;
      [roomFile, roomStart, roomBytes] = [position, start, readSync(fd, room, 0, room.length, start)];
      if (roomBytes < length) return undefined;
    }
    return room.subarray(start - roomStart, start - roomStart + length);
  };
  return {
    put(value) {
      const bytes = pack(value);
      const start = end();
      if (!bytes || start === undefined) return undefined;
      if (waitingBytes + bytes.length > waiting.length) flush();
      if (bytes.length > waiting.length) write(bytes);
      else waitingBytes += bytes.copy(waiting, waitingBytes);
      return [own, start, bytes.length, contentHash(bytes)];
    },
    get([position, start, length, hash]) {
      const bytes = read(position, start, length);
      if (!bytes) return undefined;
      // A file with values of other builds may have lost some of them: others may be in their place.
      const isOurs = position === own && isNew;
      return isOurs || contentHash(bytes) === hash ? JSON.parse(bytes.toString()) : undefined;
    },
    flush,
    close() {
      for (const fd of open.values()) if (fd !== undefined) closeSync(fd);
      open.clear();
    },
  };
}

/** undefined if it cannot be opened: what it would have is then read from the texts. */
function openFile(path: string, flags: string): number | undefined {
  try {
    if (flags !== "r") mkdirSync(dirname(path), { recursive: true });
    return openSync(path, flags);
  } catch {
    return undefined;
  }
}

/** undefined for other objects that schemas make of a value, such as those of a class. */
function createPacker(): (value: unknown) => Buffer | undefined {
  const encode = createEncoder();
  return (value) => (isPacked(value) ? encode([JSON.stringify(value)]) : undefined);
}
