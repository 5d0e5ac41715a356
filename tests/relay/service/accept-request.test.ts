// What becomes of the values of a form, without HTTP around them.
import { describe, expect, test } from "vitest";
import type { RelayConfig } from "../../../relay/config/config.ts";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { OWN_FORMS } from "../../../relay/requests/own-forms.ts";
import { type Caller, createAcceptRequest } from "../../../relay/service/accept-request.ts";
import { createBlockedSenders } from "../../../relay/service/blocked-senders.ts";
import { withOutbox } from "../support/with-outbox.ts";

const BODY = { firstName: "Zoë", email: "zoe@example.org", message: "We plan a gala." };

const caller = (more: Partial<Caller> = {}): Caller => ({
  requestId: "request-1",
  address: "192.0.2.1",
  idempotencyKey: null,
  calledAt: Date.UTC(2025, 10, 14, 15),
  ...more,
});

const withAccept = (
  run: (accept: ReturnType<typeof createAcceptRequest>, events: RelayEvent[], woken: string[]) => Promise<void>,
  limits: Partial<RelayConfig["limits"]> = {},
) =>
  withOutbox(async ({ outbox, clock }) => {
    const events: RelayEvent[] = [];
    const woken: string[] = [];
    const accept = createAcceptRequest({
      limits: { perClient: null, perAddress: null, overall: null, ...limits },
      outbox,
      clock,
      observe: (event) => events.push(event),
      forms: { current: () => OWN_FORMS },
      blocked: createBlockedSenders(outbox, clock.elapsed),
      planEntries: () => [{ kind: "team", recipient: "team@example.com", state: "queued" }],
      onAccepted: (kinds = []) => woken.push(...kinds),
    });
    await run(accept, events, woken);
  });

describe("a request is", () => {
  test("accepted, reported, and sent at once", () =>
    withAccept(async (accept, events, woken) => {
      const outcome = await accept(BODY, caller());
      expect(outcome).toMatchObject({ kind: "accepted", reference: expect.stringMatching(/^EV-/) });
      expect(events).toMatchObject([{ type: "accepted", requestId: "request-1", form: "consultation", held: false }]);
      expect(woken).toEqual(["team"]);
    }));

  test("repeated: it has the reference that it has already, and leads to no second mail", () =>
    withAccept(async (accept, events, woken) => {
      const first = await accept(BODY, caller());
      const second = await accept(BODY, caller({ requestId: "request-2" }));
      expect(second).toEqual({ ...first, kind: "repeated" });
      expect(events.map(({ type }) => type)).toEqual(["accepted", "repeated"]);
      expect(woken).toEqual(["team"]);
    }));

  test("a conflict where its key came with another one", () =>
    withAccept(async (accept, events) => {
      await accept(BODY, caller({ idempotencyKey: "a-key" }));
      const other = { ...BODY, message: "We plan a ball." };
      expect(await accept(other, caller({ idempotencyKey: "a-key" }))).toEqual({ kind: "conflict" });
      expect(events).toHaveLength(1);
    }));

  test("limited, by the address of its caller", () =>
    withAccept(
      async (accept, _events, woken) => {
        await accept(BODY, caller());
        const other = { ...BODY, email: "ann@example.org" };
        expect(await accept(other, caller())).toMatchObject({ kind: "limited", retryAfterMs: 600_000 });
        expect(await accept(other, caller({ address: "192.0.2.2" }))).toMatchObject({ kind: "accepted" });
        expect(woken).toEqual(["team", "team"]);
      },
      { perClient: { count: 1, windowMs: 600_000 } },
    ));

  test.each<[body: unknown, fields: readonly string[]]>([
    [{ ...BODY, firstName: "", email: "zoe" }, ["firstName", "email"]],
    [[BODY], []],
    ["a text", []],
    [null, []],
  ])("invalid, with the fields that are wrong: %j", (body, fields) =>
    withAccept(async (accept, events, woken) => {
      const outcome = await accept(body, caller());
      expect(outcome).toMatchObject({ kind: "invalid", problems: fields.map((field) => ({ field })) });
      expect([events, woken]).toEqual([[], []]);
    }),
  );
});
