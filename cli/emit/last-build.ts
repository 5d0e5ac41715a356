// What the last build read and wrote, beside what is there now. "Nothing changed" is decided from the stat of every input and every
// published file, without loading anything else.
import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pause } from "../config/pause.ts";
import type { Config } from "../config/resolve-config.ts";
import { isPart, treeOf } from "../config/tree-of.ts";
import { type InputRecord, isUnchanged, type Manifest, manifestStore, stampOf } from "./manifest.ts";
import { contentHash } from "./output-file.ts";
import { isOurSite } from "./own-files.ts";

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

/** What the last build into this folder left, whatever became of it since. */
export interface LastBuild {
  /** undefined if there was none, or if it did not finish. */
  readonly manifest: Manifest | undefined;
  /** Hashes of its published files that are as it left them, by path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Paths of the files that are known to be of this program. */
  readonly owned: ReadonlySet<string>;
}

export async function readLastBuild(config: Config, pause: Pause): Promise<LastBuild> {
  const store = manifestStore(config.stateDir, config.outDir);
  const manifest = store.read();
  const hashes = new Map<string, string>();
  for (const record of manifest?.outputs ?? []) {
    await pause();
    if (isUnchanged(record, `${config.outDir}/${record.path}`)) hashes.set(record.path, record.hash);
  }
  // If none of our files is left, another program may have filled the folder: a path alone then proves nothing.
  const isOwn = hashes.size > 0 || isOurSite(config.outDir);
  const owned = isOwn ? (manifest?.outputs ?? store.interrupted()).map(({ path }) => path) : [];
  return { manifest, hashes, owned: new Set(owned) };
}

/** The inputs that differ from those of the last build; undefined if there was none of this program with these options. */
export function changedInputs(
  config: Config,
  manifest: Manifest | undefined,
  inputs: readonly InputRecord[],
): readonly string[] | undefined {
  if (manifest === undefined || manifest.stamp !== buildStamp(config)) return undefined;
  const left = new Map(manifest.inputs.map((record) => [record.path, stampOf(record)]));
  const changed = inputs.flatMap((record) => {
    const stamp = stampOf(record);
    const isSame = stamp !== undefined && left.get(record.path) === stamp;
    left.delete(record.path);
    return isSame ? [] : record.path;
  });
  return [...changed, ...left.keys()];
}

/** Whether no date has come since that build. For a moment that is asked for, the zone of the site has to be read first. */
export function isOfMoment({ lastChangeAt, nextChangeAt }: Manifest, { asOf, now }: Config): boolean {
  if (lastChangeAt === null && nextChangeAt === null) return true;
  const [last, next] = [Date.parse(lastChangeAt ?? ""), Date.parse(nextChangeAt ?? "")];
  return asOf === undefined && !(now() < last) && !(now() >= next);
}

/** Addresses of the pages and redirects of the last build; none where it did not finish. */
export const lastAddresses = ({ manifest }: Pick<LastBuild, "manifest">): string[] => [
  ...(manifest?.routes ?? []).map(({ path }) => path),
  ...(manifest?.redirects ?? []).map(({ from }) => from),
];
