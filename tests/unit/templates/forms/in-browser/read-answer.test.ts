import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer } from "../../../../../templates/forms/in-browser/read-answer.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const read = (status: number, body: unknown, retryAfter: string | null = null) =>
  readAnswer({ status, body: typeof body === "string" ? body : JSON.stringify(body), retryAfter }, NOW);

test("an accepted request gives its reference", () => {
  expect(read(200, { data: { id: "EV-7K3M-9QXD", status: "accepted" }, error: null })).toEqual({
    isSent: true,
    reference: "EV-7K3M-9QXD",
  });
});

test.each([[{ data: { id: "" }, error: null }], [{ data: {} }], [{ data: "ok", error: null }], [{ data: { id: 7 } }]])(
  "%j is sent, without a reference",
  (body) => expect(read(200, body)).toEqual({ isSent: true, reference: undefined }),
);

describe("is a failure:", () => {
  test.each([
    ["an empty answer", ""],
    ["an answer that is not JSON", "<html>Bad gateway</html>"],
    ["half an answer", '{"data":{"id":"EV'],
    ["an answer that lacks both", {}],
    ["both null", { data: null, error: null }],
    ["an error beside data", { data: { id: "x" }, error: { message: "no" } }],
    ["an error alone", { error: { message: "no" } }],
    ["an error as text", { data: null, error: "no" }],
    ["a list", []],
    ["null", null],
    ["a number", 7],
  ])("%s", (_, body) => expect(read(200, body).isSent).toBe(false));

  test.each([201, 204])("but not the status %s with data", (status) =>
    expect(read(status, { data: { id: "x" } }).isSent).toBe(true),
  );
  test.each([302, 400, 404, 500])("data under status %s", (status) =>
    expect(read(status, { data: { id: "x" }, error: null }).isSent).toBe(false),
  );
});

test("an error's details are all kept, for the console", () => {
  const error = {
    message: "The request has a field that is not in order.",
    details: "email: is no address",
    hint: "Correct the field.",
    code: "validation_failed",
    requestId: "r-1",
    fields: [{ field: "email", message: "is no address" }, "odd"],
  };
  expect(read(400, { data: null, error })).toEqual({
    isSent: false,
    failure: { ...error, fields: [error.fields[0]], status: 400, retryAfterMs: undefined },
  });
});

test("the relay's wish to wait is read as seconds or as a moment", () => {
  const waitOf = (header: string | null) => {
    const answer = read(429, { data: null, error: { message: "slow down" } }, header);
    return answer.isSent ? "sent" : answer.failure.retryAfterMs;
  };
  expect(waitOf("7")).toBe(7000);
  expect(waitOf("Sat, 21 Nov 2026 12:00:20 GMT")).toBe(20_000);
  expect(waitOf("Sat, 21 Nov 2026 11:00:00 GMT")).toBe(0);
  for (const odd of [null, "", "soon", "-5", "1.5e3x"]) expect(waitOf(odd) ?? 0).toBe(0);
});

test("whatever comes over the wire, reading it gives an answer", () => {
  fc.assert(
    fc.property(fc.nat(999), fc.oneof(fc.json(), fc.string()), fc.option(fc.string()), (status, body, retryAfter) => {
      const answer = readAnswer({ status, body, retryAfter }, NOW);
      expect(typeof answer.isSent).toBe("boolean");
      if (!answer.isSent) expect(typeof answer.failure.message).toBe("string");
    }),
  );
});
