// The document from the site's address: read at the start, again every few minutes, and kept.
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MailTransport } from "../../../relay/delivery/transports/mail-transport.ts";
import type { MailMessage } from "../../../relay/mail/mail-message.ts";
import { type Listening, listen } from "../../support/process/listen.ts";
import { fileFolder } from "../../support/process/own-folder.ts";
import { definitionOf, sampleForms } from "../../support/relay/sample-forms.ts";
import { type TestRelay, withRelay } from "../support/with-relay.ts";
import { taken } from "../support/with-worker.ts";

const NEW = definitionOf({
  ...sampleForms.forms,
  party: { title: "Party request", fields: sampleForms.forms.contact?.fields ?? [] },
});
const NEEDED = { firstName: "Zoë", lastName: "Özil", email: "zoe@visitor.ca" };

const folder = fileFolder();

let site: Listening;
let answer: { status: number; body: string; headers?: Record<string, string> };
let asked = 0;
beforeAll(async () => {
  const server = createServer((_, response) => {
    asked += 1;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  site = await listen(server);
});
afterAll(() => site.close());
beforeEach(() => {
  answer = { status: 200, body: JSON.stringify(sampleForms) };
  asked = 0;
});

const latest = ({ events }: TestRelay) => {
  const event = events.findLast(({ type }) => type === "forms");
  return event?.type === "forms" ? [event.source, event.hash, event.problem] : null;
};
const problemMetric = async ({ metrics }: TestRelay) => /^relay_forms_problem (\d)$/m.exec(await metrics())?.[1];

test("is read at the start, and again every five minutes", () =>
  withRelay(
    async (relay) => {
      expect([latest(relay), asked]).toEqual([["address", sampleForms.hash, null], 1]);
      answer.body = JSON.stringify(NEW);
      const send = (more: object) =>
        relay.post({ ...NEEDED, form: "party", definition: NEW.hash, attendees: "0", ...more });
      // Nothing of a new form is checked or lost before the relay knows it.
      expect((await send({})).status).toBe(200);
      relay.clock.advance(300_000);
      await expect.poll(() => latest(relay)).toEqual(["address", NEW.hash, null]);
      expect((await send({ message: "3" })).body.error?.fields).toEqual([
        { field: "attendees", message: "must be at least 1" },
      ]);
      expect(asked).toBe(2);
    },
    { RELAY_FORMS: `${site.url}/forms.json` },
  ));

test.each([
  ["is answered with status 500", () => ({ status: 500, body: "" })],
  ["is answered with status 302", () => ({ status: 302, body: "", headers: { location: "/elsewhere" } })],
  ["is broken: is not JSON", () => ({ status: 200, body: "<html>" })],
  ["is broken: version: must be 1", () => ({ status: 200, body: JSON.stringify({ ...sampleForms, version: 2 }) })],
  ["has more than 262144 bytes", () => ({ status: 200, body: " ".repeat(300_000) })],
])("that %s leaves the last good copy in use, and is found when it is well again", (problem, broken) =>
  withRelay(
    async (relay) => {
      answer = broken();
      await relay.restart();
      expect(latest(relay)).toEqual(["copy", sampleForms.hash, problem]);
      expect(await problemMetric(relay)).toBe("1");
      const wrong = { ...NEEDED, form: "contact", definition: sampleForms.hash, attendees: "0" };
      expect((await relay.post(wrong)).status).toBe(400);
      answer = { status: 200, body: JSON.stringify(NEW) };
      relay.clock.advance(5_000);
      await expect.poll(() => latest(relay)).toEqual(["address", NEW.hash, null]);
      expect(await problemMetric(relay)).toBe("0");
    },
    { RELAY_FORMS: `${site.url}/forms.json` },
  ),
);

test("that was never read leaves the relay its own forms: it takes all that pages send", () => {
  answer = { status: 404, body: "" };
  return withRelay(
    async (relay) => {
      expect(latest(relay)).toEqual(["own", expect.any(String), "is answered with status 404"]);
      const { status } = await relay.post({
        ...NEEDED,
        form: "wedding-fair",
        definition: sampleForms.hash,
        season: "s",
      });
      expect(status).toBe(200);
      const [found] = (await relay.outbox.list({}, 1)).items;
      expect(found?.submission?.answers).toMatchObject([{ name: "season", value: "s", unknown: true }]);
      // The site may start after its relay, on the same machine.
      const passing = () => {
        relay.clock.advance(5_000);
        return latest(relay);
      };
      answer = { status: 200, body: JSON.stringify(sampleForms) };
      await expect.poll(passing).toEqual(["address", sampleForms.hash, null]);
    },
    { RELAY_FORMS: `${site.url}/forms.json` },
  );
});

describe("mails to a mail server", () => {
  const named = (name: string) =>
    JSON.stringify({ ...sampleForms, company: { name, email: "hello@tidewater.example", address: "4 Quay Lane" } });
  let sent: MailMessage[] = [];
  beforeEach(() => {
    sent = [];
  });
  const transport: MailTransport = {
    async send(mail) {
      sent.push(mail);
      return taken;
    },
    async close() {},
  };
  const onRelay = (use: (relay: TestRelay) => Promise<unknown>, more: Record<string, string> = {}) =>
    withRelay(
      use,
      {
        ...{ RELAY_MAIL_URL: "smtp://127.0.0.1:9", RELAY_MAIL_FROM: "a@b.example", RELAY_MAIL_TO: "c@d.example" },
        ...{ RELAY_FORMS: `${site.url}/forms.json`, ...more },
      },
      { transport },
    );
  /** In whose name a visitor is answered. */
  const speaker = async ({ post }: TestRelay, email: string) => {
    await post({ ...NEEDED, email, message: email });
    await expect.poll(() => sent.map(({ to }) => to)).toContain(email);
    return sent.findLast(({ to }) => to === email)?.replyTo?.name;
  };

  test("are sent in the name of the document that was read last, also while the site does not answer", () => {
    answer.body = named("Tidewater Walks");
    return onRelay(async (relay) => {
      expect(await speaker(relay, "ann@visitor.ca")).toBe("Tidewater Walks");
      answer.body = named("Tidewater Tours");
      relay.clock.advance(300_000);
      await expect.poll(() => asked).toBe(2);
      expect(await speaker(relay, "ben@visitor.ca")).toBe("Tidewater Tours");
      answer = { status: 503, body: "" };
      await relay.restart();
      expect(await speaker(relay, "eve@visitor.ca")).toBe("Tidewater Tours");
      // A document that has lost the company is no better than none.
      answer = { status: 200, body: JSON.stringify(sampleForms) };
      relay.clock.advance(5_000);
      await expect.poll(() => latest(relay)?.[2]).toBe('has no "company"');
      expect(await speaker(relay, "joe@visitor.ca")).toBe("Tidewater Tours");
    });
  });

  test.each([
    ["does not answer", { status: 404, body: "" }, /forms\.json is answered with status 404, there is no earlier copy/],
    ["names no company", { status: 200, body: JSON.stringify(sampleForms) }, /has no "company", there is no earlier/],
  ])("are sent by no relay whose site %s: it does not start, and says what to do", async (_, first, message) => {
    answer = first;
    const problem = await onRelay(async () => null).catch((error) => error.problems[0]);
    expect(problem).toMatchObject({
      ...{ variable: "RELAY_FORMS", message: expect.stringMatching(message) },
      hint: expect.stringContaining("`npx eventsite build`"),
    });
  });

  test("are never sent in the name of another site that the relay once read", async () => {
    const store = { RELAY_STORE_URL: `sqlite:${join(folder, "shared.db")}` };
    answer.body = named("Tidewater Walks");
    await onRelay(async (relay) => expect(await speaker(relay, "ann@visitor.ca")).toBe("Tidewater Walks"), store);
    answer = { status: 404, body: "" };
    const other = { ...store, RELAY_FORMS: `${site.url}/other/forms.json` };
    await expect(onRelay(async () => null, other)).rejects.toThrow("there is no earlier copy of it");
  });
});
