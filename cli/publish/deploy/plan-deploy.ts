// What is there and what should be there → what to write, in which order, and what to delete. Pure.

import { type FileClass, fileClassOf } from "../../hosting/file-headers.ts";
import { foldName } from "../../routes/addresses.ts";
import { STATE_FOLDER } from "../stores/store.ts";
import {
  currentOf,
  interruptedOf,
  isKeptPath,
  isPage,
  keptPath,
  keptSize,
  type Ledger,
  type Publication,
  type PublishedFile,
} from "./ledger.ts";
import type { TargetState } from "./target-state.ts";

/** Stores that are spread over several machines have several clocks. */
const CLOCKS_MS = 2_000;

/** Pages that visitors have open, or caches hold, refer to assets of their time. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

interface Upload {
  readonly file: PublishedFile;
  readonly state: "added" | "changed";
  /** Whether a kept copy of the target is its content, instead of a local file. */
  readonly isKept: boolean;
}

/** Assets before the pages that refer to them; the sitemap when its pages are there. */
const ORDER: readonly FileClass[] = ["asset", "file", "key", "page", "redirect", "not-found", "sitemap"];

export type DeployPlan = ReturnType<typeof planDeploy>;

/** `fromKept`: whether the content of the publication comes from the target itself. */
export function planDeploy(
  state: TargetState,
  { files, content }: Pick<Publication, "files" | "content">,
  now: number,
  fromKept: boolean,
) {
  const { ledger, listing, vault } = state;
  const current = currentOf(ledger);
  const published = filesByPath(ledger);
  const live = (path: string) => identify(path, published, state);
  const isPending = new Set(interruptedOf(ledger).flatMap((publication) => publication.files.map(({ path }) => path)));
  const currentFiles = new Map(current?.files.map((file) => [file.path, file]));
  /** A file at the path of an earlier publication may have been replaced by somebody else. */
  const isOurs = (path: string): boolean =>
    currentFiles.has(path) || isPending.has(path) || live(path) !== undefined || fileClassOf(path) === "asset";
  const plan = {
    /** Copied aside before anything is overwritten: what a rollback needs. */
    keeps: [] as PublishedFile[],
    uploads: [] as Upload[],
    /** Files that somebody else has changed or deleted; they will be written again. */
    byHand: [] as string[],
    /** Files of others where the new site has one. */
    foreign: [] as string[],
  };
  const result: PublishedFile[] = [];

  const keep = (path: string) => {
    const file = live(path);
    if (file && file.fileClass !== "asset" && !isKeptIn(state, file)) plan.keeps.push(file);
  };
  for (const file of files) {
    const stored = listing.get(file.path);
    const present = live(file.path);
    if (present?.sha256 === file.sha256 && present.redirectTo === file.redirectTo) {
      result.push({ ...file, etag: stored?.etag });
      continue;
    }
    result.push(file);
    const before = currentFiles.get(file.path);
    plan.uploads.push({ file, state: before ? "changed" : "added", isKept: fromKept && file.fileClass !== "asset" });
    if (stored && !(published.has(file.path) && isOurs(file.path)) && !state.isAdopted) plan.foreign.push(file.path);
    if (before && !present && !isPending.has(file.path)) plan.byHand.push(file.path);
    keep(file.path);
  }
  const wanted = new Set(files.map(({ path }) => path));
  const folded = new Set([...wanted].map(foldName));
  const alike = [...listing.keys()].filter(
    (path) => !wanted.has(path) && !published.has(path) && folded.has(foldName(path)),
  );
  const retained = retainedOf(ledger, now, content);
  const retainedFiles = retained.flatMap((publication) => publication.files);
  const needed = new Set(retainedFiles.map(({ path }) => path));
  const neededHashes = new Set([...retainedFiles, ...files].map(({ sha256 }) => sha256));
  const neededCopies = new Set([...neededHashes].map((sha256) => keptPath(sha256, vault)));
  const deletions = [...listing.keys()].filter((path) => {
    if (isKeptPath(path)) return !neededCopies.has(path);
    if (path.startsWith(STATE_FOLDER) || wanted.has(path)) return false;
    const [first] = published.get(path) ?? [];
    return first !== undefined && isOurs(path) && !(first.fileClass === "asset" && needed.has(path));
  });
  for (const path of deletions) if (!isKeptPath(path)) keep(path);
  return {
    ...plan,
    /** Files of others whose names differ from those of the new site in capitals alone. */
    alike,
    /** In the order in which they are written. */
    uploads: phasesOf(plan.uploads).flat(),
    deletions,
    /** Pages and redirects of the current publication that the new one does not have. */
    gone: (current?.files ?? []).filter(
      (file) => (isPage(file) || file.fileClass === "redirect") && !wanted.has(file.path),
    ),
    /** The new publication's files, with the etags of those that are there already. */
    files: result,
    /** Earlier publications that stay, so that a rollback and the grace period have their files. */
    retained,
    isCommitted: current !== undefined && current === ledger.at(-1) && current.content === content,
  };
}

/** Whether a copy for a rollback is there, and not cut off. */
export const isKeptIn = (
  { listing, vault }: Pick<TargetState, "listing" | "vault">,
  { sha256, size }: PublishedFile,
): boolean => listing.get(keptPath(sha256, vault))?.size === keptSize(size);

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

/** The current publication, the one before it, and those that were replaced less than the grace period ago. */
function retainedOf(ledger: Ledger, now: number, newContent: string): Ledger {
  const current = currentOf(ledger);
  const previous = ledger.findLast((publication) => publication.finished && publication.content !== newContent);
  return ledger.filter(
    (publication) =>
      publication === current ||
      publication === previous ||
      publication.supersededAt === undefined ||
      now - Date.parse(publication.supersededAt) < GRACE_MS,
  );
}

/** Uploads of one class do not depend on each other. */
export const phasesOf = (uploads: readonly Upload[]): Upload[][] =>
  ORDER.map((each) => uploads.filter(({ file }) => file.fileClass === each)).filter((phase) => phase.length > 0);
