// The store that the configuration names, and its clock.
import type { Clock } from "../clock.ts";
import type { StoreTarget } from "../config/values.ts";
import type { Outbox } from "./outbox.ts";
import { databaseName } from "./postgres/connect.ts";
import { createPostgresOutbox, type PostgresOutboxOptions } from "./postgres-outbox.ts";
import { createSqliteOutbox } from "./sqlite-outbox.ts";

export { type MoveReport, move } from "./move.ts";
export { identityOfStore, type StoreIdentity, type VerifiedBackup, verifyBackup } from "./verify-backup.ts";

export function createOutbox(target: StoreTarget, options: Omit<PostgresOutboxOptions, "target">): Outbox {
  if (target.type === "postgres") return createPostgresOutbox({ ...options, target });
  return createSqliteOutbox({ ...options, path: target.path });
}

/** As it is called in messages: nothing secret. */
export const storeName = (target: StoreTarget): string =>
  target.type === "postgres" ? databaseName(target) : target.path;

export interface StoreClock {
  readonly clock: Clock;
  /** What the database's clock shows. */
  readonly onTime: (now: number) => void;
}

/** Two readings differ by the time that the question takes: less than this is no difference. */
const SAME_MS = 1000;

/** A single relay uses its own clock, several use that of the database they share. */
export function createStoreClock(target: StoreTarget, own: Clock): StoreClock {
  if (target.type === "sqlite") return { clock: own, onTime: () => {} };
  const elapsed = () => own.elapsed?.() ?? own.now();
  let offset = own.now() - elapsed();
  return {
    clock: { ...own, elapsed, now: () => Math.round(offset + elapsed()) },
    onTime(now) {
      if (Math.abs(now - elapsed() - offset) >= SAME_MS) offset = now - elapsed();
    },
  };
}
