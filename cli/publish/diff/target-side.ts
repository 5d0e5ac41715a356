// What is live at a target: its listing and the list of its publications say which files need to be read.
import { hash } from "node:crypto";
import type { Config } from "../../config/resolve-config.ts";
import { isBesideSite } from "../../emit/own-files.ts";
import { currentOf, interruptedOf, STATE_FOLDER } from "../deploy/ledger.ts";
import { knownFiles } from "../deploy/plan-deploy.ts";
import type { Store } from "../deploy/store.ts";
import type { Target } from "../deploy/target.ts";
import { openLedgerCache, readState, type TargetState } from "../deploy/target-state.ts";
import type { SiteSide } from "./site-side.ts";

/** Rejects with BuildFailedError, as `deploy` does. Changes nothing in the target. */
export async function targetSide(store: Store, target: Target, config: Config): Promise<SiteSide> {
  const state = await readState(store, target, openLedgerCache(config.stateDir, target));
  const current = currentOf(state.ledger);
  const published = knownFiles(state);
  const files = new Map(visibleFiles(state).map((path) => [path, state.listing.get(path)?.size ?? 0]));
  const read = async (path: string) => (await store.read(path))?.bytes;
  return {
    about: { kind: "target", name: target.name, commit: current?.commit, at: current?.at },
    ...{ files, parallel: store.parallel, read },
    hashOf: async (path) => published.get(path)?.sha256 ?? hash("sha256", (await read(path)) ?? ""),
  };
}

/** Old assets stay for a while, and pages can have further keys: neither is part of what is published. */
function visibleFiles({ listing, ledger, isAdopted }: TargetState): string[] {
  const current = currentOf(ledger);
  const published = [...(current ? [current] : []), ...interruptedOf(ledger)].flatMap(({ files }) => files);
  const paths = isAdopted
    ? [...listing.keys()].filter((path) => !path.startsWith(STATE_FOLDER) && !isBesideSite(path))
    : published.filter(({ fileClass }) => fileClass !== "key").map(({ path }) => path);
  return [...new Set(paths)].filter((path) => listing.has(path));
}
