// The mails as their readers get them: what they say, in both forms, and what no visitor can make of them.
import { parseFragment } from "parse5";
import PostalMime, { type Email } from "postal-mime";
import { describe, expect, test } from "vitest";
import type { FieldDefinition } from "../../../relay/contract.ts";
import { buildMime } from "../../../relay/delivery/transports/build-mime.ts";
import { composeAcknowledgement } from "../../../relay/mail/compose-acknowledgement.ts";
import { composeDigest } from "../../../relay/mail/compose-digest.ts";
import { composeTeamMail } from "../../../relay/mail/compose-team-mail.ts";
import type { MailMessage } from "../../../relay/mail/mail-message.ts";
import type { FieldAnswer } from "../../../relay/requests/submission.ts";
import { definitionOf, sampleForms, WORDING } from "../../support/relay/sample-forms.ts";
import { sampleRequest, sampleSender } from "../../support/relay/sample-mail.ts";
import { NO_FIELDS } from "../support/with-outbox.ts";

const slip = { id: "row-1", recipient: "team@evenhall.test", createdAt: Date.UTC(2026, 10, 21, 17, 5) };
const read = async (mail: MailMessage): Promise<Email> =>
  PostalMime.parse(await buildMime(mail, { international: true }));

/** The words of a page as a reader sees them, without its head. */
function wordsOf(html: string): string[] {
  type Node = { nodeName: string; value?: string; childNodes?: Node[] };
  const textOf = (node: Node): string => {
    if (node.nodeName === "style" || node.nodeName === "title") return "";
    return node.nodeName === "#text" ? (node.value ?? "") : ` ${(node.childNodes ?? []).map(textOf).join("")} `;
  };
  return textOf(parseFragment(html) as Node)
    .split(/\s+/)
    .filter(Boolean);
}
/** The marks that plain text has in place of a layout. */
const plainWords = (text: string) =>
  text
    .replace(/^=+$/gm, "")
    .split(/\s+/)
    .map((word) => word.replace(/:$/, ""))
    .filter(Boolean);

