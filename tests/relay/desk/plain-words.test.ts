// Reasons in the words of the office.
import { expect, test } from "vitest";
import { reasonText } from "../../../relay/operators/plain-words.ts";

test("a failure is described by what failed: the mail server, or the program that was called", () => {
  expect(reasonText("timeout", "team")).toBe("the mail server took too long");
  expect(reasonText("timeout", "webhook")).toBe("the other program took too long");
  expect(reasonText("dns", "webhook")).toBe("the other program's name could not be found");
  expect(reasonText("receiver-refused", "webhook")).toBe("the other program does not take it");
  expect(reasonText(null, "team")).toBeNull();
  // Of a later release.
  expect(reasonText("moon-phase", "team")).toBe("moon phase");
});
