// What the operations of the store share: the database, the secret its hashes are keyed with, and the listener for damage.
import { hash as digest, randomBytes } from "node:crypto";
import { createReferences, type References } from "../reference.ts";
import { createLimits, type Limits } from "./limits.ts";
import type { StoreDatabase } from "./open-database.ts";
import type { DamagedRowError } from "./rows.ts";

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

export interface Store {
  readonly db: StoreDatabase;
  readonly limits: Limits;
  /** The clock's time, for what happens by itself. */
  now(): number;
  /** A short keyed hash: what it was made of cannot be found by trying. */
  hash(...parts: readonly string[]): string;
  reportDamage(damage: DamagedRowError, death?: DamagedMail): void;
  readonly listener: StoreListener;
  /** The latest time that was given in. */
  readonly latest: { now: number };
  /** Numbers of entries on pages that cannot be read. */
  readonly unreadable: Set<number>;
  /** Numbers of entries whose submission is on such a page: to be set aside. */
  readonly doomed: Map<number, DamagedRowError>;
  /** The next submission's number, which its reference encodes. One process alone has the store, and so gives them out. */
  takeNumber(): number;
  readonly references: References;
}

export function createStore(db: StoreDatabase, now: () => number, listener: StoreListener): Store {
  const secret = readSecret(db);
  const key = secret.toString("base64url");
  // Cut short, a hash cannot be extended without the key, so that the key may simply come first.
  const hash = (...parts: readonly string[]) =>
    digest("sha256", key + parts.map((part) => `${part.length}:${part}`).join(""), "base64url").slice(0, 27);
  const limits = createLimits(db, hash);
  // Numbers of transactions that came to nothing stay unused.
  let latest = Number(db.get("SELECT max(sequence) AS latest FROM submissions")?.latest ?? 0);
  const takeNumber = () => {
    latest += 1;
    return latest;
  };
  return {
    db,
    now,
    hash,
    listener,
    reportDamage: (damage, death) => listener.damage(damage, death ?? null),
    latest: { now: Number.NEGATIVE_INFINITY },
    unreadable: new Set(),
    doomed: new Map(),
    limits,
    takeNumber,
    references: createReferences(secret),
  };
}

function readSecret(db: StoreDatabase): Buffer {
  const found = db.get("SELECT value FROM meta WHERE name = 'secret'")?.value;
  if (typeof found === "string") return Buffer.from(found, "base64url");
  const secret = randomBytes(32);
  db.transaction(() => db.run("INSERT INTO meta VALUES ('secret', ?)", secret.toString("base64url")));
  return secret;
}
