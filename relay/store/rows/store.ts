// What the operations of both stores share. They are written once, against statements: the embedded store answers these at once, a server
// when it has the answer.

import { hash as digest, randomBytes } from "node:crypto";
import type { DamagedRowError } from "./damaged-row.ts";
import type { Limit } from "./outbox-entry.ts";
import type { MaybePromise, Sql, Statements, StoreRow } from "./sql.ts";

/** What callers may hear of that a store finds by itself. */
export interface StoreFindings {
  /** A damaged row was set aside, and the mail with it, if it is one. */
  readonly onDamage?: (damage: DamagedRowError, death: DamagedMail | null) => void;
  /** So many waiting mails were dated in the future; they are due now. */
  readonly onRedated?: (count: number) => void;
}

interface DamagedMail {
  readonly entryId: string;
  readonly submissionId: string | null;
  /** The value in the row. */
  readonly kind: string;
  readonly attempts: number;
}

/** What is kept secret in a store: hashes cannot be computed without it. */
export interface StoreSecret {
  /** A short keyed hash: what it was made of cannot be found by trying. */
  hash(...parts: readonly string[]): string;
}

export interface Store extends StoreSecret {
  readonly db: Statements;
  /** Counts one under each and gives null; or counts nothing where one is used up, and gives the time until which it is. */
  spend(limits: readonly Limit[], now: number): MaybePromise<number | null>;
  readonly findings: StoreFindings;
  /** Entries that a page keeps from being read, by their ids; with their rows where only the submission is on it. */
  readonly unreadable: Map<string, StoreRow | null>;
  /** After a SELECT: the rows are this transaction's until it ends. */
  readonly locking: Sql;
  /** The same, without the rows that are another's. */
  readonly lockingFree: Sql;
  /** Where in a text another one begins, from 1; 0 where it is not in it. */
  readonly position: Sql;
  /** What is done under one name is done by one relay at a time, until the transaction ends. */
  withLock(name: "digest" | "erase" | "block" | "alert"): MaybePromise<void>;
}

/** Runs an operation in a transaction of its own, or in one that it shares. "long": it may take minutes. */
export type RunOperation = <Result>(
  operation: (store: Store) => MaybePromise<Result>,
  kind?: "long",
) => Promise<Result>;

/** Between two transactions of long work: requests that came in meanwhile are read and answered. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export const newSecret = (): string => randomBytes(32).toString("base64url");

export function createSecret(text: string): StoreSecret {
  return {
    // A shortened hash cannot be extended without the key, so the key may come first.
    hash: (...parts) =>
      digest("sha256", text + parts.map((part) => `${part.length}:${part}`).join(""), "base64url").slice(0, 27),
  };
}
