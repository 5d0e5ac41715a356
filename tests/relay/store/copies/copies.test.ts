// All rows of one store in another: every one of each table, compared afterwards, and nothing of it where something differs.
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { assertSameRows, copyRows, isEmptyStore } from "../../../../relay/store/copies/copy-rows.ts";
import { createOutbox, move } from "../../../../relay/store/create-outbox.ts";
import type { StoreDatabase } from "../../../../relay/store/engines/sqlite/connection.ts";
import { openDatabase } from "../../../../relay/store/engines/sqlite/open-database.ts";
import type { Outbox } from "../../../../relay/store/outbox.ts";
import { listOf, raw, sql } from "../../../../relay/store/rows/sql.ts";
import { TABLES } from "../../../../relay/store/rows/tables.ts";
import { testFolder } from "../../../support/process/own-folder.ts";
import { createTestClock } from "../../support/test-clock.ts";
import { acceptance } from "../../support/with-outbox.ts";

const at = testFolder();
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const database = async (name: string): Promise<StoreDatabase> => {
  const db = await openDatabase(at(name));
  db.run(sql`UPDATE meta SET value = ${`secret of ${name}`} WHERE name = 'secret'`);
  opened.push(db);
  return db;
};

/** One row in each table, by the names of its columns. */
const ROWS = Object.fromEntries(
  TABLES.map(({ name, columns }) => {
    const values = Object.entries(columns).map(([column, type], n) => [column, type.startsWith("text") ? column : n]);
    return [name, Object.fromEntries(values) as Record<string, string | number>];
  }),
);

function fill(db: StoreDatabase): void {
  for (const [name, row] of Object.entries(ROWS))
    db.run(sql`INSERT INTO ${raw(name)} (${raw(Object.keys(row).join(", "))}) VALUES (${listOf(Object.values(row))})`);
}

async function copied(): Promise<[from: StoreDatabase, to: StoreDatabase]> {
  const [from, to] = [await database("from.db"), await database("to.db")];
  fill(from);
  await copyRows(from, to);
  return [from, to];
}

describe("a copy", () => {
  test("has every row of every table, and the secret that hashes and references stand on", async () => {
    const [from, to] = [await database("from.db"), await database("to.db")];
    expect([await isEmptyStore(from), await isEmptyStore(to)]).toEqual([true, true]);
    fill(from);
    expect(await isEmptyStore(from)).toBe(false);
    expect(await copyRows(from, to)).toEqual(Object.fromEntries(Object.keys(ROWS).map((name) => [name, 1])));
    for (const [name, row] of Object.entries(ROWS))
      expect(to.all(sql`SELECT * FROM ${raw(name)}`)).toMatchObject([row]);
    expect(to.get(sql`SELECT value FROM meta WHERE name = 'secret'`)?.value).toBe("secret of from.db");
    await assertSameRows(from, to);
  });

  test.each(Object.keys(ROWS))("that lacks %s is not empty for all that, and is found out by them", async (name) => {
    const [from, to] = await copied();
    for (const other of Object.keys(ROWS)) if (other !== name) from.run(sql`DELETE FROM ${raw(other)}`);
    expect(await isEmptyStore(from)).toBe(false);
    from.run(sql`DELETE FROM ${raw(name)}`);
    fill(from);
    to.run(sql`DELETE FROM ${raw(name)}`);
    const key = TABLES.find((table) => table.name === name)?.key[0] ?? "";
    await expect(assertSameRows(from, to)).rejects.toMatchObject({
      failure: "damaged",
      message: `the copy differs in ${name} at ${ROWS[name]?.[key]}; the store is as it was`,
    });
    // A row too many differs as well.
    await expect(assertSameRows(to, from)).rejects.toThrow(`the copy differs in ${name} at a row of its own;`);
  });

  test.each([
    ["another value", "UPDATE entries SET reason = 'dns'", "entries at id"],
    ["nothing for a value", "UPDATE entries SET reason = NULL", "entries at id"],
    ["another secret", "UPDATE meta SET value = 'x' WHERE name = 'secret'", "meta at secret"],
  ])("with %s is found out", async (_, change, place) => {
    const [from, to] = await copied();
    to.exec(change);
    await expect(assertSameRows(from, to)).rejects.toThrow(`the copy differs in ${place};`);
  });

  test.each([499, 500, 501, 1000])(
    "may have %i rows of a table, in the order of all columns of its key",
    async (count) => {
      const [from, to] = [await database("from.db"), await database("to.db")];
      from.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO attempts (entry_id, number, started_at, ended_at, outcome) SELECT 'e' || (i % 2), i, i, i, 'dead' FROM n`,
      );
      expect(await copyRows(from, to)).toMatchObject({ attempts: count, entries: 0 });
      await assertSameRows(from, to);
      expect(to.get(sql`SELECT count(*) AS count FROM attempts`)?.count).toBe(count);
      to.run(sql`DELETE FROM attempts WHERE number = (SELECT max(number) FROM attempts)`);
      await expect(assertSameRows(from, to)).rejects.toThrow("the copy differs in attempts at e");
    },
  );
});

describe("a store that moves into another file", () => {
  const clock = createTestClock();
  const target = (name: string) => ({ type: "sqlite", path: at(name) }) as const;
  const open = async (name: string): Promise<Outbox> => {
    const outbox = createOutbox(target(name), { clock });
    await outbox.open();
    opened.push(outbox);
    return outbox;
  };

  test("stays as it was where the other one holds submissions, or cannot be opened", async () => {
    const [old, other] = [await open("old.db"), await open("other.db")];
    await other.accept(acceptance());
    await other.close();
    await old.accept(acceptance());
    await old.close();
    await expect(move(target("old.db"), target("other.db"))).rejects.toMatchObject({
      failure: "foreign",
      message: `the store ${at("other.db")} holds submissions already; a move needs an empty one`,
    });
    const wrong = { type: "sqlite", path: at() } as const;
    await expect(move(target("old.db"), wrong)).rejects.toMatchObject({ failure: "unusable" });
    await (await open("old.db")).close();
    expect((await move(target("old.db"), target("empty.db"))).rows).toMatchObject({ submissions: 1 });
  });

  test("leaves nothing where it would have gone if it is refused: the old one is used, is none, or was moved before", async () => {
    const files = () => readdirSync(at()).sort();
    const used = await open("used.db");
    await used.accept(acceptance());
    const before = files();
    await expect(move(target("used.db"), target("new.db"))).rejects.toMatchObject({ failure: "locked" });
    await expect(move(target("none.db"), target("new.db"))).rejects.toMatchObject({ failure: "unusable" });
    expect(files()).toEqual(before);
    await used.close();
    await move(target("used.db"), target("moved.db"));
    await expect(move(target("used.db"), target("new.db"))).rejects.toMatchObject({ failure: "moved" });
    expect(files().filter((name) => /^(?:new|none)/.test(name))).toEqual([]);
  });

  test("and where a row cannot be copied", async () => {
    const old = await open("odd.db");
    await old.accept(acceptance());
    await old.close();
    const db = await openDatabase(at("odd.db"));
    db.exec("ALTER TABLE submissions ADD COLUMN odd TEXT; ALTER TABLE submissions DROP COLUMN words");
    await db.close();
    await expect(move(target("odd.db"), target("new.db"))).rejects.toThrow();
    expect(readdirSync(at()).filter((name) => name.startsWith("new"))).toEqual([]);
  });
});
