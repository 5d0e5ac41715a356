// A plan → what changes, as a table shows it.
import { addressOf } from "../../routes/plan-routes.ts";
import type { PublishedFile } from "./ledger.ts";
import type { Plan } from "./plan-deploy.ts";

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

/** Where the file of a redirect leads; undefined for any other. */
export type LeadsTo = (path: string) => string | undefined;

/** Files that visitors can ask for; old assets, which nothing refers to any more, and further keys of pages are left out. */
export function changesOf({ uploads, gone }: Plan, leadsTo: LeadsTo = () => undefined): Change[] {
  const shown = uploads.filter(({ file }) => file.fileClass !== "key");
  const changes = shown.map(({ file, state }): Change => {
    const to = leadsTo(file.path);
    const facts = factsOf(file);
    return to === undefined ? { state, ...facts } : { state: "moved", ...facts, to };
  });
  return [...changes, ...gone.map((file): Change => ({ state: "gone", ...factsOf(file) }))];
}

const factsOf = ({ path, size }: PublishedFile) => ({ path, address: addressOf(path), bytes: size });
