// A store in a file that an earlier release wrote (fixtures/stores): brought to this release's format, with a copy of it beside.
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { expect, test } from "vitest";
import { systemClock } from "../../../../../relay/clock.ts";
import { createOutbox } from "../../../../../relay/store/create-outbox.ts";
import type { Migrated } from "../../../../../relay/store/rows/migrations.ts";
import { FORMAT } from "../../../../../relay/store/rows/tables.ts";
import { verifyBackup } from "../../../../../relay/store/verify-backup.ts";
import { ownFolder } from "../../../../support/process/own-folder.ts";
import { projectDir } from "../../../../support/site/with-site.ts";
import { EARLIER_REQUESTS, requestsOf } from "../../../support/earlier-requests.ts";
import { acceptance } from "../../../support/with-outbox.ts";

const dir = ownFolder();
const fixture = join(projectDir, "tests/fixtures/stores/format-4.db");
let stores = 0;

/** A copy of the store of an earlier release. */
function earlierStore(change = "") {
  stores += 1;
  const path = join(dir, `store-${stores}.db`);
  copyFileSync(fixture, path);
  if (change !== "") ask(path, (database) => database.exec(change));
  const migrations: Migrated[] = [];
  const open = async () => {
    const outbox = createOutbox(
      { type: "sqlite", path },
      { clock: systemClock, onMigrated: (each) => void migrations.push(each) },
    );
    await outbox.open();
    return outbox;
  };
  return {
    path,
    migrations,
    open,
    files: () => readdirSync(dir).filter((name) => name.startsWith(`store-${stores}.`)),
  };
}

function ask<Result>(path: string, work: (database: Database.Database) => Result): Result {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const shapeOf = (path: string) =>
  ask(path, (database) => {
    const all = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
    const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(({ name }) => name);
    const indexes = all("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name");
    return [
      tables.map((name) => [name, all(`SELECT name, type, pk, hidden FROM pragma_table_xinfo('${name}')`)]),
      indexes,
    ];
  });

test("is read as it was, works on, and has the tables of a new one", async () => {
  const { path, migrations, open } = earlierStore();
  const outbox = await open();
  expect(await requestsOf(outbox)).toEqual(EARLIER_REQUESTS);
  expect((await outbox.blocks()).map(({ value, liftedAt }) => [value, liftedAt !== null])).toEqual([
    ["other@block.example", true],
    ["nag@block.example", false],
  ]);
  expect(await outbox.accept(acceptance({ idempotencyKey: "after" }))).toMatchObject({ kind: "accepted" });
  await outbox.close();
  expect(migrations).toEqual([{ from: 4, to: FORMAT, backup: `${path}.format-4` }]);

  const fresh = join(dir, "fresh.db");
  const empty = createOutbox({ type: "sqlite", path: fresh }, { clock: systemClock });
  await empty.open();
  await empty.close();
  expect(shapeOf(path)).toEqual(shapeOf(fresh));
  await (await open()).close();
  expect(migrations).toHaveLength(1);
});

test("is there as it was beside itself, and an earlier copy is not overwritten", async () => {
  const { path, migrations, open } = earlierStore();
  await (await open()).close();
  const rows = (of: string) => ask(of, (database) => database.prepare("SELECT * FROM submissions ORDER BY id").all());
  expect(rows(`${path}.format-4`)).toEqual(rows(fixture));
  copyFileSync(fixture, path);
  await (await open()).close();
  expect(migrations.map(({ backup }) => backup)).toEqual([`${path}.format-4`, `${path}.format-4-2`]);
});

test("is as it was where a change fails", async () => {
  const { path, open, migrations } = earlierStore("CREATE TABLE entries_5 (a)");
  await expect(open()).rejects.toMatchObject({ name: "StoreError" });
  expect(migrations).toEqual([]);
  expect(ask(path, (database) => database.prepare("PRAGMA user_version").get())).toMatchObject({ user_version: 4 });
  ask(path, (database) => database.exec("DROP TABLE entries_5"));
  const outbox = await open();
  expect(await requestsOf(outbox)).toEqual(EARLIER_REQUESTS);
  await outbox.close();
});

test("keeps a request that was damaged before as damaged", async () => {
  const { open } = earlierStore("UPDATE submissions SET payload = replace(payload, 'Acme', 'Acne')");
  const outbox = await open();
  const { items } = await outbox.list({}, 20);
  expect(items.filter(({ submission, erasedAt }) => submission === null && erasedAt === null)).toHaveLength(1);
  await outbox.close();
});

test("is no backup of this release's format, and the answer says what to do with it", async () => {
  const { path } = earlierStore();
  const before = readFileSync(path);
  const store = { type: "sqlite", name: path, identity: null } as const;
  await expect(verifyBackup({ type: "sqlite", path }, store)).rejects.toMatchObject({
    failure: "older",
    message: expect.stringContaining("was written by an earlier release of the relay (4;"),
  });
  expect(readFileSync(path).equals(before)).toBe(true);
});
