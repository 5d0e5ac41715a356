// The store that the configuration names, and its clock.
import type { Clock } from "../clock.ts";
import type { StoreTarget } from "../config/values.ts";
import type { BackupContents } from "./audit.ts";
import type { OutboxOptions } from "./engine.ts";
import { databaseName } from "./engines/postgres-connect.ts";
import { openPostgresEngine } from "./engines/postgres-engine.ts";
import { identityOfSchema, readRestoredSchema } from "./engines/postgres-open-schema.ts";
import { openSqliteEngine } from "./engines/sqlite-engine.ts";
import { readIdentity } from "./engines/sqlite-identity.ts";
import { readBackupFile } from "./engines/sqlite-write-backup.ts";
import { createOutboxOn, type Outbox } from "./outbox.ts";

export { type MoveReport, move } from "./move.ts";

export const createOutbox = (target: StoreTarget, options: OutboxOptions): Outbox =>
  target.type === "postgres"
    ? createOutboxOn(() => openPostgresEngine(target, options), options, true)
    : createOutboxOn((health) => openSqliteEngine(target.path, options, health), options, false);

/** As it is called in messages: nothing secret. */
export const storeName = (target: StoreTarget): string =>
  target.type === "postgres" ? databaseName(target) : target.path;

/** Two readings differ by the time that the question takes: less than this is no difference. */
const SAME_MS = 1000;

/** A single relay uses its own clock, several use that of the database they share. `onTime`: what the database's clock shows. */
export function createStoreClock(
  target: StoreTarget,
  own: Clock,
): { readonly clock: Clock; readonly onTime: (now: number) => void } {
  if (target.type === "sqlite") return { clock: own, onTime: () => {} };
  const { elapsed } = own;
  let offset = own.now() - elapsed();
  return {
    clock: { ...own, now: () => Math.round(offset + elapsed()) },
    onTime(now) {
      if (Math.abs(now - elapsed() - offset) >= SAME_MS) offset = now - elapsed();
    },
  };
}

// Verifies a backup: it is opened read-only, every page and row is checked, and its identity is compared with that of the store.

export type VerifiedBackup = Awaited<ReturnType<typeof verifyBackup>>;

type StoreIdentity = Awaited<ReturnType<typeof identityOfStore>>;

/** Distinguishes one store from another. `identity`: null where the store cannot be read. */
export const identityOfStore = async (store: StoreTarget) => ({
  type: store.type,
  name: storeName(store),
  identity: store.type === "sqlite" ? readIdentity(store.path) : await identityOfSchema(store),
});

/**
 * Rejects with StoreError where no relay of this release could be started with it. `isOurs`: whether it is of that store; null where the store
 * is not there to compare with.
 */
export async function verifyBackup(backup: StoreTarget, store: StoreIdentity) {
  const contents = backup.type === "sqlite" ? await readBackupFile(backup.path) : await readRestoredSchema(backup);
  return { ...contents, isOurs: compare(contents, store) };
}

function compare({ fileIdentity, identity }: BackupContents, store: StoreIdentity): boolean | null {
  const theirs = store.type === "sqlite" ? fileIdentity : identity;
  return store.identity === null || theirs === null ? null : store.identity === theirs;
}
