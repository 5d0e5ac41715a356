// A request as a relay takes it into its store.
import { systemClock } from "../../../relay/clock.ts";
import type { Acceptance } from "../../../relay/store/operations/accept.ts";

export const DAY = 86_400_000;

export interface Asked extends Pick<Acceptance, "entries"> {
  readonly form: string;
  readonly email: string;
  readonly message: string;
}

export const acceptanceOf = ({ form, email, message, entries }: Asked): Acceptance => ({
  submission: {
    form,
    fields: {
      firstName: "Zoë",
      lastName: "Özil",
      email,
      phone: "416-555-0199",
      company: "Acme Ltd.",
      eventType: "conference",
      attendees: "120",
      budgetRange: "$10,000",
      preferredDate: "2026-03-14",
      message,
    },
    answers: [],
    page: `/${form}/`,
    suspicion: { score: 0, reasons: [] },
    receivedAt: systemClock.now(),
  },
  entries,
  idempotencyKey: null,
  limits: [],
});
