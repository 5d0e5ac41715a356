// What callers may learn of an error, and what becomes of a body that nobody reads to its end.
import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RefusedError, StoreError, type StoreFailure } from "../../../relay/errors.ts";
import { asRefused, cutOff, replyPagesOf } from "../../../relay/http/answer.ts";

describe("an error", () => {
  test("that was written for callers stays what it is", () => {
    const refusal = new RefusedError("not_found", "There is nothing.");
    expect(asRefused(refusal)).toBe(refusal);
  });

  test.each<[StoreFailure, string]>([
    ["full", "60"],
    ["locked", "5"],
    ["closed", "10"],
    ["sync-failed", "10"],
    ["damaged", "60"],
    ["unreachable", "5"],
    ["denied", "60"],
    ["moved", "10"],
    ["moving", "60"],
  ])("of a store that is %s says to come again in %s seconds, with the same key", (failure, seconds) => {
    expect(asRefused(new StoreError(failure, "at /secret"))).toMatchObject({
      code: "not_durable",
      message: "The request could not be stored safely; nothing was accepted.",
      hint: expect.stringContaining("same idempotency-key"),
      headers: { "retry-after": seconds },
    });
  });

  test.each<[string, unknown, string]>([
    ["of a broken address", new URIError("%zz"), "bad_request"],
    ["with a caller's status", Object.assign(new Error("secret"), { status: 400 }), "bad_request"],
    ["with the last of them", Object.assign(new Error("secret"), { status: 499 }), "bad_request"],
    ["with a status below", Object.assign(new Error("secret"), { status: 399 }), "internal_error"],
    ["with a server's status", Object.assign(new Error("secret"), { status: 500 }), "internal_error"],
    ["without one", new Error("secret"), "internal_error"],
    ["that is none", null, "internal_error"],
  ])("%s is known by its code alone", (_, error, code) => {
    const refusal = asRefused(error);
    expect([refusal.code, refusal.cause]).toEqual([code, error]);
    expect(refusal.message).toBe(
      code === "bad_request"
        ? "The request cannot be read."
        : "The relay has a fault of its own; nothing was accepted.",
    );
    expect(refusal.hint).toBe(code === "bad_request" ? null : "Send it again in a little while.");
  });
});

test.each([
  ["https://www.example.com", "https://www.example.com/"],
  ["https://www.example.com/", "https://www.example.com/"],
  ["https://www.example.com/events/", "https://www.example.com/events/"],
])("the pages of %s are below it", (site, base) => {
  expect(replyPagesOf(site)).toEqual({ accepted: `${base}thank-you/`, refused: `${base}try-again/` });
  expect(replyPagesOf(null)).toBeNull();
});

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

  test.each(["end", "error"])("is left alone where its %s comes", (event) => {
    const { request, destroy } = begin();
    request.emit(event);
    vi.advanceTimersByTime(10_000);
    expect([destroy.mock.calls, vi.getTimerCount()]).toEqual([[], 0]);
  });

  test("does not keep the process from ending", () => {
    vi.useRealTimers();
    const timers = vi.spyOn(globalThis, "setTimeout");
    const { request } = begin();
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
    request.emit("end");
    timers.mockRestore();
  });

  test("is nothing where it has been read, and gets no header where those are sent", () => {
    const { destroy, setHeader } = begin({ complete: true });
    expect([vi.getTimerCount(), setHeader.mock.calls]).toEqual([0, []]);
    expect(begin({ headersSent: true }).setHeader.mock.calls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(destroy).not.toHaveBeenCalled();
  });
});
