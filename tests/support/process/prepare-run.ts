// Runs once before all tests: what the whole run shares, a folder that goes when it is done and the seed of all generated cases.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder of this run. A worker that keeps something for all of its files makes a folder of its own in it. */
    sharedFolder: string;
    seed: number;
    /** Lists are tested whole, where other projects take a sample. */
    isWhole: boolean;
  }
}

export default function prepareRun({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "eventsite-shared-"));
  const seed = Number(process.env.EVENTSITE_SEED || Math.floor(Math.random() * 2 ** 31));
  console.log(`Generated cases have the seed ${seed}; EVENTSITE_SEED=${seed} repeats them.`);
  // The projects of a run share it.
  process.env.EVENTSITE_SEED = String(seed);
  provide("sharedFolder", folder);
  provide("seed", seed);
  return () => rmSync(folder, { recursive: true, force: true });
}
