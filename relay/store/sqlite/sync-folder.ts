import { closeSync, fsyncSync, openSync } from "node:fs";

/** A file that was made or renamed is there after a power cut only when the folder that names it was synced. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
