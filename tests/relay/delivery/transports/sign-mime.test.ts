// Mails with a DKIM signature: valid by the rules of RFC 6376, the same at every attempt, broken by any change.
import { generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../../relay/config/config.ts";
import { buildMime } from "../../../../relay/delivery/transports/build-mime.ts";
import { ConfigError } from "../../../../relay/errors.ts";
import { startFakeSmtp } from "../../../support/relay/fake-smtp.ts";
import { sampleMail } from "../../../support/relay/sample-mail.ts";
import { dkimKeyPair, verifyDkim } from "../../support/dkim.ts";
import { closeAfterEach, closeLater } from "../../support/sending.ts";
import { REQUEST, withRelay } from "../../support/with-relay.ts";

closeAfterEach();

let pair: ReturnType<typeof dkimKeyPair>;
beforeAll(() => {
  pair = dkimKeyPair();
});

test("a mail is signed for the sender's domain, and any change shows", async () => {
  const dkim = { domain: "example.com", selector: "relay1", privateKey: pair.privateKey };
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

test("what a mail server gets is signed, to the team and to the visitor", async () => {
  const smtp = closeLater(await startFakeSmtp());
  await withRelay(
    async ({ post }) => {
      await post(REQUEST);
      for (const { raw } of await smtp.received(2))
        expect(verifyDkim(raw, pair.publicKey)).toMatchObject({
          tags: { d: "evenhall.ca", s: "relay1" },
          isBodyRight: true,
          isSignatureRight: true,
        });
    },
    {
      ...{ RELAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, RELAY_TLS: "off", RELAY_MAIL_TO: "team@evenhall.ca" },
      ...{ RELAY_MAIL_FROM: "web@Evenhall.ca", RELAY_DKIM_SELECTOR: "Relay1" },
      RELAY_DKIM_KEY: pair.privateKey.replaceAll("\n", "\\n"),
    },
  );
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
  const UNUSABLE = "RELAY_DKIM_KEY: the value cannot be used\n  hint: an RSA key of 1,024 bits at least";

  test("where it is none, of another kind or too short, and its text is in no message", () => {
    const { privateKey } = generateKeyPairSync("ed448");
    const ed448 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    expect(problemsOf({ ...selector, RELAY_DKIM_KEY: ed448 })).toContain(UNUSABLE);
    const weak = dkimKeyPair(768).privateKey;
    expect(problemsOf({ ...selector, RELAY_DKIM_KEY: weak })).toContain(UNUSABLE);
    for (const text of [ed448, weak, "hunter2"])
      expect(problemsOf({ ...selector, RELAY_DKIM_KEY: text })).not.toContain(text.split("\n").at(-2) ?? text);
    expect(problemsOf({ ...selector, RELAY_DKIM_KEY: "hunter2" })).toContain(UNUSABLE);
  });

  test("where one of key and selector is missing, or the selector is no name", () => {
    expect(problemsOf(selector)).toContain("RELAY_DKIM_KEY: is not set");
    expect(problemsOf({ RELAY_DKIM_KEY: pair.privateKey })).toContain("RELAY_DKIM_SELECTOR: is not set");
    expect(problemsOf({ RELAY_DKIM_KEY: pair.privateKey, RELAY_DKIM_SELECTOR: "a b;p=" })).toContain(
      "RELAY_DKIM_SELECTOR: the value cannot be used",
    );
  });
});
