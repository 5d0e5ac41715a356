// The two stores, alike for a trial: where relays find it, and what it holds when they have ended.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "libsql";
import pg from "pg";
import { startPostgres } from "../support/relay/postgres-server.mjs";
import { assert } from "./trial.mjs";

/** By the names that `openStore` takes, in words. */
export const STORES = { sqlite: "store in a file", postgres: "store on PostgreSQL" };

/**
 * `{ url, query, end }`. `url(name)`: for relays; a name of one's own is a store of one's own. `query(sql)`: the rows of the store without a
 * name. `options`: of `startPostgres`.
 */
export const openStore = (kind, folder, options) =>
  kind === "postgres" ? openPostgresStore(options) : openFileStore(folder);

/** No relay may run on it when it is asked; throws where SQLite finds it damaged. */
export function openFileStore(folder) {
  const path = join(folder, "relay.db");
  return {
    path,
    url: (name = "relay") => `sqlite:${join(folder, `${name}.db`)}`,
    async query(sql) {
      const database = new Database(path);
      try {
        const [{ integrity_check: found }] = database.prepare("PRAGMA integrity_check").all();
        assert(found === "ok", `the store is damaged: ${found}`);
        return database.prepare(sql).all();
      } finally {
        database.close();
      }
    },
    end: async () => {},
  };
}

/** `server`: the database, to be killed and started `again`. */
export async function openPostgresStore(options) {
  const server = await startPostgres(options);
  return {
    server,
    url: (name) => server.url(name === undefined ? "" : `schema=${name}`),
    async query(sql) {
      const client = new pg.Client(server.url());
      // It may be killed meanwhile; what was asked then fails by itself.
      client.on("error", () => {});
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    hasEnded: () => server.pid() === undefined,
    /** What the killed one left running may still hold the data for a moment. */
    async again() {
      for (let tries = 0; ; tries++)
        try {
          return await server.start();
        } catch (error) {
          if (tries === 40) throw error;
          await sleep(250);
        }
    },
    end: () => server.stop(),
  };
}

/** References and messages of all submissions. */
export async function readSubmissions(store) {
  const rows = await store.query("SELECT reference, payload FROM submissions");
  const [{ orphans }] = await store.query(
    `SELECT CAST(count(*) AS integer) AS orphans FROM submissions
     WHERE NOT EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id)`,
  );
  assert(orphans === 0, `${orphans} submissions have no mail`);
  return { references: new Set(rows.map((row) => row.reference)), payloads: rows.map((row) => row.payload) };
}

/** How many of `acknowledged` a store does not hold. */
export const countLost = (acknowledged, { references }) =>
  [...acknowledged].filter((reference) => !references.has(reference)).length;
