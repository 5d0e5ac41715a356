// Mails with a DKIM signature: valid by the rules of RFC 6376, the same at every attempt, broken by any change.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../relay/config/config.ts";
import { ConfigError } from "../../../relay/errors.ts";
import { buildMime } from "../../../relay/transport/build-mime.ts";
import { signMime } from "../../../relay/transport/sign-mime.ts";
import { startFakeSmtp } from "../../support/fake-smtp.ts";
import { sampleMail } from "../../support/sample-mail.ts";
import { dkimKeyPair, ed25519KeyPair, verifyDkim } from "../support/dkim.ts";
import { REQUEST, withRelay } from "../support/with-relay.ts";

let pair: ReturnType<typeof dkimKeyPair>;
let other: ReturnType<typeof dkimKeyPair>;
beforeAll(() => {
  [pair, other] = [dkimKeyPair(), ed25519KeyPair()];
});

test("a mail is signed for the sender's domain, and any change shows", async () => {
  const key = { domain: "example.com", selector: "relay1", privateKey: pair.privateKey };
  const dkim = [{ ...key, algorithm: "rsa-sha256" }] as const;
  const message = sampleMail({ subject: "Zoë asks — „quite“ early 🎪", text: "Line  one \r\n\r\nüber\r\n\r\n\r\n" });
  const mail = (await buildMime(message, { international: false, dkim })).toString("latin1");
  const { tags, isBodyRight, isSignatureRight } = verifyDkim(mail, pair.publicKey);
  expect(tags).toMatchObject({ v: "1", a: "rsa-sha256", c: "relaxed/relaxed", d: "example.com", s: "relay1" });
  expect(tags.h?.split(":")).toEqual(expect.arrayContaining(["from", "to", "subject", "date", "message-id"]));
  expect([isBodyRight, isSignatureRight]).toEqual([true, true]);
  expect(verifyDkim(mail.replace("Subject: ", "Subject: Re: "), pair.publicKey).isSignatureRight).toBe(false);
  expect(verifyDkim(mail.replace("one", "two"), pair.publicKey).isBodyRight).toBe(false);
  expect((await buildMime(message, { international: false, dkim })).toString("latin1")).toBe(mail);
  const unsigned = (await buildMime(message, { international: false })).toString("latin1");
  expect(mail.endsWith(unsigned)).toBe(true);
});

