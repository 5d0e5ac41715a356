// A folder, for a server on this machine or a mounted volume. Each file is replaced by a rename; links below the folder are never followed.

import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import * as fs from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { shownPath } from "../../config/resolve-config.ts";
import { failureReason } from "../../diagnostics/failure-reason.ts";
import { takeLock } from "../../files/lock-file.ts";
import { STATE_FOLDER, type StoredFile, type TargetStore, TargetStoreError } from "./store.ts";

const PARTS = `${STATE_FOLDER}parts`;

/** The folder itself is made with the first file, but not the folders around it. */
export async function openFolder(path: string): Promise<TargetStore> {
  const dir = await orExplain(path, async () => {
    const found = await fs.stat(path).catch(() => undefined);
    if (!found) return join(await fs.realpath(dirname(path)), basename(path));
    if (!found.isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    await fs.access(path, constants.W_OK | constants.X_OK);
    return fs.realpath(path);
  });
  const fileOf = (file: string) => join(dir, ...file.split("/"));
  const etagOf = ({ size, mtimeMs, ino }: Stats) => `${size}-${mtimeMs}-${ino}`;

  const put = async (file: string, fill: (part: string) => Promise<void>): Promise<string> => {
    const to = fileOf(file);
    return orExplain(file, async () => {
      await makeFolders(dir, dirname(to));
      const part = join(dir, PARTS, randomUUID());
      await makeFolders(dir, dirname(part));
      try {
        await fill(part);
        await fs.rename(part, to);
      } catch (error) {
        await fs.rm(part, { force: true });
        throw error;
      }
      return etagOf(await fs.lstat(to));
    });
  };

  return {
    enforcesConditions: true,
    parallel: 8,
    async list() {
      const found = new Map<string, StoredFile>();
      const listAll = async () => {
        for (const entry of await fs.readdir(dir, { withFileTypes: true, recursive: true })) {
          if (entry.isDirectory()) continue;
          const file = join(entry.parentPath, entry.name);
          const [path, about] = [shownPath(dir, file), await fs.lstat(file)];
          found.set(path, { path, size: about.size, etag: etagOf(about), modifiedAt: about.mtimeMs });
        }
      };
      if (await fs.stat(dir).catch(() => undefined)) await orExplain(path, listAll);
      return found;
    },
    tidy: () => fs.rm(join(dir, PARTS), { recursive: true, force: true }),
    async read(file) {
      try {
        const before = await fs.lstat(fileOf(file));
        return { bytes: await fs.readFile(fileOf(file)), etag: etagOf(before) };
      } catch (error) {
        if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
        throw refusal(file, error);
      }
    },
    write: (file, bytes, _, condition) => {
      // A power cut must not leave an empty file under the name of a whole one.
      const fill = (part: string) => fs.writeFile(part, bytes, { flag: "wx", flush: true });
      if (condition === undefined) return put(file, fill);
      return orExplain(file, () =>
        guarded(dir, file, async () => {
          const found = await fs.lstat(fileOf(file)).catch(() => undefined);
          const etag = found && etagOf(found);
          if (etag !== ("absent" in condition ? undefined : condition.etag))
            throw new TargetStoreError("conflict", file);
          return put(file, fill);
        }),
      );
    },
    delete: (file) =>
      orExplain(file, async () => {
        await fs.rm(fileOf(file), { force: true });
        for (let folder = dirname(fileOf(file)); folder !== dir; folder = dirname(folder)) {
          const isLeft = await fs.rmdir(folder).then(
            () => false,
            () => true,
          );
          if (isLeft) return;
        }
      }),
  };
}

/** A link would lead out of the target. */
async function makeFolders(dir: string, folder: string): Promise<void> {
  if (folder !== dir) await makeFolders(dir, dirname(folder));
  try {
    await fs.mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const found = await fs.lstat(folder);
    if (found.isDirectory() || folder === dir) return;
    const what = found.isSymbolicLink() ? "a link" : "a file";
    throw new TargetStoreError("other", `${shownPath(dir, folder)} is ${what}, not a folder`);
  }
}

/** Alone, for the moment between the test of a condition and the write. */
async function guarded<Result>(dir: string, file: string, run: () => Promise<Result>): Promise<Result> {
  const guard = join(dir, `${file}.guard`);
  await makeFolders(dir, dirname(guard));
  let lock = await takeLock(guard);
  while (!("release" in lock)) lock = await takeLock(guard);
  return run().finally(lock.release);
}

async function orExplain<Result>(file: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof TargetStoreError ? error : refusal(file, error);
  }
}

const PROBLEMS: Readonly<Record<string, TargetStoreError["problem"]>> = {
  ENOENT: "bucket",
  ENOSPC: "full",
  EDQUOT: "full",
  EACCES: "rights",
  EPERM: "rights",
  EROFS: "rights",
};

const refusal = (file: string, error: unknown): TargetStoreError =>
  new TargetStoreError(
    PROBLEMS[(error as NodeJS.ErrnoException).code ?? ""] ?? "other",
    `${file} could not be written or read: ${failureReason(error)}`,
    error,
  );
