// What the doctor reports of the store.
import { expect, test } from "vitest";
import { checkLog, checkStore } from "../../../relay/commands/check-store.ts";
import type { OutboxStats } from "../../../relay/store/records.ts";

const NOW = Date.UTC(2026, 2, 14);
const blocked: OutboxStats = {
  entries: [{ state: "held", kind: "team", count: 3 }],
  oldestDueAt: null,
  oldestQueuedAt: null,
  oldestTeamQueuedAt: null,
  futureDated: 0,
  overdue: 0,
  quarantined: 0,
  bytes: 4096,
  writable: true,
};
const heldFinding = (heldRequests: number) =>
  checkStore(blocked, heldRequests, NOW).find(({ check }) => check === "store: held");

test("requests of blocked senders are nothing that has to be released", () => {
  expect(heldFinding(0)).toMatchObject({ status: "ok" });
  expect(heldFinding(2)).toMatchObject({
    status: "warning",
    message: "2 requests are held as suspicious.",
    hint: "`eventsite-relay list --held-for suspicion`, then `release`",
  });
});

test("lines of the log that were dropped are a warning with their number", () => {
  expect(checkLog(0)).toMatchObject({ check: "log", status: "ok" });
  expect(checkLog(12)).toMatchObject({ check: "log", status: "warning", message: expect.stringMatching(/^12 lines/) });
});
