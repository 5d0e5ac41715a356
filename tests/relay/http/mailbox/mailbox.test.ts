// A newcomer sends a form and sees both mails; nobody else does.
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { isFromThisMachine } from "../../../../relay/http/mailbox/mailbox-routes.ts";
import { REQUEST, type TestRelay, withRelay } from "../../support/with-relay.ts";

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

/** The page that the printed link opens, with more of a path. */
const open = ({ fetch, mailboxUrl }: TestRelay, ...path: readonly string[]) => {
  const { pathname, search } = new URL(mailboxUrl);
  return fetch([pathname, ...path].join("/") + search);
};

test("a sent form is there twice: the team's mail and the visitor's, with text and layout", () =>
  withRelay(async (relay) => {
    expect((await open(relay)).text).toContain("No mail yet");
    await sendOne(relay);
    const list = await open(relay);
    expect(list.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const mails = linksOf(list.text).filter(({ path }) => !path.endsWith(".css"));
    expect(mails.map(({ text }) => text).sort()).toEqual([
      expect.stringMatching(/^Evenhall: we have received your request \(EV-/),
      "Venue request: Conference, 50-100 guests, 2026-03-14, Acme Ltd.",
    ]);
    const team = mails.find(({ text }) => text.startsWith("Venue"))?.path ?? "";
    const opened = await relay.fetch(team);
    for (const text of ["team@evenhall.test", "Zoë Özil &lt;zoe@example.org>", "We plan a gala."])
      expect(opened.text).toContain(text);
    expect(opened.text).toMatch(/<iframe [^>]*\bsandbox="" srcdoc="&lt;!DOCTYPE html>[^"]*We plan a gala\./i);
  }, HERE));

test("what is held as suspicious is reported, and how to look at it", () =>
  withRelay(async (relay) => {
    await relay.post({ ...REQUEST, form: "venue", website: "https://spam.example" });
    const { text } = await open(relay);
    expect(text).not.toContain("No mail yet");
    expect(text).toMatch(/Held back as suspicious: 1\. <code>npx eventsite-relay list --state held<\/code>/);
  }, HERE));

test("what a visitor typed runs nowhere", () =>
  withRelay(async (relay) => {
    await sendOne(relay, { company: "<script>alert(1)</script>", message: "</pre><script>alert(2)</script>" });
    const list = await open(relay);
    for (const { path } of linksOf(list.text)) {
      const { text, headers } = await relay.fetch(path);
      expect(text).not.toContain("<script");
      expect(/ srcdoc="([^"]+)"/.exec(text)?.[1]).toMatch(/^(?!.*&lt;script)/s);
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self' 'unsafe-inline';/);
    }
    expect(list.text).not.toContain("<script");
  }, HERE));

test("the newest mail is first", () =>
  withRelay(async (relay) => {
    await sendOne(relay, { company: "First" });
    relay.clock.advance(1000);
    await sendOne(relay, { company: "Second", email: "ann@example.org" });
    const subjects = linksOf((await open(relay)).text).map(({ text }) => text);
    const order = subjects.filter((text) => text.startsWith("Venue")).map((text) => text.split(", ").at(-1));
    expect(order).toEqual(["Second", "First"]);
  }, HERE));

test.each([["nothing"], ["..%2f..%2frelay.db"], ["x", "y", "z"], ["x", "raw"]])(
  "there is nothing at %s %s",
  (...path) => withRelay(async (relay) => expect((await open(relay, ...path)).status).toBe(404), HERE),
);

test("it opens by its link alone: not by its name, to no other page, and to nobody who sits behind a proxy that says nothing", () =>
  withRelay(async (relay) => {
    await sendOne(relay);
    const { url, mailboxUrl } = relay;
    const mail = linksOf((await open(relay)).text)[0]?.path ?? "";
    const withoutToken = (path: string) => path.replace(/\?.*/, "");
    for (const path of [
      "/mailbox",
      "/mailbox/",
      withoutToken(mail),
      "/mailbox?token=",
      `/mailbox?token=${"x".repeat(24)}`,
      "/mailbox?token=a&token=b",
    ]) {
      // As a page of the relay itself, or a proxy on this machine, would ask.
      const { status, text } = await relay.fetch(path, { headers: { "sec-fetch-site": "same-origin", origin: url } });
      expect([path, status]).toEqual([path, 403]);
      expect(text).toContain("opens by its link");
      expect(text).not.toMatch(/Zoë|zoe|token=/);
    }
    const token = new URL(mailboxUrl).searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThanOrEqual(24);
    await relay.restart();
    expect(relay.mailboxUrl).not.toContain(token);
  }, HERE));

test("there is none where mails go to a server", () =>
  withRelay(
    async (relay) => {
      expect(relay.mailboxUrl).toBe("");
      expect((await relay.fetch("/mailbox")).status).toBe(404);
    },
    { ...HERE, RELAY_MAIL_URL: "smtp://127.0.0.1:9" },
  ));

test("on a relay that other machines reach it opens at home, and not for what a proxy passes on", () =>
  withRelay(
    async (relay) => {
      const { host, pathname, search, port } = new URL(relay.mailboxUrl);
      expect(host).toBe(`localhost:${port}`);
      expect((await relay.fetch(pathname + search)).status).toBe(200);
      for (const name of ["forwarded", "via", "x-forwarded-for", "x-real-ip"])
        expect((await relay.fetch(pathname + search, { headers: { [name]: "203.0.113.7" } })).status).toBe(403);
    },
    { ...HERE, HOST: "0.0.0.0" },
  ));

test.each([
  ["127.0.0.1", "127.0.0.1", true],
  ["::1", "::1", true],
  ["192.0.2.200", "192.0.2.200", true],
  ["::ffff:192.0.2.200", "::ffff:192.0.2.200", true],
  ["192.0.2.201", "192.0.2.200", false],
  ["2001:db8::1", "2001:db8::2", false],
  [undefined, undefined, false],
])("a caller at %s of a relay that it reached at %s is on its machine: %s", (remoteAddress, localAddress, expected) => {
  const socket = { remoteAddress, localAddress } as Socket;
  expect(isFromThisMachine({ socket, headers: {} })).toBe(expected);
});
