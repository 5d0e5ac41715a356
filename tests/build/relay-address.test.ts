// Where forms are sent must be known, and be an address that browsers send to: else the build fails, at its line.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check } from "../../cli/index.ts";
import { projectDir, withSite } from "../support/with-site.ts";

const sound = readFileSync(join(projectDir, "tests/fixtures/sites/small/content/site.yaml"), "utf8");
const lineOf = (text: string) => sound.split("\n").findIndex((line) => line.includes(text)) + 1;
const problemsWith = (relay: string) =>
  withSite({ "content/site.yaml": sound.replace(/relay:\n {2}url: .*\n/, relay) }, async ({ root }) => {
    const { diagnostics } = await check({ root });
    return diagnostics.map(({ code, file, line, message }) => ({ code, file, line, message }));
  });

test.each([
  ["relay.example.com", /is not a web address such as https:\/\/relay\.example\.com/],
  ["ftp://relay.example.com", /is not a web address/],
  ["javascript:alert(1)", /is not a web address/],
  ["mailto:hello@example.com", /is not a web address/],
  ['""', /is not a web address/],
  ["https://me:secret@relay.example.com", /must not hold a user name or a password/],
  ["https://relay.example.com/?key=1", /must end before/],
])("%s is no address for a relay", async (url, words) => {
  const problems = await problemsWith(`relay:\n  url: ${url}\n`);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({
    code: "CONTENT_INVALID_VALUE",
    file: "content/site.yaml",
    line: lineOf("relay:") + 1,
  });
  expect(problems[0]?.message).toMatch(words);
});

test("a site without one is told what is missing", async () => {
  for (const relay of ["", "relay: {}\n"]) {
    const problems = await problemsWith(relay);
    expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual(["CONTENT_MISSING_KEY content/site.yaml"]);
  }
});

test.each(["https://relay.example.com", "http://127.0.0.1:8787", "https://example.com/relay/"])(
  "%s is one",
  async (url) => {
    expect(await problemsWith(`relay:\n  url: ${url}\n`)).toEqual([]);
  },
);

test.each([
  ["http://relay.example.com", true],
  ["http://10.0.0.7:8787", true],
  ["http://localhost.example.com", true],
  ["https://relay.example.com", false],
  ["http://localhost:8787", false],
  ["http://127.0.0.1:8787", false],
  ["http://[::1]:8787", false],
])("an https site is warned of %s: %s", async (url, isTold) => {
  const codes = (await problemsWith(`relay:\n  url: ${url}\n`)).map(({ code }) => code);
  expect(codes).toEqual(isTold ? ["CONTENT_INSECURE_RELAY"] : []);
});

test("a site without https may have a relay without it, and the address of a command is judged as well", async () => {
  const codes = (options: { siteUrl?: string; relayUrl: string }) =>
    withSite({}, async ({ root }) => (await check({ root, ...options })).diagnostics.map(({ code }) => code));
  expect(await codes({ siteUrl: "http://preview.test", relayUrl: "http://relay.test" })).toEqual([]);
  expect(await codes({ relayUrl: "http://relay.test" })).toEqual(["CONTENT_INSECURE_RELAY"]);
});
