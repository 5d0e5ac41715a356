// Compares what the last build read and wrote with what is there now. "Nothing changed" is decided from the stat of every input and every
// published file, without loading anything else.

import type { Config } from "../config/resolve-config.ts";
import { yieldTurn } from "../work/yield-turn.ts";
import { buildStamp, type InputRecord, inputStamp, isUnchanged } from "./inputs.ts";
import { type Manifest, manifestStore } from "./manifest.ts";
import { isOurSite } from "./own-files.ts";

/** What the last build into this folder wrote, and what is still there of it. */
export interface LastBuild {
  /** undefined if there was none, or if it did not finish. */
  readonly manifest: Manifest | undefined;
  /** Hashes of its published files that have not changed since, by path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Paths of files that this program is known to have written. */
  readonly owned: ReadonlySet<string>;
}

export async function readLastBuild(config: Config): Promise<LastBuild> {
  const store = manifestStore(config.stateDir, config.outDir);
  const manifest = store.read();
  const hashes = new Map<string, string>();
  for (const record of manifest?.outputs ?? []) {
    await yieldTurn();
    if (isUnchanged(record, `${config.outDir}/${record.path}`)) hashes.set(record.path, record.hash);
  }
  // If none of our files remains, another program may have filled the folder, and a path alone proves nothing.
  const isOwn = hashes.size > 0 || isOurSite(config.outDir);
  const owned = isOwn ? (manifest?.outputs ?? store.interrupted()).map(({ path }) => path) : [];
  return { manifest, hashes, owned: new Set(owned) };
}

/** The inputs that differ from those of the last build; undefined if there was no build by this program with these options. */
export function changedInputs(
  config: Config,
  manifest: Manifest | undefined,
  inputs: readonly InputRecord[],
): readonly string[] | undefined {
  if (manifest === undefined || manifest.stamp !== buildStamp(config)) return undefined;
  const formerStamps = new Map(manifest.inputs.map((record) => [record.path, inputStamp(record)]));
  const changedPaths = inputs.flatMap((record) => {
    const stamp = inputStamp(record);
    const isSame = stamp !== undefined && formerStamps.get(record.path) === stamp;
    formerStamps.delete(record.path);
    return isSame ? [] : record.path;
  });
  return [...changedPaths, ...formerStamps.keys()];
}

/** Whether no date has passed since that build. False with `asOf`, for which the time zone of the site has to be read first. */
export function isOfMoment({ lastChangeAt, nextChangeAt }: Manifest, { asOf, now }: Config): boolean {
  if (lastChangeAt === null && nextChangeAt === null) return true;
  const last = Date.parse(lastChangeAt ?? "");
  const next = Date.parse(nextChangeAt ?? "");
  return asOf === undefined && !(now() < last) && !(now() >= next);
}

/** Addresses of the pages and redirects of the last build; none where it did not finish. */
export const lastAddresses = ({ manifest }: Pick<LastBuild, "manifest">): string[] => [
  ...(manifest?.routes ?? []).map(({ path }) => path),
  ...(manifest?.redirects ?? []).map(({ from }) => from),
];
