// A folder, for a server on this machine or a mounted volume. Each file is replaced by a rename. Links below the folder are never followed.

import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import * as fs from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { shownPath } from "../../config/resolve-config.ts";
import { failureReason } from "../../diagnostics/failure-reason.ts";
import { takeLock } from "../../files/lock-file.ts";
import { filesBelow, isGone } from "../../files/tree-of.ts";
import {
  STATE_FOLDER,
  type StoredContent,
  type StoredFile,
  type TargetStore,
  TargetStoreError,
  type WriteCondition,
} from "./store.ts";

const PARTS = `${STATE_FOLDER}parts`;

/** The first file creates the folder, but not the folders around it. */
export async function openFolder(path: string): Promise<TargetStore> {
  const dir = await orExplain(path, () => realFolder(path), "bucket");
  return {
    enforcesConditions: true,
    parallel: 8,
    list: () => orExplain(path, () => listFiles(dir)),
    // A deploy that is about to be refused may write its part meanwhile.
    tidy: () => orExplain(path, () => fs.rm(join(dir, PARTS), { recursive: true, force: true, maxRetries: 3 })),
    read: (file) => readFile(dir, file),
    write: (file, bytes, _, condition) =>
      orExplain(file, () =>
        condition === undefined ? replaceFile(dir, file, bytes) : replaceIf(condition, dir, file, bytes),
      ),
    delete: (file) => orExplain(file, () => deleteFile(dir, file)),
  };
}

/** The path without links. The folder may be missing, but not the one around it. */
async function realFolder(path: string): Promise<string> {
  const stats = await fs.stat(path).catch(() => undefined);
  if (!stats) return join(await fs.realpath(dirname(path)), basename(path));
  if (!stats.isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
  await fs.access(path, constants.W_OK | constants.X_OK);
  return fs.realpath(path);
}

const fileIn = (dir: string, file: string): string => join(dir, ...file.split("/"));

const etagOf = ({ size, mtimeMs, ino }: Stats): string => `${size}-${mtimeMs}-${ino}`;

async function listFiles(dir: string): Promise<ReadonlyMap<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for await (const { file, stats } of filesBelow(dir)) {
    const path = shownPath(dir, file);
    files.set(path, { path, size: stats.size, etag: etagOf(stats), modifiedAt: stats.mtimeMs });
  }
  return files;
}

async function readFile(dir: string, file: string): Promise<StoredContent | undefined> {
  try {
    const before = await fs.lstat(fileIn(dir, file));
    return { bytes: await fs.readFile(fileIn(dir, file)), etag: etagOf(before) };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw refusal(file, error);
  }
}

/** Returns the new etag. */
async function replaceFile(dir: string, file: string, bytes: Buffer): Promise<string> {
  const to = fileIn(dir, file);
  await makeFolders(dir, dirname(to));
  const part = join(dir, PARTS, randomUUID());
  await makeFolders(dir, dirname(part));
  try {
    // A power cut must not leave an empty file under the final name.
    await fs.writeFile(part, bytes, { flag: "wx", flush: true });
    // Under the final name, it may be replaced again at once.
    const etag = etagOf(await fs.lstat(part));
    await fs.rename(part, to);
    return etag;
  } catch (error) {
    await fs.rm(part, { force: true });
    throw error;
  }
}

const replaceIf = (condition: WriteCondition, dir: string, file: string, bytes: Buffer): Promise<string> =>
  guarded(dir, file, async () => {
    const stats = await fs.lstat(fileIn(dir, file)).catch(() => undefined);
    const etag = stats && etagOf(stats);
    if (etag !== ("absent" in condition ? undefined : condition.etag)) throw new TargetStoreError("conflict", file);
    return replaceFile(dir, file, bytes);
  });

/** Also deletes the folders that are then empty. */
async function deleteFile(dir: string, file: string): Promise<void> {
  await fs.rm(fileIn(dir, file), { force: true });
  for (let folder = dirname(fileIn(dir, file)); folder !== dir; folder = dirname(folder)) {
    const isNotEmpty = await fs.rmdir(folder).then(
      () => false,
      () => true,
    );
    if (isNotEmpty) return;
  }
}

/** Refuses links, which would lead out of the target. */
async function makeFolders(dir: string, folder: string): Promise<void> {
  if (folder !== dir) await makeFolders(dir, dirname(folder));
  try {
    await fs.mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && folder === dir) throw refusal(dir, error, "bucket");
    if (code !== "EEXIST") throw error;
    const stats = await fs.lstat(folder);
    if (stats.isDirectory() || folder === dir) return;
    const what = stats.isSymbolicLink() ? "a link" : "a file";
    throw new TargetStoreError("obstructed", `${shownPath(dir, folder)} is ${what}, not a folder`);
  }
}

/** Runs alone: between the test of a condition and the write, nobody else may write. */
async function guarded<Result>(dir: string, file: string, run: () => Promise<Result>): Promise<Result> {
  const guard = join(dir, `${file}.guard`);
  await makeFolders(dir, dirname(guard));
  let lock = await takeLock(guard);
  while (!("release" in lock)) lock = await takeLock(guard);
  return run().finally(lock.release);
}

async function orExplain<Result>(
  file: string,
  run: () => Promise<Result>,
  missing?: TargetStoreError["problem"],
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof TargetStoreError ? error : refusal(file, error, missing);
  }
}

const PROBLEMS: Readonly<Record<string, TargetStoreError["problem"]>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "rights",
  EPERM: "rights",
  EROFS: "rights",
  EISDIR: "obstructed",
  ENOTDIR: "obstructed",
};

/** `missing`: the problem where something is not there. In an open target, another deploy has just deleted it. */
function refusal(file: string, error: unknown, missing: TargetStoreError["problem"] = "conflict"): TargetStoreError {
  const { code = "" } = error as NodeJS.ErrnoException;
  const problem = code === "ENOENT" ? missing : (PROBLEMS[code] ?? "other");
  return new TargetStoreError(problem, `${file} could not be written or read: ${failureReason(error)}`, error);
}
