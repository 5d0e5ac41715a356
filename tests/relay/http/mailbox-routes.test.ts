// The mailbox over HTTP: who may look, and what each address shows.
import { expect, test } from "vitest";
import { mailboxDirOf } from "../../../relay/http/mailbox.tsx";
import { REQUEST, sharedRelay } from "../support/with-relay.ts";

const use = sharedRelay();
const look = (path: string, init?: RequestInit) => use(({ fetch }) => fetch(path, init));
const token = () => use(({ mailboxUrl }) => new URL(mailboxUrl).search);

async function firstMail(): Promise<string> {
  await use(({ post }) => post({ ...REQUEST, message: `At ${use(({ clock }) => clock.now())}` }));
  let path = "";
  await expect
    .poll(async () => {
      path = /href="(\/mailbox\/[^"?/]+)\?/.exec((await look(`/mailbox${token()}`)).text)?.[1] ?? "";
      return path;
    })
    .not.toBe("");
  return path;
}

test("the link of the start leads to a list, a mail and the mail as it was sent, each with its own policy", async () => {
  const path = await firstMail();
  for (const address of [`/mailbox${token()}`, `/mailbox/${token()}`, `${path}${token()}`]) {
    const page = await look(address);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = page.headers.get("content-security-policy");
    for (const part of ["default-src 'none'", "style-src 'self'", "frame-src 'self'", "form-action 'none'"])
      expect(policy).toContain(part);
    expect(policy).toContain("frame-ancestors 'none'");
  }
  const mail = await look(`${path}/html${token()}`);
  expect([mail.status, mail.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(mail.headers.get("content-security-policy")).toBe(
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  );
  expect(mail.text).toMatch(/^<!doctype html>/i);
  expect((await look(`${path}${token()}`)).text).toContain(`${path}/html`);
});

test("its style needs no token; everything else does, and says how to get one", async () => {
  const style = await look("/mailbox/style.css");
  expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  expect(style.text).toContain("{");
  const path = await firstMail();
  for (const address of ["/mailbox", "/mailbox?token=wrong", `${path}?token=`, `${path}/html?token=a&token=b`]) {
    const closed = await look(address);
    expect([address, closed.status, closed.headers.get("content-type")]).toEqual([
      ...[address, 403, "text/html; charset=utf-8"],
    ]);
    expect(closed.text).not.toContain("zoe@example.org");
  }
});

test.each(["/mailbox/none", "/mailbox/none/html", "/mailbox/a/b", "/mailbox/a/html/c", "/mailboxes"])(
  "there is nothing at %s",
  async (path) => expect((await look(`${path}${token()}`)).status).toBe(404),
);

test("nothing is changed there", async () => {
  expect((await look(`/mailbox${token()}`, { method: "POST" })).status).toBe(404);
  expect((await look(`/mailbox${token()}`, { method: "HEAD" })).status).toBe(200);
  await expect
    .poll(() => use(({ events }) => events.some((event) => event.type === "answered" && event.route === "mailbox")))
    .toBe(true);
});

test("there is one only where mails are kept in a folder, and no other machine reaches the relay", () => {
  const dirOf = (host: string, target: object) => mailboxDirOf({ host, mail: { target } } as never);
  const maildir = { type: "maildir", dir: "/mail" };
  expect([dirOf("127.0.0.1", maildir), dirOf("::1", maildir), dirOf("localhost", maildir)]).toEqual(
    Array(3).fill("/mail"),
  );
  expect([dirOf("0.0.0.0", maildir), dirOf("10.0.0.7", maildir), dirOf("127.0.0.1", { type: "smtp" })]).toEqual([
    ...[null, null, null],
  ]);
});
