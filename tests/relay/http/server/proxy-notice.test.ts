// A relay behind a proxy that it was not set up for.
import { expect, test } from "vitest";
import { REQUEST, type TestRelay, withRelay } from "../../support/with-relay.ts";

const warnings = ({ events }: TestRelay) =>
  events.flatMap((event) => (event.type === "warning" ? [event.variable] : []));
/** Of what the running relay says of itself. */
const found = async ({ local }: TestRelay) => {
  const { text } = await local("/commands/doctor", { method: "POST" }, `{"dkimSelector":[]}`);
  return text.match(/RELAY_TRUST_PROXY/g)?.length ?? 0;
};
const forwarded = { "x-forwarded-for": "203.0.113.7" };

test("warns once in its log, and in the doctor from then on", () =>
  withRelay(async (relay) => {
    await relay.post(REQUEST);
    expect([warnings(relay), await found(relay)]).toEqual([[], 0]);
    for (let count = 0; count < 3; count++) await relay.fetch("/healthz", { headers: forwarded });
    expect(warnings(relay)).toEqual(["RELAY_TRUST_PROXY"]);
    expect(await found(relay)).toBeGreaterThan(0);
  }));

test("says nothing where it knows how many proxies there are", () =>
  withRelay(
    async (relay) => {
      await relay.post(REQUEST, forwarded);
      expect(warnings(relay)).toEqual([]);
    },
    { RELAY_TRUST_PROXY: "1" },
  ));
