// Copies of a store in use, one at a time. Until one has ended, nobody empties the log.

import type { Clock } from "../../../clock.ts";
import { isDamage } from "../../../errors.ts";
import type { StoreHealth } from "../store-health.ts";
import type { Commits } from "./commits.ts";
import type { StoreDatabase } from "./connection.ts";
import { asSqliteError } from "./sqlite-error.ts";
import { backUpFile } from "./write-backup.ts";

interface BackupParts {
  readonly db: StoreDatabase;
  readonly commits: Commits;
  readonly clock: Clock;
  readonly health: StoreHealth;
}

export function createBackups({ db, commits, clock, health }: BackupParts) {
  /** Resolves when the one that is being written has ended; null where there is none. */
  let copying: Promise<unknown> | null = null;
  const ended = async (): Promise<void> => {
    while (copying !== null) await copying;
  };
  return {
    ended,
    async write(path: string): Promise<{ readonly bytes: number }> {
      await ended();
      commits.assertSynced();
      const copied = backUpFile(db, commits.between, path, clock.now());
      copying = copied
        .catch(() => {})
        .finally(() => {
          copying = null;
        });
      try {
        return await copied;
      } catch (error) {
        const failure = asSqliteError(error);
        if (isDamage(failure)) health.fail(failure);
        throw failure;
      }
    },
  };
}
