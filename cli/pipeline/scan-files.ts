// Compares the files of a site with those that its last build began with.

import { templateInputs } from "../bundle/template-inputs.ts";
import type { Config } from "../config/resolve-config.ts";
import { type InputRecord, inputPath, recordInputs, recordPaths } from "../emit/inputs.ts";

export interface Scan {
  readonly inputs: readonly InputRecord[];
  /** Paths of files that were added, removed or changed since the last build began. */
  readonly changed: readonly string[];
  /** Whether no file was added or removed since the last build: only named files were scanned, and all of them exist. */
  readonly hasSameFiles?: boolean;
}

/**
 * `before` are the files that the last build began with. If all named files are known and one of them has changed, only these and files that
 * were too new are scanned. That takes a tenth of the time, and `hasChanged` finds other changes after the build.
 */
export function scanFiles(config: Config, before: readonly InputRecord[], namedPaths: readonly string[]): Scan {
  return scanNamed(before, namedPaths) ?? scanAll(config, before);
}

function scanAll(config: Config, before: readonly InputRecord[]): Scan {
  const inputs = recordInputs(config, templateInputs(config));
  return { inputs, changed: differences(before, inputs) };
}

/** undefined if none has changed or one of them is not known. */
function scanNamed(before: readonly InputRecord[], namedPaths: readonly string[]): Scan | undefined {
  const unknownPaths = new Set(namedPaths.map(inputPath));
  if (unknownPaths.size === 0) return undefined;
  const scannedRecords = new Set(before.filter(({ path, size }) => unknownPaths.delete(inputPath(path)) || size < 0));
  if (unknownPaths.size > 0) return undefined;
  const now = recordPaths([...scannedRecords].map(({ path }) => path));
  const changed = differences([...scannedRecords], now);
  if (changed.length === 0) return undefined;
  const others = before.filter((record) => !scannedRecords.has(record));
  return { inputs: [...others, ...now], changed, hasSameFiles: now.length === scannedRecords.size };
}

/** Whether files were changed since this scan. With `paths`, only these are compared. */
export function hasChangedSince(config: Config, { inputs }: Scan, paths?: readonly string[]): boolean {
  if (!paths) return scanAll(config, inputs).changed.length > 0;
  const namedPaths = new Set(paths);
  const before = inputs.filter(({ path }) => namedPaths.has(path));
  return differences(before, recordPaths(paths)).length > 0;
}

/** Paths of files that were added, removed or changed. */
function differences(before: readonly InputRecord[], now: readonly InputRecord[]): string[] {
  const formerRecords = new Map(before.map((record) => [record.path, record]));
  const changedPaths: string[] = [];
  for (const { path, mtimeMs, ctimeMs } of now) {
    const previous = formerRecords.get(path);
    formerRecords.delete(path);
    if (previous?.mtimeMs !== mtimeMs || previous.ctimeMs !== ctimeMs) changedPaths.push(path);
  }
  return [...changedPaths, ...formerRecords.keys()];
}
