// Files and folders that are there after a power cut: what names them was synced too. A thread waits for the disk.
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

/** Makes a folder where it is missing, for its owner alone. Every folder that names it, or a folder made for it, is synced. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  const last = first === undefined ? folder : dirname(first);
  for (let named = folder; ; named = dirname(named)) {
    await sync(named);
    if (named === last) return;
  }
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
