// What a request says of its caller: a plain form or a script, with a key or without, from inside or handed on by a proxy.
import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { isAskedInside } from "../../../relay/client-address.ts";
import { RefusedError } from "../../../relay/errors.ts";
import { checkKey, isPlainForm, isSame, readIdempotencyKey } from "../../../relay/http/caller.ts";
import { isOriginAllowed } from "../../../relay/http/create-app.ts";

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

function refusalOf(work: () => unknown): RefusedError | null {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error;
  }
}

describe("a plain form", () => {
  test.each<[boolean, string, Record<string, string>]>([
    [true, "a browser", { ...FORM, accept: "text/html,application/xhtml+xml,*/*;q=0.8" }],
    [true, "nothing more", FORM],
    [true, "a type with more behind it", { "content-type": " Multipart/Form-Data; boundary=b" }],
    [true, "headers that are empty", { ...FORM, apikey: "", authorization: " " }],
    [true, "a browser that takes JSON too", { ...FORM, accept: "text/html, application/json" }],
    [false, "a caller that wants JSON", { ...FORM, accept: "application/json, */*" }],
    [false, "a key", { ...FORM, apikey: "k" }],
    [false, "a token", { ...FORM, authorization: "Bearer k" }],
    [false, "a client's name", { ...FORM, "x-client-info": "functions-js/2" }],
    [false, "no type", {}],
    [false, "JSON", { "content-type": "application/json" }],
    [false, "a type that begins like a form's", { "content-type": "multipart/form-data2" }],
    [false, "a form's type behind another", { "content-type": "text/plain; multipart/form-data" }],
  ])("is seen as one (%s) by %s", (expected, _, headers) => {
    expect(isPlainForm(request(headers))).toBe(expected);
  });
});

describe("the key", () => {
  const KEY = "sb_publishable_1";
  const codeFor = (headers: Record<string, string>, keys: readonly string[] = [KEY]) =>
    refusalOf(() => checkKey(request(headers), keys))?.code ?? null;

  test.each([
    { apikey: KEY },
    { apikey: ` ${KEY} ` },
    { authorization: `bearer   ${KEY}` },
    { apikey: "another", authorization: `BEARER ${KEY}` },
    { ...FORM, origin: "https://www.example.com" },
  ] as Record<string, string>[])("is there in %j", (headers) => expect(codeFor(headers)).toBeNull());

  test.each([{}, { authorization: `Token bearer ${KEY}` }, FORM, { origin: "https://www.example.com" }] as Record<
    string,
    string
  >[])("is missing in %j", (headers) => {
    expect(codeFor(headers)).toBe("key_not_allowed");
    expect(codeFor(headers, [])).toBeNull();
  });

  test("is any of several, and the one that was sent is known by its position", () => {
    const positionOf = (headers: Record<string, string>) => checkKey(request(headers), ["new", "old"]);
    expect([positionOf({ apikey: "new" }), positionOf({ authorization: "Bearer old" })]).toEqual([1, 2]);
    expect(positionOf({ ...FORM, origin: "https://www.example.com" })).toBeNull();
    expect(codeFor({ apikey: "new,old" }, ["new", "old"])).toBe("key_not_allowed");
  });

  test("is compared as a whole", () => {
    expect([isSame("abc", "abc"), isSame("abc", "abd"), isSame("ab", "abc"), isSame("", "")]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("a key for repetitions", () => {
  const read = (key: string) => readIdempotencyKey(request({ "idempotency-key": key }));

  test("is any plain text of 255 characters at most, without the blanks around it", () => {
    expect([readIdempotencyKey(request({})), read(""), read("  ")]).toEqual([null, null, null]);
    expect([read(" a b "), read("~!"), read("k".repeat(255))]).toEqual(["a b", "~!", "k".repeat(255)]);
  });

  test.each(["k".repeat(256), "ké", "é k", "a\tb", "a\x7f"])("is refused as %j, with its field", (key) => {
    const refusal = refusalOf(() => read(key));
    expect([refusal?.code, refusal?.fields]).toEqual([
      "validation_failed",
      [{ field: "idempotency-key", message: "must be at most 255 plain characters" }],
    ]);
  });
});

describe("an origin", () => {
  const sites = { allowedOrigins: ["https://www.example.com"], allowLoopbackOrigins: true };

  test.each<[string | undefined, boolean, boolean]>([
    [undefined, true, true],
    ["https://www.example.com", true, true],
    ["https://example.com", false, false],
    ["http://localhost:3000", true, false],
    ["http://[::1]:4321", true, false],
    ["http://localhost.evil.example", false, false],
    ["null", false, false],
  ])("%s may call while pages of this machine may (%s), and while they may not (%s)", (origin, withLocal, without) => {
    expect(isOriginAllowed(origin, sites)).toBe(withLocal);
    expect(isOriginAllowed(origin, { ...sites, allowLoopbackOrigins: false })).toBe(without);
  });
});

describe("a request from inside", () => {
  test.each([
    [true, ["10.0.0.7", "[2001:db8::1]", "localhost:1", "x.localhost", "relay", "my-relay", "relay.shop.svc"]],
    [true, ["relay.local", "relay.internal", "relay.home.arpa"]],
    [false, ["relay.example.com", "relay.local.example", "relay.mylocal", "10.0.0.7.example", "relay.homexarpa", ""]],
    [false, ["example.relay!", "exam ple", "[::1]x", "x[::1]", "relay:port"]],
    [true, ["relay:", "[::1]:8787", "Relay:1"]],
  ])("is one (%s) to each of these names: %j", (expected, hosts) => {
    for (const host of hosts) expect([host, isAskedInside(request({ host }))]).toEqual([host, expected]);
  });

  test("may lack a host", () => expect(isAskedInside(request({}))).toBe(false));
});
