// What becomes of a body that nobody reads to its end.
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cutOff } from "../../../../relay/http/server/answer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a body that was not read to its end is thrown away for two seconds, so that the answer can be read, and then cut off", () => {
  const destroy = vi.fn();
  const resume = vi.fn();
  const setHeader = vi.fn();
  const request = Object.assign(new EventEmitter(), { complete: false, socket: { destroy }, resume });
  cutOff(request as never, { setHeader } as never);
  expect(setHeader.mock.calls).toEqual([["connection", "close"]]);
  expect(resume).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1999);
  expect(destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(destroy).toHaveBeenCalledTimes(1);
  // A request that is over is not kept in memory until then.
  cutOff(request as never, { setHeader } as never);
  request.emit("close");
  expect(vi.getTimerCount()).toBe(0);
});
