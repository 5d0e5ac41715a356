// Variables → configuration: what may be left out, how each is read, and every mistake in one report.
import { writeFileSync } from "node:fs";
import os from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readConfig, readSocketPath } from "../../../relay/config/config.ts";
import { warningsOf } from "../../../relay/config/warnings.ts";
import { ConfigError, type ConfigProblem } from "../../../relay/errors.ts";
import { testFolder } from "../../support/process/own-folder.ts";

function problemsOf(env: Record<string, string>): readonly ConfigProblem[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

const FORMS = "https://www.example.com/forms.json";

const variablesOf = (env: Record<string, string>) => problemsOf(env).map(({ variable }) => variable);

test("nothing needs to be set to try the relay on one's own machine", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8787,
    mail: { target: { type: "maildir", dir: ".eventsite/mail" }, tls: "required", acknowledge: true },
    store: { type: "sqlite", path: ".eventsite/relay.db" },
    allowedOrigins: [],
    allowLoopbackOrigins: true,
    publicKeys: [],
    siteUrl: null,
    trustProxy: 0,
    limits: { perClient: { count: 20, windowMs: 600_000 } },
    retentionDays: { general: 180, forms: {} },
  });
});

test("a variable that is set to nothing counts as not set", () => {
  expect(readConfig({ PORT: "", RELAY_PUBLIC_KEY: "  ", RELAY_ALLOWED_ORIGINS: "" })).toEqual(readConfig({}));
});

test("every mistake is reported at once, each with what to write instead", () => {
  const wrong = {
    ...{ PORT: "70000", RELAY_CONTROL_PORT: "-1", RELAY_STORE_URL: "postgres://db/relay", LOG_LEVEL: "loud" },
    ...{
      RELAY_MAIL_URL: "http://mx.evenhall.ca",
      RELAY_MAIL_FROM: "Evenhall",
      RELAY_MAIL_TO: "team@evenhall.ca, nobody",
    },
    ...{ RELAY_TLS: "yes", RELAY_ACKNOWLEDGE: "maybe", RELAY_ALLOWED_ORIGINS: "*", RELAY_SITE_URL: "www.evenhall.ca" },
    ...{ RELAY_TRUST_PROXY: "true", RELAY_RATE_LIMIT: "20" },
    ...{ RELAY_RETENTION_DAYS: "0", RELAY_RETENTION_DAYS_VENUE: "forever" },
  };
  const problems = problemsOf(wrong);
  expect(problems.map(({ variable }) => variable).sort()).toEqual(Object.keys(wrong).sort());
  for (const { hint } of problems) expect(hint).not.toBe("");
});

describe("what the relay calls itself to the mail server", () => {
  const heloOf = (env: Record<string, string>, machine = "5f1c2ab9") => {
    vi.spyOn(os, "hostname").mockReturnValue(machine);
    onTestFinished(() => void vi.restoreAllMocks());
    return readConfig({ RELAY_MAIL_FROM: "web@bücher.example", ...env }).mail.helo;
  };
  const site = { RELAY_SITE_URL: "https://www.evenhall.ca/preview" };

  test.each([
    ["what is set", { ...site, RELAY_MAIL_HELO: "relay.evenhall.ca" }, "mx.evenhall.ca", "relay.evenhall.ca"],
    ["an address that is set", { RELAY_MAIL_HELO: "[203.0.113.7]" }, "mx.evenhall.ca", "[203.0.113.7]"],
    ["the machine's name with a dot", site, "mx.evenhall.ca", "mx.evenhall.ca"],
    ["the site's host", site, "5f1c2ab9", "www.evenhall.ca"],
    ["the sender's domain", {}, "5f1c2ab9", "xn--bcher-kva.example"],
    ["the sender's domain", { RELAY_SITE_URL: "http://127.0.0.1:4321" }, "10.0.0.7", "xn--bcher-kva.example"],
  ])("is %s", (_, env, machine, name) => expect(heloOf(env, machine)).toBe(name));

  test.each(["relay", "a b.ca", "203.0.113.7", "[203.0.113]", "relay..ca"])("is not %s", (RELAY_MAIL_HELO) =>
    expect(variablesOf({ RELAY_MAIL_HELO })).toEqual(["RELAY_MAIL_HELO"]),
  );
});

