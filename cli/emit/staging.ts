// The new site is written beside the old one, then replaces it: a build that fails or is killed before that leaves the old site unchanged.
// A folder is replaced by two renames. Between them there is no site for some microseconds, which the next build or server repairs.

import * as fs from "node:fs";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { yieldTurn } from "../work/yield-turn.ts";
import type { HeldOutput } from "./hold-output.ts";
import { leftBehind } from "./left-behind.ts";
import { findFiles, staleFiles } from "./own-files.ts";
import { publishInPlace, readyInPlace } from "./publish-in-place.ts";
import { removeOrReport } from "./remove-tree.ts";

export interface Staging {
  /** Where the files of the new site are written. */
  readonly dir: string;
  /** Call it when all files are written. It keeps files of others, or rejects with EMIT_FOREIGN_FOLDER. The old site is untouched. */
  ready(owned: ReadonlySet<string>): Promise<void>;
  /** Call it right before `publish`. It throws EMIT_LOCKED if another build has taken the folder over. */
  assertHeld(): void;
  /** Replaces the old site with the new one. If it fails, a working site remains. */
  publish(): void;
  /** Deletes what remains of the old site. Never rejects: the site is published. */
  clear(): Promise<Diagnostic[]>;
  /** Deletes the staging folder. Never throws: the next build deletes the rest. */
  discard(): void;
}

export function createStaging(outDir: string, output: HeldOutput): Staging {
  const dir = output.names.free("next");
  // Not with `recursive`, which never ends if a system folder refuses new entries.
  fs.mkdirSync(dir);
  const common = { dir, assertHeld: output.assertHeld, discard: () => discard(dir) };
  return output.isInPlace
    ? { ...common, ...filesInPlace(outDir, dir) }
    : { ...common, ...wholeFolder(outDir, dir, output.names) };
}

type Replacement = Pick<Staging, "ready" | "publish" | "clear">;

/** The folder stays, and its files are replaced one by one. */
function filesInPlace(outDir: string, dir: string): Replacement {
  let stale: readonly string[] | undefined;
  return {
    async ready(owned) {
      stale = staleFiles(await findFiles(outDir, dir, owned), dir);
      readyInPlace(outDir, dir, stale);
    },
    publish: () => stale && publishInPlace(outDir, dir, stale),
    clear: async () => (fs.existsSync(dir) ? removeOrReport(dir) : []),
  };
}

/** The new folder takes the name of the old one. */
function wholeFolder(outDir: string, dir: string, names: HeldOutput["names"]): Replacement {
  const old = names.free("old");
  const gone = names.free("gone");
  return {
    async ready(owned) {
      const { foreign, emptyFolders } = await findFiles(outDir, dir, owned);
      for (const folder of emptyFolders)
        if (!fs.existsSync(join(dir, folder))) fs.mkdirSync(join(dir, folder), { recursive: true });
      for (const path of foreign) {
        await yieldTurn();
        carry(join(outDir, path), join(dir, path));
      }
    },
    publish() {
      const existed = fs.existsSync(outDir);
      if (existed) fs.renameSync(outDir, old);
      try {
        fs.renameSync(dir, outDir);
      } catch (error) {
        if (existed) fs.renameSync(old, outDir);
        throw error;
      }
    },
    async clear() {
      if (!fs.existsSync(old)) return [];
      try {
        // From here on it is incomplete, and must not be restored.
        fs.renameSync(old, gone);
      } catch (error) {
        return [leftBehind(old, error)];
      }
      return removeOrReport(gone);
    },
  };
}

function discard(dir: string): void {
  try {
    fs.rmSync(dir, { recursive: true, force: true });
  } catch {
    // The folder cannot be deleted, for example on a disk that was removed; the next build tries again.
  }
}

function carry(from: string, to: string): void {
  fs.mkdirSync(dirname(to), { recursive: true });
  // Some file systems do not hard-link a link itself, but its target.
  if (fs.lstatSync(from).isSymbolicLink()) {
    fs.symlinkSync(fs.readlinkSync(from), to);
    return;
  }
  try {
    fs.linkSync(from, to);
  } catch {
    fs.copyFileSync(from, to);
    const { atime, mtime } = fs.statSync(from);
    fs.utimesSync(to, atime, mtime);
  }
}
