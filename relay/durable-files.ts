// Files and folders that are there after a power cut: what names them was synced too. A thread waits for the disk.
import { existsSync } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Resolves when what is in the file, or the names in the folder, are on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes a folder, and those above it, where they are missing, for its owner alone. What names a folder that was made is synced. Node's own
 * recursive `mkdir` never ends where a file system takes no folders and says that a parent is missing, as `/proc` does.
 */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await sync(dirname(folder));
}

/** Gives a file that is on the disk its name, in the place of another one. */
export async function moveTo(path: string, aside: string): Promise<void> {
  await rename(aside, path);
  await sync(dirname(path));
}

/** Whole or not at all, for its owner alone: written aside, synced, then moved in. */
export async function writeWhole(path: string, content: string | Buffer, aside = `${path}.part`): Promise<void> {
  const file = await open(aside, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await moveTo(path, aside);
}
