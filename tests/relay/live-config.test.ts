// The configuration is read again while the relay runs: what can change does, the rest is reported, and a broken one changes nothing.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../relay/config/config.ts";
import { variables } from "../../relay/config/environment.ts";
import { createLiveConfig } from "../../relay/config/live-config.ts";
import { CALL_PATH } from "../../relay/contract.ts";
import { startFakeSmtp } from "../support/fake-smtp.ts";
import { dkimKeyPair } from "./support/dkim.ts";
import { codeOf, REQUEST, withRelay } from "./support/with-relay.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "relay-reload-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

describe("another configuration", () => {
  const MAIL = { RELAY_MAIL_FROM: "web@evenhall.ca", RELAY_MAIL_TO: "team@evenhall.ca" };

  test("is in use at once where it can be, and reported by its variables", () => {
    const live = createLiveConfig(readConfig({ RELAY_PUBLIC_KEY: "old" }));
    const { config } = live;
    const next = readConfig({ ...MAIL, RELAY_PUBLIC_KEY: "new,old", RELAY_MAIL_URL: "smtp://a:b@mx.evenhall.ca" });
    expect(live.replace(next)).toEqual({
      changed: ["RELAY_MAIL_URL", "RELAY_MAIL_FROM", "RELAY_MAIL_TO", "RELAY_PUBLIC_KEY"],
      needRestart: [],
    });
    expect(config.publicKeys).toEqual(["new", "old"]);
    expect(config.mail.target).toMatchObject({ host: "mx.evenhall.ca" });
    expect(live.replace(next)).toEqual({ changed: [], needRestart: [] });
  });

  test("waits for a restart where the relay is built on it, and is reported until then", () => {
    const live = createLiveConfig(readConfig({}));
    const next = readConfig({ PORT: "9999", RELAY_STORE_URL: "sqlite:other.db", RELAY_SITE_URL: "https://a.ca" });
    expect(live.replace(next)).toEqual({ changed: ["RELAY_SITE_URL"], needRestart: ["PORT", "RELAY_STORE_URL"] });
    expect(live.config).toMatchObject({ port: 8787, store: { path: ".eventsite/relay.db" }, siteUrl: "https://a.ca/" });
    expect(live.replace(next)).toEqual({ changed: [], needRestart: ["PORT", "RELAY_STORE_URL"] });
  });

  test("of the same database is in use where its password alone is another", () => {
    const url = (password: string, database = "relay") => `postgres://relay:${password}@127.0.0.1/${database}`;
    const live = createLiveConfig(readConfig({ RELAY_STORE_URL: url("old") }));
    expect(live.replace(readConfig({ RELAY_STORE_URL: url("new") }))).toEqual({
      changed: ["RELAY_STORE_URL"],
      needRestart: [],
    });
    expect(live.config.store).toMatchObject({ password: "new" });
    expect(live.replace(readConfig({ RELAY_STORE_URL: url("new", "other") })).needRestart).toEqual(["RELAY_STORE_URL"]);
    expect(live.config.store).toMatchObject({ database: "relay" });
  });

  test("is compared in all its variables", () => {
    const dkim = { RELAY_DKIM_KEY: dkimKeyPair().privateKey, RELAY_DKIM_SELECTOR: "relay1" };
    const token = { RELAY_CONTROL_TOKEN: "a token of the office" };
    /** Values that differ from the default, and what else they need to be valid. */
    const examples: Record<string, Record<string, string>> = {
      HOST: { HOST: "localhost" },
      RELAY_CONTROL_TOKEN: token,
      RELAY_DESK_LOGIN_HEADER: { RELAY_DESK_LOGIN_HEADER: "Remote-User", RELAY_TRUST_PROXY: "10.0.0.0/8" },
      RELAY_DESK_URL: { RELAY_DESK_URL: "https://desk.evenhall.ca", ...token },
      RELAY_DESK_PUBLIC: { RELAY_DESK_PUBLIC: "on", ...token },
      RELAY_MAIL_URL: { RELAY_MAIL_URL: "maildir:other" },
      "RELAY_MAIL_TO_<FORM>": { RELAY_MAIL_TO_VENUE: "other@evenhall.ca" },
      RELAY_MAIL_WORDS: { RELAY_MAIL_WORDS: file("words.json", '{"acknowledgement":{"heading":"Thanks"}}') },
      RELAY_FORMS: { RELAY_FORMS: "https://www.evenhall.ca/forms.json" },
      RELAY_DKIM_KEY: dkim,
      RELAY_DKIM_SELECTOR: dkim,
      RELAY_TLS: { RELAY_TLS: "off" },
      RELAY_ACKNOWLEDGE: { RELAY_ACKNOWLEDGE: "off" },
      RELAY_STORE_URL: { RELAY_STORE_URL: "sqlite:other.db" },
      RELAY_ALLOWED_ORIGINS: { RELAY_ALLOWED_ORIGINS: "https://a.ca" },
      RELAY_SITE_URL: { RELAY_SITE_URL: "https://a.ca" },
      RELAY_WEBHOOK: { RELAY_WEBHOOK: "https://crm.evenhall.ca/", RELAY_WEBHOOK_SECRET: "0123456789abcdef0123456789" },
      RELAY_WEBHOOK_SECRET: { RELAY_WEBHOOK_SECRET: "0123456789abcdef0123456789" },
      RELAY_WEBHOOK_NETWORKS: { RELAY_WEBHOOK_NETWORKS: "10.0.0.0/8" },
      "RELAY_RETENTION_DAYS_<FORM>": { RELAY_RETENTION_DAYS_VENUE: "7" },
      RELAY_MAIL_FALLBACK: { RELAY_MAIL_FALLBACK: "other@evenhall.ca" },
      RELAY_ALERT_TO: { RELAY_ALERT_TO: "ops@evenhall.ca" },
      RELAY_ALERT_MAIL_URL: { RELAY_ALERT_MAIL_URL: "maildir:alerts", RELAY_ALERT_TO: "ops@evenhall.ca" },
      RELAY_ALERT_WEBHOOK: {
        RELAY_ALERT_WEBHOOK: "https://ops.evenhall.ca/",
        RELAY_WEBHOOK_SECRET: "0123456789abcdef0123456789",
      },
      RELAY_SOCKET: { RELAY_SOCKET: "other.sock" },
      LOG_LEVEL: { LOG_LEVEL: "error" },
    };
    const guessFor = (name: string) =>
      /_TO$|_FROM$/.test(name) ? "other@evenhall.ca" : /LIMIT/.test(name) ? "1/1m" : "7";
    for (const name of Object.keys(variables)) {
      // Of a store in a file they say nothing.
      if (/^RELAY_STORE_(?:CONNECTIONS|TIMEOUT)$/.test(name)) continue;
      const next = readConfig(examples[name] ?? { [name]: guessFor(name) });
      const reload = createLiveConfig(readConfig({})).replace(next);
      expect([...reload.changed, ...reload.needRestart], name).toContain(name);
    }
  });
});

