// At the start: is this store ours, may we use it, and has it the shape we know? Relays that start at once wait for each other.

import { StoreError } from "../../../errors.ts";
import { readSecret, setMark } from "../../rows/marks.ts";
import type { Migrated } from "../../rows/migrations.ts";
import { raw, sql } from "../../rows/sql.ts";
import { newSecret } from "../../rows/store.ts";
import { FORMAT } from "../../rows/tables.ts";
import { assertMigratable, formatOf, type Marks } from "../assert-usable.ts";
import type { PostgresDatabase, PostgresStatements } from "./connect.ts";
import { migrateSchema } from "./migrate-schema.ts";
import { SCHEMA } from "./schema.ts";

/** Half of an advisory lock's name; the schema is the other half. */
const LOCK = 0x65_76_72_6c;

/** Everything that belongs to no extension. */
const OWN_TABLES = sql`FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`;

/** Answers the store's secret. Rejects with StoreError "newer", "foreign", "denied" or "moved". */
export async function openSchema(
  database: PostgresDatabase,
  wanted: string | null,
  onMigrated?: (migrated: Migrated) => void,
): Promise<string> {
  let migrated: Migrated | null = null;
  const secret = await database.transaction(
    async (db) => {
      await db.all(sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(${wanted ?? ""}))`);
      const schema = await findSchema(db, database.name, wanted);
      const meta = await readMeta(db);
      await assertOurs(db, database.name, meta);
      if (meta.size === 0) await makeTables(db);
      else if (formatOf(meta) < FORMAT) migrated = await migrateSchema(db, database, schema, formatOf(meta));
      await assertRights(db, database.name, schema);
      return readSecret(db);
    },
    { isLong: true },
  );
  if (migrated !== null) onMigrated?.(migrated);
  return secret;
}

async function findSchema(db: PostgresStatements, name: string, wanted: string | null): Promise<string> {
  if (wanted !== null) {
    const [found] = await db.all(sql`SELECT 1 AS found FROM pg_namespace WHERE nspname = ${wanted}`);
    if (found === undefined) {
      const [row] = await db.all(sql`SELECT has_database_privilege(current_database(), 'CREATE') AS may`);
      if (row?.may !== true) throw denied(name, `may not make the schema ${wanted}`);
      await db.all(raw(`CREATE SCHEMA "${wanted}"`));
    }
  }
  const [row] = await db.all(sql`SELECT current_schema() AS schema`);
  if (typeof row?.schema === "string") return row.schema;
  throw denied(name, "may use no schema of it");
}

const denied = (name: string, what: string) => new StoreError("denied", `the role that opens ${name} ${what}`);

/** Another program's table of this name has other columns. */
export async function readMeta(db: PostgresStatements): Promise<Marks> {
  const columns = await db.all(
    sql`SELECT attname FROM pg_attribute WHERE attname IN ('name', 'value') AND attrelid IN
       (SELECT pg_class.oid ${OWN_TABLES} AND relname = 'meta')`,
  );
  const rows = columns.length === 2 ? await db.all(sql`SELECT name, value FROM meta`) : [];
  return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
}

export async function assertOurs(db: PostgresStatements, name: string, meta: Marks): Promise<void> {
  const [{ count } = { count: 0 }] = await db.all(sql`SELECT count(*) AS count ${OWN_TABLES}`);
  if (meta.size > 0 || Number(count) > 0) assertMigratable(`the store in ${name}`, meta);
}

async function makeTables(db: PostgresStatements): Promise<void> {
  await db.all(raw(SCHEMA));
  await setMark(db, "format", String(FORMAT));
  await setMark(db, "secret", newSecret());
}

/** A right that is missing would otherwise show at the first request. */
async function assertRights(db: PostgresStatements, name: string, schema: string): Promise<void> {
  const lacking = await db.all(
    sql`SELECT relname AS name ${OWN_TABLES} AND NOT (has_table_privilege(pg_class.oid, 'SELECT')
       AND has_table_privilege(pg_class.oid, 'INSERT') AND has_table_privilege(pg_class.oid, 'UPDATE')
       AND has_table_privilege(pg_class.oid, 'DELETE')) ORDER BY 1`,
  );
  if (lacking.length > 0)
    throw denied(
      name,
      `lacks rights to the tables ${lacking.map((row) => String(row.name)).join(", ")} of the schema ${schema}`,
    );
}
