// Reasons in the words of the office.
import { expect, test } from "vitest";
import type { FailureReason } from "../../../relay/delivery/mail-transport.ts";
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

/** The compiler holds this list to the transport's. */
const FAILURES: Readonly<Record<FailureReason, true>> = {
  unreachable: true,
  dns: true,
  timeout: true,
  "cut-off": true,
  tls: true,
  login: true,
  protocol: true,
  "server-busy": true,
  "sender-refused": true,
  "relaying-denied": true,
  greylisted: true,
  "mailbox-full": true,
  "mailbox-unknown": true,
  "address-refused": true,
  "international-address": true,
  "too-large": true,
  "content-refused": true,
  "server-full": true,
  temporary: true,
  "no-answer": true,
  stopped: true,
  maildir: true,
  "receiver-busy": true,
  "receiver-failed": true,
  "receiver-refused": true,
  redirected: true,
  "not-allowed": true,
  internal: true,
};
const OF_THE_STORE = ["expired", "damaged", "interrupted", "blocked", "bounced", "bounced-for-now"];

test.each([...Object.keys(FAILURES), ...OF_THE_STORE])("%s has words of its own", (reason) => {
  expect(reasonText(reason, "team")).not.toBe(reason.replaceAll("-", " "));
});
