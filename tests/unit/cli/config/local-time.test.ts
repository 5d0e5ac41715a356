// Dates and times of a place → moments, compared with a clock that is watched minute by minute.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isoText, momentOf, parseLocalTime } from "../../../../cli/config/local-time.ts";
import { rounds } from "../../../support/process/rounds.ts";
import { watched } from "../../../support/process/watched-clock.ts";

const MINUTE = 60_000;

describe("a written date", () => {
  test.each([
    ["2026-12-24", "2026-12-24T00:00Z", "2026-12-25T00:00Z"],
    ["2028-02-29", "2028-02-29T00:00Z", "2028-03-01T00:00Z"],
    ["2026-12-24T18:00", "2026-12-24T18:00Z", "2026-12-24T18:00Z"],
    ["2026-12-24 18:00", "2026-12-24T18:00Z", "2026-12-24T18:00Z"],
    ["2026-12-24T18:00:00", "2026-12-24T18:00Z", "2026-12-24T18:00Z"],
  ])("%s is one", (written, begins, ends) => {
    expect(parseLocalTime(written)).toEqual({ beginsAt: Date.parse(begins), endsAt: Date.parse(ends) });
  });

  test.each([
    "2026-02-29",
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "2026-12-24T24:00",
    "2026-12-24T18:60",
    "2026-12-24T18",
    "2026-12-24T18:00Z",
    "24.12.2026",
    "2026-1-2",
    "",
  ])("%j is none", (written) => {
    expect(parseLocalTime(written)).toBeUndefined();
  });
});

/** Zones whose clocks jump by an hour, by half an hour, at midnight, in the other half of the year, or never. */
const ZONES = [
  "America/Toronto",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "America/Santiago",
  "Asia/Kathmandu",
  "Pacific/Kiritimati",
  "UTC",
];

/** Days on which clocks of these zones change, the days beside them, a leap day and the turn of a year. */
const DAYS = [
  "2026-03-08",
  "2026-11-01",
  "2026-03-29",
  "2026-10-25",
  "2026-04-05",
  "2026-10-04",
  "2026-04-24",
  "2026-10-30",
  "2026-09-06",
  "2028-02-29",
  "2026-12-31",
];
const wall = fc
  .tuple(fc.constantFrom(...DAYS), fc.integer({ min: -1440, max: 2880 }))
  .map(([day, minutes]) => Date.parse(`${day}T00:00Z`) + minutes * MINUTE);

test("is the moment at which a clock there first shows it, on days when clocks change too", () => {
  fc.assert(
    fc.property(wall, fc.constantFrom(...ZONES), (at, timeZone) => {
      expect(new Date(momentOf(at, timeZone))).toEqual(new Date(watched(at, timeZone)));
    }),
    rounds(150, 2000),
  );
});

test.each([
  ["2026-07-01T12:00Z", "America/Toronto", "2026-07-01T08:00-04:00"],
  ["2026-12-24T23:00Z", "America/Toronto", "2026-12-24T18:00-05:00"],
  ["2026-12-24T18:00Z", "Asia/Kathmandu", "2026-12-24T23:45+05:45"],
  ["2026-12-24T18:00Z", "UTC", "2026-12-24T18:00+00:00"],
])("the moment %s in %s is written as %s", (moment, timeZone, text) => {
  expect(isoText(Date.parse(moment), timeZone)).toBe(text);
  expect(Date.parse(text)).toBe(Date.parse(moment));
});

test("a moment that never comes has no text", () => {
  expect(isoText(Infinity, "UTC")).toBeNull();
});
