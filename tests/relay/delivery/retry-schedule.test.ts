// When a mail is tried again: on the schedule, and not together with the others that failed.
import { expect, test } from "vitest";
import { retryDelayMs } from "../../../relay/delivery/attempt-outcome.ts";

test.each(Object.entries([0.5, 2, 5, 15, 30, 60, 60]))(
  "after failure %i + 1, a fifth more or less",
  (index, minutes) => {
    const after = (id: string) => retryDelayMs(id, Number(index) + 1) / 60_000 / minutes;
    const delays = Array.from({ length: 300 }, (_, n) => after(`row-${n}`));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0.8);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1.2);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(0.3);
    expect(after("row-1")).toBe(after("row-1"));
  },
);
