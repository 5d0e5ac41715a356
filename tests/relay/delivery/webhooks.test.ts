// Calls for accepted requests: rows like the mails, with the same promises, on a worker of their own.
import { describe, expect, test } from "vitest";
import { isGenuine, type ReceivedCall, startWebhookReceiver } from "../../support/relay/webhook-receiver.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";
import { type TestDelivery, withDelivery } from "../support/with-delivery.ts";
import { settle } from "../support/with-worker.ts";

const SECRET = "a secret of thirty-two characters";
const MINUTE = 60_000;

closeAfterEach();
const start = async () => closeLater(await startWebhookReceiver());
type Receiver = Awaited<ReturnType<typeof start>>;

interface Calling extends Omit<TestDelivery, "accept"> {
  /** Accepts a request as the configuration plans it; answers its id. */
  accept(message: string, more?: object): Promise<string>;
  /** Moves the clock on, and waits for so many attempts at calls in all. */
  until(attempts: number, ms?: number): Promise<void>;
  entry(id: string): Promise<{ state: string; reason: string | null; attempts: number; dueAt: number; id: string }>;
}

const withCalls = (url: string, use: (test: Calling) => Promise<void>) =>
  withDelivery(
    async (test) => {
      const { accept, events, clock } = test;
      const attempts = () => events.filter((event) => event.type === "attempted" && event.kind === "webhook").length;
      const calling = {
        accept: async (message: string, more = {}) => (await accept(message, more)).id,
        async until(count: number, ms = 0) {
          clock.advance(ms);
          test.delivery.tryNow();
          await expect.poll(attempts).toBe(count);
          await settle();
        },
        async entry(id: string) {
          const found = (await test.outbox.find(id))?.entries.find(({ kind }) => kind === "webhook");
          if (found === undefined) throw new Error("there is no call");
          return found;
        },
      };
      await use(Object.assign(test, calling));
    },
    { RELAY_WEBHOOK: url, RELAY_WEBHOOK_SECRET: SECRET },
  );

/** With one receiver, which answers with this status at first. */
async function withReceiver(
  status: number,
  use: (test: Calling & { receiver: Receiver }) => Promise<void>,
  headers = {},
) {
  const receiver = await start();
  receiver.answer = (response) => response.writeHead(status, headers).end();
  await withCalls(receiver.url, (test) => use(Object.assign(test, { receiver })));
}

describe("an accepted request", () => {
  test("is brought to every receiver, signed, in the words of the manual", async () => {
    const [crm, other] = [await start(), await start()];
    await withCalls(`${crm.url},${other.url}`, async ({ accept, until, outbox, clock }) => {
      const id = await accept("A gala");
      await until(2);
      const found = await outbox.find(id);
      const calls = found?.entries.filter(({ kind }) => kind === "webhook");
      expect(calls?.map(({ state, recipient }) => [state, recipient])).toEqual([
        ["delivered", crm.url],
        ["delivered", other.url],
      ]);
      const [call] = crm.calls;
      expect(isGenuine(call as ReceivedCall, SECRET, clock.now())).toBe(true);
      expect(call?.body).toEqual({
        ...{ id: calls?.[0]?.id, type: "request.accepted", reference: found?.reference, form: "contact" },
        ...{ receivedAt: new Date(clock.now()).toISOString(), page: "/contact/", suspicions: [] },
        fields: found?.submission?.fields,
        answers: [],
      });
      expect(call?.headers["eventsite-id"]).toBe(calls?.[0]?.id);
      expect(other.calls[0]?.headers["eventsite-id"]).toBe(calls?.[1]?.id);
    });
  });

  test("that is held is brought when it is released, with why it was held", () =>
    withReceiver(200, async ({ receiver, accept, until, entry, outbox, clock }) => {
      const id = await accept("Spam?", { suspicion: { score: 60, reasons: ["honeypot"] } });
      await settle();
      expect([(await entry(id)).state, receiver.calls.length]).toEqual(["held", 0]);
      await outbox.release({ ids: [id] }, clock.now());
      await until(1);
      expect((await entry(id)).state).toBe("delivered");
      expect(receiver.calls[0]?.body.suspicions).toEqual(["honeypot"]);
    }));
});

