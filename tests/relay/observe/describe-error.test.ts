import { describe, expect, test } from "vitest";
import { describeError } from "../../../relay/observe/describe-error.ts";

const MARKER = "Zanzibar Quillfeather";

describe("what is reported of an error", () => {
  test("is its kind, its codes and where in the code it arose", () => {
    const error = Object.assign(new TypeError("broken"), { code: "EENVELOPE", responseCode: 550, command: "RCPT" });
    expect(describeError(error)).toMatchObject({
      name: "TypeError",
      code: "EENVELOPE",
      smtpCode: 550,
      smtpCommand: "RCPT",
      at: expect.arrayContaining([expect.stringContaining("describe-error.test.ts")]),
    });
  });

  test.each([
    ["a message", new Error(`550 <${MARKER}@example.com> unknown`)],
    ["a message of several lines", new Error(`first\n    at ${MARKER} (x.ts:1:1)`)],
    ["a message that was changed later", Object.assign(new Error(MARKER), { message: "changed" })],
    ["a name", Object.assign(new Error("x"), { name: MARKER })],
    ["a code", Object.assign(new Error("x"), { code: MARKER, command: MARKER, syscall: MARKER })],
    ["other properties", Object.assign(new Error("x"), { response: MARKER, recipient: MARKER, input: { MARKER } })],
    ["a cause", new Error("x", { cause: new Error(MARKER, { cause: MARKER }) })],
    ["several errors", new AggregateError([new Error(MARKER)], MARKER)],
    ["text that was thrown", MARKER],
    ["an object that was thrown", { name: MARKER, message: MARKER, stack: `    at ${MARKER}` }],
  ])("never holds what a visitor typed: %s", (_, error) => {
    expect(JSON.stringify(describeError(error))).not.toMatch(/zanzibar|quillfeather/i);
  });

  test("survives an error that is its own cause", () => {
    const error = new Error("round");
    error.cause = error;
    expect(() => describeError(error)).not.toThrow();
  });
});
