// The built site in its folder → its files with the hashes of their content.
import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EventsiteError } from "../../diagnostics/diagnostic.ts";
import { fileClassOf } from "../../emit/file-headers.ts";
import type { PublishedFile } from "./ledger.ts";

/** Files in turn: hashing takes a whole core anyway. */
export async function hashFiles(
  outDir: string,
  paths: readonly string[],
  isRedirect: (path: string) => boolean,
): Promise<PublishedFile[]> {
  const files: PublishedFile[] = [];
  for (const path of paths) {
    const bytes = await readFile(join(outDir, path));
    const fileClass = isRedirect(path) ? "redirect" : fileClassOf(path);
    files.push({ path, size: bytes.length, sha256: hash("sha256", bytes), md5: hash("md5", bytes), fileClass });
  }
  return files;
}

/** Rejects with EMIT_LOCKED if a build has replaced the file since it was hashed. */
export async function readHashed(outDir: string, { path, sha256 }: PublishedFile): Promise<Buffer> {
  const bytes = await readFile(join(outDir, path)).catch(() => undefined);
  if (bytes && hash("sha256", bytes) === sha256) return bytes;
  throw new EventsiteError("EMIT_LOCKED", `${join(outDir, path)} was changed while it was deployed.`, {
    hint: "deploy again when nothing else builds the site",
  });
}
