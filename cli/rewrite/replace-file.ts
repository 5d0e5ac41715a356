// Replaces a content file atomically: written beside it, synced to disk, and renamed only if the file has not changed.

import { isUtf8 } from "node:buffer";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { SourceRef } from "../content/sources/list-sources.ts";
import { MAX_SOURCE_BYTES } from "../content/sources/read-source.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";
import { contentHash } from "../files/content-hash.ts";
import { PART_ENDING } from "../files/tree-of.ts";
import { changed, failed, IN_EDITOR, refused } from "./rewrite-problems.ts";

export interface Original {
  readonly ref: SourceRef;
  /** Its real path, all links followed. */
  readonly realPath: string;
  /** With its byte order mark. */
  readonly raw: string;
  readonly hash: string;
}

/** Returns EDIT_REFUSED for what is not a text file of the content folder, and EDIT_FAILED for what cannot be read. */
export function readOriginal(ref: SourceRef, contentDir: string): Original | Diagnostic {
  try {
    const realPath = fs.realpathSync(ref.path);
    const stat = fs.statSync(realPath);
    if (!isOurs(realPath, fs.realpathSync(contentDir), stat)) {
      const message = "This is not a YAML or Markdown file of the content folder.";
      return refused(ref.file, message, IN_EDITOR);
    }
    const bytes = fs.readFileSync(realPath);
    if (!isUtf8(bytes) || bytes.includes(0)) return failed(ref.file, "The file is not text in UTF-8.");
    return { ref, realPath, raw: bytes.toString("utf8"), hash: contentHash(bytes) };
  } catch (error) {
    return failed(ref.file, failedTo("read", error));
  }
}

const isOurs = (path: string, contentDir: string, stat: fs.Stats): boolean =>
  path.startsWith(contentDir + sep) && /\.(?:ya?ml|md)$/.test(path) && stat.isFile() && stat.size <= MAX_SOURCE_BYTES;

/** Returns EDIT_CHANGED where the file has changed, EDIT_FAILED where it cannot be written; then it stays as it was. */
export function replaceFile(original: Original, raw: string): Diagnostic | undefined {
  const { ref, realPath } = original;
  const part = join(dirname(realPath), `.${basename(realPath)}.${randomBytes(4).toString("hex")}${PART_ENDING}`);
  try {
    const { mode, uid, gid } = fs.statSync(realPath);
    // Root must respect this too: the file was made read-only on purpose.
    if ((mode & 0o222) === 0)
      return failed(ref.file, "The file is read-only.", "allow writing to it, or ask who keeps it");
    fs.accessSync(realPath, fs.constants.W_OK);
    // As bytes: a text is not flushed by Node 20.
    fs.writeFileSync(part, Buffer.from(raw), { flag: "wx", flush: true });
    fs.chmodSync(part, mode & 0o777);
    // Only some users may change a file's owner. It is then the writer's own, as with any editor that saves by rename.
    whereAllowed(() => fs.chownSync(part, uid, gid));
    if (contentHash(fs.readFileSync(realPath)) !== original.hash) return changed(ref.file);
    fs.renameSync(part, realPath);
    // So that the new name outlives a power cut. Not every system opens folders.
    whereAllowed(() => syncFolder(dirname(realPath)));
    return undefined;
  } catch (error) {
    return failed(ref.file, failedTo("written", error), "the file is as it was");
  } finally {
    fs.rmSync(part, { force: true });
  }
}

function whereAllowed(act: () => void): void {
  try {
    act();
  } catch {
    // The file itself is whole without it.
  }
}

function syncFolder(dir: string): void {
  const descriptor = fs.openSync(dir, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

const failedTo = (what: "read" | "written", error: unknown): string =>
  `The file could not be ${what}: ${failureReason(error)}.`;
