// Whether the database takes writes, asked without a request.
import { StoreError } from "../../errors.ts";
import type { PostgresDatabase } from "./connect.ts";

/** A megabyte, none of which stays. */
const GROW = "CREATE TABLE relay_room AS SELECT repeat('x', 1000) AS filling FROM generate_series(1, 1000)";

/** Writes something small, and on the disk. `wasFull`: a few bytes nearly always fit, so a table has to grow as well. */
export async function probe(database: PostgresDatabase, wasFull: boolean): Promise<void> {
  if (wasFull) await grow(database);
  await database.query(
    "INSERT INTO meta VALUES ('probed', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    String(Date.now()),
  );
}

async function grow(database: PostgresDatabase): Promise<void> {
  const grown = new Error("There is room.");
  try {
    await database.transaction(async (db) => {
      await db.run(GROW);
      throw grown;
    });
  } catch (error) {
    // A role that may make no tables any more cannot find out.
    const isDenied = error instanceof StoreError && error.failure === "denied";
    if (error !== grown && !isDenied) throw error;
  }
}
