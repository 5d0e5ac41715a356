// The functions client as it is published, three generations of it: what it is given, and what its caller sees.

import { FunctionsClient as Generation24 } from "fjs-2-4";
import { FunctionsClient as Generation25 } from "fjs-2-5";
import { FunctionsClient as Latest } from "fjs-latest";
import { describe, expect, test } from "vitest";
import { REQUEST, sharedRelay, type TestRelay } from "../../support/with-relay.ts";

const KEY = "sb_publishable_1";
const onRelay = sharedRelay({ RELAY_PUBLIC_KEY: KEY });

const clients = [
  ["2.109", Latest, false],
  ["2.5.0", Generation25, true],
  ["2.4.4", Generation24, true],
] as const;

describe.each(clients)("functions-js %s", (_, FunctionsClient, losesBody) => {
  const client = (
    { url }: TestRelay,
    headers: Record<string, string> = { apikey: KEY, Authorization: `Bearer ${KEY}` },
  ) => new FunctionsClient(`${url}/functions/v1`, { headers });
  const latest = async ({ outbox }: TestRelay) => (await outbox.list({}, 1)).items[0];

  test("gets data", () =>
    onRelay(async (relay) => {
      const { data, error } = await client(relay).invoke("send-contact-email", { body: REQUEST });
      expect(error).toBeNull();
      expect(data).toEqual({ data: { id: (await latest(relay))?.reference, status: "accepted" }, error: null });
      expect((await latest(relay))?.submission?.fields).toEqual(REQUEST);
    }));

  test.each([
    ["what is wrong with the fields", { ...REQUEST, email: "nobody" }, "validation_failed", 400],
    ["that the key is wrong", REQUEST, "key_not_allowed", 401],
  ])("gets the error's body: %s", (_name, body, code, status) =>
    onRelay(async (relay) => {
      const headers = code === "key_not_allowed" ? { apikey: "another" } : undefined;
      const { data, error } = await client(relay, headers).invoke("send-contact-email", { body });
      expect(data).toBeNull();
      expect(error?.name).toBe("FunctionsHttpError");
      const { context } = error as { context: Response };
      expect(context.status).toBe(status);
      const answer = await context.json();
      expect(answer).toMatchObject({ data: null, error: { code, requestId: expect.any(String) } });
      if (code === "validation_failed")
        expect(answer.error.fields).toEqual([{ field: "email", message: "is not an email address" }]);
    }),
  );

  test("may send a string, a form, or name its region", () =>
    onRelay(async (relay) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(REQUEST)) form.append(name, value);
      const calls = [
        { body: JSON.stringify({ ...REQUEST, message: "A string" }) },
        { body: form },
        { body: { ...REQUEST, message: "A region" }, region: "ca-central-1" as never },
        { body: new Blob([JSON.stringify({ ...REQUEST, message: "A blob" })]) as never },
      ];
      for (const options of calls) {
        const { data, error } = await client(relay).invoke("send-contact-email", options);
        expect(error).toBeNull();
        expect(data).toMatchObject({ data: { status: "accepted" } });
      }
    }));

  test("is answered what to do where it lost the body on the way", () =>
    onRelay(async (relay) => {
      const call = client(relay).invoke("send-contact-email", {
        body: REQUEST,
        headers: { "Content-Type": "application/json" },
      });
      const { data, error } = await call;
      if (!losesBody) return expect(data).toMatchObject({ data: { status: "accepted" } });
      const answer = await (error as { context: Response }).context.json();
      expect(answer.error).toMatchObject({
        code: "empty_body",
        hint: expect.stringContaining("leave the header to the client"),
      });
    }));

  test("keeps its caller's key for repetitions", () =>
    onRelay(async (relay) => {
      const options = { body: { ...REQUEST, message: "Again" }, headers: { "idempotency-key": `key ${_}` } };
      const first = await client(relay).invoke("send-contact-email", options);
      const second = await client(relay).invoke("send-contact-email", options);
      expect(second.data).toEqual(first.data);
    }));
});
