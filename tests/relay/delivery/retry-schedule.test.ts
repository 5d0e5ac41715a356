// When a mail is tried again: on the schedule, and not together with the others that failed.
import { expect, test } from "vitest";
import { retryDelayMs } from "../../../relay/delivery/retry-schedule.ts";

test("mails that failed together come again a fifth earlier or later, each at its own time", () => {
  const after = (id: string) => retryDelayMs(id, 4) / (15 * 60_000);
  const delays = Array.from({ length: 300 }, (_, n) => after(`row-${n}`));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0.8);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1.2);
  expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(0.3);
  expect(after("row-1")).toBe(after("row-1"));
});
