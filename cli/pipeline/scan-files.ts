// The files of a site at one moment, against those that its last build began with.

import { templateInputs } from "../bundle/template-inputs.ts";
import type { Config } from "../config/resolve-config.ts";
import { type InputRecord, inputPath, recordInputs, recordPaths } from "../emit/inputs.ts";

export interface Scan {
  readonly inputs: readonly InputRecord[];
  /** Paths of files that were added, removed or changed since the last build began. */
  readonly changed: readonly string[];
  /** Whether they are the files of the last build: only named ones were looked at, and all are there. */
  readonly hasSameFiles?: boolean;
}

/**
 * `before` are the files that the last build began with. Where known files are named and one of them has changed, these alone are looked at,
 * and those that were too new, which takes a tenth of the time: what else has changed is found by `hasChanged` after the build.
 */
export function scanFiles(config: Config, before: readonly InputRecord[], named: readonly string[]): Scan {
  return scanNamed(before, named) ?? scanAll(config, before);
}

function scanAll(config: Config, before: readonly InputRecord[]): Scan {
  const inputs = recordInputs(config, templateInputs(config));
  return { inputs, changed: differences(before, inputs) };
}

/** undefined where none has changed, or one of them is not known. */
function scanNamed(before: readonly InputRecord[], named: readonly string[]): Scan | undefined {
  const unknown = new Set(named.map(inputPath));
  if (unknown.size === 0) return undefined;
  const looked = new Set(before.filter(({ path, size }) => unknown.delete(inputPath(path)) || size < 0));
  if (unknown.size > 0) return undefined;
  const now = recordPaths([...looked].map(({ path }) => path));
  const changed = differences([...looked], now);
  if (changed.length === 0) return undefined;
  const others = before.filter((record) => !looked.has(record));
  return { inputs: [...others, ...now], changed, hasSameFiles: now.length === looked.size };
}

/** Whether files were changed since this scan. With `paths`, of these alone. */
export function hasChangedSince(config: Config, { inputs }: Scan, paths?: readonly string[]): boolean {
  if (!paths) return scanAll(config, inputs).changed.length > 0;
  const asked = new Set(paths);
  const before = inputs.filter(({ path }) => asked.has(path));
  return differences(before, recordPaths(paths)).length > 0;
}

/** Paths of what was added, removed or changed. */
function differences(before: readonly InputRecord[], now: readonly InputRecord[]): string[] {
  const left = new Map(before.map((record) => [record.path, record]));
  const changed: string[] = [];
  for (const { path, mtimeMs, ctimeMs } of now) {
    const previous = left.get(path);
    left.delete(path);
    if (previous?.mtimeMs !== mtimeMs || previous.ctimeMs !== ctimeMs) changed.push(path);
  }
  return [...changed, ...left.keys()];
}
