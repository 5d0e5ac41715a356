import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../config/resolve-config.ts";
import { contentHash } from "../files/content-hash.ts";
import { isPart, treeOf } from "../files/tree-of.ts";

/** A file that is written twice within one clock tick of the file system may keep its stat: such new files are not trusted. */
const RACY_MS = 100;

/** Names the program and every option that changes the output or the report. */
export function buildStamp({ variants, ...options }: Config): string {
  const program = dirname(fileURLToPath(import.meta.url));
  const named = Object.entries(options).filter(([name]) => !UNNAMED.has(name));
  return contentHash(JSON.stringify([process.version, program, Object.entries(variants).sort(), named.sort()]));
}

/** What was built for another moment is compared by its dates. */
const UNNAMED = new Set(["outDir", "stateDir", "programDir", "cacheDir", "imageCacheDir", "cache", "asOf", "now"]);

/**
 * Every file that a build may read, as it is now: content with its folders, templates, and `others` that are compiled into them. Recorded
 * before anything is read, so that a change during the build is found next time.
 */
export function recordInputs(
  { contentDir, templatesDir, programDir }: Config,
  others: readonly string[],
): InputRecord[] {
  const { folders, files } = treeOf(contentDir);
  const content = [...folders, ...files].filter((path) => !isPart(path));
  return recordPaths([...content, ...filesBelow(templatesDir), ...others, join(programDir, "package-lock.json")]);
}

/** Corrects the record once the others are known: `before` is the old list. `startedAt` is when the build began to read. */
export function correctInputs(
  inputs: readonly InputRecord[],
  before: readonly string[],
  now: readonly string[],
  startedAt: number,
): readonly InputRecord[] {
  const gone = new Set(before.filter((path) => !now.includes(path)));
  const come = now.filter((path) => !before.includes(path));
  if (gone.size === 0 && come.length === 0) return inputs;
  return [...inputs.filter(({ path }) => !gone.has(path)), ...recordPaths(come, startedAt)];
}

/**
 * What is there. Folders and links that lead nowhere are mistakes in some places: they count by their paths. `readAt` is when the build
 * began to read; default: now.
 */
export function recordPaths(paths: readonly string[], readAt = Date.now()): InputRecord[] {
  return paths.flatMap((path) => {
    const stat = statOf(path);
    if (!stat?.isFile()) return isThere(path) ? [{ path, size: 0, mtimeMs: 0, ctimeMs: 0 }] : [];
    const isRacy = readAt - stat.ctimeMs < RACY_MS;
    return [{ path, size: isRacy ? -1 : stat.size, mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs }];
  });
}

/** A link may lead nowhere or to itself: reading the content reports that. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const filesBelow = (dir: string): string[] => treeOf(dir).files.filter((path) => !isPart(path));

/** A file that a build may read, as it was before the build. A size of -1 marks one that is too new for its stat to be reliable. */
export interface InputRecord {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** A published file: an equal stat means equal content, since writing changes `mtimeMs`. */
export interface OutputRecord {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly hash: string;
}

/** A path as facts are found by. */
export const inputPath = (path: string): string => path.replaceAll("\\", "/");

/** Names the state of a file; undefined if it is too new for its stat to be reliable. */
export const inputStamp = ({ size, mtimeMs, ctimeMs }: InputRecord): string | undefined =>
  size < 0 ? undefined : `${size} ${mtimeMs} ${ctimeMs}`;

/** Whether a published file still matches its record. */
export function isUnchanged({ size, mtimeMs }: OutputRecord, path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size === size && stat.mtimeMs === mtimeMs;
  } catch {
    return false;
  }
}
