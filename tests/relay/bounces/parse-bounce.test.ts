// What comes to the return path: reports of mail servers in their several forms, and what is none.
import { describe, expect, test } from "vitest";
import { longestBounceLocal, readBounceAddress, writeBounceAddress } from "../../../relay/bounces/bounce-address.ts";
import { parseBounce } from "../../../relay/bounces/parse-bounce.ts";
import { createId } from "../../../relay/store/rows/reference.ts";

const MAIL = "019a8d3c-7b1e-7000-8f3a-0123456789ab";
const PATH = writeBounceAddress("bounces@evenhall.ca", MAIL);

describe("the return path", () => {
  test("has the mail's id, and no address", () => {
    expect(PATH).toMatch(/^bounces\+[0-9a-f]{32}@evenhall\.ca$/);
    expect(readBounceAddress(PATH)).toBe(MAIL);
    expect(readBounceAddress(PATH.toUpperCase())).toBe(MAIL);
    expect(readBounceAddress(`<${PATH}>`)).toBe(MAIL);
    for (let round = 0; round < 100; round += 1) {
      const entryId = createId(round * 1e10);
      expect(readBounceAddress(writeBounceAddress("b@e.ca", entryId))).toBe(entryId);
    }
  });

  test("fits into an address, and what is none of ours is not read", () => {
    const longest = writeBounceAddress(`${"b".repeat(longestBounceLocal)}@evenhall.ca`, MAIL);
    expect(longest.indexOf("@")).toBe(64);
    for (const text of [
      "",
      "bounces@evenhall.ca",
      "bounces+x@evenhall.ca",
      PATH.replace("@", "x@"),
      PATH.replace("+", "-"),
    ])
      expect(readBounceAddress(text)).toBeNull();
  });
});

interface Form {
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string;
  readonly type?: string;
  readonly head?: string;
}