describe("OAuth 2.0 at the mail server", () => {
  const mail = { RELAY_MAIL_FROM: "web@evenhall.ca", RELAY_MAIL_TO: "team@evenhall.ca", RELAY_FORMS: FORMS };
  const user = { ...mail, RELAY_MAIL_URL: "smtp://web%40evenhall.ca@mx.evenhall.ca:587" };
  const url = { RELAY_MAIL_OAUTH_URL: "https://login.evenhall.ca/token" };
  const client = { ...url, RELAY_MAIL_OAUTH_CLIENT_ID: "relay", RELAY_MAIL_OAUTH_CLIENT_SECRET: "s3cret" };

  test("is by client credentials, or by a refresh token; secrets come from files, too", () => {
    const itself = { clientId: "relay", clientSecret: "s3cret", refreshToken: null, scope: "smtp" };
    expect(readConfig({ ...user, ...client, RELAY_MAIL_OAUTH_SCOPE: "smtp" }).mail.oauth).toMatchObject(itself);
    const file = at("refresh-token");
    writeFileSync(file, "r3fresh\n");
    const { oauth } = readConfig({ ...user, ...client, RELAY_MAIL_OAUTH_REFRESH_TOKEN_FILE: file }).mail;
    expect(oauth).toMatchObject({ refreshToken: "r3fresh", scope: null });
    expect(readConfig(user).mail.oauth).toBeNull();
  });

  test.each([
    [{ ...user, ...url }, "CLIENT_ID CLIENT_SECRET SCOPE"],
    [{ ...user, ...client }, "SCOPE"],
    [{ ...user, RELAY_MAIL_OAUTH_SCOPE: "smtp" }, "URL"],
    [
      { ...user, ...client, RELAY_MAIL_OAUTH_URL: "http://login.evenhall.ca/token", RELAY_MAIL_OAUTH_SCOPE: "s" },
      "URL URL",
    ],
  ])("is whole, or not set: %j", (env, missing) =>
    expect(variablesOf(env).map((name) => name.replace("RELAY_MAIL_OAUTH_", ""))).toEqual(missing.split(" ")),
  );

  test.each(["smtp://mx.evenhall.ca", "smtp://web:hunter2@mx.evenhall.ca", "maildir:mail"])(
    "needs a user without a password: %s",
    (RELAY_MAIL_URL) => {
      const problems = problemsOf({ ...mail, ...client, RELAY_MAIL_URL, RELAY_MAIL_OAUTH_SCOPE: "smtp" });
      expect(problems.map(({ variable }) => variable)).toEqual(["RELAY_MAIL_URL"]);
      expect(JSON.stringify(problems)).not.toMatch(/hunter2|s3cret/);
    },
  );
});

test("a password is in no message, also where its address cannot be read", () => {
  const problems = problemsOf({ RELAY_MAIL_URL: "smtp://relay:hunter2@mx evenhall", RELAY_PUBLIC_KEY: "k", PORT: "x" });
  expect(problems.map(({ variable }) => variable)).toContain("RELAY_MAIL_URL");
  expect(JSON.stringify(problems)).not.toContain("hunter2");
});

test("a relay that others can reach must know its site, and one that mails must know whom, and in whose name", () => {
  expect(variablesOf({ HOST: "0.0.0.0" })).toEqual(["RELAY_ALLOWED_ORIGINS"]);
  expect(variablesOf({ RELAY_MAIL_URL: "smtp://mx.evenhall.ca" })).toEqual([
    ...["RELAY_MAIL_FROM", "RELAY_MAIL_TO", "RELAY_FORMS"],
  ]);
});

