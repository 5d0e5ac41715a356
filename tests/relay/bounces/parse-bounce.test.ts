// What comes to the return path: reports of mail servers in their several forms, and what is none.
import { describe, expect, test } from "vitest";
import {
  longestBounceLocal,
  parseBounce,
  readBounceAddress,
  writeBounceAddress,
} from "../../../relay/mail/parse-bounce.ts";
import { createId } from "../../../relay/store/reference.ts";

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
