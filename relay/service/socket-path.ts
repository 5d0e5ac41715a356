import { relative } from "node:path";

/** Bytes that a socket's path may have on the systems we run on, its closing zero not counted. */
const MAX_SOCKET_PATH = 103;

/** The shorter way to write the path, for a folder deep below: systems take about a hundred bytes. Null where both are too long. */
export function shortSocketPath(path: string): string | null {
  const candidates = [path, relative(process.cwd(), path)].filter((one) => Buffer.byteLength(one) <= MAX_SOCKET_PATH);
  return candidates[0] ?? null;
}
