// The embedded store's own: its file, counters in memory, and pages that cannot be read.

import { createSecret, type DamagedRowError, newSecret, type Store, type StoreListener } from "../store.ts";
import { createLimits, type Limits } from "./sqlite-limits.ts";
import type { StoreDatabase } from "./sqlite-open-database.ts";

export interface SqliteStore extends Store {
  readonly db: StoreDatabase;
  readonly limits: Limits;
  /** Numbers of entries on pages that cannot be read. */
  readonly unreadable: Set<number>;
  /** Numbers of entries whose submission is on such a page: to be set aside. */
  readonly orphanedRows: Map<number, DamagedRowError>;
  /** The next submission's number. One process alone has the store, and so gives them out. */
  takeNumber(): number;
}

/** What is being sent stays so as long as this process: it falls due when the sending ends. */
export const WAITING = "state = 'queued' AND lease_token IS NULL";

export function createStore(db: StoreDatabase, listener: StoreListener): SqliteStore {
  const secret = createSecret(readSecret(db));
  const limits = createLimits(db, secret.hash);
  // Numbers of transactions that came to nothing stay unused.
  let latest = Number(db.get("SELECT max(sequence) AS latest FROM submissions")?.latest ?? 0);
  return {
    ...secret,
    db,
    limits,
    take: limits.take,
    listener,
    latest: { now: Number.NEGATIVE_INFINITY },
    clocksApartMs: 0,
    waiting: WAITING,
    free: "lease_token IS NULL",
    locking: "",
    position: "instr",
    withLock() {},
    unreadable: new Set(),
    orphanedRows: new Map(),
    takeNumber() {
      latest += 1;
      return latest;
    },
  };
}

function readSecret(db: StoreDatabase): string {
  const found = db.get("SELECT value FROM meta WHERE name = 'secret'")?.value;
  if (typeof found === "string") return found;
  const secret = newSecret();
  db.run("INSERT INTO meta VALUES ('secret', ?)", secret);
  return secret;
}
