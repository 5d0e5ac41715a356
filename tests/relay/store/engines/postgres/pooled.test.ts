// Behind a pooler such as PgBouncer in transaction mode: it refuses settings at the start.
import { expect, test } from "vitest";
import type { PostgresTarget } from "../../../../../relay/config/targets.ts";
import { connectPostgres } from "../../../../../relay/store/engines/postgres/connect.ts";
import { sql } from "../../../../../relay/store/rows/sql.ts";
import { openConnection } from "../../../support/tcp-line.ts";
import { newSchema, postgresStore } from "../../../support/test-store.ts";

const ALLOWED = ["user", "database", "client_encoding", "application_name"];

/** Passes on what a pooler does. */
async function withPooler(use: (target: PostgresTarget, parameters: Set<string>) => Promise<void>): Promise<void> {
  const store = postgresStore(newSchema());
  const target = store.target as PostgresTarget;
  const parameters = new Set<string>();
  const { port, end } = await openConnection(target.port, (near, far) => {
    near.once("data", (start) => {
      const words = start.toString("latin1", 8).split("\0");
      for (let at = 0; at < words.length - 2; at += 2) parameters.add(words[at] ?? "");
    });
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk) => near.write(chunk));
  });
  try {
    await use({ ...target, port }, parameters);
  } finally {
    end();
  }
}

test("nothing is set at the start, and every transaction has its limits and its schema", () =>
  withPooler(async (target, parameters) => {
    const database = await connectPostgres(target);
    const settings = sql`SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_schema() AS schema, current_setting('search_path') AS path`;
    const [row] = await database.all(settings);
    expect(row).toMatchObject({ statement: `${target.timeoutMs / 1000}s`, lock: `${target.timeoutMs / 1000}s` });
    expect(row?.path).toContain(target.schema);
    const [long] = await database.transaction((db) => db.all(settings), { isLong: true });
    expect(long).toMatchObject({ statement: "10min" });
    expect([...parameters].filter((name) => !ALLOWED.includes(name))).toEqual([]);
    await database.close();
  }));
