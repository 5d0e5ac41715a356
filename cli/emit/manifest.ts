// What the last build read and wrote, kept under .eventsite: it tells our files from others', and whether anything has changed.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../files/write-whole.ts";
import type { InputRecord, OutputRecord } from "./inputs.ts";
import type { SiteReport } from "./site-report.ts";

/** Increased with every change of the manifest's format. */
const VERSION = 12;

export interface Manifest extends SiteReport {
  readonly version: number;
  readonly stamp: string;
  readonly inputs: readonly InputRecord[];
  readonly outputs: readonly OutputRecord[];
}

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
    /** For what the next process can use; see pipeline/build-records.ts. */
    recordsFile: join(dir, `${name}.facts`),
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
