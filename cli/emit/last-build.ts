// "Nothing changed": decided from the stat of every input and every published file, without loading anything else.
import { createHash } from "node:crypto";
import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isPart } from "../config/part-file.ts";
import type { Pause } from "../config/pause.ts";
import type { Config } from "../config/resolve-config.ts";
import { treeOf } from "../config/tree-of.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type InputRecord, isUnchanged, type Manifest, manifestStore } from "./manifest.ts";
import { isOurSite } from "./own-files.ts";

/** A file that is written twice within one clock tick of the file system may keep its stat: such new files are not trusted. */
const RACY_MS = 100;

/** Names the program and every option that changes the output or the report. */
export function buildStamp({
  root,
  siteUrl,
  relayUrl,
  relayKey,
  variants,
  renderer,
  client,
  release,
  drafts,
  contentDir,
  templatesDir,
  purpose,
}: Config): string {
  const program = dirname(fileURLToPath(import.meta.url));
  const parts = [
    process.version,
    program,
    root,
    siteUrl,
    relayUrl,
    relayKey,
    Object.entries(variants).sort(),
    renderer,
    client,
    release,
    drafts,
    contentDir,
    templatesDir,
    purpose,
  ];
  return createHash("sha1").update(JSON.stringify(parts)).digest("hex");
}

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
 * What is there. Folders and links that lead nowhere are mistakes in some places: they count by their paths. `readAt` is when the build began
 * to read; default: now.
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

export interface LastBuild {
  /** The inputs that differ from those of that build; without any, a new one would give the same result. */
  readonly changed: readonly string[];
  /** Whether some of these have come or are gone. */
  readonly hasOtherFiles: boolean;
  readonly routes: Manifest["routes"];
  readonly redirects: Manifest["redirects"];
  readonly gone: Manifest["gone"];
  readonly outputs: Manifest["outputs"];
  readonly warnings: readonly Diagnostic[];
  readonly unfinished: Manifest["unfinished"];
  readonly kept: Manifest["kept"];
  readonly renewed: readonly string[];
}

/** The last build, if its site is still there, whatever its inputs are now; otherwise undefined. */
export function findLastBuild(config: Config, inputs: readonly InputRecord[]): LastBuild | undefined {
  const manifest = manifestStore(config.stateDir, config.outDir).read();
  if (manifest === undefined || manifest.stamp !== buildStamp(config)) return undefined;
  const known = new Map(manifest.inputs.map((record) => [record.path, record]));
  const changed: string[] = [];
  let come = 0;
  for (const { path, size, mtimeMs, ctimeMs } of inputs) {
    const record = known.get(path);
    if (record === undefined) come++;
    else known.delete(path);
    const isSame =
      record && size >= 0 && record.size === size && record.mtimeMs === mtimeMs && record.ctimeMs === ctimeMs;
    if (!isSame) changed.push(path);
  }
  if (!manifest.outputs.every((record) => isUnchanged(record, `${config.outDir}/${record.path}`))) return undefined;
  changed.push(...known.keys());
  const hasOtherFiles = come + known.size > 0;
  const { routes, redirects, gone, outputs, unfinished, kept, renewed = [] } = manifest;
  const warnings = manifest.warnings as Diagnostic[];
  return { changed, hasOtherFiles, routes, redirects, gone, outputs, warnings, unfinished, kept, renewed };
}

/** Addresses of the pages and redirects of the last build into this folder; none where it did not finish. */
export function lastAddresses({ stateDir, outDir }: Pick<Config, "stateDir" | "outDir">): string[] {
  const last = manifestStore(stateDir, outDir).read();
  return [...(last?.routes ?? []).map(({ path }) => path), ...(last?.redirects ?? []).map(({ from }) => from)];
}

/** Published files that the last build wrote and that are unchanged: paths and hashes. */
export async function publishedFiles(
  config: Config,
  pause: Pause,
): Promise<{ hashes: ReadonlyMap<string, string>; owned: ReadonlySet<string> }> {
  const store = manifestStore(config.stateDir, config.outDir);
  const hashes = new Map<string, string>();
  for (const record of store.read()?.outputs ?? []) {
    await pause();
    if (isUnchanged(record, `${config.outDir}/${record.path}`)) hashes.set(record.path, record.hash);
  }
  // If none of our files is left, another program may have filled the folder: a path alone then proves nothing.
  const owned = hashes.size > 0 || isOurSite(config.outDir) ? store.owned() : new Set<string>();
  return { hashes, owned };
}
