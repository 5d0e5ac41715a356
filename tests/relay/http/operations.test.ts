// What supervisors and Prometheus ask.
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { createOperationsRoutes } from "../../../relay/http/operations-routes.ts";
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

/** As `fetch` cannot: with a host name of one's own. */
const statusFor = (url: string, host: string) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode ?? 0))
      .on("error", reject)
      .end();
  });

test("figures are for who asks by an address or a name of the own network, never by a public name that leads here", () =>
  withRelay(
    async ({ url, metricsUrl }) => {
      for (const host of [
        "127.0.0.1:1",
        "[::1]",
        "10.0.0.7:8787",
        "localhost",
        "relay:8787",
        "relay.shop.svc.cluster.local",
      ])
        for (const address of [`${url}/healthz`, metricsUrl])
          expect([host, await statusFor(address, host)]).toEqual([host, 200]);
      for (const host of ["relay.example.com", "attacker.test:9", "10.0.0.7.attacker.test", "["])
        expect([host, await statusFor(metricsUrl, host)]).toEqual([host, 404]);
    },
    { RELAY_CONTROL_PORT: "0" },
  ));

test.each([
  ["127.0.0.1", 200, 200],
  ["::1", 200, 200],
  ["::ffff:127.0.0.1", 200, 200],
  ["172.17.0.1", 404, 200],
  ["203.0.113.7", 404, 200],
  ["::ffff:10.0.0.7", 404, 200],
])(
  "what %s gets of the figures beside the call is %i, and %i on a port of their own, whatever its headers say",
  async (remoteAddress, beside, apart) => {
    const statusOn = (figures: "beside-the-call" | "apart", headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const routes = createOperationsRoutes({
          metrics: { contentType: "text/plain", render: async () => "figures" } as never,
          notReady: async () => null,
          figures,
        });
        const response = { locals: {}, statusCode: 0, setHeader() {}, end: () => resolve(response.statusCode) };
        routes(
          { path: "/metrics", method: "GET", headers, socket: { remoteAddress } } as never,
          response as never,
          reject,
        );
      });
    for (const host of ["localhost", "127.0.0.1", "[::1]:8787"]) {
      expect(await statusOn("beside-the-call", { host })).toBe(beside);
      expect(await statusOn("apart", { host })).toBe(apart);
    }
    expect(await statusOn("beside-the-call", { host: "localhost", "x-forwarded-for": "127.0.0.1" })).toBe(404);
  },
);

test("figures that have a port of their own are nowhere else", () =>
  withRelay(
    async ({ url, metricsUrl, relay, events, post }) => {
      expect((await post(REQUEST)).status).toBe(200);
      expect(new URL(metricsUrl).port).not.toBe(new URL(url).port);
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
      const headers = { "x-forwarded-for": "10.0.0.9" };
      expect(await (await fetch(metricsUrl, { headers })).text()).toMatch(
        /^relay_accepted_total\{form="contact"\} 1$/m,
      );
      for (const path of ["/healthz", "/readyz"]) {
        expect((await fetch(url + path)).status).toBe(200);
        expect((await fetch(new URL(path, metricsUrl))).status).toBe(200);
      }
      for (const path of ["/mailbox", "/functions/v1/send-contact-email"]) {
        const answer = await fetch(new URL(path, metricsUrl), { method: "POST" });
        expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: "not_found" } }]);
      }
      expect(events.find(({ type }) => type === "ready")).toMatchObject({
        controlPort: Number(new URL(metricsUrl).port),
      });
      await relay.stop();
      await expect(fetch(metricsUrl)).rejects.toThrow();
    },
    { RELAY_CONTROL_PORT: "0" },
  ));

test("a port for figures that is taken ends the start, and lets go of the port that was had", async () => {
  await withRelay(async ({ url, restart, relay }) => {
    await expect(withRelay(async () => {}, { RELAY_CONTROL_PORT: new URL(url).port })).rejects.toMatchObject({
      code: "EADDRINUSE",
      port: Number(new URL(url).port),
    });
    expect(relay.isReady()).toBe(true);
    await restart();
  });
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
