// What a piece of the program does to folders and files, in order: which it makes, moves and syncs. For what only a power cut would show.
import fs from "node:fs";
import promises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** Runs `use` and gives what was done meanwhile, as "mkdir /a", "rename /a/x /a/y" and "sync /a". */
export async function watchFiles(use: () => Promise<unknown> | unknown): Promise<string[]> {
  const done: string[] = [];
  const nameOf = new Map<number, string>();
  const { mkdirSync, renameSync, openSync, fsyncSync } = fs;
  const { mkdir, rename, open } = promises;
  const watch = (handle: FileHandle, path: string) => {
    const sync = handle.sync.bind(handle);
    handle.sync = () => sync().then(() => void done.push(`sync ${path}`));
    return handle;
  };
  Object.assign(fs, {
    mkdirSync: (path: string, options: object) => {
      const made = mkdirSync(path, options);
      done.push(`mkdir ${path}`);
      return made;
    },
    renameSync: (from: string, to: string) => {
      renameSync(from, to);
      done.push(`rename ${from} ${to}`);
    },
    openSync: (path: string, flags: string, mode?: number) => {
      const handle = openSync(path, flags, mode);
      nameOf.set(handle, path);
      return handle;
    },
    fsyncSync: (handle: number) => {
      fsyncSync(handle);
      done.push(`sync ${nameOf.get(handle)}`);
    },
  });
  Object.assign(promises, {
    mkdir: async (path: string, options: object) => {
      const made = await mkdir(path, options);
      done.push(`mkdir ${path}`);
      return made;
    },
    rename: async (from: string, to: string) => {
      await rename(from, to);
      done.push(`rename ${from} ${to}`);
    },
    open: async (path: string, flags: string, mode?: number) => watch(await open(path, flags, mode), path),
  });
  syncBuiltinESMExports();
  try {
    await use();
    return done;
  } finally {
    Object.assign(fs, { mkdirSync, renameSync, openSync, fsyncSync });
    Object.assign(promises, { mkdir, rename, open });
    syncBuiltinESMExports();
  }
}
