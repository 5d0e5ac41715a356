// At the start: is this store ours, may we use it, and has it the shape we know? Relays that start at once wait for each other.
import type { PostgresTarget } from "../../config/values.ts";
import { StoreError } from "../../errors.ts";
import { type BackupContents, contentsOf } from "../audit.ts";
import { assertUsable, type Marks } from "../engine.ts";
import { setMark } from "../rows.ts";
import { createSecret, newSecret, raw, sql } from "../store.ts";
import { FORMAT, INDEXES, META, routeSql, shapeOf, TABLES, type Table } from "../tables.ts";
import { connectPostgres, type PostgresDatabase, type PostgresStatements } from "./postgres-connect.ts";

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
  { mayBeMoving = false } = {},
): Promise<string> {
  return database.transaction(
    async (db) => {
      await db.all(sql`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(${wanted ?? ""}))`);
      const schema = await schemaOf(db, database.name, wanted);
      const meta = await readMeta(db);
      await assertOurs(db, database.name, meta, mayBeMoving);
      if (meta.size === 0) await makeTables(db);
      await assertRights(db, database.name, schema);
      return meta.get("secret") ?? (await keepSecret(db));
    },
    { isLong: true },
  );
}

async function schemaOf(db: PostgresStatements, name: string, wanted: string | null): Promise<string> {
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
async function readMeta(db: PostgresStatements): Promise<Marks> {
  const columns = await db.all(
    sql`SELECT attname FROM pg_attribute WHERE attname IN ('name', 'value') AND attrelid IN
       (SELECT pg_class.oid ${OWN_TABLES} AND relname = 'meta')`,
  );
  const rows = columns.length === 2 ? await db.all(sql`SELECT name, value FROM meta`) : [];
  return new Map(rows.map(({ name, value }) => [String(name), String(value)]));
}

async function assertOurs(db: PostgresStatements, name: string, meta: Marks, mayBeMoving = false): Promise<void> {
  const [{ count } = { count: 0 }] = await db.all(sql`SELECT count(*) AS count ${OWN_TABLES}`);
  if (meta.size > 0 || Number(count) > 0) assertUsable(`the store in ${name}`, meta, SHAPE, mayBeMoving);
}

async function makeTables(db: PostgresStatements): Promise<void> {
  await db.all(raw(SCHEMA));
  await setMark(db, "format", String(FORMAT));
  await setMark(db, "runs-with", String(FORMAT));
  await setMark(db, "shape", SHAPE);
}

async function keepSecret(db: PostgresStatements): Promise<string> {
  const secret = newSecret();
  await setMark(db, "secret", secret);
  return secret;
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

// The tables on PostgreSQL.

/** Texts are compared by their bytes, as in a file. */
const TYPES = {
  text: 'text COLLATE "C" NOT NULL',
  "text?": 'text COLLATE "C"',
  whole: "bigint NOT NULL",
  "whole?": "bigint",
  "whole 0": "bigint NOT NULL DEFAULT 0",
} as const;

/** Rows that change often and leave an index that is searched: what they leave behind is cleared away soon. */
const OFTEN = "autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000";
const STORAGE: Readonly<Record<string, string>> = {
  entries: ` WITH (fillfactor = 80, ${OFTEN})`,
  limits: ` WITH (fillfactor = 50, ${OFTEN})`,
};

function createTable({ name, key, columns }: Table): string {
  const lines = Object.entries(columns).map(([column, type]) =>
    column === "sequence" && key[0] === column
      ? `${column} bigint GENERATED BY DEFAULT AS IDENTITY`
      : `${column} ${TYPES[type]}`,
  );
  if (name === "entries") lines.push(`route text COLLATE "C" GENERATED ALWAYS AS (${routeSql("strpos")}) STORED`);
  return `CREATE TABLE ${name} (${lines.join(", ")}, PRIMARY KEY (${key.join(", ")}))${STORAGE[name] ?? ""}`;
}

const SCHEMA = [
  ...[META, ...TABLES].map(createTable),
  ...INDEXES,
  "CREATE INDEX entries_due ON entries (kind, due_at, id) WHERE state = 'queued' AND lease_token IS NULL",
  "CREATE INDEX entries_leased ON entries (lease_until) WHERE state = 'queued' AND lease_token IS NOT NULL",
  "CREATE INDEX entries_queued ON entries (kind, created_at) WHERE state = 'queued'",
].join(";\n");

export const SHAPE = shapeOf(SCHEMA);

/** Whose numbers go on behind the last one. */
export const NUMBERED = TABLES.filter(({ key }) => key[0] === "sequence").map(({ name }) => name);

// A database into which a backup was restored, as it is there: read in one transaction that may change nothing.

/** Rejects with StoreError where a relay of this release could not be started with it. */
export async function readRestoredSchema(target: PostgresTarget): Promise<BackupContents> {
  const database = await connectPostgres(target);
  try {
    return await database.transaction(
      async (db) => {
        await db.all(sql`SET TRANSACTION READ ONLY`);
        const meta = await readMeta(db);
        await assertOurs(db, database.name, meta);
        return contentsOf(db, database.name, meta, null);
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
    const [row] = await database.all(sql`SELECT value FROM meta WHERE name = 'secret'`);
    return row === undefined ? null : createSecret(String(row.value)).hash("store");
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return null;
  } finally {
    await database?.close();
  }
}