describe("a receiver", () => {
  test("that is down gets the call later, under the same id and with the same bytes, and keeps no mail waiting", async () => {
    const receiver = await start();
    receiver.answer = (response) => response.writeHead(500).end("a bug");
    await withCalls(receiver.url, async ({ accept, until, entry, outbox, events }) => {
      const id = await accept("Later");
      await until(1);
      expect(await entry(id)).toMatchObject({ state: "queued", reason: "receiver-failed", attempts: 1 });
      const mails = (await outbox.find(id))?.entries.filter(({ kind }) => kind !== "webhook");
      expect(mails?.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
      receiver.answer = (response) => response.writeHead(202).end();
      await until(2, MINUTE);
      expect(await entry(id)).toMatchObject({ state: "delivered", attempts: 2 });
      const [first, second] = receiver.calls;
      expect([second?.text, second?.headers["eventsite-id"]]).toEqual([first?.text, first?.headers["eventsite-id"]]);
      expect(second?.headers["eventsite-timestamp"]).not.toBe(first?.headers["eventsite-timestamp"]);
      const attempts = events.filter((event) => event.type === "attempted" && event.kind === "webhook");
      expect(attempts).toMatchObject([
        { outcome: "deferred", smtpCode: 500 },
        { outcome: "delivered", smtpCode: 202 },
      ]);
      // What was logged holds neither the receiver's address nor its words.
      expect(JSON.stringify(events)).not.toMatch(/127\.0\.0\.1|a bug|\/hook/);
      const timeline = (await outbox.find(id))?.timeline ?? [];
      expect(JSON.stringify(timeline)).toContain("500 Internal Server Error a bug");
    });
  });

  test("that will not have the call ends it; a command sends it again", () =>
    withReceiver(410, async ({ receiver, accept, until, entry, outbox, clock, events }) => {
      const id = await accept("Gone");
      await until(1);
      expect(await entry(id)).toMatchObject({ state: "dead", reason: "receiver-refused" });
      expect(events.filter(({ type }) => type === "dead")).toMatchObject([
        { kind: "webhook", reason: "receiver-refused" },
      ]);
      const stats = await outbox.stats(clock.now());
      expect(stats.entries).toContainEqual({ state: "dead", kind: "webhook", count: 1 });
      // A call is not sent elsewhere: an address of mail is no receiver.
      expect(await outbox.redirect({ ids: [id] }, "other@evenhall.test", clock.now())).toBe(0);
      receiver.answer = (response) => response.writeHead(200).end();
      expect(await outbox.retry({ ids: [id] }, clock.now())).toBe(1);
      await until(2);
      expect(await entry(id)).toMatchObject({ state: "delivered" });
    }));

  test("that fails keeps no other receiver waiting, and is left alone after a few calls", async () => {
    const [broken, fine] = [await start(), await start()];
    broken.answer = (response) => response.writeHead(503).end();
    await withCalls(`${broken.url},${fine.url}`, async ({ accept, events, delivery }) => {
      for (let n = 0; n < 20; n += 1) await accept(`Request ${n}`);
      await expect.poll(() => fine.calls.length).toBe(20);
      await settle();
      const tried = broken.calls.length;
      expect(tried).toBeLessThan(8);
      expect(events.filter(({ type }) => type === "dead")).toEqual([]);
      // An operator who has put it right has not to wait for the end of the pause.
      broken.answer = (response) => response.writeHead(200).end();
      delivery.tryNow();
      await expect.poll(() => broken.calls.length).toBe(tried + 20);
    });
  });

  test("hears nothing of a request that was erased before the call", () =>
    withReceiver(503, async ({ receiver, accept, until, outbox, clock, entry }) => {
      const id = await accept("Forget me");
      await until(1);
      await outbox.erase("zoe@example.org", clock.now());
      expect(await entry(id)).toMatchObject({ state: "erased", recipient: "" });
      clock.advance(60 * MINUTE);
      await settle();
      expect(receiver.calls).toHaveLength(1);
    }));
});
