// A plan → what changes for visitors.

import { addressOf } from "../../routes/addresses.ts";
import type { PublishedFile } from "./ledger.ts";
import type { DeployPlan } from "./plan-deploy.ts";
import type { Source } from "./publish.ts";

export interface Change {
  readonly state: "added" | "changed" | "moved" | "gone";
  /** Relative to the target. */
  readonly path: string;
  /** As visitors know it. */
  readonly address: string;
  readonly bytes: number;
  /** Where a moved address leads. */
  readonly to?: string;
}

/** Files that visitors can ask for; old assets, which nothing refers to any more, and further keys of pages are left out. */
export function listChanges({ uploads, gone }: DeployPlan, leadsTo: Source["leadsTo"]): Change[] {
  const shownFile = ({ path, size }: PublishedFile) => ({ path, address: addressOf(path), bytes: size });
  const shown = uploads.filter(({ file }) => file.fileClass !== "key");
  const changes = shown.map(({ file, state }): Change => {
    const to = leadsTo?.(file.path);
    return to === undefined ? { state, ...shownFile(file) } : { state: "moved", ...shownFile(file), to };
  });
  return [...changes, ...gone.map((file): Change => ({ state: "gone", ...shownFile(file) }))];
}
