// When a mail is tried again.
import { describe, expect, test } from "vitest";
import { afterFailure, retryDelayMs } from "../../../relay/delivery/attempt-outcome.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

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

  test("is given up when its time is over, after about 125 attempts in five days", () => {
    let now = 0;
    let tries = 0;
    for (;;) {
      const end = afterFailure(
        { id: "row", tries, expiresAt: 5 * DAY },
        { outcome: "deferred", reason: "temporary" },
        now,
      );
      tries += 1;
      if (end.to === "dead") {
        expect(end.reason).toBe("expired");
        break;
      }
      now = end.dueAt;
    }
    expect(now).toBeGreaterThan(4.9 * DAY);
    expect(tries).toBeGreaterThan(100);
    expect(tries).toBeLessThan(150);
  });
});

test("a mail that is refused for good is dead at once, with the reason", () => {
  const end = afterFailure({ id: "row", tries: 0, expiresAt: DAY }, { outcome: "dead", reason: "mailbox-unknown" }, 0);
  expect(end).toEqual({ to: "dead", reason: "mailbox-unknown" });
});
