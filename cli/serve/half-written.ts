import { readFileSync, statSync } from "node:fs";

/** A file that looks truncated is read as it is so long after its last write. */
const HOLD_MS = 300;
/** Fraction of its former size. */
const SHRUNK = 0.9;

const TEXT = /\.(?:ya?ml|md|tsx?|css)$/i;
const LINE_END = 10;

/**
 * Detects files that a program is still writing: empty, ending within a line, or suddenly much shorter. Gives the milliseconds until the
 * changed ones can be read; 0 where they can be read now.
 */
export function createHalfWritten(): (changed: readonly string[]) => number {
  const sizes = new Map<string, number>();
  const waitForOne = (path: string): number => {
    try {
      const { mtimeMs } = statSync(path);
      const bytes = readFileSync(path);
      const isShort = bytes.at(-1) !== LINE_END || bytes.length < (sizes.get(path) ?? 0) * SHRUNK;
      const waitMs = isShort ? Math.ceil(mtimeMs + HOLD_MS - Date.now()) : 0;
      if (waitMs <= 0) sizes.set(path, bytes.length);
      return Math.min(HOLD_MS, Math.max(0, waitMs));
    } catch {
      return 0;
    }
  };
  return (changed) => Math.max(0, ...changed.filter((path) => TEXT.test(path)).map(waitForOne));
}
