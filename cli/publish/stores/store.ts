// The place where a site is published, with what all kinds have in common. Paths are relative to the target's prefix, and a store can reach
// nothing outside of it. A write is all or nothing: readers see the old file or the new one.
import type { FileHeaders } from "../../hosting/file-headers.ts";

/** A file in a listing. */
export interface StoredFile {
  readonly path: string;
  readonly size: number;
  /** Changes with every write by anybody. */
  readonly etag: string;
  /** The MD5 of the content in hexadecimal, if the store knows it. */
  readonly md5?: string;
  /** By the store's clock. */
  readonly modifiedAt: number;
}

/** `redirectTo`: the address that the object redirects to, on hosts with such objects. Others ignore it. */
export interface StoredHeaders extends FileHeaders {
  readonly redirectTo?: string | undefined;
}

export interface StoredContent {
  readonly bytes: Buffer;
  readonly etag: string;
}

export type WriteCondition = { readonly absent: true } | { readonly etag: string };

export interface TargetStore {
  /** Every file below the prefix. */
  list(): Promise<ReadonlyMap<string, StoredFile>>;
  read(path: string): Promise<StoredContent | undefined>;
  /** Returns the new etag. Rejects with the problem "conflict" if the condition does not hold. */
  write(path: string, bytes: Buffer, headers: StoredHeaders, condition?: WriteCondition): Promise<string>;
  delete(path: string): Promise<void>;
  /** Whether conditions are known to be enforced: some S3-compatible services ignore them. */
  readonly enforcesConditions: boolean;
  readonly parallel: number;
  /** Deletes leftovers of interrupted writes. Nobody else may be writing. */
  tidy?(): Promise<void>;
  close?(): Promise<void>;
}

/** Problems that pass by themselves. */
const TRANSIENT = ["throttled", "transfer", "unreachable"] as const;
type LastingProblem =
  | "bucket"
  | "clock"
  | "conflict"
  | "credentials"
  | "full"
  | "obstructed"
  | "package"
  | "protocol"
  | "region"
  | "rights";
/** The reasons for which a store refuses. */
export type StoreProblem = (typeof TRANSIENT)[number] | LastingProblem | "other";

/** `detail` is shown to people, so it must never hold a credential. */
export class TargetStoreError extends Error {
  readonly problem: StoreProblem;
  readonly detail: string;

  constructor(problem: StoreProblem, detail: string, cause?: unknown) {
    super(`${problem}: ${detail}`, { cause });
    this.name = "StoreError";
    this.problem = problem;
    this.detail = detail;
  }

  get isTransient(): boolean {
    return TRANSIENT.some((problem) => problem === this.problem);
  }
}

/** Whether somebody else has changed what a write was to replace. */
export const isConflict = (error: unknown): boolean =>
  error instanceof TargetStoreError && error.problem === "conflict";

/** The folder of all our files that are not for visitors. */
export const STATE_FOLDER = ".eventsite/";
