// Verifies a backup: it is opened read-only, every page and row is checked, and its identity is compared with that of the store.
import type { StoreTarget } from "../config/targets.ts";
import type { BackupContents } from "./copies/audit.ts";
import { storeName } from "./create-outbox.ts";
import { identityOfSchema, readRestoredSchema } from "./engines/postgres/restored-schema.ts";
import { readIdentity } from "./engines/sqlite/identity.ts";
import { readBackupFile } from "./engines/sqlite/read-backup.ts";

/** Distinguishes one store from another. */
export interface StoreIdentity {
  readonly type: StoreTarget["type"];
  readonly name: string;
  /** Null where the store cannot be read. */
  readonly identity: string | null;
}

export interface VerifiedBackup extends BackupContents {
  /** Whether it is of the store that it was compared with; null where that is not there. */
  readonly isOurs: boolean | null;
}

export const identityOfStore = async (store: StoreTarget): Promise<StoreIdentity> => ({
  type: store.type,
  name: storeName(store),
  identity: store.type === "sqlite" ? readIdentity(store.path) : await identityOfSchema(store),
});

/** Rejects with StoreError where no relay of this release could be started with it. */
export async function verifyBackup(backup: StoreTarget, store: StoreIdentity): Promise<VerifiedBackup> {
  const contents = backup.type === "sqlite" ? await readBackupFile(backup.path) : await readRestoredSchema(backup);
  return { ...contents, isOurs: compare(contents, store) };
}

function compare({ fileIdentity, identity }: BackupContents, store: StoreIdentity): boolean | null {
  const theirs = store.type === "sqlite" ? fileIdentity : identity;
  return store.identity === null || theirs === null ? null : store.identity === theirs;
}
