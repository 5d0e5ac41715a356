// The tables of a store in a file, and what a file says that it holds.

import { randomBytes } from "node:crypto";
import { sql } from "../../rows/sql.ts";
import { newSecret } from "../../rows/store.ts";
import { FORMAT, schemaOf } from "../../rows/tables.ts";
import type { Marks } from "../assert-usable.ts";
import type { StoreDatabase } from "./connection.ts";

const SCHEMA = schemaOf({
  types: {
    text: "TEXT NOT NULL",
    "text?": "TEXT",
    whole: "INTEGER NOT NULL",
    "whole?": "INTEGER",
    "whole 0": "INTEGER NOT NULL DEFAULT 0",
    sequence: "INTEGER",
  },
  position: "instr",
  // Large rows, and those that are found by their number, do not lie in their key's index.
  storageOf: ({ name, key }) =>
    key[0] === "sequence" || ["submissions", "entries"].includes(name) ? "" : " WITHOUT ROWID",
  indexes: [],
});

export function makeTables(database: StoreDatabase): void {
  database.exec(SCHEMA);
  database.run(
    sql`INSERT INTO meta VALUES ('identity', ${randomBytes(16).toString("hex")}), ('secret', ${newSecret()})`,
  );
  database.exec(`PRAGMA user_version = ${FORMAT}`);
}

/** Null where there is nothing in it. Another program's tables, or those of another format, would fail at the first request. */
export function marksOf(database: Pick<StoreDatabase, "get" | "all">): Marks | null {
  const format = String(database.get(sql`PRAGMA user_version`)?.user_version);
  const names = database.all(sql`SELECT name FROM sqlite_schema`).map(({ name }) => name);
  if (format === "0" && names.length === 0) return null;
  const rows = names.includes("meta") ? database.all(sql`SELECT name, value FROM meta`) : [];
  return new Map([...rows.map(({ name, value }) => [String(name), String(value)] as const), ["format", format]]);
}
