// What `sslmode` and `sslrootcert` mean (relay/docs/postgresql.md), with a server that has a certificate of an authority of its own.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { systemClock } from "../../../../../relay/clock.ts";
import { type PostgresTarget, storeTarget } from "../../../../../relay/config/targets.ts";
import { StoreError, storeHints } from "../../../../../relay/errors.ts";
import { createOutbox } from "../../../../../relay/store/create-outbox.ts";
import { fileFolder } from "../../../../support/process/own-folder.ts";
import { createAuthority } from "../../../../support/relay/certificates.ts";
import { type PostgresServer, startPostgres } from "../../../../support/relay/postgres-server.mjs";
import { acceptance } from "../../../support/with-outbox.ts";

const authority = createAuthority("Authority of the database");
const server = { host: "127.0.0.1", ...authority.issue("127.0.0.1") };
const folder = fileFolder();
const fileOf = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const right = fileOf("right.pem", authority.cert);
const wrong = fileOf("wrong.pem", createAuthority("Another authority").cert);

let database: PostgresServer;
beforeAll(async () => {
  database = await startPostgres({
    settings: { ssl: "on", ssl_cert_file: "../server.crt", ssl_key_file: "../server.key" },
    files: { "server.crt": server.cert, "server.key": server.key },
  });
});
afterAll(async () => {
  await database.stop();
});

const targetOf = (parameters: Record<string, string>, host: string = server.host) =>
  storeTarget.parse(
    `postgres://postgres@${host}:${database.port}/postgres?${new URLSearchParams(parameters)}`,
  ) as PostgresTarget;

/** Whether every connection of the relay is encrypted, while it takes a request; or why it does not start. */
async function outcomeOf(target: PostgresTarget): Promise<boolean | unknown> {
  const outbox = createOutbox(target, { clock: systemClock });
  try {
    await outbox.open();
  } catch (error) {
    return error;
  }
  const watcher = new pg.Client(database.url());
  await watcher.connect();
  try {
    await outbox.accept(acceptance());
    const { rows } = await watcher.query(
      "SELECT bool_and(ssl) AS encrypted FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'eventsite-relay%'",
    );
    return rows[0].encrypted;
  } finally {
    await watcher.end();
    await outbox.close();
  }
}

describe("the database is used", () => {
  test.each([
    ["verify-full, by the authority and the name", { sslmode: "verify-full", sslrootcert: right }, true],
    ["verify-ca, by the authority", { sslmode: "verify-ca", sslrootcert: right }, true],
    ["require, with any certificate", { sslmode: "require" }, true],
    ["disable, without encryption", { sslmode: "disable" }, false],
  ])("with %s", async (_, parameters, isEncrypted) => {
    expect(await outcomeOf(targetOf(parameters))).toBe(isEncrypted);
  });

  test("with verify-ca under another name", async () => {
    expect(await outcomeOf(targetOf({ sslmode: "verify-ca", sslrootcert: right }, "localhost"))).toBe(true);
  });
});

describe("the database is refused, with what to do", () => {
  test.each([
    ["of another authority, with verify-full", { sslmode: "verify-full", sslrootcert: wrong }, server.host],
    ["of another authority, with verify-ca", { sslmode: "verify-ca", sslrootcert: wrong }, server.host],
    ["of another authority, with require and sslrootcert", { sslmode: "require", sslrootcert: wrong }, server.host],
    ["of an authority that nobody named", { sslmode: "verify-full" }, server.host],
    ["of another name, with verify-full", { sslmode: "verify-full", sslrootcert: right }, "localhost"],
  ])("where its certificate is %s", async (_, parameters, host) => {
    const error = await outcomeOf(targetOf(parameters, host));
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ failure: "denied", message: expect.stringMatching(/certificate is not accepted/) });
    expect(storeHints.denied).toMatch(/sslmode and sslrootcert \(relay\/docs\/postgresql\.md\)/);
  });

  test.each([
    ["cannot be read", () => join(folder, "none.pem"), /sslrootcert .*none\.pem.*ENOENT/],
    [
      "holds no certificate",
      () => fileOf("empty.pem", "no certificate\n"),
      /sslrootcert .*no certificate in PEM: .*empty\.pem/,
    ],
  ])("where the authority's file %s", async (_, path, message) => {
    const error = await outcomeOf(targetOf({ sslmode: "verify-full", sslrootcert: path() }));
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ failure: "denied", message: expect.stringMatching(message) });
  });

  test("where it speaks no TLS", async () => {
    const target = storeTarget.parse(`${inject("postgresUrl")}?sslmode=require`) as PostgresTarget;
    expect(await outcomeOf(target)).toMatchObject({ failure: "denied", message: expect.stringMatching(/no TLS/) });
  });
});
