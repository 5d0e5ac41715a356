// What the last build read and wrote, kept under .eventsite: it tells our files from others', and whether anything has changed.
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Redirect } from "../routes/plan-redirects.ts";
import { writeWhole } from "./write-whole.ts";

/** Increased with every change of the manifest's format. */
const VERSION = 12;

/** A file that a build may read, as it was before the build. A size of -1 marks one that is too new for its stat to be reliable. */
export interface InputRecord {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** A published file: an equal stat means equal content, since writing changes `mtimeMs`. */
interface OutputRecord {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly hash: string;
}

/** A published page: its address, its file below the output folder, and the file's size. */
export interface PublishedRoute {
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

/** Texts that are still missing. */
export interface Unfinished {
  /** Values of the published site that are placeholders. */
  readonly placeholders: number;
  /** Files of entries that are not published, because they are drafts or all their words are placeholders. */
  readonly drafts: readonly string[];
  /** Files of entries that are published with samples of `eventsite new` in them. */
  readonly starters: readonly string[];
}

/** What a build reports of the site. */
export interface SiteReport {
  readonly routes: readonly PublishedRoute[];
  /** "/preview" for a site at https://user.github.io/preview, below which its addresses are; else "". */
  readonly basePath: string;
  /** Old addresses that lead to a page, sorted, without chains. */
  readonly redirects: readonly Redirect[];
  /** Addresses that are gone on purpose. */
  readonly gone: readonly string[];
  readonly warnings: readonly Diagnostic[];
  readonly unfinished: Unfinished;
  /** The last change that a date made, and the next that one will make: "2026-12-24T18:00-05:00"; null where there is none. */
  readonly lastChangeAt: string | null;
  readonly nextChangeAt: string | null;
}

export interface Manifest extends SiteReport {
  readonly version: number;
  readonly stamp: string;
  readonly inputs: readonly InputRecord[];
  readonly outputs: readonly OutputRecord[];
}

/** A path as facts are found by. */
export const inputPath = (path: string): string => path.replaceAll("\\", "/");

/** Names the state of a file; undefined if it is too new for its stat to be reliable. */
export const stampOf = ({ size, mtimeMs, ctimeMs }: InputRecord): string | undefined =>
  size < 0 ? undefined : `${size} ${mtimeMs} ${ctimeMs}`;

export type ManifestStore = ReturnType<typeof manifestStore>;

export function manifestStore(stateDir: string, outDir: string) {
  const name = createHash("sha1").update(outDir).digest("hex").slice(0, 12);
  const dir = join(stateDir, "manifests");
  const current = join(dir, `${name}.json`);
  const next = join(dir, `${name}.next.json`);
  const load = (path: string): Manifest | undefined => {
    try {
      const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
      return manifest.version === VERSION && Array.isArray(manifest.inputs) && Array.isArray(manifest.outputs)
        ? manifest
        : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    /** The file that exists between `announce` and `settle`. */
    announced: next,
    /** For what the next process can use; see pipeline/facts.ts. */
    factsFile: join(dir, `${name}.facts`),
    /** undefined after a build that did not finish. */
    read: () => (existsSync(next) ? undefined : load(current)),
    /** After one that did not finish: every file that it or the build before made in the output folder. */
    interrupted: () => [current, next].flatMap((path) => load(path)?.outputs ?? []),
    /** Before the swap: the files that will be there. */
    announce: (manifest: Omit<Manifest, "version">) =>
      writeWhole(next, JSON.stringify({ version: VERSION, ...manifest })),
    /** After the swap. */
    settle: () => renameSync(next, current),
  };
}

/** Whether a published file still matches its record. */
export function isUnchanged({ size, mtimeMs }: OutputRecord, path: string): boolean {
  try {
    const stat = lstatSync(path);
    return stat.isFile() && stat.size === size && stat.mtimeMs === mtimeMs;
  } catch {
    return false;
  }
}