const dsn = ({ action = "failed", status = "5.1.1", diagnostic, type = "message/delivery-status", head }: Form = {}) =>
  [
    ...["From: MAILER-DAEMON@mx.example.net", head ?? `To: ${PATH}`, "Subject: Undelivered Mail Returned to Sender"],
    ...["MIME-Version: 1.0", 'Content-Type: multipart/report; report-type=delivery-status; boundary="B"', ""],
    ...["--B", "Content-Type: text/plain", "", "This is the mail system at mx.example.net.", ""],
    ...["--B", `Content-Type: ${type}`, "", "Reporting-MTA: dns; mx.example.net", "Arrival-Date: today", ""],
    ...["Final-Recipient: rfc822; zoe@example.org", `Action: ${action}`, `Status: ${status}`],
    ...(diagnostic === undefined ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    ...[
      "",
      "--B",
      "Content-Type: message/rfc822",
      "",
      "From: web@evenhall.ca",
      "Subject: Action: failed",
      "",
      "Dear Zoë",
      "--B--",
      "",
    ],
  ].join("\r\n");

const parse = (text: string, recipient: string | null = null) => parseBounce(Buffer.from(text), recipient);

describe("a report", () => {
  test("names the mail, how it failed and the server's words", async () => {
    const diagnostic = "smtp; 550 5.1.1 <zoe@example.org>:\r\n  no such user";
    expect(await parse(dsn({ diagnostic }))).toEqual({
      entryId: MAIL,
      isPermanent: true,
      status: "5.1.1",
      diagnostic: "550 5.1.1 <zoe@example.org>: no such user",
    });
  });

  test.each([
    ["failed", "5.1.1", true],
    ["failed", "4.4.7", false],
    ["Failed", "5.0.0 (permanent failure)", true],
    ["delayed", "4.4.1", false],
  ])("of the action %s with the status %s is permanent: %s", async (action, status, isPermanent) => {
    expect(await parse(dsn({ action, status }))).toMatchObject({ isPermanent });
  });

  test.each(["delivered", "relayed", "expanded"])("of the action %s is none", async (action) => {
    expect(await parse(dsn({ action, status: "2.0.0" }))).toBeNull();
  });

  test("of a mail that was sent on, or for an international address, is read too", async () => {
    const head = `Delivered-To: ${PATH}\r\nTo: undisclosed-recipients:;`;
    expect(await parse(dsn({ head, type: "message/global-delivery-status" }))).toMatchObject({ entryId: MAIL });
    expect(await parse(dsn({ head: "To: postmaster@evenhall.ca" }), PATH)).toMatchObject({ entryId: MAIL });
    expect(await parse(dsn({ head: "To: postmaster@evenhall.ca" }))).toMatchObject({ entryId: null });
  });

  test("is found behind a whole mebibyte, in any order of the parts, in parts of parts, and with line feeds alone", async () => {
    const html = `--B\r\nContent-Type: text/html\r\n\r\n${`<p>${"x".repeat(70)}</p>\r\n`.repeat(11_000)}`;
    const late = dsn().replace("--B\r\nContent-Type: text/plain", `${html}--B\r\nContent-Type: text/plain`);
    expect(Buffer.byteLength(late)).toBeGreaterThan(800_000);
    expect(await parse(late)).toMatchObject({ entryId: MAIL, status: "5.1.1" });
    expect(await parse(late.replaceAll("\r", ""))).toMatchObject({ entryId: MAIL, status: "5.1.1" });
    const [head = "", words = "", report = "", original = ""] = dsn().split("--B\r\n");
    const turned = [head, original.replace("--B--\r\n", ""), report, words, ""]
      .join("--B\r\n")
      .replace(/--B\r\n$/, "--B--\r\n");
    expect(await parse(turned)).toMatchObject({ status: "5.1.1" });
    const nested = dsn()
      .replace("\r\n\r\n--B", '\r\n\r\n--A\r\nContent-Type: multipart/mixed;\r\n boundary="B"\r\n\r\n--B')
      .replace('boundary="B"\r\n\r\n--A', "boundary=A\r\n\r\n--A");
    expect(await parse(`${nested}\r\n--A--\r\n`)).toMatchObject({ status: "5.1.1" });
    const encoded = dsn().replace(
      /(Content-Type: message\/delivery-status)\r\n\r\n([\s\S]*?)\r\n--B/,
      (_, type, fields) =>
        `${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(fields).toString("base64")}\r\n--B`,
    );
    expect(encoded).toContain("base64");
    expect(await parse(encoded)).toMatchObject({ status: "5.1.1" });
  });

  test("is read with a blank at the end of its boundary, whether the lines have it or not", async () => {
    const padded = (form: Form) => dsn(form).replace('boundary="B"', 'boundary="B "');
    for (const lines of [(raw: string) => raw, (raw: string) => raw.replace(/--B(--)?\r\n/g, "--B $1\t\r\n")]) {
      const read = (form: Form) => parseBounce(Buffer.from(lines(padded(form))), null);
      expect(await read({})).toMatchObject({ isPermanent: true, status: "5.1.1" });
      expect(await read({ action: "delivered", status: "2.0.0" })).toBeNull();
    }
  });

  test("is none where it is in a mail that is attached, or in words", async () => {
    const attached = `To: ${PATH}\r\nFrom: ana@example.org\r\nContent-Type: multipart/mixed; boundary=A\r\n\r\n--A\r\nContent-Type: message/rfc822\r\n\r\n${dsn()}\r\n--A--\r\n`;
    expect(await parse(attached)).toBeNull();
    const quoted = `To: ${PATH}\r\nFrom: ana@example.org\r\nContent-Type: multipart/mixed; boundary=A\r\n\r\n--A\r\n\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\n--A--\r\n`;
    expect(await parse(quoted)).toBeNull();
  });

  test.each([
    [
      "an automatic answer",
      `To: ${PATH}\r\nAuto-Submitted: auto-replied\r\nSubject: On holiday\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    ],
    ["nothing", ""],
    ["no mail", "\0\x01garbage \xff".repeat(500)],
    ["a report without recipients", dsn().replace(/Final-Recipient[\s\S]*?\r\n\r\n/, "\r\n")],
  ])("is not %s", async (_, text) => {
    expect(await parse(text)).toBeNull();
  });
});

describe("a bounce in words", () => {
  const words = (from: string, subject: string, text: string, more = "") =>
    `Return-Path: <>\r\nFrom: ${from}\r\nTo: ${PATH}\r\nSubject: ${subject}\r\n${more}\r\n${text.replaceAll("\n", "\r\n")}`;
  const QMAIL = `Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<zoe@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
`;
  const EXCHANGE = `Your message

  To:      zoe@example.org
  Subject: We have your request
  Sent:    Sat, 21 Nov 2026 12:05:00 -0500

did not reach the following recipient(s):

zoe@example.org on Sat, 21 Nov 2026 12:05:02 -0500
    The recipient name is not recognized
    MSEXCH:IMS:EXAMPLE:CORP:MAIL 0 (000C05A6) Unknown Recipient
`;

  test.each([
    [
      "of qmail",
      words("MAILER-DAEMON@mx.example.org", "failure notice", QMAIL),
      { isPermanent: true, status: "5.1.1", diagnostic: "Sorry, no mailbox here by that name. (#5.1.1)" },
    ],
    [
      "of old Exchange",
      words("System Administrator <postmaster@example.org>", "Undeliverable: We have your request", EXCHANGE),
      { isPermanent: true, status: null, diagnostic: expect.stringContaining("did not reach the following") },
    ],
    [
      "that names who failed in a header of Exim",
      words(
        "Mail Delivery System <mail@example.org>",
        "Mail delivery failed",
        "550 host 192.0.5.1.1: no\n",
        "X-Failed-Recipients: zoe@example.org\r\n",
      ),
      { isPermanent: true, status: null },
    ],
    [
      "that is about a delay",
      words("MAILER-DAEMON@example.org", "Warning: message 1x delayed 24 hours", "It has not yet been delivered.\n"),
      { isPermanent: false, status: null },
    ],
    [
      "of a fault that passes",
      words("MAILER-DAEMON@example.org", "failure notice", "<zoe@example.org>:\nmailbox full (#4.2.2)\n"),
      { isPermanent: false, status: "4.2.2" },
    ],
  ])("%s counts by its return path", async (_, text, report) => {
    expect(await parse(text)).toMatchObject({ entryId: MAIL, ...report });
    expect(await parse(text.replace(PATH, "bounces@evenhall.ca"))).toBeNull();
    expect(await parse(text.replace(PATH, "bounces@evenhall.ca"), PATH)).toMatchObject({ entryId: MAIL });
  });

  test("is none where a person's program answers", async () => {
    const holiday = words(
      "Ana <ana@example.org>",
      "Automatic reply",
      "I am away. 5.1.1\n",
      "Auto-Submitted: auto-replied\r\n",
    );
    expect(await parse(holiday)).toBeNull();
  });
});
