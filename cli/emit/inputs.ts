import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../config/resolve-config.ts";
import { contentHash } from "../files/content-hash.ts";
import { isPart, treeOf } from "../files/tree-of.ts";

/** A file that is written twice within one clock tick of the file system may keep its stat: the stat of so new a file is not trusted. */
const RACY_MS = 100;

/** Changes with the program and with every option that changes the output or the report. */
export function buildStamp({ variants, ...options }: Config): string {
  const program = dirname(fileURLToPath(import.meta.url));
  const settings = Object.entries(options).filter(([name]) => !UNNAMED.has(name));
  return contentHash(JSON.stringify([process.version, program, Object.entries(variants).sort(), settings.sort()]));
}

/** Options that do not change the output. A site that was built for another moment is compared by its dates. */
const UNNAMED = new Set(["outDir", "stateDir", "programDir", "cacheDir", "imageCacheDir", "cache", "asOf", "now"]);

/**
 * Records every file that a build may read: content with its folders, templates, and `others` that are compiled into them. It is called
 * before anything is read, so that the next build finds a change during this one.
 */
export function recordInputs(
  { contentDir, templatesDir, programDir }: Config,
  others: readonly string[],
): InputRecord[] {
  const { folders, files } = treeOf(contentDir);
  const content = [...folders, ...files].filter((path) => !isPart(path));
  return recordPaths([...content, ...sourcesBelow(templatesDir), ...others, join(programDir, "package-lock.json")]);
}

/** Corrects the record once the current list of `others` is known. `startedAt` is when the build began to read. */
export function correctInputs(
  inputs: readonly InputRecord[],
  before: readonly string[],
  now: readonly string[],
  startedAt: number,
): readonly InputRecord[] {
  const removedPaths = new Set(before.filter((path) => !now.includes(path)));
  const addedPaths = now.filter((path) => !before.includes(path));
  if (removedPaths.size === 0 && addedPaths.length === 0) return inputs;
  return [...inputs.filter(({ path }) => !removedPaths.has(path)), ...recordPaths(addedPaths, startedAt)];
}

/**
 * Records the paths that exist. A folder or a broken link, which is a mistake in some places, is recorded by its path alone. `readAt` is when
 * the build began to read. Default: now.
 */
export function recordPaths(paths: readonly string[], readAt = Date.now()): InputRecord[] {
  return paths.flatMap((path) => {
    const stat = statOf(path);
    if (!stat?.isFile()) return isThere(path) ? [{ path, size: 0, mtimeMs: 0, ctimeMs: 0 }] : [];
    const isRacy = readAt - stat.ctimeMs < RACY_MS;
    return [{ path, size: isRacy ? -1 : stat.size, mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs }];
  });
}

/** undefined also for a link that leads nowhere or to itself, which reading the content reports. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

const sourcesBelow = (dir: string): string[] => treeOf(dir).files.filter((path) => !isPart(path));

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

/** The form of a path by which records are looked up. */
export const inputPath = (path: string): string => path.replaceAll("\\", "/");

/** Changes with the file; undefined if the file is too new for its stat to be reliable. */
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
