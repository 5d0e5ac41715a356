// What operators are advised where the mail server, or the system, names the cause.
import { expect, test } from "vitest";
import type { SmtpSettings } from "../../../relay/delivery/transports/smtp-connection.ts";
import { checkMailServer } from "../../../relay/doctor/check-mail-server.ts";
import { failureHint } from "../../../relay/mail/failure-hints.ts";
import { startFakeSmtp } from "../../support/relay/fake-smtp.ts";
import { startRecordedSmtp } from "../support/recorded-smtp.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();

const settings = (port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  ...{ host: "127.0.0.1", port, implicitTls: false, user: "relay", password: "p", tls: "off" as const },
  ...more,
});

test.each([
  [
    "login",
    "535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.",
    "Microsoft 365",
  ],
  ["login", "534-5.7.9 Application-specific password required.", "app password"],
  ["login", "The mail server takes no password, but XOAUTH2", "RELAY_MAIL_OAUTH_URL"],
  ["login", "login.example gave no access token (400): invalid_client", "RELAY_MAIL_OAUTH_"],
  ["tls", "certificate has expired", "renewed"],
  ["tls", "Hostname/IP does not match certificate's altnames: Host: mx. is not cert's CN", "another server's"],
  ["tls", "self-signed certificate in certificate chain", "NODE_EXTRA_CA_CERTS"],
  ["tls", "unable to verify the first certificate", "NODE_EXTRA_CA_CERTS"],
  ["tls", "SSL routines:tls_validate_record_header:wrong version number", "smtp:// in place of smtps://"],
  ["login", "535 5.7.8 Authentication failed", null],
  ["unreachable", "certificate has expired", null],
] as const)("of %s with %s", (reason, said, words) => {
  const hint = failureHint(reason, said);
  expect(hint).toEqual(words === null ? null : expect.stringContaining(words));
});

test("the doctor names the relay's greeting", async () => {
  const server = closeLater(await startRecordedSmtp());
  const found = await checkMailServer(settings(server.port, { helo: "relay.example.com" }));
  const message = "the relay calls itself relay.example.com (RELAY_MAIL_HELO)";
  expect(found).toContainEqual(expect.objectContaining({ check: "mail server: greeting", status: "ok", message }));
});

test("the doctor says what to write where the server speaks TLS from the start, or does not", async () => {
  const secure = closeLater(await startFakeSmtp({}, { secure: true }));
  const plain = closeLater(await startFakeSmtp());
  const [one] = await checkMailServer(settings(secure.port));
  const [other] = await checkMailServer(settings(plain.port, { implicitTls: true }));
  expect([one, other]).toMatchObject([
    { check: "mail server: TLS", status: "failed", hint: expect.stringContaining("write smtps://") },
    { check: "mail server: TLS", status: "failed", hint: expect.stringContaining("write smtp://") },
  ]);
});

test("the doctor explains a login that Microsoft 365 no longer takes", async () => {
  const AUTH = "535 5.7.139 Authentication unsuccessful, basic authentication is disabled.";
  const server = closeLater(await startRecordedSmtp({ EHLO: "250-test\r\n250 AUTH LOGIN PLAIN XOAUTH2", AUTH }));
  const [found] = await checkMailServer(settings(server.port));
  expect(found).toMatchObject({ check: "mail server: login", hint: expect.stringContaining("OAuth 2.0") });
});
