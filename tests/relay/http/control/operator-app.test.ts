// What operators, supervisors and Prometheus ask: health on the port of the call, everything on the control port and the local socket.
import { describe, expect, test } from "vitest";
import { createJumpAwareClock } from "../../../../relay/clock.ts";
import { StoreError } from "../../../../relay/errors.ts";
import { createHealth } from "../../../../relay/upkeep/health.ts";
import { watchStore } from "../../../../relay/upkeep/store-watch.ts";
import { ask as askPlainly } from "../../support/local-socket.ts";
import { createTestClock } from "../../support/test-clock.ts";
import { REQUEST, sharedRelay, withRelay } from "../../support/with-relay.ts";

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

  test("says its figures as Prometheus reads them, and not on the port of the call", async () => {
    await use(({ post }) => post(REQUEST));
    const text = await use(({ metrics }) => metrics());
    expect(text).toMatch(/^relay_accepted_total\{form="contact"\} 1$/m);
    expect(text).toMatch(/^relay_accept_duration_seconds_count 1$/m);
    expect(text).toMatch(/^relay_store_writable 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    for (const path of ["/metrics", "/commands/list", "/bounces", "/desk"])
      for (const method of ["GET", "POST"]) expect([path, (await ask(path, { method })).status]).toEqual([path, 404]);
  });
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
          expect([host, (await askPlainly(address, { headers: { host } })).status]).toEqual([host, 200]);
      for (const host of ["relay.example.com", "attacker.test:9", "10.0.0.7.attacker.test", "["])
        expect([host, (await askPlainly(metricsUrl, { headers: { host } })).status]).toEqual([host, 404]);
    },
    { RELAY_CONTROL_PORT: "0" },
  ));

describe("a command over the control port", () => {
  const TOKEN = "a token of the office";
  const call = (metricsUrl: string, name: string, authorization = `Bearer ${TOKEN}`, given: object = {}) =>
    fetch(new URL(`/commands/${name}`, metricsUrl), {
      method: "POST",
      headers: { authorization, "x-relay-actor": "mallory" },
      body: JSON.stringify(given),
    });

  test("needs the control token, and is recorded as nobody's in particular", () =>
    withRelay(
      async ({ metricsUrl, outbox, post }) => {
        const reference = (await post({ ...REQUEST, website: "spam" })).body.data?.id ?? "";
        for (const wrong of ["", "Bearer guess", "Bearer "])
          expect((await call(metricsUrl, "list", wrong)).status).toBe(401);
        const answer = await call(metricsUrl, "release", undefined, { target: { ids: [reference] } });
        expect([answer.status, await answer.json()]).toEqual([200, { result: { count: 2, problems: [] } }]);
        expect((await outbox.actions(1))[0]).toMatchObject({ actor: "command", type: "released" });
        expect((await call(metricsUrl, "release", undefined, { target: { ids: "all" } })).status).toBe(400);
        for (let tries = 0; tries < 7; tries += 1) await call(metricsUrl, "list", "Bearer guess");
        expect((await call(metricsUrl, "list", "Bearer guess")).status).toBe(429);
        expect((await call(metricsUrl, "pauses")).status).toBe(200);
      },
      { RELAY_CONTROL_PORT: "0", RELAY_CONTROL_TOKEN: TOKEN },
    ));

  test("is not there without one", () =>
    withRelay(async ({ metricsUrl }) => expect((await call(metricsUrl, "list")).status).toBe(404), {
      RELAY_CONTROL_PORT: "0",
    }));
});

test("the local socket has all of it, also without a control port", () =>
  withRelay(
    async ({ local, post }) => {
      await post(REQUEST);
      expect([(await local("/readyz")).text, (await local("/healthz")).text]).toEqual(["ready\n", "alive\n"]);
      expect((await local("/metrics")).text).toContain('relay_accepted_total{form="contact"} 1');
      expect((await local("/desk/login")).text).toContain("access code");
      expect((await local("/commands/pauses", { method: "POST" }, "{}")).text).toBe('{"result":[]}');
      const bounce = { method: "POST", headers: { "content-type": "message/rfc822" } };
      expect((await local("/bounces", bounce, "Subject: On holiday\r\n\r\nBack soon")).text).toContain("no-bounce");
      expect((await local("/functions/v1/send-contact-email", { method: "POST" })).status).toBe(404);
    },
    { RELAY_CONTROL_TOKEN: "a token of the office" },
  ));

test("figures that have a port of their own are nowhere else", () =>
  withRelay(
    async ({ url, metricsUrl, relay, events }) => {
      expect((await fetch(`${url}/metrics`)).status).toBe(404);
      for (const path of ["/metrics", "/healthz", "/readyz"])
        expect((await fetch(new URL(path, metricsUrl), { headers: { "x-forwarded-for": "10.0.0.9" } })).status).toBe(
          200,
        );
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

test("a relay whose store hangs in a write answers within a second, and is not ready once callers would have given up", () =>
  withRelay(async ({ url, outbox, clock, metrics }) => {
    const { probe } = outbox;
    let end = () => {};
    const begun = new Promise<void>((resolve) => {
      outbox.probe = () => {
        resolve();
        return new Promise((written) => {
          end = written;
        });
      };
    });
    const readiness = async () => (await fetch(`${url}/readyz`)).text();
    const writable = async () => /^relay_store_writable (\d)$/m.exec(await metrics())?.[1];
    clock.advance(1000);
    const asked = readiness();
    await begun;
    clock.advance(1000);
    expect([await asked, await writable()]).toEqual(["ready\n", "1"]);
    clock.advance(9000);
    expect([await readiness(), await writable()]).toEqual(["not ready: store\n", "0"]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    outbox.probe = probe;
    end();
    clock.advance(1000);
    expect([await readiness(), await writable()]).toEqual(["ready\n", "1"]);
  }));

test("a store that failed takes no writes, also while it does not even answer with its figures", async () => {
  const clock = createTestClock();
  const watch = watchStore(() => {});
  const outbox = { probe: () => new Promise<never>(() => {}), stats: () => new Promise<never>(() => {}) };
  const others = { watch, hasFault: () => false, forms: { status: () => expect.fail() } };
  const health = createHealth({ ...others, outbox, clock: createJumpAwareClock(clock) });
  watch.callbacks.onFailure(new StoreError("unreachable", "the database does not answer"));
  const figures = health.stats();
  clock.advance(1000);
  expect(await figures).toMatchObject({ writable: false });
});
