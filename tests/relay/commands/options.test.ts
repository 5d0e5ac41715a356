import { expect, test } from "vitest";
import { parseTime } from "../../../relay/commands/options.ts";

test.each([
  ["2026-03-14", "2026-03-14T00:00:00Z"],
  ["2026-03-14 12:00", "2026-03-14T12:00:00Z"],
  ["2026-03-14T12:00:07", "2026-03-14T12:00:07Z"],
  ["2026-03-14 12:00:07 UTC", "2026-03-14T12:00:07Z"],
  ["2026-03-14T09:00:00-04:00", "2026-03-14T13:00:00Z"],
])("%s is a time, in UTC where it names no zone", (text, time) => {
  const zone = process.env.TZ;
  process.env.TZ = "Asia/Tokyo";
  try {
    expect(new Date(parseTime(text)).toISOString()).toBe(new Date(time).toISOString());
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test.each(["2026-02-31", "2026-02-31 10:00", "2026-13-01", "yesterday", "2026-03-14 25:00", ""])(
  '"%s" is no time',
  (text) => expect(() => parseTime(text)).toThrow(),
);
