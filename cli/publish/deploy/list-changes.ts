// The plan of a deploy → what changes for visitors.

import { addressOf } from "../../routes/addresses.ts";
import type { PublishedFile } from "./ledger.ts";
import type { DeployPlan } from "./plan-deploy.ts";
import type { Source } from "./publish.ts";

export interface Change {
  readonly state: "added" | "changed" | "moved" | "gone";
  /** Relative to the target. */
  readonly path: string;
  /** The address for visitors. */
  readonly address: string;
  readonly bytes: number;
  /** The target of a moved address. */
  readonly to?: string;
}

/** Files that visitors can request. Old assets, which nothing refers to, and further keys of pages are left out. */
export function listChanges({ uploads, gone }: DeployPlan, leadsTo: Source["leadsTo"]): Change[] {
  const changedFile = ({ path, size }: PublishedFile) => ({ path, address: addressOf(path), bytes: size });
  const visible = uploads.filter(({ file }) => file.fileClass !== "key");
  const changes = visible.map(({ file, state }): Change => {
    const to = leadsTo?.(file.path);
    return to === undefined ? { state, ...changedFile(file) } : { state: "moved", ...changedFile(file), to };
  });
  return [...changes, ...gone.map((file): Change => ({ state: "gone", ...changedFile(file) }))];
}
