import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Wait for a file that looks truncated this long after it was last written; then it is taken as it is. */
const HOLD_MS = 300;
/** Fraction of its former size. */
const SHRUNK = 0.9;

/**
 * Detects files that a program is still writing: empty, ending within a line, or suddenly much shorter. Gives the milliseconds until the
 * changed ones can be read; 0 where they can be read now.
 */
export function createHalfWritten(): (changed: readonly string[]) => number {
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
  return (changed) => Math.max(0, ...changed.filter((path) => TEXT.test(path)).map(waitForOne));
}

const TEXT = /\.(?:ya?ml|md|tsx?|css)$/i;

function endsALine(descriptor: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] === 10;
}
