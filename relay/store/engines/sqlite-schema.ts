// The tables in a file.
import { INDEXES, META, routeSql, shapeOf, TABLES, type Table } from "../tables.ts";

const TYPES = {
  text: "TEXT NOT NULL",
  "text?": "TEXT",
  whole: "INTEGER NOT NULL",
  "whole?": "INTEGER",
  "whole 0": "INTEGER NOT NULL DEFAULT 0",
} as const;

/** Tables whose rows are too large to lie in their key's index. */
const LARGE = ["submissions", "entries"];

/** Rows that are found by their number have one; those of the others are the table's index. */
function createTable({ name, key, columns }: Table): string {
  const isNumbered = key[0] === "sequence";
  const lines = Object.entries(columns).map(([column, type]) =>
    column === "sequence" && isNumbered ? "sequence INTEGER PRIMARY KEY" : `${column} ${TYPES[type]}`,
  );
  if (name === "entries") lines.push(`route TEXT GENERATED ALWAYS AS (${routeSql("instr")}) VIRTUAL`);
  if (!isNumbered) lines.push(`PRIMARY KEY (${key.join(", ")})`);
  return `CREATE TABLE ${name} (${lines.join(", ")})${isNumbered || LARGE.includes(name) ? "" : " WITHOUT ROWID"}`;
}

export const SCHEMA = [
  ...[META, ...TABLES].map(createTable),
  ...INDEXES,
  // Each worker looks for the kinds of mail it sends.
  "CREATE INDEX entries_due ON entries (kind, due_at) WHERE state = 'queued' AND lease_token IS NULL",
].join(";\n");

export const SHAPE = shapeOf(SCHEMA);
