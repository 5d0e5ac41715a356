// Finds out which files of a target are ours, by its ledger and its listing.

import { fileClassOf } from "../../hosting/file-headers.ts";
import { currentOf, interruptedOf, type Ledger, type PublishedFile } from "./ledger.ts";
import type { TargetState } from "./target-state.ts";

/** A store on several machines has several clocks, which may differ by this. */
const CLOCKS_MS = 2_000;

export interface TargetFiles {
  /** The file in the current publication. */
  current(path: string): PublishedFile | undefined;
  /** The file in the last publication that has it, finished or not. */
  latest(path: string): PublishedFile | undefined;
  /** The version in the target; undefined if it is not ours, or somebody has changed it since. */
  live(path: string): PublishedFile | undefined;
  /** Whether an interrupted deploy may have written it. */
  isPending(path: string): boolean;
  /** False for the path of an earlier publication if somebody else has replaced the file. */
  isOurs(path: string): boolean;
}

export function createTargetFiles(state: TargetState): TargetFiles {
  const published = filesByPath(state.ledger);
  const current = new Map(currentOf(state.ledger)?.files.map((file) => [file.path, file]));
  const pending = new Set(
    interruptedOf(state.ledger).flatMap((publication) => publication.files.map(({ path }) => path)),
  );
  const live = (path: string) => identify(path, published, state);
  return {
    current: (path) => current.get(path),
    latest: (path) => published.get(path)?.[0],
    live,
    isPending: (path) => pending.has(path),
    isOurs: (path) =>
      published.has(path) &&
      (current.has(path) || pending.has(path) || live(path) !== undefined || fileClassOf(path) === "asset"),
  };
}

/** For each path, the latest file first. */
type FilesByPath = ReadonlyMap<string, readonly PublishedFile[]>;

function filesByPath(ledger: Ledger): FilesByPath {
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
  published: FilesByPath,
  { ledger, listing, ledgerModifiedAt }: TargetState,
): PublishedFile | undefined {
  const stored = listing.get(path);
  if (!stored) return undefined;
  // Our writes come before the last one to the ledger, unless a deploy was interrupted.
  if (ledger.at(-1)?.finished && stored.modifiedAt > ledgerModifiedAt + CLOCKS_MS) return undefined;
  const isSame = ({ size, md5, etag }: PublishedFile) =>
    size === stored.size && (etag === stored.etag || (stored.md5 !== undefined && stored.md5 === md5));
  const same = (published.get(path) ?? []).filter(isSame);
  // An interrupted deploy may have planned the same content with another redirect.
  return same.find(({ etag }) => etag === stored.etag) ?? same[0];
}

/** The files of the target whose content the ledger knows, by path. */
export function ledgerFiles(state: TargetState): ReadonlyMap<string, PublishedFile> {
  const published = filesByPath(state.ledger);
  const paths = [...state.listing.keys()];
  return new Map(paths.flatMap((path) => identify(path, published, state) ?? []).map((file) => [file.path, file]));
}
