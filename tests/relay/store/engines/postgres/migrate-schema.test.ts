// A store on a server that an earlier release wrote (fixtures/stores): one relay brings it to this release's format, and others wait for it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import type { PostgresTarget } from "../../../../../relay/config/targets.ts";
import type { Migrated } from "../../../../../relay/store/rows/migrations.ts";
import { projectDir } from "../../../../support/site/with-site.ts";
import { EARLIER_REQUESTS, requestsOf } from "../../../support/earlier-requests.ts";
import { newSchema, openPostgres, postgresStore } from "../../../support/test-store.ts";
import { acceptance } from "../../../support/with-outbox.ts";

const dump = readFileSync(join(projectDir, "tests/fixtures/stores/format-4.sql"), "utf8");

async function earlierStore() {
  const schema = newSchema();
  const store = postgresStore(schema);
  await store.change(`CREATE SCHEMA ${schema}; ${dump.replaceAll("public.", `${schema}.`)}`);
  const migrations: Migrated[] = [];
  const open = () =>
    openPostgres(store.url, { target: store.target, onMigrated: (each) => void migrations.push(each) });
  return { schema, store, migrations, open };
}

const shapeOf = (schema: string) => [
  `SELECT table_name, column_name, data_type, is_nullable, collation_name FROM information_schema.columns WHERE table_schema = '${schema}' ORDER BY 1, 2`,
  `SELECT indexname, replace(indexdef, '${schema}.', '') FROM pg_indexes WHERE schemaname = '${schema}' ORDER BY 1`,
];

test("one of several relays that start at once migrates it, with a copy beside it that can take its place", async () => {
  const { schema, store, migrations, open } = await earlierStore();
  const relays = await Promise.all([open(), open(), open()]);
  expect(migrations).toEqual([{ from: 4, to: 5, backup: `the schema ${schema}_format_4` }]);
  for (const [index, outbox] of relays.entries()) {
    if (index === 0) expect(await requestsOf(outbox)).toEqual(EARLIER_REQUESTS);
    expect(await outbox.accept(acceptance({ idempotencyKey: `after ${index}` }))).toMatchObject({ kind: "accepted" });
  }
  for (const outbox of relays) await outbox.close();

  const fresh = postgresStore(newSchema());
  await (await openPostgres(fresh.url)).close();
  const freshSchema = (fresh.target as PostgresTarget).schema ?? "";
  for (const [index, question] of shapeOf(schema).entries())
    expect(await store.rows(question)).toEqual(await store.rows(shapeOf(freshSchema)[index] ?? ""));

  await store.change(`DROP SCHEMA ${schema} CASCADE; ALTER SCHEMA ${schema}_format_4 RENAME TO ${schema}`);
  const [events] = await store.rows(
    "INSERT INTO events (at, type) VALUES (1, 'test') RETURNING sequence > (SELECT count(*) FROM events) AS later",
  );
  expect(events).toEqual({ later: true });
  await store.change("DELETE FROM events WHERE type = 'test'");
  const again = await open();
  expect(await requestsOf(again)).toEqual(EARLIER_REQUESTS);
  await again.close();
});

test("is left alone while relays of an earlier release use it", async () => {
  const { schema, store, migrations, open } = await earlierStore();
  const { host, port, user, database } = store.target as PostgresTarget;
  const earlier = new pg.Client({ host, port, user, database, application_name: `eventsite-relay ${schema}` });
  await earlier.connect();
  try {
    await expect(open()).rejects.toMatchObject({
      failure: "locked",
      message: expect.stringContaining("relays of an earlier release still use the store"),
    });
    expect(await store.rows("SELECT value FROM meta WHERE name = 'format'")).toEqual([{ value: "4" }]);
  } finally {
    await earlier.end();
  }
  await expect
    .poll(async () =>
      open().then(
        (outbox) => outbox.close(),
        () => "waits",
      ),
    )
    .toBeUndefined();
  expect(migrations).toHaveLength(1);
});
