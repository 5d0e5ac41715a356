// What the last build read and wrote, recorded under .eventsite. It shows which files are ours, and whether anything has changed.

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

export interface ManifestStore {
  /** The file that exists between `announce` and `settle`. */
  readonly announced: string;
  /** The build records for the next process: see pipeline/build-records.ts. */
  readonly recordsFile: string;
  /** undefined after a build that did not finish. */
  read(): Manifest | undefined;
  /** After a build that did not finish: every file that it or the build before made in the output folder. */
  interrupted(): OutputRecord[];
  /** Records, before the swap, the files that will be there. */
  announce(manifest: Omit<Manifest, "version">): void;
  /** Makes the announced record the current one, after the swap. */
  settle(): void;
}

export function manifestStore(stateDir: string, outDir: string): ManifestStore {
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
    announced: next,
    recordsFile: join(dir, `${name}.facts`),
    read: () => (existsSync(next) ? undefined : load(current)),
    interrupted: () => [current, next].flatMap((path) => load(path)?.outputs ?? []),
    announce: (manifest) => writeWhole(next, JSON.stringify({ version: VERSION, ...manifest })),
    settle: () => renameSync(next, current),
  };
}
