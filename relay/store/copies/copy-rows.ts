// All rows of one store in another, and the proof of it: every row is read from both again and compared.

import { StoreError } from "../../errors.ts";
import { setMark } from "../rows/marks.ts";
import { joined, listOf, raw, type Sql, type Statements, type StoreRow, sql } from "../rows/sql.ts";
import { TABLES, type Table } from "../rows/tables.ts";

/** Marks that a copy has too: the secret, since hashes depend on it, and what the relay keeps. */
const COPIED_MARKS = sql`SELECT name, value FROM meta WHERE name = 'secret' OR name LIKE 'kept:%'`;

const READ_AT_ONCE = 500;
const WRITTEN_AT_ONCE = 50;

/** Copies into a store without rows. `from` must not change meanwhile. Answers the number of rows of each table. */
export async function copyRows(from: Statements, to: Statements): Promise<Readonly<Record<string, number>>> {
  for (const { name, value } of await from.all(COPIED_MARKS)) await setMark(to, String(name), String(value));
  const counts: Record<string, number> = {};
  for (const each of TABLES) {
    let count = 0;
    for await (const rows of pagesOf(from, each)) {
      for (let first = 0; first < rows.length; first += WRITTEN_AT_ONCE)
        await insert(to, each, rows.slice(first, first + WRITTEN_AT_ONCE));
      count += rows.length;
    }
    counts[each.name] = count;
  }
  return counts;
}

/** Rejects with StoreError where one row is not the same in both. */
export async function assertSameRows(from: Statements, to: Statements): Promise<void> {
  const differs = (name: string, key: string) =>
    new StoreError("damaged", `the copy differs in ${name} at ${key}; the store is as it was`);
  const marks = new Map((await to.all(COPIED_MARKS)).map(({ name, value }) => [name, value]));
  for (const { name, value } of await from.all(COPIED_MARKS))
    if (marks.get(name) !== value) throw differs("meta", String(name));
  for (const each of TABLES) {
    const copied = pagesOf(to, each);
    for await (const rows of pagesOf(from, each)) {
      const { value: others = [] } = await copied.next();
      for (let index = 0; index < Math.max(rows.length, others.length); index += 1)
        if (columnsText(each, rows[index]) !== columnsText(each, others[index]))
          throw differs(each.name, String(rows[index]?.[each.key[0] ?? ""] ?? "a row of its own"));
    }
    if (!(await copied.next()).done) throw differs(each.name, "a row of its own");
  }
}

export async function isEmptyStore(db: Statements): Promise<boolean> {
  for (const { name } of TABLES)
    if ((await db.get(sql`SELECT 1 AS found FROM ${raw(name)} LIMIT 1`)) !== undefined) return false;
  return true;
}

const columnsText = ({ columns }: Table, row: StoreRow | undefined): string =>
  row === undefined ? "" : JSON.stringify(Object.keys(columns).map((column) => row[column] ?? null));

/** All rows of a table, in the order of their keys. */
export async function* pagesOf(db: Statements, { name, key, columns }: Table): AsyncGenerator<StoreRow[]> {
  const names = raw(Object.keys(columns).join(", "));
  const order = raw(key.join(", "));
  for (let last: StoreRow | undefined; ; ) {
    const afterLast: Sql =
      last === undefined ? sql`` : sql`WHERE (${order}) > (${listOf(key.map((each) => last?.[each]))})`;
    const rows: StoreRow[] = await db.all(
      sql`SELECT ${names} FROM ${raw(name)} ${afterLast} ORDER BY ${order} LIMIT ${READ_AT_ONCE}`,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < READ_AT_ONCE) return;
    last = rows.at(-1);
  }
}

async function insert(db: Statements, { name, columns }: Table, rows: readonly StoreRow[]): Promise<void> {
  const names = Object.keys(columns);
  const tuples = rows.map((row) => sql`(${listOf(names.map((column) => row[column] ?? null))})`);
  await db.run(sql`INSERT INTO ${raw(name)} (${raw(names.join(", "))}) VALUES ${joined(tuples, ", ")}`);
}
