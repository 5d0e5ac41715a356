// Who may call, how often, and what happens when the same call comes again.
import { describe, expect, test } from "vitest";
import { codeOf, ORIGIN, REQUEST, withRelay } from "../../support/with-relay.ts";

describe("the public key", () => {
  const KEY = { RELAY_PUBLIC_KEY: "sb_publishable_1" };

  test.each<[string, Record<string, string>, string | null]>([
    ["as apikey", { apikey: "sb_publishable_1" }, null],
    ["as a bearer token", { authorization: "Bearer sb_publishable_1" }, null],
    ["as apikey beside a user's token", { apikey: "sb_publishable_1", authorization: "Bearer eyJhbGciOi" }, null],
    ["by none", {}, "key_not_allowed"],
    ["by another", { apikey: "sb_publishable_2" }, "key_not_allowed"],
    ["by a part of it", { apikey: "sb_publishable_" }, "key_not_allowed"],
  ])("is sent %s", (_, headers, code) =>
    withRelay(async ({ post, outbox }) => {
      const answer = await post(REQUEST, headers);
      expect([answer.status, codeOf(answer)]).toEqual([code === null ? 200 : 401, code]);
      expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
      expect((await outbox.list({}, 1)).items).toHaveLength(code === null ? 1 : 0);
    }, KEY),
  );

  test("is of no meaning where none is set", () =>
    withRelay(async ({ post }) => {
      expect((await post(REQUEST, { apikey: "anything", authorization: "Bearer anything" })).status).toBe(200);
    }));
});

