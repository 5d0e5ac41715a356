// The one file that knows the PostgreSQL library: connections, statements and transactions.

import { readFileSync } from "node:fs";
import type { Pool, PoolClient, PoolConfig } from "pg";
import type { PostgresTarget } from "../../../config/targets.ts";
import { StoreError } from "../../../errors.ts";
import { OLDEST_FORMAT } from "../../rows/migrations.ts";
import type { Sql, Statements, StoreRow } from "../../rows/sql.ts";
import { FORMAT } from "../../rows/tables.ts";
import { asPostgresError, isBroken, isCollision } from "./failures.ts";

export interface PostgresStatements extends Statements {
  run(statement: Sql): Promise<number>;
  all(statement: Sql): Promise<StoreRow[]>;
}

interface TransactionKind {
  /** For work that may take minutes, such as copying the store. */
  readonly isLong?: boolean;
  /** Reads the state at its beginning, and nothing later. */
  readonly isSnapshot?: boolean;
}

export type PostgresDatabase = Awaited<ReturnType<typeof connectPostgres>>;

const CONNECT_MS = 5000;
/** A connection that is silent for longer than the server may take is dead. */
const SILENCE_MS = 2000;
const LONG_MS = 600_000;

/** Refuses connections without durable commits. Each new one is checked, because another server may answer after a failover. */
const PROPERTIES = `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
  current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby`;

export async function connectPostgres(target: PostgresTarget) {
  const { default: pg } = await import("pg");
  const name = databaseName(target);
  const ofFormat = (format: string) =>
    [`eventsite-relay${format}`, ...(target.schema === null ? [] : [target.schema])].join(" ");
  const applicationName = ofFormat(`/${FORMAT}`);
  // Before format 5 the name did not say it.
  const earlierFormats = [
    "",
    ...Array.from({ length: FORMAT - OLDEST_FORMAT }, (_, index) => `/${OLDEST_FORMAT + index}`),
  ];
  const pool: Pool = new pg.Pool({
    ...settingsOf(target, applicationName, pg.types.getTypeParser),
    max: target.connections,
    idleTimeoutMillis: 60_000,
    verify: (client, done) => {
      assertSafe(name, client).then(() => done(), done);
    },
  });
  // An idle connection that breaks is only removed.
  pool.on("error", () => {});
  // A connection that breaks in use fails the statement that uses it.
  pool.on("connect", (client) => client.on("error", () => {}));
  const transaction = <Result>(
    work: (db: PostgresStatements) => Promise<Result>,
    kind: TransactionKind = {},
  ): Promise<Result> => twice(() => inTransaction(pool, beginOf(target, kind), work, kind.isLong === true));
  return {
    /** "postgres://host/database", without what is secret. */
    name,
    /** As the server lists the connections of relays that share a store: of this release, and of earlier ones that wrote another format. */
    applicationName,
    earlierNames: earlierFormats.map(ofFormat),
    /** One statement in a transaction of its own. */
    all: (statement: Sql) => transaction((db) => db.all(statement)),
    /**
     * All or nothing, and on the disk when it resolves. Work that collided, or whose connection was gone before its commit, is begun again
     * once. Rejects with StoreError where it is the database that failed.
     */
    transaction,
    close: () => pool.end(),
  };
}

function settingsOf(
  target: PostgresTarget,
  applicationName: string,
  getTypeParser: (oid: number, format?: "text") => unknown,
): PoolConfig {
  return {
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    // Nothing is read from the variables of the process: the address is complete.
    password: target.password ?? "",
    ssl: tlsOf(target),
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: target.timeoutMs + SILENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      // Whole numbers below 2^53, all of them.
      getTypeParser: ((oid: number, format?: "text") =>
        oid === INT8 || oid === NUMERIC ? Number : getTypeParser(oid, format)) as never,
    },
  };
}

