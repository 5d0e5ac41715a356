// A store of its own, with a clock that a test sets: the embedded one, or one on PostgreSQL, as the project of the run says.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StoreError } from "../../../relay/errors.ts";
import type { NewSubmission, SubmissionFields } from "../../../relay/requests/submission.ts";
import type { Acceptance } from "../../../relay/store/operations/accept.ts";
import type { ClaimedEntry } from "../../../relay/store/operations/claim.ts";
import type { Outbox } from "../../../relay/store/outbox.ts";
import type { Attempt, AttemptEnd } from "../../../relay/store/rows/outbox-entry.ts";
import { createTestClock, type TestClock } from "./test-clock.ts";
import { createTestStore, type TestStore } from "./test-store.ts";

export const NO_FIELDS: SubmissionFields = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  company: "",
  eventType: "",
  attendees: "",
  budgetRange: "",
  preferredDate: "",
  message: "",
};

export const DAY = 86_400_000;

export function submission(more: Partial<NewSubmission> = {}, fields: Partial<SubmissionFields> = {}): NewSubmission {
  return {
    form: "contact",
    fields: { ...NO_FIELDS, firstName: "Zoë", email: "zoe@example.org", message: "We plan a gala.", ...fields },
    answers: [],
    page: "/contact/",
    suspicion: { score: 0, reasons: [] },
    receivedAt: Date.UTC(2025, 10, 14, 15),
    ...more,
  };
}

/** A submission with a mail to the team and one to the visitor. */
export function acceptance(more: Partial<Acceptance> = {}): Acceptance {
  const state = more.submission !== undefined && more.submission.suspicion.score >= 50 ? "held" : "queued";
  return {
    submission: submission(),
    entries: [
      { kind: "team", recipient: "team@example.com", state },
      { kind: "acknowledgement", recipient: "zoe@example.org", state },
    ],
    idempotencyKey: null,
    limits: [],
    ...more,
  };
}

/** Fails in the store as on a full disk. */
export const onFullDisk = (): Acceptance => ({
  ...acceptance(),
  get submission(): never {
    throw new StoreError("full", "no room");
  },
});

export const attempt = (clock: Pick<TestClock, "now">, more: Partial<Attempt> = {}): Attempt => ({
  startedAt: clock.now(),
  endedAt: clock.now(),
  outcome: "delivered",
  reason: null,
  smtpCode: 250,
  enhancedCode: "2.0.0",
  reply: "250 2.0.0 Ok: queued as 4F1",
  queueId: "4F1",
  ...more,
});

export interface TestOutbox {
  readonly outbox: Outbox;
  readonly clock: TestClock;
  readonly store: TestStore;
  /** Of a store in a file. */
  readonly path: string;
  /** What was set aside as damaged, as "table:problem". */
  readonly damages: readonly string[];
  /** How many rows were found dated in the future, each time. */
  readonly redated: readonly number[];
  /** Mails that were given up with a damaged row. */
  readonly deaths: readonly string[];
  readonly failures: readonly (StoreError | null)[];
  /** Closes the store and opens it again, as a restart does. */
  reopen(): Promise<Outbox>;
  /** Changes rows behind the relay's back, as a disk that fails does. */
  spoil(sql: string): Promise<void>;
}

/** Accepts a request of now; answers its id and reference. */
export async function acceptedAs(
  { outbox, clock }: Pick<TestOutbox, "outbox" | "clock">,
  more = {},
  fields = {},
  all = {},
) {
  const made = submission({ receivedAt: clock.now(), ...more }, fields);
  return (await outbox.accept(acceptance({ submission: made, ...all }))) as { id: string; reference: string };
}

/** Its id alone. */
export const accepted = async (...given: Parameters<typeof acceptedAs>): Promise<string> =>
  (await acceptedAs(...given)).id;

/** Ends an attempt of each mail that is due, as `endOf` says; it is given back where that is nothing. */
export async function attemptAll(
  { outbox, clock }: Pick<TestOutbox, "outbox" | "clock">,
  endOf: (claimed: ClaimedEntry) => AttemptEnd | null = () => ({ to: "delivered" }),
  more: Partial<Attempt> = {},
): Promise<void> {
  for (const claimed of await outbox.claim(clock.now(), 100, 60_000)) {
    const { entry, leaseToken } = claimed;
    const end = endOf(claimed);
    if (end === null) await outbox.releaseLease(entry.id, leaseToken, clock.now());
    else await outbox.finish(entry.id, leaseToken, attempt(clock, more), end);
  }
}

export async function withOutbox<Result>(use: (test: TestOutbox) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "eventsite-outbox-"));
  const path = join(folder, "relay.db");
  const store = createTestStore(folder);
  const clock = createTestClock();
  const damages: string[] = [];
  const redated: number[] = [];
  const deaths: string[] = [];
  const failures: (StoreError | null)[] = [];
  const create = () =>
    store.create({
      clock,
      onDamage: ({ table, message }, mail) => {
        damages.push(`${table}:${message}`);
        if (mail !== null) deaths.push(mail.kind);
      },
      onRedated: (count) => redated.push(count),
      onFailure: (error) => failures.push(error),
    });
  let outbox = create();
  const test = {
    get outbox() {
      return outbox;
    },
    clock,
    store,
    path,
    damages,
    redated,
    deaths,
    failures,
    async reopen() {
      await outbox.close();
      outbox = create();
      await outbox.open();
      return outbox;
    },
    async spoil(sql: string) {
      await outbox.close();
      await store.change(sql);
      await test.reopen();
    },
  };
  try {
    await outbox.open();
    return await use(test);
  } finally {
    await outbox.close();
    await store.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
