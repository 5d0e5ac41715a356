// Verifies a backup: it is opened read-only, every page and row is checked, and its identity is compared with that of the store.
import type { StoreTarget } from "../config/values.ts";
import type { BackupContents } from "./operations/audit.ts";
import { identityOfSchema, readRestoredSchema } from "./postgres/read-backup.ts";
import { readIdentity } from "./sqlite/identity.ts";
import { readBackupFile } from "./sqlite/read-backup.ts";

export interface VerifiedBackup extends BackupContents {
  /** Whether it is of the store that is configured here; null where that store is not there to compare with. */
  readonly isOurs: boolean | null;
}

/** Rejects with StoreError where no relay of this release could be started with it. */
export async function verifyBackup(backup: StoreTarget, store: StoreTarget): Promise<VerifiedBackup> {
  const contents = backup.type === "sqlite" ? await readBackupFile(backup.path) : await readRestoredSchema(backup);
  return { ...contents, isOurs: await compare(contents, store) };
}

async function compare({ fileIdentity, identity }: BackupContents, store: StoreTarget): Promise<boolean | null> {
  const [ours, theirs] =
    store.type === "sqlite" ? [readIdentity(store.path), fileIdentity] : [await identityOfSchema(store), identity];
  return ours === null || theirs === null ? null : ours === theirs;
}
