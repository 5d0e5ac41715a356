// The state of a target and the files of a publication → what to write, in which order, and what to delete. Pure.

import type { FileClass } from "../../hosting/file-headers.ts";
import { foldName } from "../../routes/addresses.ts";
import { STATE_FOLDER } from "../stores/store.ts";
import {
  currentOf,
  isKeptPath,
  isPage,
  keptPath,
  keptSize,
  type Ledger,
  type Publication,
  type PublishedFile,
} from "./ledger.ts";
import { createTargetFiles, type TargetFiles } from "./target-files.ts";
import type { TargetState } from "./target-state.ts";

/** Open and cached pages refer to assets of their time. */
const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

interface Upload {
  readonly file: PublishedFile;
  readonly state: "added" | "changed";
  /** Whether its content is a copy in the target instead of a local file. */
  readonly isKept: boolean;
}

/** Assets come before the pages that refer to them, the sitemap after its pages. */
const ORDER: readonly FileClass[] = ["asset", "file", "key", "page", "redirect", "not-found", "sitemap"];

export interface DeployPlan {
  /** Files to be copied before anything is overwritten, for a rollback. */
  readonly keeps: readonly PublishedFile[];
  /** In the order in which they are written. */
  readonly uploads: readonly Upload[];
  /** Files that somebody else has changed or deleted. They will be written again. */
  readonly byHand: readonly string[];
  /** Files of others where the new site has one. */
  readonly foreign: readonly string[];
  /** Files of others whose names differ from those of the new site in capitals alone. */
  readonly alike: readonly string[];
  readonly deletions: readonly string[];
  /** Pages and redirects of the current publication that the new one does not have. */
  readonly gone: readonly PublishedFile[];
  /** The new publication's files, with the etags of those that are there already. */
  readonly files: readonly PublishedFile[];
  /** Earlier publications that stay, so that a rollback and the grace period have their files. */
  readonly retained: Ledger;
  readonly isCommitted: boolean;
}

/** `fromKept`: whether the content of the publication comes from the target itself. */
export function planDeploy(
  state: TargetState,
  { files, content }: Pick<Publication, "files" | "content">,
  now: number,
  fromKept: boolean,
): DeployPlan {
  const { ledger, listing } = state;
  const current = currentOf(ledger);
  const target = createTargetFiles(state);
  const unchanged = new Set(files.filter((file) => isSame(target.live(file.path), file)));
  const uploads = files.filter((file) => !unchanged.has(file)).map((file) => uploadOf(file, target, fromKept));
  const uploadPaths = uploads.map(({ file }) => file.path);
  const newPaths = new Set(files.map(({ path }) => path));
  const retained = retainedOf(ledger, now, content);
  const deletions = deletionsOf(state, target, files, retained);
  return {
    keeps: [...uploadPaths, ...deletions].flatMap((path) => toKeep(target.live(path), state)),
    uploads: phasesOf(uploads).flat(),
    byHand: uploadPaths.filter((path) => target.current(path) && !target.live(path) && !target.isPending(path)),
    foreign: state.isAdopted ? [] : uploadPaths.filter((path) => listing.has(path) && !target.isOurs(path)),
    alike: alikeIn(state, target, newPaths),
    deletions,
    gone: (current?.files ?? []).filter(
      (file) => (isPage(file) || file.fileClass === "redirect") && !newPaths.has(file.path),
    ),
    files: files.map((file) => (unchanged.has(file) ? { ...file, etag: listing.get(file.path)?.etag } : file)),
    retained,
    isCommitted: current !== undefined && current === ledger.at(-1) && current.content === content,
  };
}

const isSame = (present: PublishedFile | undefined, { sha256, redirectTo }: PublishedFile): boolean =>
  present?.sha256 === sha256 && present.redirectTo === redirectTo;

const uploadOf = (file: PublishedFile, target: TargetFiles, fromKept: boolean): Upload => ({
  file,
  state: target.current(file.path) ? "changed" : "added",
  isKept: fromKept && file.fileClass !== "asset",
});

/** Files of ours, and copies of files, that neither the new publication nor a retained one needs. */
function deletionsOf(
  { listing, vault }: TargetState,
  target: TargetFiles,
  files: readonly PublishedFile[],
  retained: Ledger,
): string[] {
  const retainedFiles = retained.flatMap((publication) => publication.files);
  const newPaths = new Set(files.map(({ path }) => path));
  const needed = new Set(retainedFiles.map(({ path }) => path));
  const neededHashes = new Set([...retainedFiles, ...files].map(({ sha256 }) => sha256));
  const neededCopies = new Set([...neededHashes].map((sha256) => keptPath(sha256, vault)));
  return [...listing.keys()].filter((path) => {
    if (isKeptPath(path)) return !neededCopies.has(path);
    if (path.startsWith(STATE_FOLDER) || newPaths.has(path)) return false;
    return target.isOurs(path) && !(target.latest(path)?.fileClass === "asset" && needed.has(path));
  });
}

/** Assets need no copy: they stay at their paths and never change. */
const toKeep = (file: PublishedFile | undefined, state: TargetState): PublishedFile[] =>
  file === undefined || file.fileClass === "asset" || isKeptIn(state, file) ? [] : [file];

function alikeIn({ listing }: TargetState, target: TargetFiles, newPaths: ReadonlySet<string>): string[] {
  const folded = new Set([...newPaths].map(foldName));
  return [...listing.keys()].filter(
    (path) => !newPaths.has(path) && target.latest(path) === undefined && folded.has(foldName(path)),
  );
}

/** Whether a copy for a rollback is there, and complete. */
export const isKeptIn = (
  { listing, vault }: Pick<TargetState, "listing" | "vault">,
  { sha256, size }: PublishedFile,
): boolean => listing.get(keptPath(sha256, vault))?.size === keptSize(size);

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
