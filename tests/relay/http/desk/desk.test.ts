// The desk over HTTP: who gets in, what a form needs, what every answer carries, and what hostile text does in it.
import type { OutgoingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { type PlainAnswer as Answer, ask as askPlainly } from "../../support/local-socket.ts";
import { ORIGIN, REQUEST, type TestRelay, withRelay } from "../../support/with-relay.ts";

const TOKEN = "a-code-for-the-office";
const ON = { RELAY_CONTROL_PORT: "0", RELAY_CONTROL_TOKEN: TOKEN };

const FORM = { "content-type": "application/x-www-form-urlencoded" };
/** Looks at a page, or posts a form. */
const ask = (url: string, headers: OutgoingHttpHeaders = {}, form?: Readonly<Record<string, string>>) =>
  form === undefined
    ? askPlainly(url, { headers })
    : askPlainly(url, { method: "POST", headers: { ...FORM, ...headers } }, `${new URLSearchParams(form)}`);

const originOf = (url: string) => new URL(url).origin;
const cookieOf = ({ headers }: Answer) => String(headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
const csrfOf = ({ text }: Answer) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";

/** Signed in, as a browser does it. */
async function signedIn({ deskUrl }: TestRelay) {
  const origin = originOf(deskUrl);
  const answer = await ask(`${deskUrl}/login`, { origin }, { token: TOKEN, back: "/desk/blocks" });
  expect([answer.status, answer.headers.location]).toEqual([303, "/desk/blocks"]);
  const cookie = cookieOf(answer);
  const look = (path = "") => ask(deskUrl + path, { cookie });
  const csrf = csrfOf(await look());
  const post = (path: string, form: Readonly<Record<string, string>> = {}) =>
    ask(deskUrl + path, { cookie, origin }, { csrf, ...form });
  return { cookie, origin, csrf, look, post };
}

const sent = async ({ post, outbox, clock }: TestRelay, fields: object = {}) => {
  clock.advance(1_200_000);
  const { body } = await post({ ...REQUEST, message: `At ${clock.now()}`, ...fields });
  const reference = body.data?.id ?? "";
  return { reference, found: () => outbox.find(reference) };
};

describe("who gets in", () => {
  test("nobody without the code; everybody with it, for a working day", () =>
    withRelay(async (relay) => {
      const { deskUrl, clock, events } = relay;
      for (const path of ["", "/blocks", "/record", "/requests/EV-0000-0000", "/none"]) {
        const closed = await ask(deskUrl + path);
        expect([path, closed.status, String(closed.headers.location).split("?")[0]]).toEqual([
          path,
          303,
          "/desk/login",
        ]);
      }
      for (const cookie of ["relay-desk=", "relay-desk=9999999999999.x.y", `relay-desk=${TOKEN}`])
        expect((await ask(deskUrl, { cookie })).status).toBe(303);
      const origin = originOf(deskUrl);
      const wrong = await ask(`${deskUrl}/login`, { origin }, { token: "another" });
      expect([wrong.status, wrong.headers["set-cookie"]]).toEqual([403, undefined]);
      expect(wrong.text).toContain("not the access code");
      const login = await ask(`${deskUrl}/login`, { origin }, { token: TOKEN });
      expect(login.headers["set-cookie"]?.[0]).toMatch(
        /^relay-desk=\d+\.[\w-]+\.[\w-]+; Path=\/desk; HttpOnly; SameSite=Strict; Max-Age=36000$/,
      );
      const cookie = cookieOf(login);
      expect((await ask(deskUrl, { cookie })).status).toBe(200);
      const [until = "", ...rest] = cookie.split(".");
      const longer = [`${until.slice(0, -1)}${(Number(until.at(-1)) + 1) % 10}`, ...rest].join(".");
      expect((await ask(deskUrl, { cookie: longer })).status).toBe(303);
      clock.advance(10 * 3_600_000);
      const ended = await ask(deskUrl, { cookie });
      expect([ended.status, ended.headers.location]).toEqual([303, "/desk/login"]);
      expect(events.filter(({ type }) => type === "desk-login")).toEqual([
        { type: "desk-login", outcome: "refused" },
        { type: "desk-login", outcome: "accepted" },
      ]);
    }, ON));

  test("a session is over when the code is another one, or the person signed out", () =>
    withRelay(async (relay) => {
      const { cookie, post } = await signedIn(relay);
      const out = await post("/logout");
      expect([out.status, cookieOf(out)]).toEqual([303, "relay-desk="]);
      expect(out.headers["set-cookie"]?.[0]).toContain("Max-Age=0");
      const { deskUrl } = relay;
      await withRelay(async (other) => expect((await ask(other.deskUrl, { cookie })).status).toBe(303), {
        ...ON,
        RELAY_CONTROL_TOKEN: `${TOKEN}-2`,
      });
      expect((await ask(deskUrl, { cookie })).status).toBe(200);
    }, ON));

  test("guessing ends after ten tries in a quarter of an hour, also with the right code", () =>
    withRelay(async ({ deskUrl, clock }) => {
      const guess = (token: string) => ask(`${deskUrl}/login`, { origin: originOf(deskUrl) }, { token });
      for (let count = 0; count < 10; count += 1) expect((await guess(`guess ${count}`)).status).toBe(403);
      expect([(await guess("another")).status, (await guess(TOKEN)).status]).toEqual([429, 429]);
      clock.advance(900_000);
      expect((await guess(TOKEN)).status).toBe(303);
    }, ON));

  test("a login leads to pages of the desk alone", () =>
    withRelay(async ({ deskUrl }) => {
      for (const back of [
        "https://evil.test",
        "//evil.test",
        "/desk//evil.test",
        "/deskevil",
        "/desk/\\evil.test",
        "/desk\r\nx: y",
      ]) {
        const answer = await ask(`${deskUrl}/login`, { origin: originOf(deskUrl) }, { token: TOKEN, back });
        expect([back, answer.headers.location]).toEqual([back, "/desk"]);
      }
    }, ON));
});

describe("where it is", () => {
  const never = ["/desk", "/desk/", "/desk/login", "/desk/style.css", "/DESK", "/desk/export"];

  test("not on the port of the call, with or without a port of its own", async () => {
    for (const variables of [ON, { RELAY_CONTROL_TOKEN: TOKEN }])
      await withRelay(async ({ url }) => {
        for (const path of never) {
          const paths = [`${url}${path}`, `${url}/%2e${path}`];
          for (const address of paths) expect([address, (await ask(address)).status]).toEqual([address, 404]);
          expect((await ask(url + path, { origin: url }, { token: TOKEN })).status).toBe(404);
        }
      }, variables);
  });

  test("nowhere without a way to sign in", () =>
    withRelay(
      async ({ metricsUrl, deskUrl }) => {
        expect(deskUrl).toBe("");
        expect((await ask(new URL("/desk", metricsUrl).href)).status).toBe(404);
      },
      { RELAY_CONTROL_PORT: "0" },
    ));

  test("not under public names", () =>
    withRelay(async (relay) => {
      const { deskUrl } = relay;
      const { cookie } = await signedIn(relay);
      for (const host of ["attacker.test", "desk.example.com", "127.0.0.1.attacker.test", "["])
        expect([host, (await ask(deskUrl, { cookie, host })).status]).toEqual([host, 404]);
      for (const host of ["localhost:1", "10.0.0.7", "relay", "desk.internal"])
        expect([host, (await ask(deskUrl, { cookie, host })).status]).toEqual([host, 200]);
    }, ON));

  test("through a trusted proxy under its own name, with a cookie for https alone", () =>
    withRelay(
      async ({ deskUrl }) => {
        const through = {
          host: "desk.example.com",
          "x-forwarded-for": "203.0.113.7",
          origin: "https://desk.example.com",
        };
        const login = await ask(`${deskUrl}/login`, through, { token: TOKEN });
        expect([login.status, String(login.headers["set-cookie"]?.[0]).endsWith("; Secure")]).toEqual([303, true]);
        expect((await ask(deskUrl, { ...through, cookie: cookieOf(login) })).status).toBe(200);
        expect((await ask(deskUrl, { ...through, host: "other.example.com" })).status).toBe(404);
        const other = await ask(
          `${deskUrl}/login`,
          { ...through, origin: "https://www.example.com" },
          { token: TOKEN },
        );
        expect([other.status, other.headers["set-cookie"]]).toEqual([403, undefined]);
      },
      { ...ON, RELAY_TRUST_PROXY: "127.0.0.0/8", RELAY_DESK_URL: "https://desk.example.com" },
    ));
});

describe("a proxy's login", () => {
  const BY_PROXY = {
    RELAY_CONTROL_PORT: "0",
    RELAY_DESK_LOGIN_HEADER: "X-Forwarded-User",
    RELAY_TRUST_PROXY: "127.0.0.1",
  };

  test("is who acts, in the record and in the history of a request", () =>
    withRelay(async (relay) => {
      const { deskUrl, outbox } = relay;
      const { reference, found } = await sent(relay, { website: "spam" });
      const nobody = await ask(deskUrl);
      expect([nobody.status, nobody.text.includes("named nobody")]).toEqual([403, true]);
      const ann = { "x-forwarded-user": "ann@example.com", "x-forwarded-for": "203.0.113.7" };
      const page = await ask(`${deskUrl}/requests/${reference}`, ann);
      expect(page.text).toContain("ann@example.com");
      expect(page.text).not.toContain("Sign out");
      const origin = originOf(deskUrl);
      const csrf = csrfOf(page);
      const bob = { "x-forwarded-user": "bob@example.com" };
      expect((await ask(`${deskUrl}/requests/${reference}/release`, { ...bob, origin }, { csrf })).status).toBe(403);
      expect((await ask(`${deskUrl}/requests/${reference}/release`, { ...ann, origin }, { csrf })).status).toBe(303);
      expect((await found())?.timeline.find(({ what }) => what.type === "released")?.actor).toBe("ann@example.com");
      expect((await outbox.actions(1))[0]).toMatchObject({ actor: "ann@example.com", type: "released", reference });
    }, BY_PROXY));

  test("given twice, as somebody else sent one too, or in the name of a command, signs nobody in", () =>
    withRelay(async ({ deskUrl }) => {
      const statusWith = async (...logins: string[]) => (await ask(deskUrl, { "x-forwarded-user": logins })).status;
      expect(await statusWith("ann")).toBe(200);
      expect(await statusWith("mallory", "ann")).toBe(403);
      expect(await statusWith("command:root")).toBe(403);
      for (const name of [" ", "a\tb", "x".repeat(101)]) expect([name, await statusWith(name)]).toEqual([name, 403]);
    }, BY_PROXY));

  test("is believed from the networks of RELAY_TRUST_PROXY alone", () =>
    withRelay(
      async ({ deskUrl }) => {
        expect((await ask(deskUrl, { "remote-user": "ann" })).status).toBe(403);
        expect((await ask(deskUrl, { "remote-user": "ann", "x-forwarded-for": "192.0.2.1" })).status).toBe(403);
      },
      { ...BY_PROXY, RELAY_DESK_LOGIN_HEADER: "Remote-User", RELAY_TRUST_PROXY: "192.0.2.0/24" },
    ));
});

describe("every form", () => {
  test("needs its token and comes from the desk", () =>
    withRelay(async (relay) => {
      const { deskUrl } = relay;
      const { reference, found } = await sent(relay, { website: "spam" });
      const { cookie, origin, csrf } = await signedIn(relay);
      const address = `${deskUrl}/requests/${reference}/release`;
      const tries: [Record<string, string>, Record<string, string>][] = [
        [{ cookie, origin }, { csrf: "" }],
        [{ cookie, origin }, { csrf: `${csrf}x` }],
        [{ cookie }, { csrf }],
        [{ cookie, origin: "null" }, { csrf }],
        [{ cookie, origin: ORIGIN }, { csrf }],
        [{ cookie, origin: origin.replace(/\d+$/, "1") }, { csrf }],
      ];
      for (const [headers, form] of tries)
        expect([headers, (await ask(address, headers, form)).status]).toEqual([headers, 403]);
      expect((await ask(address, { origin }, { csrf })).headers.location).toBe("/desk/login");
      const another = await signedIn(relay);
      expect((await ask(address, { cookie, origin }, { csrf: another.csrf })).status).toBe(403);
      expect((await found())?.entries.every(({ state }) => state === "held")).toBe(true);
      expect((await ask(address, { cookie, origin }, { csrf })).headers.location).toBe(
        `/desk/requests/${reference}?done=released`,
      );
      expect((await found())?.entries.some(({ state }) => state === "held")).toBe(false);
      expect((await ask(`${address}?csrf=${csrf}`, { cookie })).status).toBe(404);
    }, ON));

  test("does what the command of its name does, and leads to a page that says so", () =>
    withRelay(async (relay) => {
      const { outbox, post: call } = relay;
      const { look, post } = await signedIn(relay);
      const { reference, found } = await sent(relay);
      await expect.poll(async () => (await found())?.entries[0]?.state).toBe("delivered");
      expect((await post(`/requests/${reference}/resend`)).headers.location).toMatch(/done=resent$/);
      expect((await post(`/requests/${reference}/release`)).headers.location).toMatch(/done=nothing$/);
      expect((await look(`/requests/${reference}?done=resent`)).text).toContain("sent once more");
      expect((await post(`/requests/${reference}/redirect`, { to: "nobody" })).status).toBe(400);
      expect((await post("/requests/EV-0000-0000/retry")).headers.location).toMatch(/done=nothing$/);
      expect((await look("/requests/EV-0000-0000")).status).toBe(404);
      expect((await look("/requests/%ZZ")).status).toBe(404);
      expect((await post("/none")).status).toBe(404);

      expect((await post("/blocks", { sender: "@Example.ORG" })).headers.location).toBe("/desk/blocks?done=blocked");
      expect((await post("/blocks", { sender: "a" })).status).toBe(400);
      const [block] = await outbox.blocks();
      expect(block).toMatchObject({ kind: "domain", value: "example.org", actor: "desk" });
      const held = await call({ ...REQUEST, message: "From a blocked sender" });
      expect([held.status, held.body.data?.status]).toEqual([200, "accepted"]);
      expect((await look("?state=blocked")).text).toContain(String(held.body.data?.id));
      expect((await post(`/blocks/${block?.id}/lift`)).headers.location).toBe("/desk/blocks?done=lifted");
      expect((await post(`/blocks/${block?.id}/lift`)).status).toBe(404);

      const question = await look(`/requests/${reference}/erase`);
      expect(question.text).toContain("Erase for good");
      expect((await found())?.submission?.fields.email).toBe("zoe@example.org");
      const erased = await post(`/requests/${reference}/erase`);
      expect(erased.headers.location).toMatch(/^\/desk\/receipts\/[\da-f-]{36}$/);
      const receipt = await look(String(erased.headers.location).slice("/desk".length));
      expect(receipt.text).toContain(reference);
      expect(receipt.text).not.toContain("zoe@");
      expect((await found())?.submission).toBeNull();
      const types = (await outbox.actions(20)).map(({ type, actor }) => `${type} ${actor}`);
      for (const each of ["erased desk", "unblocked desk", "blocked desk", "resent desk", "logged-in desk"])
        expect(types).toContain(each);
      const record = await look("/record");
      expect(record.text).toMatch(/the office<\/bdi>: erased <a href="\/desk\/requests\/EV-/);
    }, ON));

  test("that takes a table gets what is shown, with nothing that a spreadsheet would run, and is recorded", () =>
    withRelay(async (relay) => {
      const { post, look } = await signedIn(relay);
      await sent(relay, { company: "=cmd|' /C calc'!A0", form: "venue", lastName: "Ünal" });
      await sent(relay, { company: "Other", form: "talent" });
      const table = await post("/export", { search: "unal" });
      expect([table.status, table.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
      expect(table.headers["content-disposition"]).toMatch(/^attachment; filename="requests-\d{4}-\d\d-\d\d\.csv"$/);
      const lines = table.text.split("\r\n");
      expect(lines).toHaveLength(3);
      expect(lines[0]).toMatch(/^\ufeffreference,/);
      expect(lines[1]).toContain(`"'=cmd|' /C calc'!A0"`);
      expect((await look("/record")).text).toContain("exported 1 request");
    }, ON));

  test("is cut off where it fails in the middle of its answer, and operators hear of it", () =>
    withRelay(async (relay) => {
      const { post } = await signedIn(relay);
      await sent(relay);
      const pages = [await relay.outbox.list({}, 1)];
      Object.assign(relay.outbox, { list: async () => pages.pop() ?? Promise.reject(new Error("broken")) });
      await expect(post("/export")).rejects.toThrow();
      expect(relay.events.filter(({ type }) => type === "fault")).toMatchObject([{ where: "http" }]);
    }, ON));
});

describe("every answer", () => {
  test("is kept by nobody, found by no search engine, framed nowhere, and runs nothing", () =>
    withRelay(async (relay) => {
      const { look, post } = await signedIn(relay);
      const { reference } = await sent(relay);
      const answers = [
        ...[
          "",
          "/blocks",
          "/record",
          `/requests/${reference}`,
          `/requests/${reference}/erase`,
          "/login",
          "/style.css",
        ].map((path) => look(path)),
        ask(`${relay.deskUrl}/login`),
        post("/blocks", { sender: "a" }),
        post("/export"),
      ];
      for (const { headers, text } of await Promise.all(answers)) {
        expect(headers["cache-control"]).toBe("no-store");
        expect(headers["x-robots-tag"]).toBe("noindex, nofollow");
        expect(headers["x-frame-options"]).toBe("DENY");
        expect(headers["x-content-type-options"]).toBe("nosniff");
        expect(headers["content-security-policy"]).toBe(
          "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        );
        expect(text).not.toMatch(/<script|\son\w+=|\sstyle=|javascript:/i);
      }
    }, ON));

  test("shows hostile text as text", () =>
    withRelay(async (relay) => {
      const { look } = await signedIn(relay);
      const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
      const { reference } = await sent(relay, {
        firstName: hostile,
        lastName: "a\u202egnp.exe",
        company: `${hostile}'`,
        phone: "javascript:alert(1)",
        eventType: "</bdi></main>",
        message: `${hostile}\n${"x".repeat(9_900)}`,
        page: `/${"a".repeat(150)}`,
      });
      for (const path of [
        "",
        `?search=${encodeURIComponent(hostile)}`,
        `/requests/${reference}`,
        "/blocks?done=__proto__",
      ]) {
        const { text } = await look(path);
        expect(text).not.toMatch(/<script|<img|\u202e|href="javascript/);
        expect(text.match(/<\/main>/g)).toHaveLength(1);
      }
      expect((await look(`/requests/${reference}`)).text).toContain("x".repeat(9_900));
      expect((await look(`/requests/${encodeURIComponent(hostile)}`)).text).not.toContain("<script");
    }, ON));
});
