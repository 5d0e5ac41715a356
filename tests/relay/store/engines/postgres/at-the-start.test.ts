// What a relay does at its start with a database that it must not use, and with others that start at the same time.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PostgresTarget } from "../../../../../relay/config/targets.ts";
import { newSchema, openPostgres as open, postgresStore } from "../../../support/test-store.ts";
import { acceptance } from "../../../support/with-outbox.ts";

describe("a schema", () => {
  const refused: [string, string, string, RegExp][] = [
    [
      "of a later format",
      "UPDATE meta SET value = '99' WHERE name = 'format'",
      "newer",
      /later version of the relay \(99; this one knows \d+\)/,
    ],
    ["of an old format", "UPDATE meta SET value = '3' WHERE name = 'format'", "foreign", /by a released version/],
    ["of another program", "DROP TABLE meta", "foreign", /not made by a released version/],
    ["of another program with such a table", "DROP TABLE meta; CREATE TABLE meta (a int)", "foreign", /not made/],
  ];
  test.each(refused)("%s is refused by name, and left alone", async (_, change, failure, message) => {
    const store = postgresStore(newSchema());
    await (await open(store.url)).close();
    await store.change(change);
    const tables = () =>
      store.rows("SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace ORDER BY 1");
    const before = await tables();
    await expect(open(store.url)).rejects.toMatchObject({ failure, message: expect.stringMatching(message) });
    expect(await tables()).toEqual(before);
  });

  test("that a later release has only added to is used beside that release", async () => {
    const store = postgresStore(newSchema());
    const first = await open(store.url);
    await store.change(
      "UPDATE meta SET value = '99' WHERE name = 'format'; INSERT INTO meta VALUES ('runs-with', '5'); ALTER TABLE entries ADD COLUMN later text",
    );
    const second = await open(store.url);
    for (const [index, outbox] of [first, second].entries()) {
      expect(await outbox.accept(acceptance({ idempotencyKey: `beside ${index}` }))).toMatchObject({
        kind: "accepted",
      });
      expect(await outbox.claim(Date.now(), 10, 60_000)).toHaveLength(2);
      await outbox.close();
    }
  });

  test("of another program is refused where nothing of ours is in it", async () => {
    const store = postgresStore(newSchema());
    const schema = (store.target as PostgresTarget).schema;
    await postgresStore("public").change(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.customers (name text)`);
    await expect(open(store.url)).rejects.toMatchObject({ failure: "foreign" });
  });

  test("is made once by relays that start at the same time", async () => {
    const store = postgresStore(newSchema());
    const relays = await Promise.all(Array.from({ length: 5 }, () => open(store.url)));
    const results = await Promise.all(
      relays.map((outbox, n) => outbox.accept(acceptance({ idempotencyKey: `relay ${n}` }))),
    );
    expect(results.map(({ kind }) => kind)).toEqual(Array(5).fill("accepted"));
    expect(await store.rows("SELECT count(*)::int AS count FROM meta WHERE name = 'secret'")).toEqual([{ count: 1 }]);
    await Promise.all(relays.map((outbox) => outbox.close()));
  });
});

describe("a role", () => {
  const admin = (sql: string) => postgresStore("public").change(sql);
  beforeAll(() => admin("CREATE ROLE guest LOGIN"));
  afterAll(() => admin("REVOKE ALL ON DATABASE postgres FROM guest; DROP OWNED BY guest; DROP ROLE guest"));
  const as = (role: string, url: string) => url.replace("postgres@", `${role}@`);

  test("without the right to make tables is refused, with what it lacks", async () => {
    const { url } = postgresStore(newSchema());
    await expect(open(as("guest", url))).rejects.toMatchObject({
      failure: "denied",
      message: expect.stringContaining("may not make the schema"),
    });
  });

  test("without rights to the tables is refused, with their names", async () => {
    const store = postgresStore(newSchema());
    await (await open(store.url)).close();
    const schema = (store.target as PostgresTarget).schema;
    await store.change(
      `GRANT USAGE ON SCHEMA ${schema} TO guest; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO guest`,
    );
    await expect(open(as("guest", store.url))).rejects.toMatchObject({
      failure: "denied",
      message: expect.stringMatching(/lacks rights to the tables actions, alerts, attempts, .*submissions/),
    });
    await store.change(
      `GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO guest; GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO guest`,
    );
    await (await open(as("guest", store.url))).close();
  });

  test("that does not exist is refused, and so is a database that does not", async () => {
    const { url } = postgresStore(newSchema());
    await expect(open(as("nobody_here", url))).rejects.toMatchObject({ failure: "denied" });
    await expect(open(url.replace("/postgres?", "/nowhere?"))).rejects.toMatchObject({ failure: "unusable" });
  });
});

test("a database that cannot hold every name is refused", async () => {
  const store = postgresStore("public");
  await store.change("CREATE DATABASE old ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'");
  await expect(open(store.url.replace("/postgres?", "/old?"))).rejects.toMatchObject({ failure: "unsafe" });
});

test("a server that does not answer is named, without the password", async () => {
  const url = "postgres://relay:secret@127.0.0.1:1/relay";
  const error = (await open(url).catch((problem: unknown) => problem)) as Error & { failure: string };
  expect(error.failure).toBe("unreachable");
  expect(String(error.stack)).not.toContain("secret");
});
