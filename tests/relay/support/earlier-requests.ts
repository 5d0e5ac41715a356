// The requests in the stores of fixtures/stores, as a relay shows them.
import type { Outbox } from "../../../relay/store/outbox.ts";

/** Newest first: the reference, the name, what its form asked besides, and what became of its mails. */
export async function requestsOf(outbox: Outbox) {
  const { items } = await outbox.list({}, 20);
  return items.map(({ reference, submission, entries }) => [
    reference,
    submission && `${submission.fields.firstName} ${submission.fields.lastName}`.trim(),
    submission?.answers.length ?? 0,
    entries.map(({ kind, state }) => `${kind} ${state}`).join(", "),
  ]);
}

const DELIVERED = "team delivered, acknowledgement delivered";

export const EARLIER_REQUESTS = [
  ["EV-MNTS-QZBQ", "Wait Ing", 0, "team delivered, acknowledgement queued"],
  ["EV-QPZR-215Z", "Dead End", 0, "team delivered, acknowledgement dead"],
  ["EV-G786-4XSJ", "Mia", 3, DELIVERED],
  ["EV-EZRB-F8YA", "Blocked Person", 0, "team held, acknowledgement held"],
  ["EV-YT70-WVGX", "Blocked Person", 0, DELIVERED],
  ["EV-HV8Z-FKSE", "李 雷", 0, DELIVERED],
  ["EV-H3TC-ESV9", null, 0, "team erased, acknowledgement erased"],
  ["EV-CXJB-RWSX", "Spam Bot", 0, "team held, acknowledgement held"],
  ["EV-81JE-84ZN", "Adrien", 0, DELIVERED],
  ["EV-XHY1-Y6YZ", "Zoë Müller", 0, DELIVERED],
];