describe("the mail to the team", () => {
  const compose = () => composeTeamMail(slip, sampleRequest(), sampleSender);

  test("shows what was chosen as the form shows it, and leaves the message as it was written", () => {
    const chosen = { eventType: "launch", budgetRange: "under-10k", attendees: "10-25", message: "Event type: launch" };
    const { subject, text } = composeTeamMail(slip, sampleRequest(chosen, { form: "contact" }), sampleSender);
    expect(subject).toBe("Contact request: Product Launch, 10-25 guests, 2026-03-14, Acme Ltd.");
    for (const words of [
      "\nEvent type: Product Launch\n",
      "\nBudget: Under $10,000\n",
      "\nMessage\n\nEvent type: launch\n",
    ])
      expect(text).toContain(words);
    const other = composeTeamMail(slip, sampleRequest({ eventType: "awards-ceremony" }), sampleSender);
    expect(other.text).toContain("\nEvent type: awards-ceremony\n");
  });

  test("shows what the form asks in its order, with the labels and words of its definition", () => {
    const answers: FieldAnswer[] = [
      {
        name: "meals",
        label: "Meals",
        type: "choices",
        value: ["halal", "vegan"],
        shown: ["Halal, certified", "Vegan"],
      },
      { name: "wishes", label: "Wishes", type: "lines", value: "One\nTwo" },
      { name: "newsletter", label: "Newsletter", type: "consent", value: WORDING, wording: WORDING },
      { name: "season", label: "season", type: "text", value: "s", unknown: true },
      { name: "parking", label: "parking", type: "text", value: "a\u2028Bcc: x@y.test", unknown: true },
    ];
    const request = sampleRequest({ eventType: "", company: "" }, { form: "wedding-fair", answers });
    const { subject, text } = composeTeamMail(slip, request, { ...sampleSender, forms: () => sampleForms });
    expect(subject).toBe("Wedding request: 120 guests, 2026-03-14, Zoë Tremblay");
    const lines = text.split("\n");
    const labels = lines.flatMap((line) => /^([^:]+): /.exec(line)?.[1] ?? []);
    // A field that the relay has learned of since has its label; one that it does not know has its name.
    expect(labels.slice(1, 15)).toEqual([
      ...["Your Name", "Last Name", "Your Email", "Season", "Meals", "Newsletter"],
      ...["Phone", "Attendees", "Budget", "Preferred date", "parking", "Reference"],
      ...["Received", "Sent from"],
    ]);
    expect(lines).toContain("Season: Summer");
    expect(lines).toContain("Meals: Halal, certified; Vegan");
    expect(lines).toContain(`Newsletter: “${WORDING}”, given Saturday, November 21, 2026 at 12:05 p.m. EST`);
    expect(lines).toContain("parking: a Bcc: x@y.test");
    expect(text).toContain("\nWishes\n\nOne\nTwo\n");
    expect(text).toContain(sampleSender.words.team.unknown);
  });

  test("shows a name that the form has in one field as one", () => {
    const fields = ["firstName", "lastName"].map((name) => ({ name, label: "Your Name" }) as FieldDefinition);
    const forms = definitionOf({ venue: { title: "Venue request", fields } });
    const { text } = composeTeamMail(slip, sampleRequest(), { ...sampleSender, forms: () => forms });
    expect(text.match(/^Your Name: .*$/gm)).toEqual(["Your Name: Zoë Tremblay"]);
    const single = composeTeamMail(slip, sampleRequest({ lastName: "" }), { ...sampleSender, forms: () => forms });
    expect(single.text.match(/^Your Name: .*$/gm)).toEqual(["Your Name: Zoë"]);
  });

  test("says the same in both forms", () => {
    const { html, text } = compose();
    expect(plainWords(text)).toEqual(wordsOf(html).flatMap((word) => plainWords(word)));
  });

  test("leaves out what was not filled in", () => {
    const fields = { ...NO_FIELDS, firstName: "Zoë", email: "zoe@example.org" };
    const request = sampleRequest(fields, { form: "contact", page: null });
    const { subject, text } = composeTeamMail(slip, request, sampleSender);
    expect(subject).toBe("Contact request: Zoë");
    for (const label of ["Phone", "Company", "Budget", "Message", "Last name", "Sent from"])
      expect(text).not.toContain(label);
  });

  test.each([
    [{ attendees: "1" }, "Venue request: Conference, 1 guest, 2026-03-14, Acme Ltd."],
    [{ attendees: "100-250" }, "Venue request: Conference, 100-250 guests, 2026-03-14, Acme Ltd."],
    [{ attendees: "500+" }, "Venue request: Conference, 500+ guests, 2026-03-14, Acme Ltd."],
    [{ attendees: " 120 " }, "Venue request: Conference, 120 guests, 2026-03-14, Acme Ltd."],
    [{ attendees: "about fifty" }, "Venue request: Conference, about fifty, 2026-03-14, Acme Ltd."],
    [{ attendees: "about 50" }, "Venue request: Conference, about 50, 2026-03-14, Acme Ltd."],
    [{ attendees: "50 people" }, "Venue request: Conference, 50 people, 2026-03-14, Acme Ltd."],
    [{ attendees: "–" }, "Venue request: Conference, –, 2026-03-14, Acme Ltd."],
    [{ company: "" }, "Venue request: Conference, 120 guests, 2026-03-14, Zoë Tremblay"],
    [{ company: "a\r\nBcc: x@y.test\u2028b" }, "Venue request: Conference, 120 guests, 2026-03-14, a Bcc: x@y.test b"],
    [{ company: "=?utf-8?B?DQpCY2M6?=" }, "Venue request: Conference, 120 guests, 2026-03-14, = ?utf-8?B?DQpCY2M6?="],
    [{ company: "\u202eevil\u2066" }, "Venue request: Conference, 120 guests, 2026-03-14, evil"],
  ])("has a subject for %j", async (fields, subject) => {
    expect((await read(composeTeamMail(slip, sampleRequest(fields), sampleSender))).subject).toBe(subject);
  });

  test("keeps a subject short, and cuts no character in two", async () => {
    const { subject = "" } = await read(
      composeTeamMail(slip, sampleRequest({ company: "👩‍👩‍👧‍👦".repeat(30) }), sampleSender),
    );
    expect(subject.length).toBeLessThanOrEqual(180);
    expect(subject).toMatch(/, (?:👩‍👩‍👧‍👦)+…$/u);
  });

  test("shows a visitor's markup as text, and keeps lines and blanks", () => {
    const message = "<script>alert(1)</script>\n  two   blanks & <b>bold</b>\n\nend";
    const { html, text } = composeTeamMail(slip, sampleRequest({ message, company: '"><img src=x>' }), sampleSender);
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain("&lt;script>alert(1)&lt;/script><br/>  two   blanks &amp; &lt;b>bold&lt;/b><br/><br/>end");
    expect(text).toContain(message);
  });

  test.each(["//evil.test", "https://evil.test", "/a b", "javascript:alert(1)"])(
    "links to no page such as %s",
    (page) => {
      const { html } = composeTeamMail(slip, sampleRequest({}, { page }), sampleSender);
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
        "mailto:zoe@visitor.test",
        "tel:4165550199",
        "mailto:hello@example.com",
      ]);
    },
  );

  test("says that no person wrote it, and nothing that keeps bounces away; to the team where that is not wanted, neither", () => {
    const headersOf = (teamAutomatic: boolean) => {
      const sender = { ...sampleSender, teamAutomatic };
      const mails = [
        composeTeamMail(slip, sampleRequest(), sender),
        composeDigest(slip, [sampleRequest()], sender),
        composeAcknowledgement(slip, "EV-7K3M-9QXD", sender),
      ];
      return mails.map(({ headers }) => [headers["Auto-Submitted"], headers["X-Auto-Response-Suppress"]]);
    };
    expect(headersOf(true)).toEqual([
      ["auto-generated", "OOF, AutoReply"],
      ["auto-generated", "OOF, AutoReply"],
      ["auto-replied", "OOF, AutoReply"],
    ]);
    expect(headersOf(false)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ["auto-replied", "OOF, AutoReply"],
    ]);
  });

  test.each(['Even "the" Hall', 'Événements "Hall"', "Hall, Even; Inc. <1>"])(
    "comes from %s, as it is meant",
    async (name) => {
      const from = { name, address: "website@evenhall.test" };
      const { from: read } = await PostalMime.parse(
        await buildMime(composeTeamMail(slip, sampleRequest(), { ...sampleSender, from }), { international: true }),
      );
      expect(read).toMatchObject(from);
    },
  );

  test("links to a page only where the site's address is known, and calls no extension", () => {
    const { html, text } = composeTeamMail(slip, sampleRequest({ phone: "1234" }), { ...sampleSender, siteUrl: null });
    expect(text).toMatch(/: \/venues\/$/m);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "mailto:zoe@visitor.test",
      "mailto:hello@example.com",
    ]);
  });

  test("tells in words why it was held at first", () => {
    const { text } = composeTeamMail(
      slip,
      sampleRequest({}, { suspicion: { score: 60, reasons: ["honeypot", "new-sign"] } }),
      sampleSender,
    );
    expect(text).toContain("Held at first because of: a field that people do not see was filled in, new-sign");
  });
});

const acknowledge = (reference = "EV-7K3M-9QXD") =>
  composeAcknowledgement({ ...slip, recipient: "zoe@visitor.test" }, reference, sampleSender);

test("the acknowledgement says the same in both forms", () => {
  const { html, text } = acknowledge();
  expect(plainWords(text)).toEqual(wordsOf(html).flatMap((word) => plainWords(word)));
});

test("the digest of held requests stays a mail that servers take, however many were held", async () => {
  const many = Array.from({ length: 5_000 }, (_, n) =>
    sampleRequest({ message: "x".repeat(10_000) }, { id: String(n) }),
  );
  const mail = composeDigest(slip, many, sampleSender);
  expect(mail.text).toContain("And 4950 more");
  expect(composeDigest(slip, many.slice(0, 50), sampleSender).text).not.toContain("more");
  expect((await buildMime(mail, { international: true })).length).toBeLessThan(1_000_000);
});
