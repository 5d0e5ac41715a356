// Requests as an office gets them: sixty over a week, in every state.
import { createPlanEntries } from "../../../relay/delivery/plan-entries.ts";
import { type MailWords, OWN_WORDS } from "../../../relay/mail/mail-words.ts";
import type { NewSubmission } from "../../../relay/mail/submission.ts";
import type { Outbox } from "../../../relay/store/outbox.ts";
import type { TestClock } from "./test-clock.ts";
import { attempt, NO_FIELDS } from "./with-outbox.ts";

const PEOPLE = [
  ["Zoë", "Özil", "Acme Ltd."],
  ["Priya", "Raman", "Northlight Health"],
  ["Tomás", "Herrera", "Cedar & Pine Architects"],
  ["Amélie", "Bouchard", "Banque Laurier"],
  ["Wei", "Zhang", "Harbourfront Robotics"],
  ["Grace", "O’Connor", ""],
  ["Noah", "Fitzgerald-Montgomery", "Toronto Chamber of Young Entrepreneurs and Innovators"],
  ["Yuki", "Tanaka", "Maple Foods"],
  ["李", "明", "Lakeshore Trading"],
  ["Fatima", "Al-Sayed", "Queen Street Dental"],
] as const;

const MESSAGES = [
  "We plan our annual gala for 120 guests, with dinner, a stage and a live band. Could you tell us what is possible in March?",
  "Hello, we are looking for a venue near the lake for a two-day conference.\n\nIt should have three breakout rooms.",
  "Our CEO retires in June and we would love a surprise evening. Budget is flexible.",
  "Please call me in the afternoon.",
  "Is the jazz trio from your website free on the 14th?",
] as const;

const FORMS = [
  ["contact", "conference", "50-100"],
  ["venue", "gala", "120"],
  ["talent", "corporate-gala", "200"],
  ["consultation", "", ""],
] as const;

/** The clock is at the end of the week afterwards. */
export async function fillOffice(outbox: Outbox, clock: TestClock, words: MailWords = OWN_WORDS): Promise<void> {
  const to = ["events@example.com"];
  const plan = createPlanEntries({
    mail: {
      to: { general: to, forms: {} },
      from: { name: "Evenhall", address: "website@example.com" },
      words,
      acknowledge: true,
      fallback: null,
    },
    webhooks: { urls: [], secrets: [] },
  });
  for (let index = 0; index < 60; index += 1) {
    clock.advance(2.5 * 3_600_000 + index * 60_000);
    const [firstName, lastName, company] = PEOPLE[index % PEOPLE.length] ?? PEOPLE[0];
    const [form, eventType, attendees] = FORMS[(index * 7) % FORMS.length] ?? FORMS[0];
    const email = `${firstName.normalize("NFD").replace(/[^a-z]/gi, "") || "li"}.${index}@example.org`.toLowerCase();
    const reasons = index % 12 === 7 ? ["many-links", "markup"] : index % 15 === 4 ? ["blocked"] : [];
    const submission: NewSubmission = {
      form,
      answers: [],
      fields: {
        ...NO_FIELDS,
        firstName,
        lastName,
        email,
        company,
        phone: index % 3 === 0 ? "(416) 555-0199" : "",
        eventType,
        attendees,
        preferredDate: form === "consultation" ? "" : `2026-03-${String((index % 27) + 1).padStart(2, "0")}`,
        budgetRange: form === "contact" ? "25k-50k" : "",
        message: MESSAGES[index % MESSAGES.length] ?? "",
      },
      page: form === "consultation" ? "/" : "/contact/",
      suspicion: { score: reasons.length > 0 ? 60 : 0, reasons },
      receivedAt: clock.now(),
    };
    await outbox.accept({
      submission,
      entries: plan(submission),
      idempotencyKey: null,
      repeatWindowMs: 1,
      keyLifeMs: 1,
      limits: [],
    });
    // The last ones are still on their way.
    if (index < 58) await deliver(outbox, clock, index);
  }
  await outbox.erase("priya.11@example.org", clock.now(), "command:root");
}

async function deliver(outbox: Outbox, clock: TestClock, index: number): Promise<void> {
  for (const { entry, leaseToken } of await outbox.claim(clock.now(), 10, 60_000)) {
    const isDead = index % 20 === 9 && entry.kind === "team";
    const later = attempt(clock, {
      outcome: "deferred",
      reason: "greylisted",
      smtpCode: 451,
      reply: "451 4.7.1 Try again later",
    });
    if (index % 10 === 3) {
      await outbox.finish(entry.id, leaseToken, later, { to: "queued", dueAt: clock.now(), reason: "greylisted" });
      continue;
    }
    const dead = attempt(clock, {
      outcome: "dead",
      reason: "mailbox-full",
      smtpCode: 552,
      reply: "552 5.2.2 Mailbox full",
    });
    await outbox.finish(
      entry.id,
      leaseToken,
      isDead ? dead : attempt(clock),
      isDead ? { to: "dead", reason: "mailbox-full" } : { to: "delivered" },
    );
  }
}
