// Which files of a target are ours: what its ledger says of its paths, against what its listing shows at them.

import { fileClassOf } from "../../hosting/file-headers.ts";
import { currentOf, interruptedOf, type Ledger, type PublishedFile } from "./ledger.ts";
import type { TargetState } from "./target-state.ts";

/** Stores that are spread over several machines have several clocks. */
const CLOCKS_MS = 2_000;

export type TargetFiles = ReturnType<typeof createTargetFiles>;

export function createTargetFiles(state: TargetState) {
  const published = filesByPath(state.ledger);
  const current = new Map(currentOf(state.ledger)?.files.map((file) => [file.path, file]));
  const pending = new Set(
    interruptedOf(state.ledger).flatMap((publication) => publication.files.map(({ path }) => path)),
  );
  const live = (path: string) => identify(path, published, state);
  return {
    /** As the current publication has it. */
    current: (path: string) => current.get(path),
    /** As the last publication that had it has it, finished or not. */
    latest: (path: string) => published.get(path)?.[0],
    /** The version in the target; undefined if it is not ours, or somebody has changed it since. */
    live,
    /** Whether an interrupted deploy may have written it. */
    isPending: (path: string) => pending.has(path),
    /** A file at the path of an earlier publication may have been replaced by somebody else. */
    isOurs: (path: string) =>
      published.has(path) &&
      (current.has(path) || pending.has(path) || live(path) !== undefined || fileClassOf(path) === "asset"),
  };
}

/** For each path, the latest first. */
function filesByPath(ledger: Ledger): ReadonlyMap<string, readonly PublishedFile[]> {
  const byPath = new Map<string, PublishedFile[]>();
  for (const { files } of [...ledger].reverse())
    for (const file of files) {
      const others = byPath.get(file.path);
      if (others) others.push(file);
      else byPath.set(file.path, [file]);
    }
  return byPath;
}

/** The version of a file in the target; undefined if it is not ours, or somebody has changed it since. */
function identify(
  path: string,
  published: ReturnType<typeof filesByPath>,
  { ledger, listing, ledgerModifiedAt }: TargetState,
): PublishedFile | undefined {
  const stored = listing.get(path);
  if (!stored) return undefined;
  // Our own writes come before the last one to the ledger, unless a deploy was interrupted.
  if (ledger.at(-1)?.finished && stored.modifiedAt > ledgerModifiedAt + CLOCKS_MS) return undefined;
  const isSame = ({ size, md5, etag }: PublishedFile) =>
    size === stored.size && (etag === stored.etag || (stored.md5 !== undefined && stored.md5 === md5));
  const same = (published.get(path) ?? []).filter(isSame);
  // One content may have been planned with another redirect, by a deploy that was interrupted.
  return same.find(({ etag }) => etag === stored.etag) ?? same[0];
}

/** By path, the files of the target whose content the ledger knows. */
export function ledgerFiles(state: TargetState): ReadonlyMap<string, PublishedFile> {
  const published = filesByPath(state.ledger);
  const paths = [...state.listing.keys()];
  return new Map(paths.flatMap((path) => identify(path, published, state) ?? []).map((file) => [file.path, file]));
}
