// The office's days, on days with a change of the clocks too.
import { expect, test } from "vitest";
import { dayOf } from "../../../../relay/http/desk/day-text.ts";

test.each([
  ["2026-01-15", "America/Toronto", "2026-01-15T05:00:00.000Z"],
  ["2026-03-08", "America/Toronto", "2026-03-08T05:00:00.000Z"],
  ["2026-03-09", "America/Toronto", "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "America/Toronto", "2026-11-01T04:00:00.000Z"],
  ["2026-11-02", "America/Toronto", "2026-11-02T05:00:00.000Z"],
  ["2026-06-01", "Asia/Kolkata", "2026-05-31T18:30:00.000Z"],
  ["2026-06-01", "UTC", "2026-06-01T00:00:00.000Z"],
  ["2026-01-01", "Pacific/Auckland", "2025-12-31T11:00:00.000Z"],
])("%s in %s begins at %s", (day, zone, start) => {
  expect(dayOf(Date.parse(start), zone)).toBe(day);
  expect(dayOf(Date.parse(start) - 1, zone)).not.toBe(day);
});
