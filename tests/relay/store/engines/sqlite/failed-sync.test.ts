// A sync that failed: what the disk holds is no longer known, so nothing is begun after it, and nothing is moved out of the log.
import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { StoreError } from "../../../../../relay/errors.ts";
import { openSqliteEngine } from "../../../../../relay/store/engines/sqlite/engine.ts";
import { createStoreHealth } from "../../../../../relay/store/engines/store-health.ts";
import { sql } from "../../../../../relay/store/rows/sql.ts";
import { fileFolder } from "../../../../support/process/own-folder.ts";
import { createTestClock } from "../../../support/test-clock.ts";

const folder = fileFolder();

test("a store whose sync failed takes nothing more, writes no backup, and keeps its log when it is closed", async () => {
  const path = join(folder, "relay.db");
  const engine = await openSqliteEngine(path, { clock: createTestClock() }, createStoreHealth(undefined, true));
  const count = () => engine.run(({ db }) => db.get(sql`SELECT count(*) AS count FROM meta`));
  await engine.run(({ db }) => db.run(sql`INSERT INTO meta VALUES ('before', 'kept')`));
  const failed = engine.run(() => {
    throw new StoreError("sync-failed", "the disk failed");
  });
  await expect(failed).rejects.toMatchObject({ failure: "sync-failed" });
  await expect(count()).rejects.toMatchObject({ failure: "sync-failed" });
  await expect(engine.backup(join(folder, "backup.db"))).rejects.toMatchObject({ failure: "sync-failed" });
  await engine.close();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
});