test("a relay that others can reach and that sends no mail is warned of, whatever its address is", () => {
  const site = { RELAY_ALLOWED_ORIGINS: "https://www.evenhall.ca" };
  const warned = (env: Record<string, string>) =>
    warningsOf(readConfig({ ...site, ...env })).map((one) => one.variable);
  for (const HOST of ["0.0.0.0", "::", "192.168.1.7", "relay"]) expect(warned({ HOST })).toEqual(["RELAY_MAIL_URL"]);
  for (const HOST of ["127.0.0.1", "localhost", "::1"]) expect(warned({ HOST })).toEqual([]);
  const mail = {
    ...{ RELAY_MAIL_URL: "smtp://mx", RELAY_MAIL_FROM: "a@evenhall.ca", RELAY_MAIL_TO: "b@evenhall.ca" },
    RELAY_FORMS: FORMS,
  };
  expect(warned({ HOST: "0.0.0.0", ...mail })).toEqual([]);
});

test("figures with a port of their own need another one than the call's", () => {
  expect(readConfig({}).controlPort).toBeNull();
  expect(readConfig({ RELAY_CONTROL_PORT: "9091" }).controlPort).toBe(9091);
  expect(readConfig({ PORT: "0", RELAY_CONTROL_PORT: "0" }).controlPort).toBe(0);
  expect(variablesOf({ RELAY_CONTROL_PORT: "8787" })).toEqual(["RELAY_CONTROL_PORT"]);
});

