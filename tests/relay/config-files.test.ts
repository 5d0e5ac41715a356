// Configuration as containers give it: secrets as files, and variables that Kubernetes adds by itself.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../relay/config/config.ts";
import { ConfigError } from "../../relay/errors.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "relay-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mail = { RELAY_MAIL_FROM: "web@evenhall.ca", RELAY_MAIL_TO: "team@evenhall.ca" };

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable }) => variable);
  }
}

test("a secret is read from the file that its variable names", () => {
  writeFileSync(join(folder, "mail-url"), "smtp://relay:p%40ss@mx.evenhall.ca:587\n");
  writeFileSync(join(folder, "key"), "public-key\n");
  const config = readConfig({
    ...mail,
    RELAY_MAIL_URL_FILE: join(folder, "mail-url"),
    RELAY_PUBLIC_KEY_FILE: join(folder, "key"),
  });
  expect(config.mail.target).toMatchObject({ host: "mx.evenhall.ca", user: "relay", password: "p@ss" });
  expect(config.publicKeys).toEqual(["public-key"]);
});

test("a file that cannot be read is reported by its variable, with all other problems", () => {
  expect(problemsOf({ RELAY_PUBLIC_KEY_FILE: join(folder, "nothing"), PORT: "x", RELAY_TLS: "maybe" }).sort()).toEqual([
    "PORT",
    "RELAY_PUBLIC_KEY_FILE",
    "RELAY_TLS",
  ]);
});

test("a secret that is given twice is not chosen for the operator", () => {
  writeFileSync(join(folder, "key"), "a");
  expect(problemsOf({ RELAY_PUBLIC_KEY: "b", RELAY_PUBLIC_KEY_FILE: join(folder, "key") })).toEqual([
    "RELAY_PUBLIC_KEY_FILE",
  ]);
});

test("what Kubernetes sets beside a service called relay is no misspelt variable", () => {
  const added = {
    RELAY_SERVICE_HOST: "10.0.0.1",
    RELAY_SERVICE_PORT: "8787",
    RELAY_SERVICE_PORT_HTTP: "8787",
    RELAY_PORT: "tcp://10.0.0.1:8787",
    RELAY_PORT_8787_TCP_ADDR: "10.0.0.1",
  };
  expect(problemsOf(added)).toEqual([]);
  expect(problemsOf({ ...added, RELAY_SERVCE_HOST: "x", RELAY_MAIL_URI: "x" })).toEqual([
    "RELAY_SERVCE_HOST",
    "RELAY_MAIL_URI",
  ]);
});
