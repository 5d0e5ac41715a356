// A marker in every field and header, and then a search for it in all that the relay tells: logs, figures, errors, its own words.
import { expect, test } from "vitest";
import { CALL_PATH, FIELD_LIMITS } from "../../../relay/contract.ts";
import { startFakeSmtp } from "../../support/relay/fake-smtp.ts";
import { withRelayFolder } from "../support/relay-process.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();

const MARKER = "zqmarker";
const KEY = `${MARKER}-public-key`;
const fields = Object.fromEntries(Object.keys(FIELD_LIMITS).map((name) => [name, `${MARKER} ${name}`]));
const person = {
  ...fields,
  email: `${MARKER}@visitor.ca`,
  phone: `+1 416 ${MARKER}`,
  form: "venue",
  page: `/${MARKER}/`,
};

/** Bodies and headers of many kinds, good and bad; each carries the marker. */
const CALLS: readonly (readonly [body: string, headers?: Readonly<Record<string, string>>])[] = [
  [JSON.stringify(person)],
  [JSON.stringify(person)],
  [JSON.stringify({ ...person, message: `${MARKER} 2`, website: MARKER })],
  [JSON.stringify({ ...person, email: `${MARKER} no address` })],
  [JSON.stringify({ ...person, firstName: `${MARKER}\u0000`, [MARKER]: MARKER, lastName: [MARKER] })],
  [JSON.stringify({ ...person, message: MARKER.repeat(2000) })],
  [JSON.stringify({ ...person, message: MARKER.repeat(20_000) })],
  [JSON.stringify({ ...person, [`${MARKER}Field`]: MARKER, meals: [MARKER], message: `${MARKER} 3` })],
  [
    JSON.stringify({
      ...person,
      form: MARKER,
      definition: MARKER,
      [`${MARKER}Field`]: [MARKER],
      wishes: { a: MARKER },
    }),
  ],
  [JSON.stringify({ ...person, form: MARKER, [`${MARKER}Field`]: MARKER.repeat(1000) })],
  [JSON.stringify({ ...person, definition: MARKER, note: MARKER.repeat(1000) })],
  [`{"firstName": "${MARKER}"`],
  [`<${MARKER}>`, { "content-type": "text/xml" }],
  [JSON.stringify(person), { "idempotency-key": MARKER }],
  [JSON.stringify({ ...person, message: `${MARKER} other` }), { "idempotency-key": MARKER }],
  [JSON.stringify(person), { apikey: `${MARKER}-wrong` }],
  [JSON.stringify(person), { authorization: `Bearer ${MARKER}-wrong`, apikey: "" }],
  [JSON.stringify(person), { origin: `https://${MARKER}.test` }],
  [JSON.stringify(person), { "user-agent": MARKER, referer: `https://x.test/${MARKER}`, "x-client-info": MARKER }],
  [JSON.stringify(person), { "content-encoding": MARKER }],
  [new URLSearchParams(person).toString(), { "content-type": `application/x-www-form-urlencoded; a=${MARKER}` }],
];

test("nothing that a visitor sends, and no key, is in logs, figures or errors", async () => {
  // Refuses in words that repeat the address, temporarily and for good.
  const recipient = (to: string) =>
    `${to.includes("team1") ? 550 : 451} 5.1.1 <${MARKER}@visitor.ca> ${MARKER}: unknown ${to}`;
  const smtp = closeLater(await startFakeSmtp({ recipient }, { allowInsecureAuth: true }));
  await withRelayFolder(async (relays) => {
    const relay = await relays.start({
      RELAY_MAIL_URL: `smtp://user:${MARKER}-password@127.0.0.1:${smtp.port}`,
      RELAY_TLS: "off",
      RELAY_MAIL_FROM: "web@evenhall.ca",
      RELAY_MAIL_TO: "team1@evenhall.ca,team2@evenhall.ca",
      RELAY_PUBLIC_KEY: KEY,
      RELAY_RATE_LIMIT: "off",
      LOG_LEVEL: "debug",
    });
    const answers: string[] = [];
    for (const [body, headers] of CALLS) {
      const answer = await fetch(`${relay.url}${CALL_PATH}`, {
        method: "POST",
        headers: { "content-type": "application/json", apikey: KEY, ...headers },
        body,
      }).catch(() => null);
      if (answer) answers.push(JSON.stringify([...answer.headers]), await answer.text());
    }
    for (const path of [`/${MARKER}`, `/healthz?${MARKER}`, `${CALL_PATH}/${MARKER}?email=${MARKER}`])
      answers.push(await (await fetch(relay.url + path)).text());
    // Attempts have been made and refused.
    await expect.poll(() => relay.log(), { timeout: 20_000 }).toContain('"outcome":"dead"');
    await expect.poll(() => relay.log(), { timeout: 20_000 }).toContain('"outcome":"deferred"');
    await relays.ask("retry", "--all", "--given-up");
    await relays.ask("erase", "--yes", "--email", `${MARKER}@visitor.ca`);
    const metrics = await relay.metrics();
    relay.kill("SIGTERM");
    const { stdout, stderr } = await relay.ended;
    expect(stdout.match(/"event":"accepted"/g)?.length).toBeGreaterThanOrEqual(3);
    expect(stdout.match(/"event":"answered"/g)?.length).toBeGreaterThanOrEqual(CALLS.length);
    for (const [where, text] of Object.entries({ stdout, stderr, metrics, answers: answers.join("\n") }))
      expect(`${where}: ${linesWith(text)}`).toBe(`${where}: `);
  });
}, 60_000);

const linesWith = (text: string): string =>
  text
    .split("\n")
    .filter((line) => /zqmarker|visitor\.ca|evenhall\.ca/i.test(line))
    .join("\n");
