// A body's bytes and what they mean, by the headers beside them.
import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "../../../relay/contract.ts";
import { isFormType, readBody } from "../../../relay/http/read-body.ts";

type Headers = Record<string, string>;

const begun = (headers: Headers) => Object.assign(new PassThrough(), { headers, complete: false });
const read = (body: string | Buffer, headers: Headers = {}) => {
  const request = begun(headers);
  request.end(body);
  return readBody(request as unknown as IncomingMessage, 60_000);
};
const type = (value: string): Headers => ({ "content-type": value });

describe("what reads as JSON is JSON", () => {
  test.each([
    "",
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/json, application/json",
    'application/json ;charset="us-ascii"',
    "text/json",
    "text/plain;charset=UTF8",
    "application/octet-stream",
    "application/vnd.api+json",
    "application/vnd.site-1.v2+json",
  ])("as %j", async (value) => {
    expect(await read('{"a":1}', value === "" ? {} : type(value))).toEqual({ kind: "json", value: { a: 1 } });
  });

  test("within a string, once", async () => {
    expect((await read(JSON.stringify('{"a":1}'))).value).toEqual({ a: 1 });
    expect((await read(JSON.stringify(JSON.stringify("a")))).value).toBe("a");
  });
});

describe("a form's fields", () => {
  test.each(["application/x-www-form-urlencoded", "Application/X-WWW-Form-URLencoded; charset=utf-8"])(
    "come as %s",
    async (value) => {
      const { kind, value: fields } = await read("a=1&b=x+%C3%BC&a=2&phone=1&phone=2&a=3", type(value));
      // Several choices of a form's own field; a field of the contract has one value.
      expect([kind, { ...(fields as object) }]).toEqual(["form", { a: ["1", "2", "3"], b: "x ü", phone: "2" }]);
    },
  );

  test.each<[string, Record<string, string>]>([
    ["name=Ana++de+la%09Cruz+", { firstName: "Ana", lastName: "de la Cruz" }],
    ["name=Ana&lastName=Cruz", { firstName: "Ana", lastName: "Cruz" }],
    ["name=Ana+Cruz&firstName=Eva", { name: "Ana Cruz", firstName: "Eva" }],
    ["name=", { firstName: "", lastName: "" }],
    ["email=a%40b.ca", { email: "a@b.ca" }],
  ])("of %s have the name in its two parts", async (body, fields) => {
    const { value } = await read(body, type("application/x-www-form-urlencoded"));
    expect({ ...(value as object) }).toEqual(fields);
  });

  test("of several parts have it so too", async () => {
    const body = '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nAna Cruz\r\n--b--';
    const { kind, value } = await read(body, type("multipart/form-data; boundary=b"));
    expect([kind, { ...(value as object) }]).toEqual(["form", { firstName: "Ana", lastName: "Cruz" }]);
  });

  test.each([
    ["multipart/form-data", true],
    [" application/x-www-form-urlencoded;charset=utf-8", true],
    ["application/x-www-form-urlencoded2", false],
    ["text/plain, multipart/form-data", false],
    [undefined, false],
  ])("are announced by the type %s: %s", (value, expected) => expect(isFormType(value)).toBe(expected));
});

describe("a body that is packed", () => {
  test.each([
    ["gzip", gzipSync('{"a":1}')],
    [" X-GZip ", gzipSync('{"a":1}')],
    ["deflate", deflateSync('{"a":1}')],
    ["identity", '{"a":1}'],
    [" ", '{"a":1}'],
  ])("as %j is unpacked", async (packing, body) => {
    expect((await read(body, { "content-encoding": packing })).value).toEqual({ a: 1 });
  });

  test("may be as large as any other when it is unpacked, and no larger", async () => {
    const whole = (size: number) => gzipSync(JSON.stringify("1").padEnd(size, " "));
    expect((await read(whole(MAX_BODY_BYTES), { "content-encoding": "gzip" })).value).toBe(1);
    await expect(read(whole(MAX_BODY_BYTES + 1), { "content-encoding": "gzip" })).rejects.toMatchObject({
      code: "payload_too_large",
    });
  });
});

