// Verifies a backup: it is opened read-only, every page and row is checked, and its identity is compared with that of the store.
import type { StoreTarget } from "../config/values.ts";
import type { BackupContents } from "./operations/audit.ts";
import { identityOfSchema, readRestoredSchema } from "./postgres/read-backup.ts";
import { readIdentity } from "./sqlite/identity.ts";
import { readBackupFile } from "./sqlite/read-backup.ts";

export interface VerifiedBackup extends BackupContents {
  /** Whether it is of that store; null where the store is not there to compare with. */
  readonly isOurs: boolean | null;
}

/** Distinguishes one store from another. */
export interface StoreIdentity {
  readonly type: StoreTarget["type"];
  /** Null where the store cannot be read. */
  readonly identity: string | null;
}

export const identityOfStore = async (store: StoreTarget): Promise<StoreIdentity> => ({
  type: store.type,
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