/** Within each transaction: poolers such as PgBouncer refuse settings at the start, and hand on those of a session to others. */
function beginOf(target: PostgresTarget, { isLong, isSnapshot }: TransactionKind): string {
  const ms = isLong ? LONG_MS : target.timeoutMs;
  // A relay that is paused must not keep the others waiting for what it has locked.
  const idleMs = isLong ? LONG_MS : Math.max(1000, Math.round(target.timeoutMs / 2));
  return [
    isSnapshot ? "BEGIN ISOLATION LEVEL REPEATABLE READ" : "BEGIN",
    `SET LOCAL statement_timeout = ${ms}`,
    `SET LOCAL lock_timeout = ${ms}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`,
    ...(target.schema === null ? [] : [`SET LOCAL search_path = "${target.schema}"`]),
  ].join("; ");
}

async function inTransaction<Result>(
  pool: Pool,
  begin: string,
  work: (db: PostgresStatements) => Promise<Result>,
  isLong: boolean,
): Promise<Result> {
  // Not tried again at once: the connection to the database failed.
  const client = await pool.connect().catch((error) => {
    throw asPostgresError(error);
  });
  let fault: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(statementsOf(client, isLong ? LONG_MS + SILENCE_MS : undefined));
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // Closing the connection ends what the server did not roll back.
    if (isBroken(error)) fault = error as Error;
    else
      await client.query("ROLLBACK").catch((broken: Error) => {
        fault = broken;
      });
    throw error;
  } finally {
    client.release(fault);
  }
}

/** Begun again once where it collided, or where its connection was gone before its commit. */
async function twice<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let isFirst = true; ; isFirst = false)
    try {
      return await attempt();
    } catch (error) {
      const mayBeginAgain = isCollision(error) || (isBroken(error) && !(error instanceof StoreError));
      if (!isFirst || !mayBeginAgain) throw asPostgresError(error);
    }
}

async function assertSafe(name: string, client: PoolClient): Promise<void> {
  const [properties = {}] = (await client.query(PROPERTIES)).rows;
  assertDurable(name, properties);
}

const INT8 = 20;
const NUMERIC = 1700;

/** "a = ? AND b = ?" → "a = $1 AND b = $2" */
function numbered(text: string): string {
  let count = 0;
  return text.replace(/\?/g, () => {
    count += 1;
    return `$${count}`;
  });
}

function statementsOf(client: PoolClient, timeoutMs?: number): PostgresStatements {
  const ask = ({ text, values }: Sql) =>
    client.query({
      text: numbered(text),
      values,
      ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
    } as never) as unknown as Promise<{ rows: StoreRow[]; rowCount: number | null }>;
  return {
    run: async (statement) => (await ask(statement)).rowCount ?? 0,
    get: async (statement) => (await ask(statement)).rows[0],
    all: async (statement) => (await ask(statement)).rows,
  };
}

export const databaseName = ({ host, port, database }: PostgresTarget): string =>
  `postgres://${host.includes(":") ? `[${host}]` : host}${port === 5432 ? "" : `:${port}`}/${database}`;

function assertDurable(name: string, { fsync, synchronous_commit, encoding, standby }: StoreRow): void {
  if (fsync !== "on")
    throw new StoreError(
      "unsafe",
      `the database ${name} runs with fsync = ${String(fsync)}: what it commits is lost when its machine fails`,
    );
  if (synchronous_commit === "off")
    throw new StoreError(
      "unsafe",
      `the database ${name} runs with synchronous_commit = off: what it commits last is lost when it fails`,
    );
  if (encoding !== "UTF8")
    throw new StoreError(
      "unsafe",
      `the database ${name} has the encoding ${String(encoding)}: it cannot hold every name`,
    );
  if (standby === true) throw new StoreError("unreachable", `the database ${name} is a standby, which takes no writes`);
}

function tlsOf({ tls }: PostgresTarget): PoolConfig["ssl"] {
  if (tls.mode === "disable") return false;
  const ca = tls.caFile === null ? undefined : readAuthority(tls.caFile);
  if (tls.mode === "require" && ca === undefined) return { rejectUnauthorized: false };
  // Without the name: any server that the authority vouches for.
  if (tls.mode !== "verify-full") return { ca, rejectUnauthorized: true, checkServerIdentity: () => undefined };
  return { ca, rejectUnauthorized: true };
}

function readAuthority(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreError("denied", `sslrootcert names a file that cannot be read: ${path} (${code})`);
  }
  if (!/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(text))
    throw new StoreError("denied", `sslrootcert names a file that holds no certificate in PEM: ${path}`);
  return text;
}
