// A database into which a backup was restored, as it is there: read in one transaction that may change nothing.
import type { PostgresTarget } from "../../../config/targets.ts";
import { StoreError } from "../../../errors.ts";
import { type BackupContents, contentsOf } from "../../copies/audit.ts";
import { readSecret } from "../../rows/marks.ts";
import { sql } from "../../rows/sql.ts";
import { createSecret } from "../../rows/store.ts";
import { assertUsable } from "../assert-usable.ts";
import { connectPostgres, type PostgresDatabase } from "./connect.ts";
import { assertOurs, readMeta } from "./open-schema.ts";

/** Rejects with StoreError where a relay of this release could not be started with it. */
export async function readRestoredSchema(target: PostgresTarget): Promise<BackupContents> {
  const database = await connectPostgres(target);
  try {
    return await database.transaction(
      async (db) => {
        await db.all(sql`SET TRANSACTION READ ONLY`);
        const meta = await readMeta(db);
        await assertOurs(db, database.name, meta);
        assertUsable(`the store in ${database.name}`, meta);
        return contentsOf(db, meta, null);
      },
      { isLong: true, isSnapshot: true },
    );
  } finally {
    await database.close();
  }
}

/** Distinguishes one store from another; null where it cannot be read now. */
export async function identityOfSchema(target: PostgresTarget): Promise<string | null> {
  let database: PostgresDatabase | null = null;
  try {
    database = await connectPostgres(target);
    return createSecret(await database.transaction(readSecret)).hash("store");
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return null;
  } finally {
    await database?.close();
  }
}
