// Runs once before the tests on PostgreSQL: one server for all of them, with a schema for each test.
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../support/relay/postgres-server.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Which store the tests of this project run on. */
    relayStore: "sqlite" | "postgres";
    /** The server's address; empty where the tests run on SQLite. */
    postgresUrl: string;
  }
}

export default async function preparePostgres({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  provide("postgresUrl", server.url());
  return () => server.stop();
}