const LOGIN = { RELAY_TLS: "off", RELAY_MAIL_FROM: "web@evenhall.ca", RELAY_MAIL_TO: "team@evenhall.ca" };

describe("a running relay", () => {
  test("takes a new key beside the old one, then the new one alone, on a connection that stays open", () =>
    withRelay(
      async ({ url, relay, fetch, post }) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const ports = new Set<number | undefined>();
        const statusWith = (apikey: string) =>
          new Promise<number | undefined>((resolve, reject) => {
            const call = request(`${url}${CALL_PATH}`, { method: "POST", agent, headers: { apikey } }, (answer) => {
              ports.add(answer.socket.localPort);
              answer.resume().once("end", () => resolve(answer.statusCode));
            });
            call.once("error", reject).end("{}");
          });
        // An empty request is refused as such when its key is valid.
        expect([await statusWith("old"), codeOf(await post({}, { apikey: "new" }))]).toEqual([400, "key_not_allowed"]);
        file("key", "new,old\n");
        expect(relay.reload()).toEqual({ changed: ["RELAY_PUBLIC_KEY"], needRestart: [] });
        expect([await statusWith("old"), await statusWith("new")]).toEqual([400, 400]);
        const { text } = await fetch("/metrics");
        expect(text).toContain('relay_public_key_used_total{position="1"} 2');
        expect(text).toContain('relay_public_key_used_total{position="2"} 1');
        expect(text).toContain('relay_reloads_total{result="used"} 1');
        file("key", "new");
        relay.reload();
        expect([await statusWith("new"), codeOf(await post({}, { apikey: "old" }))]).toEqual([400, "key_not_allowed"]);
        expect(ports.size).toBe(1);
        agent.destroy();
      },
      { RELAY_PUBLIC_KEY_FILE: file("key", "old") },
    ));

  test("keeps what it has where the new configuration is broken, and says what is wrong with it", () =>
    withRelay(
      async ({ relay, post, events, fetch }) => {
        file("key", "");
        expect(() => relay.reload()).toThrow("RELAY_PUBLIC_KEY_FILE: names a file that is empty");
        file("key", "a key, secret");
        expect(() => relay.reload()).toThrow("RELAY_PUBLIC_KEY");
        expect(codeOf(await post(REQUEST))).toBe("key_not_allowed");
        expect((await post(REQUEST, { apikey: "old" })).status).toBe(200);
        const failures = events.filter(({ type }) => type === "reload-failed");
        expect(failures).toMatchObject([{ problems: [{ variable: "RELAY_PUBLIC_KEY_FILE" }] }, { problems: [{}] }]);
        expect(JSON.stringify(events)).not.toContain("secret");
        expect((await fetch("/metrics")).text).toContain('relay_reloads_total{result="refused"} 2');
      },
      { RELAY_PUBLIC_KEY_FILE: file("key", "old") },
    ));

  test("sends what waited for a login at once with the new one", async () => {
    const login = (_user: string, password: string) => (password === "new" ? null : "535 5.7.8 no such login");
    const smtp = await startFakeSmtp({ login }, { allowInsecureAuth: true });
    const address = (password: string) => `smtp://relay:${password}@127.0.0.1:${smtp.port}`;
    try {
      await withRelay(
        async ({ relay, post, events }) => {
          await post(REQUEST);
          const isRefused = () => events.some((event) => event.type === "attempted" && event.reason === "login");
          await expect.poll(isRefused).toBe(true);
          expect(smtp.mails).toEqual([]);
          file("mail", address("new"));
          expect(relay.reload().changed).toEqual(["RELAY_MAIL_URL"]);
          await smtp.received(1);
        },
        { ...LOGIN, RELAY_MAIL_URL: "", RELAY_MAIL_URL_FILE: file("mail", address("old")) },
      );
    } finally {
      await smtp.close();
    }
  });
});
