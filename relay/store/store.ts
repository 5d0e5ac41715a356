// What the operations of both stores share. They are written once, against statements: the embedded store answers these at once, a server
// when it has the answer.
import { hash as digest, randomBytes } from "node:crypto";
import type { Limit } from "./outbox-entry.ts";
import { createReferences, type References } from "./reference.ts";

/** A row that does not read as what was written. */
export class DamagedRowError extends Error {
  override readonly name = "DamagedRowError";
  readonly table: "submissions" | "entries";
  readonly rowId: string;

  constructor(table: "submissions" | "entries", rowId: string, problem: string) {
    super(problem);
    this.table = table;
    this.rowId = rowId;
  }
}

/** Gets what the store finds by itself. */
export interface StoreListener {
  /** A damaged row was set aside; `death` says which mail was given up with it, if any. */
  damage(damage: DamagedRowError, death: DamagedMail | null): void;
  /** So many waiting entries were dated in the future. */
  redated(count: number): void;
}

export interface DamagedMail {
  readonly entryId: string;
  readonly submissionId: string | null;
  /** As it is written in the row. */
  readonly kind: string;
  readonly attempts: number;
}

/** What is kept secret in a store: hashes and references cannot be computed without it. */
export interface StoreSecret {
  /** A short keyed hash: what it was made of cannot be found by trying. */
  hash(...parts: readonly string[]): string;
  readonly references: References;
}

export interface Store extends StoreSecret {
  readonly db: Statements;
  /** Counts one under each and gives null; or counts nothing where one is used up, and gives the time until which it is. */
  take(limits: readonly Limit[], now: number): MaybePromise<number | null>;
  readonly listener: StoreListener;
  /** The latest time that was given in. */
  readonly latest: { now: number };
  /** So far may the clocks of relays that share the store lie apart. */
  readonly clocksApartMs: number;
  /** Which queued entries may fall due, in SQL. */
  readonly waiting: string;
  /** Nobody is sending the entry, in SQL. */
  readonly free: string;
  /** Numbers of entries on pages that cannot be read. */
  readonly unreadable: ReadonlySet<number>;
  /** After a SELECT: the rows are this transaction's until it ends. */
  readonly locking: "" | " FOR UPDATE";
  /** Where in a text another one begins, from 1; 0 where it is not in it. */
  readonly position: "instr" | "strpos";
  /** What is done under one name is done by one relay at a time, until the transaction ends. */
  withLock(name: "digest" | "erase" | "block" | "alert"): MaybePromise<void>;
}

/** What a repetition of a request is known by. */
export interface RepeatRow {
  readonly key: string;
  /** Of the request that came under a caller's key; null where the key itself is the print. */
  readonly print: string | null;
  /** The submission's number. */
  readonly sequence: number;
  readonly expires_at: number;
}

/** "long": it may take minutes. "single": one statement, which is a transaction by itself. */
export type RunKind = "long" | "single";

/** Runs an operation in a transaction of its own, or in one that it shares. */
export type RunOperation = <Result>(
  operation: (store: Store) => MaybePromise<Result>,
  kind?: RunKind,
) => Promise<Result>;

/** Between two transactions of long work: requests that came in meanwhile are read and answered. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export const newSecret = (): string => randomBytes(32).toString("base64url");

export function createSecret(text: string): StoreSecret {
  const secret = Buffer.from(text, "base64url");
  const key = secret.toString("base64url");
  return {
    // Cut short, a hash cannot be extended without the key, so that the key may simply come first.
    hash: (...parts) =>
      digest("sha256", key + parts.map((part) => `${part.length}:${part}`).join(""), "base64url").slice(0, 27),
    references: createReferences(secret),
  };
}

// How operations speak to a database, whichever it is.

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;
export type MaybePromise<Result> = Result | Promise<Result>;

/** Statements of one transaction. `?` is a placeholder for a value. */
export interface Statements {
  /** Answers how many rows changed. */
  run(sql: string, ...values: Value[]): MaybePromise<number>;
  get(sql: string, ...values: Value[]): MaybePromise<Row | undefined>;
  all(sql: string, ...values: Value[]): MaybePromise<Row[]>;
}

// Counters that limits are held against: what they mean, wherever they are kept.

export interface Counter {
  count: number;
  endsAt: number;
}

/**
 * A window that is over begins again. A clock that was set back must not lock anybody out for longer than the window; requests that come so
 * much out of the order of their times are no such clock.
 */
export function beginWindow(
  counter: Counter,
  { windowMs, checkOnly = false }: Limit,
  now: number,
  outOfOrderMs: number,
): void {
  if (counter.endsAt > now && counter.endsAt <= now + windowMs + outOfOrderMs) return;
  counter.count = 0;
  // A look begins none.
  counter.endsAt = checkOnly ? 0 : now + windowMs;
}

/** Counts one under each and gives null; or counts nothing where one is used up, and gives the time until which it is. */
export function takeFrom(counters: readonly Counter[], limits: readonly Limit[]): number | null {
  const spent = counters.filter(({ count }, index) => count >= (limits[index]?.count ?? 0));
  if (spent.length > 0) return Math.max(...spent.map(({ endsAt }) => endsAt));
  for (const [index, counter] of counters.entries()) if (!limits[index]?.checkOnly) counter.count += 1;
  return null;
}
