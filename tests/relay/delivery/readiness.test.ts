// Readiness follows what keeps mails from being delivered, as long as it is the relay's own.
import { expect, test, vi } from "vitest";
import { StoreError } from "../../../relay/errors.ts";
import { onFullDisk } from "../support/with-outbox.ts";
import { REQUEST, withRelay } from "../support/with-relay.ts";

const advanced = async (look: () => Promise<string>, advance: () => void, expected: string) => {
  await expect
    .poll(
      () => {
        advance();
        return look();
      },
      { timeout: 10_000 },
    )
    .toBe(expected);
};

test.each([
  ["gives out no rows", "claim"],
  ["takes no results", "finish"],
] as const)("a store that %s makes the relay not ready, until it does again", (_, method) =>
  withRelay(async ({ outbox, clock, fetch, post }) => {
    const readiness = async () => (await fetch("/readyz")).text;
    const whole = { ...outbox };
    const fails = vi.fn(() => Promise.reject(new StoreError("locked", "a fault")));
    Object.assign(outbox, { [method]: fails });
    expect((await post(REQUEST)).status).toBe(200);
    await expect.poll(() => fails.mock.calls.length).toBeGreaterThan(0);
    // One alone may be a moment's. (What is claimed at the start may fail with it.)
    if (method === "finish") expect(await readiness()).toBe("ready\n");
    const advance = () => clock.advance(2000);
    await advanced(readiness, advance, "not ready: delivery\n");
    Object.assign(outbox, whole);
    await advanced(readiness, advance, "ready\n");
    await expect.poll(async () => (await outbox.list({ state: "delivered" }, 10)).items.length).toBe(1);
  }),
);

test("a full disk does too, until there is room, for which the relay looks by itself", () =>
  withRelay(async ({ outbox, clock, events, fetch }) => {
    const news = async () => events.flatMap((event) => (event.type === "store" ? [event.reason] : [])).join();
    const advance = () => clock.advance(5000);
    const { probe } = outbox;
    let looks = 0;
    outbox.probe = () => {
      looks += 1;
      return Promise.reject(new StoreError("full", "no room"));
    };
    await expect(outbox.accept(onFullDisk())).rejects.toMatchObject({ failure: "full" });
    const answer = await fetch("/readyz");
    expect([answer.status, answer.text]).toEqual([503, "not ready: store\n"]);
    expect([answer.headers.get("retry-after"), (await fetch("/healthz")).status]).toEqual(["5", 200]);
    await advanced(async () => String(looks > 3), advance, "true");
    expect(await news()).toBe("full");
    outbox.probe = probe;
    await advanced(news, advance, "full,");
    expect((await fetch("/readyz")).text).toBe("ready\n");
  }));

test("a mail server that is away does not", () =>
  withRelay(
    async ({ clock, events, fetch, post }) => {
      expect((await post(REQUEST)).status).toBe(200);
      await expect.poll(() => events.some(({ type }) => type === "attempted")).toBe(true);
      clock.advance(600_000);
      expect((await fetch("/readyz")).status).toBe(200);
    },
    {
      RELAY_MAIL_URL: "smtp://127.0.0.1:9",
      RELAY_TLS: "off",
      RELAY_MAIL_FROM: "web@evenhall.test",
      RELAY_MAIL_TO: "team@evenhall.test",
    },
  ));
