// Which pause holds a mail back, as operators read it beside the mail.
import { expect, test } from "vitest";
import { type Pause, pausedMails, pauseOf } from "../../../relay/delivery/pause.ts";
import type { EntryKind, OutboxEntry } from "../../../relay/store/rows/outbox-entry.ts";

const pause = (kinds: readonly EntryKind[], route: string | null, until = 1000): Pause => ({
  kinds,
  route,
  cause: "refused",
  until,
});

const mail = (kind: EntryKind, recipient: string, state: OutboxEntry["state"] = "queued") =>
  ({ kind, recipient, state }) as OutboxEntry;

const TEAM = mail("team", "Team@example.com");

test("is one of its kind, for all mails or for its recipient", () => {
  const forAll = pause(["team", "digest"], null);
  const forTeam = pause(["team"], "team@example.com");
  expect(pauseOf(TEAM, [forAll])).toBe(forAll);
  expect(pauseOf(TEAM, [forTeam])).toBe(forTeam);
  expect(pauseOf(TEAM, [pause(["team"], "other@example.com"), pause(["acknowledgement"], null)])).toBeNull();
  expect(pauseOf(TEAM, [])).toBeNull();
});

test("is one of the visitor's domain for a confirmation", () => {
  const forDomain = pause(["acknowledgement"], "visitor.ca");
  expect(pauseOf(mail("acknowledgement", "zoe@visitor.ca"), [forDomain])).toBe(forDomain);
  expect(pauseOf(mail("acknowledgement", "zoe@other.ca"), [forDomain])).toBeNull();
});

test("is the longest of several, and none of a mail that does not wait", () => {
  const pauses = [pause(["team"], null, 10), pause(["team"], "team@example.com", 30), pause(["team"], null, 20)];
  expect(pauseOf(TEAM, pauses)?.until).toBe(30);
  for (const state of ["held", "delivered", "dead", "erased"] as const)
    expect(pauseOf(mail("team", "team@example.com", state), pauses)).toBeNull();
});

test("is named by its mails", () => {
  expect(pausedMails(pause(["team", "digest"], null))).toBe("team and digest");
  expect(pausedMails(pause(["team"], "team@example.com"))).toBe("team to team@example.com");
});
