// A database into which a backup was restored, as it is there: read in one transaction that may change nothing.
import type { PostgresTarget } from "../../config/values.ts";
import { StoreError } from "../../errors.ts";
import { audit, type BackupContents } from "../audit.ts";
import { createSecret } from "../store.ts";
import { FORMAT } from "../tables.ts";
import { connectPostgres, type PostgresDatabase } from "./postgres-connect.ts";
import { SHAPE } from "./postgres-open-schema.ts";

/** Rejects with StoreError where a relay of this release could not be started with it. */
export async function readRestoredSchema(target: PostgresTarget): Promise<BackupContents> {
  const database = await connectPostgres(target);
  try {
    return await database.transaction(
      async (db) => {
        await db.query("SET TRANSACTION READ ONLY");
        const [table] = await db.query("SELECT to_regclass('meta') IS NOT NULL AS found");
        const rows = table?.found === true ? await db.query("SELECT name, value FROM meta") : [];
        const meta = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
        const format = Number(meta.get("format") ?? 0);
        const secret = meta.get("secret");
        if (format > FORMAT)
          throw new StoreError(
            "newer",
            `${database.name} was written by a later version of the relay (format ${format})`,
          );
        if (format < FORMAT || meta.get("shape") !== SHAPE || secret === undefined)
          throw new StoreError("foreign", `${database.name} holds no store of a released version of the relay`);
        for (const mark of ["moved", "moving"] as const)
          if (meta.has(mark))
            throw new StoreError(mark, `${database.name} is a store that was left, or a move into it did not end`);
        return {
          ...(await audit(db)),
          format,
          bytes: null,
          fileIdentity: null,
          identity: createSecret(secret).hash("store"),
        };
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
    const [row] = await database.query("SELECT value FROM meta WHERE name = 'secret'");
    return row === undefined ? null : createSecret(String(row.value)).hash("store");
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return null;
  } finally {
    await database?.close();
  }
}