// RFC 8463, appendix A: the same mail, key and signature, whatever was made here.
const EXAMPLE = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`.replaceAll("\n", "\r\n");
const EXAMPLE_KEY = {
  kty: "OKP",
  crv: "Ed25519",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  d: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
};

test("the check of signatures here takes the example of RFC 8463, and refuses what differs", () => {
  const publicKey = createPublicKey({ key: EXAMPLE_KEY, format: "jwk" });
  const right = { isBodyRight: true, isSignatureRight: true };
  expect(verifyDkim(EXAMPLE, publicKey)).toMatchObject(right);
  expect(verifyDkim(EXAMPLE.replace("dinner", "supper"), publicKey)).toMatchObject({ isSignatureRight: false });
});

test("Ed25519 signs that example's mail too, beside RSA", () => {
  const ed25519 = createPrivateKey({ key: EXAMPLE_KEY, format: "jwk" });
  const football = { domain: "football.example.com" };
  const unsigned = EXAMPLE.slice(EXAMPLE.indexOf("From:"));
  const mail = signMime(Buffer.from(unsigned, "latin1"), [
    { ...football, algorithm: "rsa-sha256", selector: "test", privateKey: pair.privateKey },
    {
      ...{ ...football, algorithm: "ed25519-sha256", selector: "brisbane" },
      privateKey: ed25519.export({ type: "pkcs8", format: "pem" }).toString(),
    },
  ]).toString("latin1");
  const bh = "2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=";
  for (const [selector, a, key] of [
    ["test", "rsa-sha256", pair.publicKey],
    ["brisbane", "ed25519-sha256", createPublicKey(ed25519)],
  ] as const) {
    const right = { tags: { a, bh, d: "football.example.com" }, isBodyRight: true, isSignatureRight: true };
    expect(verifyDkim(mail, key, selector)).toMatchObject(right);
    expect(verifyDkim(mail.replace("dinner", "supper"), key, selector).isSignatureRight).toBe(false);
  }
  expect(mail.endsWith(unsigned)).toBe(true);
  expect(Math.max(...mail.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78);
});

test("a mail without a word in it has a signature as well", () => {
  const key = {
    algorithm: "rsa-sha256",
    domain: "example.com",
    selector: "relay1",
    privateKey: pair.privateKey,
  } as const;
  const mail = signMime(Buffer.from("From: a@example.com\r\n\r\n"), [key]).toString("latin1");
  // RFC 6376 3.4.4: relaxed, an empty body stays empty.
  expect(verifyDkim(mail, pair.publicKey).tags.bh).toBe("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  expect(verifyDkim(mail, pair.publicKey).isSignatureRight).toBe(true);
});

test("what a mail server gets is signed, to the team and to the visitor", async () => {
  const smtp = await startFakeSmtp();
  try {
    await withRelay(
      async ({ post }) => {
        await post(REQUEST);
        for (const { raw } of await smtp.received(2))
          for (const [s, { publicKey }] of [["relay1", pair] as const, ["relay1ed", other] as const])
            expect(verifyDkim(raw, publicKey, s)).toMatchObject({
              tags: { d: "evenhall.ca", s },
              isBodyRight: true,
              isSignatureRight: true,
            });
      },
      {
        ...{ RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, RELAY_TLS: "off", RELAY_MAIL_TO: "team@evenhall.ca" },
        ...{ RELAY_MAIL_FROM: "web@Evenhall.ca", RELAY_DKIM_SELECTOR: "relay1, relay1ed" },
        RELAY_DKIM_KEY: (pair.privateKey + other.privateKey).replaceAll("\n", "\\n"),
      },
    );
  } finally {
    await smtp.close();
  }
});

describe("a key that nothing can be signed with is a problem at the start", () => {
  const problemsOf = (env: Record<string, string>): string => {
    try {
      readConfig(env);
      return "";
    } catch (error) {
      return error instanceof ConfigError ? error.message : String(error);
    }
  };
  const selector = { RELAY_DKIM_SELECTOR: "relay1" };

  test("where it is none, of another kind or too short, and its text is in no message", () => {
    const { privateKey } = generateKeyPairSync("ed448");
    const ed448 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(problemsOf({ ...selector, RELAY_DKIM_KEY: ed448 })).toContain("of the kind ed448");
    const weak = dkimKeyPair(768).privateKey;
    expect(problemsOf({ ...selector, RELAY_DKIM_KEY: weak })).toContain("has 768 bits");
    for (const text of [ed448, weak, "hunter2"])
      expect(problemsOf({ ...selector, RELAY_DKIM_KEY: text })).not.toContain(text.split("\n").at(-2) ?? text);
    expect(problemsOf({ ...selector, RELAY_DKIM_KEY: "hunter2" })).toContain("RELAY_DKIM_KEY: is no private key");
  });

  test("where keys and selectors are not as many, or two share a selector", () => {
    const two = { RELAY_DKIM_KEY: pair.privateKey + other.privateKey };
    expect(problemsOf({ ...two, ...selector })).toContain("names 1 record in the DNS, and RELAY_DKIM_KEY has 2 keys");
    expect(problemsOf({ ...two, RELAY_DKIM_SELECTOR: "a,A" })).toContain("names 1 record in the DNS");
    expect(problemsOf({ RELAY_DKIM_KEY: pair.privateKey, RELAY_DKIM_SELECTOR: "a,b" })).toContain("names 2 records");
    expect(problemsOf({ ...two, RELAY_DKIM_SELECTOR: "a,b" })).not.toContain("DKIM");
  });

  test("where one of key and selector is missing, or the selector is no name", () => {
    expect(problemsOf(selector)).toContain("RELAY_DKIM_KEY: is not set");
    expect(problemsOf({ RELAY_DKIM_KEY: pair.privateKey })).toContain("RELAY_DKIM_SELECTOR: is not set");
    expect(problemsOf({ RELAY_DKIM_KEY: pair.privateKey, RELAY_DKIM_SELECTOR: "a b;p=" })).toContain(
      "RELAY_DKIM_SELECTOR: the value cannot be used",
    );
  });
});
