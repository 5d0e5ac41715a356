// A real mail server that takes mail for the team and refuses visitors' in every way that servers do: the team's mails go out.
import { describe, expect, test } from "vitest";
import type { RelayEvent } from "../../../relay/observe/relay-event.ts";
import { type FakeSmtp, type FakeSmtpRules, startFakeSmtp } from "../../support/relay/fake-smtp.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";
import { REQUEST, type TestRelay, withRelay } from "../support/with-relay.ts";

closeAfterEach();

const TEAM = "team@evenhall.test";

const toVisitor = (to: string) => to !== TEAM;

interface Case {
  readonly name: string;
  readonly rules: FakeSmtpRules;
}

const atRecipient = (answer: string): Case => ({
  name: `at the recipient with ${answer}`,
  rules: { recipient: (to) => (toVisitor(to) ? answer : null) },
});
const afterData = (answer: string): Case => ({
  name: `after the data with ${answer}`,
  rules: { data: ({ to }) => (to.some(toVisitor) ? answer : null) },
});

const REFUSALS: readonly Case[] = [
  ...[
    "554 5.7.1 Relay access denied",
    "454 4.7.1 Relay access denied",
    "550 5.7.1 Sender rejected",
    "550 SPF: not permitted",
    "450 4.7.26 SPF temporary failure",
    "550 5.7.1 DMARC policy",
    "530 5.7.0 Authentication required",
    "421 4.7.0 Try again later",
    "550 5.7.1 Access denied",
    "550 5.1.1 No such user",
    "451 4.3.0 Temporary failure",
  ].map(atRecipient),
  ...["550 5.7.26 DMARC", "451 4.7.1 SPF temperror", "554 5.7.1 Sender address rejected", "421 4.3.2 closing"].map(
    afterData,
  ),
];

async function withServer(
  rules: FakeSmtpRules,
  use: (test: TestRelay, server: FakeSmtp) => Promise<void>,
  env: Record<string, string> = {},
) {
  const server = closeLater(await startFakeSmtp(rules, { hideSTARTTLS: true, disabledCommands: ["STARTTLS"] }));
  await withRelay((test) => use(test, server), {
    RELAY_MAIL_URL: `smtp://127.0.0.1:${server.port}`,
    RELAY_TLS: "off",
    RELAY_MAIL_FROM: "Evenhall <website@evenhall.test>",
    RELAY_MAIL_TO: TEAM,
    ...env,
  });
}

const send = ({ post }: TestRelay, count: number, domain: (n: number) => string) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      post({ ...REQUEST, email: `visitor${n}@${domain(n)}`, message: `Request ${n}` }),
    ),
  );

const of = <Type extends RelayEvent["type"]>(events: readonly RelayEvent[], type: Type) =>
  events.filter((event): event is Extract<RelayEvent, { type: Type }> => event.type === type);
const acknowledgementTries = (events: readonly RelayEvent[]) =>
  of(events, "attempted").filter(({ kind }) => kind === "acknowledgement").length;

const REQUESTS = 12;
/** Some visitors write from the team's own domain. */
const mixedDomains = (n: number) => (n % 4 === 0 ? "evenhall.test" : `visitor${n}.test`);

describe("a server that refuses acknowledgements", () => {
  test.each(REFUSALS)("$name gets every mail of the team at once", ({ rules }) =>
    withServer(rules, async (relay, server) => {
      await send(relay, REQUESTS, mixedDomains);
      await server.received(REQUESTS);
      expect(server.mails.map(({ to }) => to)).toEqual(Array.from({ length: REQUESTS }, () => [TEAM]));
    }),
  );

  test("because it will not relay is asked once, which is reported once, and the team hears nothing of it", () =>
    withServer(
      { recipient: (to) => (toVisitor(to) ? "554 5.7.1 Relay access denied" : null) },
      async (relay, server) => {
        await send(relay, REQUESTS, mixedDomains);
        await server.received(REQUESTS);
        await expect.poll(() => of(relay.events, "suspended")).toHaveLength(1);
        expect(of(relay.events, "suspended")).toMatchObject([
          { kinds: ["acknowledgement"], reason: "relaying-denied" },
        ]);
        for (let round = 1; round <= 6; round += 1) {
          const before = acknowledgementTries(relay.events);
          relay.clock.advance(6 * 60_000);
          await expect.poll(() => acknowledgementTries(relay.events)).toBeGreaterThan(before);
        }
        expect(acknowledgementTries(relay.events)).toBeLessThanOrEqual(9);
        expect(of(relay.events, "suspended")).toHaveLength(1);
        expect(of(relay.events, "dead")).toEqual([]);
        expect(await relay.metrics()).toMatch(/^relay_acknowledgements_suspended 1$/m);
        // Corrected: all of them go.
        server.rules.recipient = () => null;
        for (let round = 1; round <= 4; round += 1) {
          relay.clock.advance(6 * 60_000);
          await server.received(REQUESTS + round);
        }
        await server.received(2 * REQUESTS);
        await expect.poll(() => of(relay.events, "resumed")).toHaveLength(1);
        expect(await relay.metrics()).toMatch(/^relay_acknowledgements_suspended 0$/m);
      },
    ));

  test("by cutting the connection, too, gets every mail of the team", () =>
    withServer({ recipient: (to) => (toVisitor(to) ? "cut" : null) }, async (relay, server) => {
      await send(relay, REQUESTS, mixedDomains);
      await server.received(REQUESTS);
    }));
});

test("a recipient of the team that is refused keeps no other from its mails", () =>
  withServer(
    { recipient: (to) => (to === TEAM ? null : "554 5.7.1 Relay access denied") },
    async (relay, server) => {
      await send(relay, REQUESTS, mixedDomains);
      await server.received(REQUESTS);
      const team = of(relay.events, "attempted").filter(
        ({ kind, outcome }) => kind === "team" && outcome !== "delivered",
      );
      expect(team.length).toBeGreaterThan(0);
      expect(team.length).toBeLessThan(REQUESTS);
    },
    { RELAY_MAIL_TO: `${TEAM},elsewhere@evenhall.test` },
  ));
