// Very many callers at once. A mutation run leaves these out: each takes seconds, and fewer callers show the same changes.
import { expect, test } from "vitest";
import { BODY, begin, HEAD, withLimits } from "../../support/half-sent.ts";
import { REQUEST } from "../../support/with-relay.ts";

test("a thousand half-sent requests keep nobody else out, hold little memory, and come to their end", () =>
  withLimits({ headersMs: 1500, bodyMs: 1500 }, async (relay) => {
    const kinds = ["", HEAD, `${HEAD}${BODY}${"x".repeat(16_000)}`];
    const before = process.memoryUsage().rss;
    const open = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => begin(relay, kinds[index % 3] as string)),
    );
    expect((await relay.post(REQUEST)).status).toBe(200);
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(200);
    await Promise.all(open.map(({ answer }) => answer));
    expect((await relay.post({ ...REQUEST, message: "Afterwards" })).status).toBe(200);
    expect((await relay.outbox.list({}, 10)).items).toHaveLength(2);
  }));
