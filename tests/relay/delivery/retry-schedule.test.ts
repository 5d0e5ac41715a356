// When a mail is tried again.
import { describe, expect, test } from "vitest";
import { retryDelayMs } from "../../../relay/delivery/attempt-outcome.ts";

const MINUTE = 60_000;

describe("a mail with a temporary failure", () => {
  test.each([
    [1, 0.5],
    [2, 2],
    [3, 5],
    [4, 15],
    [5, 30],
    [6, 60],
    [7, 60],
    [50, 60],
  ])("waits after failure %i for %d minutes, a fifth more or less", (tries, minutes) => {
    const delays = Array.from({ length: 300 }, (_, n) => retryDelayMs(`row-${n}`, tries) / MINUTE / minutes);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0.8);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1.2);
    // What failed together does not come back together.
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(0.3);
    expect(retryDelayMs("row-1", tries)).toBe(retryDelayMs("row-1", tries));
  });
});