describe("a value is read as it is meant", () => {
  test.each([
    ["PORT", "0", { port: 0 }],
    ["RELAY_STORE_URL", "sqlite:///data/relay.db", { store: { type: "sqlite", path: "/data/relay.db" } }],
    ["RELAY_STORE_URL", "sqlite:data/relay.db", { store: { type: "sqlite", path: "data/relay.db" } }],
    [
      "RELAY_STORE_URL",
      "postgres://relay:p%40ss@db.example.net/mails",
      {
        store: {
          ...{
            type: "postgres",
            host: "db.example.net",
            port: 5432,
            database: "mails",
            user: "relay",
            password: "p@ss",
          },
          ...{ schema: null, tls: { mode: "verify-full", caFile: null }, connections: 10, timeoutMs: 5000 },
        },
      },
    ],
    [
      "RELAY_STORE_URL",
      "postgresql://relay@10.0.0.7:6432/mails?sslmode=verify-ca&sslrootcert=/etc/ca.pem&schema=site_a",
      { store: { port: 6432, password: null, schema: "site_a", tls: { mode: "verify-ca", caFile: "/etc/ca.pem" } } },
    ],
    ["RELAY_STORE_URL", "postgres://relay@127.0.0.1/mails", { store: { tls: { mode: "disable" } } }],
    [
      "RELAY_STORE_URL",
      "postgres://relay@localhost/mails?host=/run/postgresql",
      { store: { host: "/run/postgresql", tls: { mode: "disable" } } },
    ],
    [
      "RELAY_ALLOWED_ORIGINS",
      "https://www.Example.com, http://localhost:4321/",
      { allowedOrigins: ["https://www.example.com", "http://localhost:4321"], allowLoopbackOrigins: false },
    ],
    ["RELAY_SITE_URL", "https://example.com/events", { siteUrl: "https://example.com/events/" }],
    ["RELAY_PUBLIC_KEY", "new, old", { publicKeys: ["new", "old"] }],
    ["RELAY_TRUST_PROXY", "2", { trustProxy: 2 }],
    ["RELAY_TRUST_PROXY", "10.0.0.0/8, fd00::/8", { trustProxy: ["10.0.0.0/8", "fd00::/8"] }],
    ["RELAY_RATE_LIMIT", "5/h", { limits: { perClient: { count: 5, windowMs: 3_600_000 } } }],
    ["RELAY_RATE_LIMIT", "off", { limits: { perClient: null } }],
    ["RELAY_RETENTION_DAYS", "30", { retentionDays: { general: 30, forms: {} } }],
    ["RELAY_RETENTION_DAYS_TALENT", "7", { retentionDays: { general: 180, forms: { talent: 7 } } }],
    [
      "RELAY_MAIL_TO_VENUE",
      "v@evenhall.ca",
      { mail: { to: { general: ["team@example.com"], forms: { venue: ["v@evenhall.ca"] } } } },
    ],
    ["RELAY_MAIL_FROM", '"Even Hall" <web@evenhall.ca>', { mail: { from: { name: "Even Hall" } } }],
    ["RELAY_MAIL_FROM", 'Even "the" Hall <web@evenhall.ca>', { mail: { from: { name: 'Even "the" Hall' } } }],
    ["RELAY_MAIL_FROM", '"Even \\"the\\" <Hall>" <web@evenhall.ca>', { mail: { from: { name: 'Even "the" <Hall>' } } }],
    [
      "RELAY_MAIL_FROM",
      "=?utf-8?Q?=C3=89v=C3=A9nements?= =?UTF-8?B?IEhhbGw=?= <web@evenhall.ca>",
      { mail: { from: { name: "Événements Hall" } } },
    ],
    [
      "RELAY_MAIL_TO",
      "Team@evenhall.ca, team@EVENHALL.ca, team@münchen.example, team@xn--mnchen-3ya.example",
      { mail: { to: { general: ["Team@evenhall.ca", "team@münchen.example"] } } },
    ],
    ["RELAY_TEAM_AUTOMATIC", "off", { mail: { teamAutomatic: false } }],
  ])("%s=%s", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  test.each([
    ["smtp://mx.evenhall.ca", { host: "mx.evenhall.ca", port: 587, implicitTls: false, user: null, password: null }],
    ["smtps://a%40b:p%3Aw@mx.evenhall.ca", { port: 465, implicitTls: true, user: "a@b", password: "p:w" }],
    ["smtp://[::1]:2525", { host: "::1", port: 2525 }],
    ["maildir:/var/mail/relay", { type: "maildir", dir: "/var/mail/relay" }],
  ])("RELAY_MAIL_URL=%s", (url, expected) => {
    const mail = { RELAY_MAIL_FROM: "web@evenhall.ca", RELAY_MAIL_TO: "team@evenhall.ca", RELAY_FORMS: FORMS };
    expect(readConfig({ ...mail, RELAY_MAIL_URL: url }).mail.target).toMatchObject(expected);
  });

  test.each([
    ["RELAY_MAIL_URL", "smtp://:hunter2@mx.evenhall.ca"],
    ["RELAY_MAIL_URL", "smtp://mx.evenhall.ca:0"],
    ["RELAY_STORE_URL", "sqlite::memory:"],
    ["RELAY_STORE_URL", "sqlite:relay.db?mode=memory"],
    ["RELAY_ALLOWED_ORIGINS", "https://example.com/contact"],
    ["RELAY_ALLOWED_ORIGINS", "https://*.example.com"],
    ["RELAY_ALLOWED_ORIGINS", "null"],
    ["RELAY_SITE_URL", "javascript:alert(1)"],
    ["RELAY_SITE_URL", "https://:secret@example.com"],
    ["RELAY_PUBLIC_KEY", "same,same"],
    ["RELAY_PUBLIC_KEY", ","],
    ["RELAY_PUBLIC_KEY", "two words"],
    ["RELAY_TRUST_PROXY", "0.0.0.0/0"],
    ["RELAY_RATE_LIMIT", "0/10m"],
    ["RELAY_MAIL_FROM", "Evenhall <web@evenhall.ca>, Other <b@evenhall.ca>"],
    ["RELAY_MAIL_FROM", "=?utf-8?Q?Evenhall=0D=0ABcc:_a?= <web@evenhall.ca>"],
    ["RELAY_MAIL_TO_VENEU", "veneu@evenhall.ca"],
    ["PORT", "-1"],
    ["PORT", "0x50"],
  ])("and %s=%s is refused", (name, value) => {
    expect(variablesOf({ [name]: value })).toEqual([name]);
  });
});

describe("receivers of webhooks", () => {
  const secret = { RELAY_WEBHOOK_SECRET: "0123456789abcdef0123456789abcdef" };

  test("are addresses of https, or of this machine, in one spelling and once each", () => {
    const { webhooks } = readConfig({
      RELAY_WEBHOOK: "https://CRM.example.com, https://crm.example.com/, http://127.0.0.1:3000/x?y=1,http://localhost",
      RELAY_WEBHOOK_SECRET: "new, old",
    });
    expect(webhooks).toEqual({
      urls: ["https://crm.example.com/", "http://127.0.0.1:3000/x?y=1", "http://localhost/"],
      secrets: ["new", "old"],
    });
    expect(readConfig({}).webhooks).toEqual({ urls: [], secrets: [] });
  });

  test.each([
    ["crm.example.com"],
    ["ftp://crm.example.com/"],
    ["http://crm.example.com/"],
    ["https://user:topsecret@crm.example.com/"],
    ["https://crm.example.com/#topsecret"],
  ])("are not %s", (url) => {
    const problems = problemsOf({ ...secret, RELAY_WEBHOOK: url });
    expect(problems).toMatchObject([{ variable: "RELAY_WEBHOOK" }]);
    expect(JSON.stringify(problems)).not.toContain("topsecret");
  });

  test("need something to know the relay by, and no more than two of it", () => {
    expect(problemsOf({ RELAY_WEBHOOK: "https://crm.example.com/" })).toMatchObject([
      { variable: "RELAY_WEBHOOK_SECRET" },
    ]);
    expect(problemsOf({ RELAY_WEBHOOK_SECRET: "a,b,c" })).toMatchObject([{ variable: "RELAY_WEBHOOK_SECRET" }]);
  });
});

describe("alerts", () => {
  const site = {
    ...{ RELAY_MAIL_URL: "smtp://mx.test", RELAY_MAIL_FROM: "a@b.test", RELAY_MAIL_TO: "c@d.test" },
    RELAY_FORMS: FORMS,
  };
  const warned = (env: Record<string, string>) =>
    warningsOf(readConfig({ ...site, ...env })).map((one) => one.variable);

  test("go to addresses and receivers, by a way of their own", () => {
    const { alerts } = readConfig({
      ...{ RELAY_ALERT_TO: "a@b.test, c@d.test", RELAY_ALERT_MAIL_URL: "maildir:alerts" },
      ...{ RELAY_ALERT_WEBHOOK: "https://pager.test/x", RELAY_WEBHOOK_SECRET: "s" },
    });
    expect(alerts).toEqual({
      to: ["a@b.test", "c@d.test"],
      target: { type: "maildir", dir: "alerts" },
      urls: ["https://pager.test/x"],
    });
  });

  test("that go by the team's own way are warned of", () => {
    const to = { RELAY_ALERT_TO: "a@b.test" };
    expect(warned({})).toEqual([]);
    expect(warned(to)).toEqual(["RELAY_ALERT_TO"]);
    expect(warned({ ...to, RELAY_ALERT_MAIL_URL: "smtp://u:p@MX.test:2525" })).toEqual(["RELAY_ALERT_TO"]);
    expect(warned({ ...to, RELAY_ALERT_MAIL_URL: "smtp://other.test" })).toEqual([]);
    expect(warned({ ...to, RELAY_ALERT_WEBHOOK: "https://pager.test/", RELAY_WEBHOOK_SECRET: "s" })).toEqual([]);
  });

  test.each([
    [{ RELAY_ALERT_TO: "nobody" }, "RELAY_ALERT_TO"],
    [{ RELAY_ALERT_TO: "a@b.test", RELAY_ALERT_MAIL_URL: "http://x" }, "RELAY_ALERT_MAIL_URL"],
    [{ RELAY_ALERT_MAIL_URL: "smtp://other.test" }, "RELAY_ALERT_TO"],
    [{ RELAY_ALERT_WEBHOOK: "http://pager.test/", RELAY_WEBHOOK_SECRET: "s" }, "RELAY_ALERT_WEBHOOK"],
    [{ RELAY_ALERT_WEBHOOK: "https://pager.test/" }, "RELAY_WEBHOOK_SECRET"],
    [{ RELAY_MAIL_FALLBACK: "a@b.test,c@d.test" }, "RELAY_MAIL_FALLBACK"],
    [{ RELAY_CONTROL_TOKEN: "short" }, "RELAY_CONTROL_TOKEN"],
    [{ RELAY_DESK_LOGIN_HEADER: "X-User", RELAY_TRUST_PROXY: "1" }, "RELAY_DESK_LOGIN_HEADER"],
    [{ RELAY_DESK_LOGIN_HEADER: "X User", RELAY_TRUST_PROXY: "10.0.0.0/8" }, "RELAY_DESK_LOGIN_HEADER"],
    [{ RELAY_DESK_URL: "desk.example.com" }, "RELAY_DESK_URL"],
    [{ RELAY_DESK_URL: "https://example.com/office" }, "RELAY_DESK_URL"],
  ])("and a desk with %j cannot work, which is reported at the start", (env, variable) => {
    expect(problemsOf(env)).toMatchObject([{ variable }]);
  });
});

// As containers give it: secrets as files, and variables that Kubernetes adds by itself.

const at = testFolder();
const mail = { RELAY_MAIL_FROM: "web@evenhall.ca", RELAY_MAIL_TO: "team@evenhall.ca", RELAY_FORMS: FORMS };

test("a secret is read from the file that its variable names", () => {
  writeFileSync(at("mail-url"), "smtp://relay:p%40ss@mx.evenhall.ca:587\n");
  writeFileSync(at("key"), "public-key\n");
  const config = readConfig({ ...mail, RELAY_MAIL_URL_FILE: at("mail-url"), RELAY_PUBLIC_KEY_FILE: at("key") });
  expect(config.mail.target).toMatchObject({ host: "mx.evenhall.ca", user: "relay", password: "p@ss" });
  expect(config.publicKeys).toEqual(["public-key"]);
});

test("a file that cannot be read is reported by its variable, with all other problems", () => {
  const wrong = { PORT: "x", RELAY_PUBLIC_KEY_FILE: at("nothing"), RELAY_TLS: "maybe" };
  expect(variablesOf(wrong).sort()).toEqual(Object.keys(wrong));
});

describe("an env file that is not read by a shell", () => {
  const quoted = {
    PORT: '"8787"',
    RELAY_SITE_URL: "'https://www.example.com'",
    RELAY_MAIL_TO_VENUE: "“v@evenhall.ca”",
  };

  test("has quotation marks in its values, which are refused by name, each once", () => {
    const problems = problemsOf({ ...quoted, RELAY_MAIL_URL: '"smtp://relay:hunter2@mx.evenhall.ca"' });
    expect(problems.map(({ variable }) => variable).sort()).toEqual([...Object.keys(quoted), "RELAY_MAIL_URL"].sort());
    for (const { message } of problems) expect(message).toContain("is in quotation marks");
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });

  test("has them round the name of a secret's file, or in that file", () => {
    writeFileSync(at("quoted"), '"smtp://mx.evenhall.ca"\n');
    for (const file of [`"${at("quoted")}"`, at("quoted")]) {
      const [first, ...others] = problemsOf({ RELAY_MAIL_URL_FILE: file });
      expect([first?.message, others]).toEqual([expect.stringContaining("is in quotation marks"), []]);
    }
  });

  test("leaves the quotation marks of a name as they are", () => {
    const { from } = readConfig({ RELAY_MAIL_FROM: '"Even Hall" <web@evenhall.ca>' }).mail;
    expect(from).toEqual({ name: "Even Hall", address: "web@evenhall.ca" });
  });

  test("begins with a byte order mark, which is no part of its first name", () => {
    expect(readConfig({ "\uFEFFPORT": "9999" }).port).toBe(9999);
    expect(variablesOf({ "\uFEFFRELAY_MAIL_TO": "nobody" })).toEqual(["RELAY_MAIL_TO"]);
    expect(readSocketPath({ "\uFEFFRELAY_SOCKET": "/run/relay.sock" })).toBe("/run/relay.sock");
    writeFileSync(at("marked"), "\uFEFFpublic-key\n");
    expect(readConfig({ RELAY_PUBLIC_KEY_FILE: at("marked") }).publicKeys).toEqual(["public-key"]);
  });
});

test.each([
  ["postgres://relay:pw@db/relay?channel_binding=require", "has a part that the relay does not know: channel_binding"],
  [
    "postgres://relay:pw@db/relay?sslmode=prefer",
    "has a part that cannot be used: sslmode is none of disable, require, verify-ca, verify-full",
  ],
  ["postgres://relay:pw@db/relay?schema=A-B", "has a part that cannot be used: schema is no name of small letters"],
  ["postgres://relay:pw@db", "names no database"],
  ["postgres://db/relay", "has no user"],
  ["postgres://relay:pw@db/relay#x", "has a part behind #"],
  ["postgres://relay:p%w@db/relay", "the value cannot be used"],
  ["sqlite:/data/relay.db?mode=ro", "has a part behind a question mark"],
])("what is wrong with the address %s is named, and no value of it repeated", (RELAY_STORE_URL, problem) => {
  const [found, ...others] = problemsOf({ RELAY_STORE_URL });
  expect([found?.variable, found?.message, others]).toEqual(["RELAY_STORE_URL", expect.stringContaining(problem), []]);
  expect(found?.message).not.toMatch(/pw|prefer|A-B/);
});

test("several unknown parts of one address are named at once", () => {
  const RELAY_STORE_URL = "postgres://relay@db/relay?target_session_attrs=any&channel_binding=require";
  expect(problemsOf({ RELAY_STORE_URL }).map(({ message }) => message)).toEqual([
    expect.stringContaining("target_session_attrs"),
    expect.stringContaining("channel_binding"),
  ]);
});

test("a key's file that is missing is one problem", () => {
  expect(variablesOf({ RELAY_DKIM_KEY_FILE: at("nothing"), RELAY_DKIM_SELECTOR: "relay1" })).toEqual([
    "RELAY_DKIM_KEY_FILE",
  ]);
});

test("a secret that is given twice is not chosen for the operator", () => {
  writeFileSync(at("key"), "a");
  expect(variablesOf({ RELAY_PUBLIC_KEY: "b", RELAY_PUBLIC_KEY_FILE: at("key") })).toEqual(["RELAY_PUBLIC_KEY_FILE"]);
});

test("what Kubernetes sets beside a service called relay is no misspelt variable", () => {
  const added = {
    ...{ RELAY_SERVICE_HOST: "10.0.0.1", RELAY_SERVICE_PORT: "8787", RELAY_SERVICE_PORT_HTTP: "8787" },
    ...{ RELAY_PORT: "tcp://10.0.0.1:8787", RELAY_PORT_8787_TCP_ADDR: "10.0.0.1" },
  };
  expect(variablesOf(added)).toEqual([]);
  const misspelt = { RELAY_SERVCE_HOST: "x", RELAY_MAIL_URI: "x" };
  expect(variablesOf({ ...added, ...misspelt })).toEqual(Object.keys(misspelt));
});
