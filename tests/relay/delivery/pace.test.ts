// Requests first: in a rush of them mails go one by one, with pauses.
import { expect, test } from "vitest";
import { createThrottle } from "../../../relay/delivery/pace.ts";

test.each([
  ["after a pause", 0, 39],
  ["after the rush where another one is under way", 1, 250],
])("of more than twenty requests in a tenth of a second the second mail goes %s", async (_, underWay, leastMs) => {
  const throttle = createThrottle();
  await throttle.turn(() => 0);
  const began = performance.now();
  for (let count = 0; count < 21; count += 1) throttle.onAccepted();
  await throttle.turn(() => underWay);
  expect(performance.now() - began).toBeGreaterThanOrEqual(leastMs);
});
