// The proof of a backup: it is opened for reading, every page and every row is looked at, and it is compared with the store that it is of.
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
