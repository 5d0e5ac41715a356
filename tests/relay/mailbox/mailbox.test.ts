// A newcomer sends a form and sees both mails; nobody else does.
import { request } from "node:http";
import { expect, test } from "vitest";
import { REQUEST, type TestRelay, withRelay } from "../support/with-relay.ts";

/** Both mails of a request are in the mailbox. */
async function sendOne({ post, events }: TestRelay, fields: Record<string, string> = {}): Promise<void> {
  const before = events.filter(({ type }) => type === "attempted").length;
  await post({ ...REQUEST, form: "venue", ...fields });
  while (events.filter(({ type }) => type === "attempted").length < before + 2)
    await new Promise((resolve) => setImmediate(resolve));
}

const HERE = { RELAY_MAIL_FROM: "Evenhall <website@evenhall.test>", RELAY_MAIL_TO: "team@evenhall.test" };
const linksOf = (html: string) =>
  [...html.matchAll(/href="(\/mailbox\/[^"]+)">([^<]*)</g)].map(([, path = "", text = ""]) => ({ path, text }));

/** As `fetch` cannot: with a host name of one's own. */
const statusOf = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    request(url, { headers }, (response) => resolve(response.resume().statusCode ?? 0))
      .on("error", reject)
      .end();
  });

test("a sent form is there twice: the team's mail and the visitor's, with text and layout", () =>
  withRelay(async (relay) => {
    expect((await relay.fetch("/mailbox")).text).toContain("No mail yet");
    await sendOne(relay);
    const list = await relay.fetch("/mailbox");
    expect(list.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const mails = linksOf(list.text).filter(({ path }) => !path.endsWith(".css"));
    expect(mails.map(({ text }) => text).sort()).toEqual([
      expect.stringMatching(/^Evenhall: we have received your request \(EV-/),
      "Venue request: conference, 50-100 guests, 2026-03-14, Acme Ltd.",
    ]);
    const team = mails.find(({ text }) => text.startsWith("Venue"))?.path ?? "";
    const opened = await relay.fetch(team);
    for (const told of ["team@evenhall.test", "Zoë Özil &lt;zoe@example.org>", "We plan a gala."])
      expect(opened.text).toContain(told);
    expect(opened.text).toMatch(/<iframe [^>]*\bsandbox(?:=""|[ >])/);
    const html = await relay.fetch(`${team}/html`);
    expect(html.text).toContain("We plan a gala.");
    expect(html.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
  }, HERE));

test("what is held as suspicious is told, and how to look at it", () =>
  withRelay(async ({ post, fetch }) => {
    await post({ ...REQUEST, form: "venue", website: "https://spam.example" });
    const { text } = await fetch("/mailbox");
    expect(text).not.toContain("No mail yet");
    expect(text).toMatch(/Held back as suspicious: \d+\. <code>npx eventsite-relay list --state held<\/code>/);
  }, HERE));

test("what a visitor typed runs nowhere", () =>
  withRelay(async (relay) => {
    await sendOne(relay, { company: "<script>alert(1)</script>", message: "</pre><script>alert(2)</script>" });
    const list = await relay.fetch("/mailbox");
    for (const { path } of linksOf(list.text)) {
      expect((await relay.fetch(path)).text).not.toContain("<script");
      expect((await relay.fetch(`${path}/html`)).text).not.toContain("<script");
    }
    expect(list.text).not.toContain("<script");
    expect(list.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self';/);
  }, HERE));

test("the newest mail is first", () =>
  withRelay(async (relay) => {
    await sendOne(relay, { company: "First" });
    await sendOne(relay, { company: "Second", email: "ann@example.org" });
    const subjects = linksOf((await relay.fetch("/mailbox")).text).map(({ text }) => text);
    const order = subjects.filter((text) => text.startsWith("Venue")).map((text) => text.split(", ").at(-1));
    expect(order).toEqual(["Second", "First"]);
  }, HERE));

test.each(["/mailbox/nothing", "/mailbox/..%2f..%2frelay.db", "/mailbox/x/y/z", "/mailbox/x/raw"])(
  "there is nothing at %s",
  (path) => withRelay(async (relay) => expect((await relay.fetch(path)).status).toBe(404), HERE),
);

test("it is shut for other names of this machine, for proxies, and where mails go to a server", async () => {
  await withRelay(async ({ url }) => {
    expect(await statusOf(`${url}/mailbox`, { host: "localhost:8787" })).toBe(200);
    expect(await statusOf(`${url}/mailbox`, { host: "attacker.test" })).toBe(404);
    expect(await statusOf(`${url}/mailbox`, { "x-forwarded-for": "203.0.113.9" })).toBe(404);
  }, HERE);
  await withRelay(async (relay) => expect((await relay.fetch("/mailbox")).status).toBe(404), {
    HOST: "0.0.0.0",
    ...HERE,
  });
  const smtp = { ...HERE, RELAY_MAIL_URL: "smtp://127.0.0.1:9" };
  await withRelay(async (relay) => expect((await relay.fetch("/mailbox")).status).toBe(404), smtp);
});
