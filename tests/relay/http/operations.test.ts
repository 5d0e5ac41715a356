// What supervisors and Prometheus ask.
import { describe, expect, test } from "vitest";
import { REQUEST, sharedRelay, withRelay } from "../support/with-relay.ts";

describe("a relay that keeps what it takes", () => {
  const use = sharedRelay();
  const ask = (path: string, init?: RequestInit) => use(({ url }) => fetch(`${url}${path}`, init));

  test.each([
    ["/healthz", "alive\n"],
    ["/readyz", "ready\n"],
  ])("answers %s with 200", async (path, text) => {
    const answer = await ask(path);
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    const head = await ask(path, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("says its figures as Prometheus reads them", async () => {
    await use(({ post }) => post(REQUEST));
    const answer = await ask("/metrics");
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toMatch(/^relay_accepted_total\{form="contact"\} 1$/m);
    expect(text).toMatch(/^relay_accept_duration_seconds_count 1$/m);
    expect(text).toMatch(/^relay_store_writable 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  });

  test.each(["x-forwarded-for", "forwarded", "via", "x-real-ip"])(
    "gives no figures to what a proxy hands on (%s)",
    async (name) => {
      expect((await ask("/metrics", { headers: { [name]: "203.0.113.7" } })).status).toBe(404);
    },
  );
});

test("a relay whose store takes no writes is alive, and not ready", async () => {
  await withRelay(async ({ url, outbox, clock }) => {
    const { probe } = outbox;
    outbox.probe = () => Promise.reject(new Error("disk full"));
    clock.advance(1000);
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.text(), answer.headers.get("retry-after")]).toEqual([
      503,
      "not ready: store\n",
      "5",
    ]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    outbox.probe = probe;
    clock.advance(1000);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});

test("who asks often does not wear out the disk", async () => {
  await withRelay(async ({ url, outbox, clock }) => {
    const { probe } = outbox;
    let probes = 0;
    outbox.probe = () => {
      probes += 1;
      return probe();
    };
    clock.advance(1000);
    await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/readyz`)));
    expect(probes).toBe(1);
  });
});