describe("the same call again", () => {
  test("is one submission with one answer, also after a restart", () =>
    withRelay(async ({ post, outbox, restart, events }) => {
      const send = () => post(REQUEST, { "idempotency-key": "0b8a8f1e" });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
      expect([first, second].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"]);
      expect((await outbox.list({}, 10)).items).toHaveLength(1);
      await restart();
      expect((await send()).text).toBe(first.text);
      expect(events.filter(({ type }) => type === "accepted")).toHaveLength(1);
      expect((await post(REQUEST, { "idempotency-key": "another" })).text).not.toBe(first.text);
    }));

  test("is one submission for a week under its key", () =>
    withRelay(async ({ post, clock }) => {
      const send = () => post(REQUEST, { "idempotency-key": "k" });
      const first = await send();
      clock.advance(7 * 86_400_000 - 1);
      expect((await send()).text).toBe(first.text);
      clock.advance(1);
      expect((await send()).headers.get("idempotent-replayed")).toBeNull();
    }));

  test("is a conflict with another body under its key", () =>
    withRelay(async ({ post }) => {
      const key = { "idempotency-key": "k" };
      // Also where both come at once.
      const answers = await Promise.all(["One", "Another"].map((message) => post({ ...REQUEST, message }, key)));
      expect(answers.map(codeOf).sort()).toEqual(["idempotency_conflict", null]);
      const answer = answers.find(({ status }) => status === 422);
      expect(answer?.body.error).toMatchObject({
        message: "This idempotency-key came with another request before.",
        hint: "Use a new key for each request, and the same one for its repetitions.",
      });
      const taken = answers[0] === answer ? "Another" : "One";
      const later = await post({ ...REQUEST, message: taken, elapsedMs: 90_000, website: "" }, key);
      expect(later.status).toBe(200);
    }));

  test("is one submission for ten minutes without a key", () =>
    withRelay(async ({ post, clock }) => {
      const first = await post(REQUEST);
      clock.advance(500_000);
      expect((await post({ ...REQUEST, firstName: " Zoë " })).text).toBe(first.text);
      clock.advance(100_000);
      expect((await post(REQUEST)).text).not.toBe(first.text);
    }));

  test("is stored the second time where the first was refused", () =>
    withRelay(async ({ post }) => {
      const key = { "idempotency-key": "k" };
      expect((await post({ ...REQUEST, email: "" }, key)).status).toBe(400);
      expect((await post(REQUEST, key)).status).toBe(200);
    }));
});

describe("limits", () => {
  const many = (index: number) => ({ ...REQUEST, email: `zoe${index}@example.org`, message: `${index}` });

  test("count new submissions per client, say when to come again, and last over a restart", () =>
    withRelay(
      async ({ post, clock, restart }) => {
        expect((await post(many(1))).status).toBe(200);
        expect((await post(many(2))).status).toBe(200);
        clock.advance(60_000);
        await restart();
        const answer = await post(many(3));
        expect([answer.status, codeOf(answer)]).toEqual([429, "rate_limited"]);
        expect(answer.headers.get("retry-after")).toBe("540");
        expect((await post(many(2))).status).toBe(200);
        clock.advance(540_000);
        expect((await post(many(3))).status).toBe(200);
      },
      { RELAY_RATE_LIMIT: "2/10m" },
    ));

  test.each([
    ["per address, however it is spelt", { RELAY_RATE_LIMIT_ADDRESS: "1/1h" }, [200, 429, 200]],
    ["all together", { RELAY_RATE_LIMIT_OVERALL: "1/10m" }, [200, 429, 429]],
  ])("count %s", (_, env, statuses) =>
    withRelay(async ({ post }) => {
      const emails = ["Zoe@Example.org", "zoe@example.ORG", "eve@example.org"];
      const answers = emails.map((email) => async () => (await post({ ...REQUEST, message: email, email })).status);
      for (const [index, answer] of answers.entries()) expect(await answer()).toBe(statuses[index]);
    }, env),
  );

  test("let people correct themselves", () =>
    withRelay(
      async ({ post }) => {
        for (let index = 0; index < 3; index++) expect((await post({})).status).toBe(400);
        expect((await post(REQUEST)).status).toBe(200);
      },
      { RELAY_RATE_LIMIT: "1/10m" },
    ));
});

describe("a suspicious request", () => {
  test.each([
    ["a filled honeypot", { website: "https://spam.example" }, "honeypot"],
    ["a form filled in no time", { elapsedMs: 120 }, "too-fast"],
    ["a link for a name", { firstName: "Win https://spam.example" }, "link-in-name"],
  ])("with %s is answered as always, and held", (_, more, reason) =>
    withRelay(async ({ post, outbox }) => {
      const answer = await post({ ...REQUEST, ...more });
      expect(answer.status).toBe(200);
      const [found] = (await outbox.list({}, 1)).items;
      expect(answer.body.data?.id).toBe(found?.reference);
      expect(found?.submission?.suspicion.reasons).toContain(reason);
      expect(new Set(found?.entries.map(({ state }) => state))).toEqual(new Set(["held"]));
    }),
  );

  test("is not one that a browser's autofill helped with", () =>
    withRelay(async ({ post, outbox }) => {
      await post({ ...REQUEST, elapsedMs: 2500, message: "See https://acme.example and https://venue.example" });
      expect((await outbox.list({ state: "held" }, 1)).items).toEqual([]);
    }));

  test("takes no visitor's place in a limit, and its own flood ends", () =>
    withRelay(
      async ({ post }) => {
        const send = async (message: string, more = {}) => (await post({ ...REQUEST, message, ...more })).status;
        const spam = { website: "https://spam.example" };
        expect([await send("1", spam), await send("2", spam), await send("3", spam)]).toEqual([200, 200, 429]);
        expect([await send("4"), await send("5"), await send("6")]).toEqual([200, 200, 429]);
      },
      { RELAY_RATE_LIMIT: "2/10m", RELAY_RATE_LIMIT_ADDRESS: "2/10m", RELAY_RATE_LIMIT_OVERALL: "2/10m" },
    ));

  test("is not the same one as the visitor's own, in the same words", () =>
    withRelay(async ({ post, outbox }) => {
      await post({ ...REQUEST, website: "https://spam.example" });
      await post(REQUEST);
      const again = await post({ ...REQUEST, website: "https://spam.example" });
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      const found = (await outbox.list({}, 10)).items;
      expect(found.map(({ entries }) => entries[0]?.state)).toEqual(["queued", "held"]);
      await post({ ...REQUEST, elapsedMs: 1 }, { "idempotency-key": "k" });
      const replayed = await post(REQUEST, { "idempotency-key": "k" });
      expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    }));
});
