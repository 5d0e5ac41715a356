// Whatever a visitor types: the mails made of it, parsed again, have one sender, one recipient and one subject, and hold what was typed.
import fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { FIELD_LIMITS, type FieldName, FORM_NAMES } from "../../relay/contract.ts";
import { buildMime } from "../../relay/delivery/transports/build-mime.ts";
import { composeAcknowledgement } from "../../relay/mail/compose-acknowledgement.ts";
import { composeDigest } from "../../relay/mail/compose-digest.ts";
import { composeTeamMail } from "../../relay/mail/compose-team-mail.ts";
import type { SubmissionFields } from "../../relay/requests/submission.ts";
import { parseEmailAddress } from "../../relay/text/email-address.ts";
import { anyCharacter } from "../support/process/any-character.ts";
import { rounds } from "../support/process/rounds.ts";
import { sampleRequest, sampleSender } from "../support/relay/sample-mail.ts";

const slip = { id: "row-1", recipient: "team@evenhall.test", createdAt: 0 };

/** Pieces that have fooled mail programs, and any characters between them. */
const NASTY = [
  "\r\nBcc: evil@attacker.test",
  "\nSubject: changed",
  "\r\n\r\n<script>alert(1)</script>",
  "\0",
  "=?utf-8?B?DQpCY2M6IGV2aWxAYXR0YWNrZXIudGVzdA==?=",
  "=?utf-8?Q?=0D=0ABcc:_x@y.test?=",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u202e",
  "\ud800",
  ", evil@attacker.test",
  "<evil@attacker.test>",
  '"',
  "\\",
  "(comment)",
  ";",
  ":",
  "\r\n.\r\n",
  "\n.\n",
  "From x",
  "--_NmP",
  "🎉",
  "ﷺ",
  "עברית",
  "&amp;",
  "</td>",
];
const piece = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ maxLength: 12 }),
);
const text = (maxLength: number) =>
  fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("").slice(0, maxLength));
const email = fc
  .oneof(
    fc.constantFrom(
      "zoe@visitor.test",
      "o'neil+tag@visitor.test",
      "zoë@exämple.test",
      "a=b@visitor.test",
      "=?utf-8?q?x?=@visitor.test",
    ),
    text(60),
    fc.emailAddress(),
  )
  .filter((address) => parseEmailAddress(address) !== null);
const fields = fc
  .record({
    ...(Object.fromEntries(
      (Object.keys(FIELD_LIMITS) as FieldName[]).map((name) => [name, text(Math.min(FIELD_LIMITS[name], 400))]),
    ) as Record<FieldName, fc.Arbitrary<string>>),
    email,
  })
  .map((record) => record satisfies SubmissionFields);
const page = fc.oneof(fc.constant(null), text(60));

const ONCE = ["from", "to", "subject", "message-id", "date", "mime-version", "content-type"];
const KNOWN = [...ONCE, "reply-to", "auto-submitted", "x-auto-response-suppress", "x-entity-ref-id"];
/** It comes by itself every day. */
const KNOWN_OF_DIGESTS = [...KNOWN, "list-unsubscribe"];

async function parseAgain(mail: Parameters<typeof buildMime>[0], known = KNOWN) {
  const mime = await buildMime(mail, { international: true });
  const parsed = await PostalMime.parse(mime);
  const names = parsed.headers.map(({ key }) => key);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  for (const name of ONCE) expect(names.filter((each) => each === name)).toHaveLength(1);
  expect(parsed.from).toEqual({ name: "Evenhall", address: "website@evenhall.test" });
  expect(parsed.attachments).toEqual([]);
  expect(parsed.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
  // No line of the head is longer than RFC 5322 allows, and none is bare.
  const raw = mime.toString("latin1");
  expect(raw).not.toMatch(/[^\r]\n|\r[^\n]|\0/);
  for (const line of raw.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
  return parsed;
}

/** Its letters and digits in a row, whatever is between them. Some letters, such as the fillers of Hangul, show as nothing: mails leave them out. */
const lettersOf = (typed: string) =>
  (typed.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? []).join("").replace(UNSEEN, "");
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

test("the mail to the team is one mail, from us, to the team, answered to the visitor", () =>
  fc.assert(
    fc.asyncProperty(fields, page, fc.constantFrom(...FORM_NAMES), async (typed, from, form) => {
      const mail = composeTeamMail(slip, sampleRequest(typed, { page: from, form }), sampleSender);
      const parsed = await parseAgain(mail);
      expect(parsed.to).toEqual([{ name: "", address: "team@evenhall.test" }]);
      expect(parsed.replyTo).toHaveLength(1);
      const [reply] = parsed.replyTo ?? [];
      expect(toAscii(reply?.address ?? "")).toBe(toAscii(typed.email));
      expect(reply?.name ?? "").not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
      expect(parsed.html).not.toMatch(/<script|<img/i);
      const reported = lettersOf(parsed.text ?? "");
      for (const value of Object.values(typed)) expect(reported).toContain(lettersOf(value));
    }),
    rounds(10, 1_000),
  ));

test("the acknowledgement goes to the visitor and holds nothing that was typed", () =>
  fc.assert(
    fc.asyncProperty(email, async (address) => {
      const to = { ...slip, recipient: address };
      const mail = composeAcknowledgement(to, "EV-7K3M-9QXD", sampleSender);
      const other = composeAcknowledgement({ ...to, recipient: "x@y.test" }, "EV-7K3M-9QXD", sampleSender);
      const parsed = await parseAgain(mail);
      expect(parsed.to).toHaveLength(1);
      expect(toAscii(parsed.to?.[0]?.address ?? "")).toBe(toAscii(address));
      expect([mail.subject, mail.text, mail.html]).toEqual([other.subject, other.text, other.html]);
    }),
    rounds(10, 1_000),
  ));

test("the digest is one mail, whatever was held", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 4 }), async (all) => {
      const held = all.map((typed, index) => sampleRequest(typed, { id: String(index) }));
      const parsed = await parseAgain(composeDigest(slip, held, sampleSender), KNOWN_OF_DIGESTS);
      expect(parsed.html).not.toMatch(/<script|<img/i);
    }),
    rounds(6, 500),
  ));

/** A domain has two spellings. */
function toAscii(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${new URL(`http://${address.slice(at + 1)}`).hostname}`;
}
