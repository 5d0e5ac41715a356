// Reasons in the words of the office.
import { expect, test } from "vitest";
import { eventText, reasonText } from "../../../../relay/http/desk/plain-words.ts";
import type { SubmissionDetails } from "../../../../relay/store/operations/look-up.ts";

test("a failure is described by what failed: the mail server, or the program that was called", () => {
  expect(reasonText("timeout", "team")).toBe("the mail server took too long");
  expect(reasonText("timeout", "webhook")).toBe("the other program took too long");
  expect(reasonText("dns", "webhook")).toBe("the other program's name could not be found");
  expect(reasonText("receiver-refused", "webhook")).toBe("the other program does not take it");
  expect(reasonText(null, "team")).toBeNull();
  // Of a later release.
  expect(reasonText("moon-phase", "team")).toBe("moon phase");
});

test("what was tried before a mail went elsewhere is said of the address of that time", () => {
  const attempted = { type: "attempted", attempt: { outcome: "delivered", reason: null } };
  const redirected = { type: "redirected", from: "old@evenhall.test", to: "new@evenhall.test" };
  const details = {
    entries: [{ id: "1", kind: "team", recipient: "new@evenhall.test" }],
    timeline: [attempted, redirected, { ...attempted }].map((what) => ({ entryId: "1", what })),
  } as unknown as SubmissionDetails;
  const texts = details.timeline.map((event) => eventText(event, details, { suspicions: {} }));
  expect(texts.map((text) => text.match(/\w+@/g)?.join(" "))).toEqual(["old@", "old@ new@", "new@"]);
});
