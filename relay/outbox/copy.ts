// All rows of one store in another, and the proof of it: every row is read from both again and compared.
import { StoreError } from "../errors.ts";
import { KEPT_NAMES, readKept, writeKept } from "./operations/keep.ts";
import type { Row, Statements, Value } from "./operations/store.ts";

interface Table {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

const table = (name: string, key: string, columns: string): Table => ({
  name,
  key: key.split(" "),
  columns: columns.split(" "),
});

/** What both stores keep, under the same names. Tallies follow by themselves. */
const TABLES: readonly Table[] = [
  table("submissions", "sequence", "sequence id reference form received_at erased_at email_key checksum payload words"),
  table(
    "entries",
    "id",
    "id submission_id kind recipient state attempts tries created_at due_at expires_at life_ms leased_at lease_until lease_token changed_at reason",
  ),
  table(
    "attempts",
    "entry_id number",
    "entry_id number started_at ended_at outcome reason smtp_code enhanced_code reply queue_id",
  ),
  table("events", "sequence", "sequence submission_id entry_id at type detail actor"),
  table("repeats", "key", "key print sequence expires_at"),
  table("limits", "key", "key count ends_at"),
  table("digest_items", "submission_id entry_id", "submission_id entry_id"),
  table("receipts", "id", "id at reason submissions entries refs"),
  table("quarantine", "sequence", "sequence at table_name row_id problem"),
  table("actions", "sequence", "sequence at actor type detail"),
  table("blocks", "id", "id kind value created_at actor lifted_at lifted_by"),
  table("conditions", "name", "name since count changed_at reported_at over_at"),
  table("alerts", "entry_id", "entry_id content"),
];

/** Hashes and references depend on it, so it is copied too. */
const SECRET = "SELECT value FROM meta WHERE name = 'secret'";

const READ_AT_ONCE = 500;
const WRITTEN_AT_ONCE = 50;

/** Into a store without a row. `from` must not change meanwhile. Answers how many rows there are of each table. */
export async function copyRows(from: Statements, to: Statements): Promise<Readonly<Record<string, number>>> {
  await to.run("UPDATE meta SET value = ? WHERE name = 'secret'", String((await from.get(SECRET))?.value));
  for (const name of KEPT_NAMES) {
    const text = await readKept(from, name);
    if (text !== null) await writeKept(to, name, text);
  }
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
  if ((await from.get(SECRET))?.value !== (await to.get(SECRET))?.value) throw differs("meta", "secret");
  for (const name of KEPT_NAMES) {
    const text = await readKept(from, name);
    if (text !== null && text !== (await readKept(to, name))) throw differs("meta", name);
  }
  for (const each of TABLES) {
    const copied = pagesOf(to, each);
    for await (const rows of pagesOf(from, each)) {
      const { value: others = [] } = await copied.next();
      for (let index = 0; index < Math.max(rows.length, others.length); index += 1)
        if (textOf(each, rows[index]) !== textOf(each, others[index]))
          throw differs(each.name, String(rows[index]?.[each.key[0] ?? ""] ?? "a row of its own"));
    }
    if (!(await copied.next()).done) throw differs(each.name, "a row of its own");
  }
}

export async function isEmpty(db: Statements): Promise<boolean> {
  for (const { name } of TABLES)
    if ((await db.get(`SELECT 1 AS found FROM ${name} LIMIT 1`)) !== undefined) return false;
  return true;
}

export async function clear(db: Statements): Promise<void> {
  for (const { name } of TABLES) await db.run(`DELETE FROM ${name}`);
  await db.run("DELETE FROM tallies");
}

const textOf = ({ columns }: Table, row: Row | undefined): string =>
  row === undefined ? "" : JSON.stringify(columns.map((column) => row[column] ?? null));

async function* pagesOf(db: Statements, { name, key, columns }: Table): AsyncGenerator<Row[]> {
  const order = key.join(", ");
  let after: Value[] | null = null;
  for (;;) {
    const where: string = after === null ? "" : `WHERE (${order}) > (${key.map(() => "?").join(", ")})`;
    const rows: Row[] = await db.all(
      `SELECT ${columns.join(", ")} FROM ${name} ${where} ORDER BY ${order} LIMIT ${READ_AT_ONCE}`,
      ...(after ?? []),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < READ_AT_ONCE) return;
    const last = rows.at(-1);
    after = key.map((column) => last?.[column] as Value);
  }
}

async function insert(db: Statements, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const marks = `(${columns.map(() => "?").join(", ")})`;
  await db.run(
    `INSERT INTO ${name} (${columns.join(", ")}) VALUES ${rows.map(() => marks).join(", ")}`,
    ...rows.flatMap((row) => columns.map((column) => (row[column] ?? null) as Value)),
  );
}
