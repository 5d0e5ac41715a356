// Which requests are for this server by their Host, and which addresses are this machine.
import { describe, expect, test } from "vitest";
import { isForThisServer, isFromOwnPage } from "../../../../cli/serve/request-guard.ts";
import { isLoopback } from "../../../../relay/loopback.ts";

const isFor = (asked: string | undefined, host = "127.0.0.1", ...allowedHosts: string[]) =>
  isForThisServer({ headers: { host: asked } }, { host, allowedHosts });

describe("this machine", () => {
  test.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "site.localhost",
    "127.0.0.1",
    "127.8.9.10",
    "::1",
    "[::1]",
    "0:0:0:0:0:0:0:1",
    "::ffff:127.0.0.1",
    "[::ffff:7f00:1]",
  ])("is %s", (host) => expect(isLoopback(host)).toBe(true));

  test.each([
    "",
    "notlocalhost",
    "localhost.example",
    "127.0.0.1.example",
    "127.example",
    "128.0.0.1",
    "0.0.0.0",
    "::",
    "::ffff:192.0.2.1",
    "192.168.0.2",
  ])("is not %s", (host) => expect(isLoopback(host)).toBe(false));
});

describe("a request is answered", () => {
  test.each(["localhost:4321", "127.0.0.1:80", "[::1]:4321", "site.localhost", "LocalHost:1", "localhost:"])(
    "for a name of this machine: %s",
    (asked) => expect(isFor(asked)).toBe(true),
  );

  test("for the name or address that the server was started with, whatever the port in front of it", () => {
    expect(isFor("studio:8080", "Studio")).toBe(true);
    expect(isFor("192.0.2.7:80", "192.0.2.7")).toBe(true);
    expect(isFor("[2001:DB8::7]:80", "2001:db8::7")).toBe(true);
  });

  test("for any address where it listens on all of them, and for no name", () => {
    for (const host of ["0.0.0.0", "::", "0:0:0:0:0:0:0:0"]) {
      expect(isFor("192.0.2.7:4321", host)).toBe(true);
      expect(isFor("[2001:db8::7]:4321", host)).toBe(true);
      expect(isFor("rebound.example:4321", host)).toBe(false);
    }
    expect(isFor("192.0.2.7:4321")).toBe(false);
  });

  test("for the names that are allowed, and nothing below or above them", () => {
    expect(isFor("studio.example.com", "127.0.0.1", "Studio.Example.com")).toBe(true);
    expect(isFor("studio.example.com.:443", "127.0.0.1", "studio.example.com")).toBe(true);
    for (const other of ["example.com", "a.studio.example.com", "studio.example.com.evil.example"])
      expect(isFor(other, "127.0.0.1", "studio.example.com")).toBe(false);
  });

  test.each([
    undefined,
    "",
    ":4321",
    "rebound.example",
    "localhost.rebound.example:4321",
    "127.0.0.1.rebound.example",
    "localhost@rebound.example",
  ])("and not for %s", (asked) => expect(isFor(asked)).toBe(false));
});

test("a page of this server names it as its origin, too", () => {
  const isOwn = (headers: Partial<Record<"origin" | "sec-fetch-site", string>>) =>
    isFromOwnPage({ headers: { host: "localhost:4321", ...headers } });
  expect(isOwn({})).toBe(true);
  expect(isOwn({ origin: "http://localhost:4321", "sec-fetch-site": "same-origin" })).toBe(true);
  for (const headers of [{ origin: "http://localhost:5000" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }])
    expect(isOwn(headers)).toBe(false);
});