describe("a body that cannot be read", () => {
  test.each<[string, string | Buffer, Headers, object]>([
    ["nothing", "", {}, { code: "empty_body", hint: expect.stringContaining("Send the form's fields as JSON.") }],
    ["nothing, packed", "", { "content-encoding": "gzip" }, { code: "empty_body" }],
    ["nothing of a form", "", type("application/x-www-form-urlencoded"), { code: "empty_body" }],
    ["blanks", " \n", {}, { code: "empty_body" }],
    ["another type", "x", type("Image/PNG; q=1"), { code: "unsupported_type", details: "It came as image/png." }],
    ["a type that is none", "x", type("<script>"), { code: "unsupported_type", details: null }],
    ["a type with more before it", "x", type("x <a/b>"), { code: "unsupported_type", details: null }],
    ["a word before its type", "x", type("x a/b"), { code: "unsupported_type", details: null }],
    ["a word behind its type", "x", type("a/b x"), { code: "unsupported_type", details: null }],
    ["a type that only ends so", "x", type("text/x+json"), { code: "unsupported_type" }],
    ["a type that only begins so", "x", type("application/x+jsonp"), { code: "unsupported_type" }],
    ["a long type", "x", type(`a/${"b".repeat(100)}`), { details: `It came as a/${"b".repeat(78)}.` }],
    [
      "another character set",
      "{}",
      type("text/plain; charset=utf-16"),
      { code: "unsupported_type", hint: "Send UTF-8." },
    ],
    ["a set that begins like ours", "{}", type("text/plain; charset=utf-80"), { code: "unsupported_type" }],
    ["a set that ends like ours", "{}", type("text/plain; charset=x-us-ascii"), { code: "unsupported_type" }],
    ["no text", Buffer.from([0x22, 0xff, 0x22]), {}, { code: "invalid_json", hint: "Send UTF-8." }],
    ["no JSON", "{", {}, { code: "invalid_json", hint: expect.stringContaining("Send an object such as") }],
    [
      "an unknown packing",
      "x",
      { "content-encoding": "zstd" },
      { hint: expect.stringContaining("gzip, x-gzip, deflate, br.") },
    ],
    ["a name of every object for a packing", "x", { "content-encoding": "toString" }, { code: "unsupported_type" }],
    ["another packing than it says", "x", { "content-encoding": "gzip" }, { code: "bad_request" }],
    [
      "too many bytes",
      Buffer.alloc(MAX_BODY_BYTES + 1, "1"),
      {},
      { code: "payload_too_large", details: "At most 32768 bytes are taken." },
    ],
    ["a length that is too large", "{}", { "content-length": "32769" }, { code: "payload_too_large" }],
  ])("has %s", async (name, body, headers, expected) => {
    const refusal = await read(body, headers).catch((error) => error);
    expect(refusal).toMatchObject(expected);
    expect(refusal.message).toMatch(/^The .+\.$/);
    if (name !== "another packing than it says") expect(refusal.hint).toMatch(/^Send .+[.}]$|^Shorten .+\.$/);
  });

  test.each([
    ["that it says", "1".padEnd(MAX_BODY_BYTES), { "content-length": String(MAX_BODY_BYTES) }],
    ["that it has", "1".padEnd(MAX_BODY_BYTES), {}],
  ])("may have the largest size %s", async (_, body, headers) =>
    expect((await read(body, headers as Headers)).value).toBe(1),
  );

  test.each([
    ["breaks off", (request: PassThrough) => request.destroy(), "bad_request"],
    ["fails", (request: PassThrough) => request.destroy(new Error("reset")), "bad_request"],
    ["takes too long", () => {}, "request_timeout"],
  ])("%s, and then nobody listens to it any more", async (_, end, code) => {
    const request = begun({});
    request.on("error", () => {});
    request.write('{"a":');
    const reading = readBody(request as unknown as IncomingMessage, code === "request_timeout" ? 1 : 60_000);
    setImmediate(end, request);
    const refusal = await reading.catch((error) => error);
    expect([refusal.code, refusal.message]).toEqual([code, expect.stringMatching(/^The .+\.$/)]);
    expect([request.listenerCount("data"), request.listenerCount("close")]).toEqual([0, 0]);
  });

  test("comes in pieces", async () => {
    const request = begun({});
    const reading = readBody(request as unknown as IncomingMessage, 60_000);
    for (const piece of ['{"a"', ":", "1}"]) request.write(piece);
    request.end();
    expect((await reading).value).toEqual({ a: 1 });
    expect(request.listenerCount("data")).toBe(0);
  });
});
