// A store on a server that an earlier release wrote: its tables are copied into a schema beside its own, then changed, in one transaction.

import { StoreError } from "../../../errors.ts";
import { setMark } from "../../rows/marks.ts";
import { type Migrated, migrate } from "../../rows/migrations.ts";
import { raw, sql } from "../../rows/sql.ts";
import { FORMAT } from "../../rows/tables.ts";
import type { PostgresDatabase, PostgresStatements } from "./connect.ts";

/** Rejects with StoreError "locked" while relays of an earlier release use the store, and "denied" where no copy may be made. */
export async function migrateSchema(
  db: PostgresStatements,
  { name, earlierNames }: Pick<PostgresDatabase, "name" | "earlierNames">,
  schema: string,
  from: number,
): Promise<Migrated> {
  await assertAlone(db, name, earlierNames);
  const copy = await copySchema(db, name, schema, from);
  await migrate(db, from, "postgres");
  await setMark(db, "format", String(FORMAT));
  return { from, to: FORMAT, backup: `the schema ${copy}` };
}

/** Rows of this format look damaged to a relay of another one. */
async function assertAlone(db: PostgresStatements, name: string, earlierNames: readonly string[]): Promise<void> {
  const [used] = await db.all(
    sql`SELECT 1 AS found FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ANY(${earlierNames}) LIMIT 1`,
  );
  if (used !== undefined)
    throw new StoreError(
      "locked",
      `relays of an earlier release still use the store in ${name}: stop all of them, then start this one`,
    );
}

/** Answers the name of the schema with the copy. */
async function copySchema(db: PostgresStatements, name: string, schema: string, from: number): Promise<string> {
  const copy = await freeName(db, `${schema}_format_${from}`);
  const [row] = await db.all(sql`SELECT has_database_privilege(current_database(), 'CREATE') AS may`);
  if (row?.may !== true)
    throw new StoreError(
      "denied",
      `the role that opens ${name} may not make the schema ${copy}, for a copy of the store before it is changed: GRANT CREATE ON DATABASE to it`,
    );
  await db.all(raw(`CREATE SCHEMA "${copy}"`));
  const tables = await db.all(sql`SELECT tablename FROM pg_tables WHERE schemaname = ${schema} ORDER BY tablename`);
  for (const { tablename } of tables) await copyTable(db, String(tablename), schema, copy);
  return copy;
}

async function freeName(db: PostgresStatements, wanted: string): Promise<string> {
  const schemas = (await db.all(sql`SELECT nspname FROM pg_namespace WHERE starts_with(nspname, ${wanted})`)).map(
    ({ nspname }) => nspname,
  );
  let copy = wanted;
  let number = 1;
  while (schemas.includes(copy)) {
    number += 1;
    copy = `${wanted}_${number}`;
  }
  return copy;
}

/** With its keys, indexes and numbers, so that it can take the place of the other one. */
async function copyTable(db: PostgresStatements, table: string, schema: string, copy: string): Promise<void> {
  const from = `"${schema}"."${table}"`;
  const to = `"${copy}"."${table}"`;
  await db.all(raw(`LOCK TABLE ${from} IN ACCESS EXCLUSIVE MODE`));
  await db.all(raw(`CREATE TABLE ${to} (LIKE ${from} INCLUDING ALL)`));
  const columns = await db.all(
    sql`SELECT attname, attidentity FROM pg_attribute
     WHERE attrelid = ${from}::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
  );
  const names = columns.map(({ attname }) => `"${attname}"`).join(", ");
  await db.all(raw(`INSERT INTO ${to} (${names}) SELECT ${names} FROM ${from}`));
  for (const { attname } of columns.filter(({ attidentity }) => attidentity !== ""))
    await db.all(
      sql`SELECT setval(pg_get_serial_sequence(${to}, ${attname}), greatest(coalesce(max(${raw(`"${attname}"`)}), 0), 1)) FROM ${raw(to)}`,
    );
}
