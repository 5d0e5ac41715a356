// What is wrong with the address that forms are sent to.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { insecureRelay, isLoopback, localRelay } from "../../../../cli/content/relay-address.ts";
import { sourceOf } from "../../../support/sources.ts";

const root = mkdtempSync(join(tmpdir(), "eventsite-relay-address-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const site = {
  ...sourceOf(""),
  path: join(root, "site.yaml"),
  file: "content/site.yaml",
  collection: "",
  slug: "site",
};
const settings = (url: string, relay: string) => {
  writeFileSync(site.path, `url: ${url}\nrelay:\n  url: ${relay}\n`);
  return { url, relay: { url: relay } };
};
const publish = { relayUrl: undefined, purpose: "publish" } as const;

test.each([
  ["localhost", true],
  ["localhost.", true],
  ["a.localhost", true],
  ["127.0.0.1", true],
  ["127.1.2.33", true],
  ["[::1]", true],
  ["[::ffff:7f00:1]", true],
  ["notlocalhost", false],
  ["localhost.example.com", false],
  ["127.0.0.1.example.com", false],
  ["10.127.0.0.1", false],
  ["128.0.0.1", false],
  ["[::2]", false],
  ["[::ffff:8000:1]", false],
])("%s is this machine: %s", (host, expected) => expect(isLoopback(host)).toBe(expected));

describe("a relay without https", () => {
  test("cannot be reached from a site with it: that is a warning at its line", () => {
    expect(insecureRelay(settings("https://a.example", "http://relay.example/x"), site, publish)).toMatchObject([
      {
        code: "CONTENT_INSECURE_RELAY",
        severity: "warning",
        message:
          "Browsers will not send forms from https://a.example to http://relay.example/x: the one is https, the other is not.",
        hint: "give the relay an https:// address",
        file: "content/site.yaml",
        line: 3,
        column: 8,
      },
    ]);
  });

  test("has no line where it was given by an option, or the file cannot be read", () => {
    const values = settings("https://a.example", "http://relay.example");
    const [given] = insecureRelay(values, site, { relayUrl: values.relay.url });
    expect(given).toEqual({
      code: "CONTENT_INSECURE_RELAY",
      severity: "warning",
      message: expect.any(String),
      hint: "give the relay an https:// address",
    });
    expect(insecureRelay(values, { ...site, path: join(root, "gone.yaml") }, publish)).toEqual([given]);
  });

  test.each([
    ["http://a.example", "http://relay.example"],
    ["https://a.example", "https://relay.example"],
    ["https://a.example", "http://localhost:8787"],
    ["", "http://relay.example"],
    ["https://a.example", ""],
  ])("is right for %j and %j", (url, relay) => {
    expect(insecureRelay(settings(url, relay), site, publish)).toEqual([]);
  });
});

describe("a relay on this machine", () => {
  const hint =
    "give the address that visitors reach the relay at; to try the forms on this machine, use `eventsite serve`, or build with --site-url http://localhost:4321";

  test.each(["http://localhost:8787", "https://127.0.0.1", "http://0.0.0.0:80", "http://[::]:80", "http://[::1]"])(
    "is an error for a public site: %s",
    (relay) => {
      expect(localRelay(settings("https://a.example", relay), site, publish)).toMatchObject([
        {
          code: "CONTENT_LOCAL_RELAY",
          severity: "error",
          message: `Visitors of https://a.example could not send forms: the relay ${relay} is an address of their own machine.`,
          hint,
          line: 3,
          column: 8,
        },
      ]);
    },
  );

  test("says where it was given, if not in site.yaml", () => {
    const values = settings("https://a.example", "http://localhost");
    expect(localRelay(values, site, { ...publish, relayUrl: "http://localhost" })).toEqual([
      {
        code: "CONTENT_LOCAL_RELAY",
        severity: "error",
        message:
          "Visitors of https://a.example could not send forms: the relay http://localhost, given by --relay-url or EVENTSITE_RELAY_URL, is an address of their own machine.",
        hint,
      },
    ]);
    expect(localRelay(values, { ...site, path: join(root, "gone.yaml") }, publish)).toMatchObject([{ hint }]);
  });

  test("is right for a site on this machine, for a preview, and where an address is none", () => {
    const values = settings("https://a.example", "http://localhost");
    expect(localRelay(values, site, { ...publish, purpose: "serve" })).toEqual([]);
    expect(localRelay(settings("http://localhost:4321", "http://localhost"), site, publish)).toEqual([]);
    expect(localRelay(settings("https://a.example", "https://relay.example"), site, publish)).toEqual([]);
    expect(localRelay(settings("https://a.example", "http://10.0.0.0.0.example"), site, publish)).toEqual([]);
    expect(localRelay(settings("", "http://localhost"), site, publish)).toEqual([]);
    expect(localRelay(settings("https://a.example", ""), site, publish)).toEqual([]);
  });
});
