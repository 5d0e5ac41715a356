import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A file that looks cut short is waited for so long after it was last written to; then it is taken as it is. */
const HOLD_MS = 300;
/** Of what it was. */
const SHRUNK = 0.9;

export interface HalfWritten {
  /** Milliseconds until the changed files can be believed; 0 where they can be now. */
  waitFor(paths: readonly string[]): number;
}

/** Tells a file that a program is still writing: it is empty, ends within a line, or has become much shorter at once. */
export function createHalfWritten(): HalfWritten {
  const sizes = new Map<string, number>();
  const waitForOne = (path: string): number => {
    try {
      const descriptor = openSync(path, "r");
      try {
        const { size, mtimeMs } = fstatSync(descriptor);
        const isShort = size === 0 || size < (sizes.get(path) ?? 0) * SHRUNK || !endsALine(descriptor, size);
        const left = isShort ? Math.ceil(mtimeMs + HOLD_MS - Date.now()) : 0;
        if (left <= 0) sizes.set(path, size);
        return Math.min(HOLD_MS, Math.max(0, left));
      } finally {
        closeSync(descriptor);
      }
    } catch {
      return 0;
    }
  };
  return { waitFor: (paths) => Math.max(0, ...paths.filter((path) => TEXT.test(path)).map(waitForOne)) };
}

const TEXT = /\.(?:ya?ml|md|tsx?|css)$/i;

function endsALine(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] === 10;
}
