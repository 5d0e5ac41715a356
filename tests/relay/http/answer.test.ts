// What becomes of a body that nobody reads to its end.
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { cutOff } from "../../../relay/http/answer.ts";

describe("a body that was not read to its end", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const begin = (more: { complete?: boolean; headersSent?: boolean } = {}) => {
    const destroy = vi.fn();
    const request = Object.assign(new EventEmitter(), { complete: false, socket: { destroy }, ...more });
    const setHeader = vi.fn();
    const response = { headersSent: more.headersSent ?? false, setHeader };
    cutOff(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    return { request, destroy, setHeader };
  };

  test("is thrown away for two seconds, so that the answer can be read, and then cut off", () => {
    const { request, destroy, setHeader } = begin();
    expect(setHeader.mock.calls).toEqual([["connection", "close"]]);
    request.emit("data", Buffer.alloc(1_048_576));
    vi.advanceTimersByTime(1999);
    expect(destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(destroy).toHaveBeenCalledTimes(1);
  });

  test("is cut off at once where it is more than a megabyte, in however many pieces", () => {
    const { request, destroy } = begin();
    request.emit("data", Buffer.alloc(1_048_000));
    expect(destroy).not.toHaveBeenCalled();
    request.emit("data", Buffer.alloc(577));
    expect(destroy).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(destroy).toHaveBeenCalledTimes(1);
  });
});
