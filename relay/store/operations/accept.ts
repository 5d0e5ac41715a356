// One accepted request: what becomes of it, and its rows. Decided here; each engine looks up and writes in its own way.

import { DAY_MS } from "../../clock.ts";
import type { NewSubmission } from "../../requests/submission.ts";
import type { Limit, NewEntry } from "../rows/outbox-entry.ts";
import { createId, createReference } from "../rows/reference.ts";
import { checksumOf, emailKeyOf, payloadOf } from "../rows/rows.ts";
import type { StoreSecret } from "../rows/store.ts";
import type { RowOf } from "../rows/tables.ts";
import { type EntryRow, type EventRow, eventRow, newEntryRow } from "./add-event.ts";
import { leftOut } from "./left-out.ts";
import { searchedWords } from "./searched-words.ts";

type SubmissionRow = Omit<RowOf<"submissions">, "erased_at">;
export type IdempotencyKeyRow = RowOf<"idempotency_keys">;

export interface AcceptedRows {
  readonly submission: SubmissionRow;
  readonly entries: readonly EntryRow[];
  readonly events: readonly EventRow[];
  readonly idempotencyKeys: readonly IdempotencyKeyRow[];
}

/** An earlier request under the same key, and what it was answered. */
export interface EarlierRequest {
  readonly fingerprint: string | null;
  readonly id: string;
  readonly reference: string;
}

/** What a decision needs of the store. */
interface StoredFacts {
  earlier(key: string, now: number): EarlierRequest | undefined;
  /** As `Store.spend`. */
  spend(limits: readonly Limit[], now: number): number | null;
}

/** The same request within this time is one, where the caller brings no key: a double click, a second try after a lost answer. */
const REPEAT_WINDOW_MS = 600_000;
/** How long a key is remembered: longer than any client retries. */
const KEY_LIFE_MS = 7 * DAY_MS;

/** What a request is known by when it comes again: the caller's key, if any, and its words. */
export interface Keys {
  readonly key: string | null;
  readonly fingerprint: string;
  /** A held request does not count as a repetition of the same words from a visitor who is not suspicious. */
  readonly repeatKey: string;
}

export function keysOf({ hash }: StoreSecret, acceptance: Acceptance): Keys {
  const { submission, entries, idempotencyKey } = acceptance;
  const { form, fields, page, answers } = submission;
  const answerTexts = answers.map(({ name, value }) => JSON.stringify([name, value]));
  const fingerprint = hash("request", form, ...Object.values(fields), page ?? "", ...answerTexts);
  return {
    key: idempotencyKey === null ? null : hash("key", idempotencyKey),
    fingerprint,
    repeatKey: entries.some(({ state }) => state === "held") ? hash("held", fingerprint) : fingerprint,
  };
}

/** A held mail spends its limits when it is released. */
const spentBy = (entry: NewEntry): readonly Limit[] => (entry.state === "held" ? [] : (entry.unlessSpent ?? []));

/** Every limit that the decision may count under. */
export const limitsOf = ({ limits, entries }: Acceptance): Limit[] => [...limits, ...entries.flatMap(spentBy)];

export function decideAcceptance(
  acceptance: Acceptance,
  { key, fingerprint, repeatKey }: Keys,
  store: StoredFacts,
): { readonly result: AcceptResult; readonly rows: AcceptedRows | null } {
  const { submission, entries } = acceptance;
  const now = submission.receivedAt;
  const earlier = store.earlier(key ?? repeatKey, now);
  if (earlier !== undefined) {
    const isSame = earlier.fingerprint === null || earlier.fingerprint === fingerprint;
    const { id, reference } = earlier;
    return { result: isSame ? { kind: "repeated", id, reference } : { kind: "conflict" }, rows: null };
  }
  const spentUntil = store.spend(acceptance.limits, now);
  if (spentUntil !== null) return { result: { kind: "limited", retryAfterMs: spentUntil - now }, rows: null };

  const row = submissionRow(submission);
  const events: EventRow[] = [];
  const queued: EntryRow[] = [];
  for (const entry of entries) {
    if (store.spend(spentBy(entry), now) !== null) events.push(eventRow(leftOut(row.id, entry.kind, now)));
    else queued.push(newEntryRow({ ...entry, submissionId: row.id, now }));
  }
  const keyRow = (name: string, under: string | null, lifeMs: number): IdempotencyKeyRow => ({
    key: name,
    fingerprint: under,
    submission_id: row.id,
    expires_at: now + lifeMs,
  });
  const idempotencyKeys = [keyRow(repeatKey, null, REPEAT_WINDOW_MS)];
  if (key !== null) idempotencyKeys.push(keyRow(key, fingerprint, KEY_LIFE_MS));
  const { id, reference } = row;
  return {
    result: { kind: "accepted", id, reference },
    rows: { submission: row, entries: queued, events, idempotencyKeys },
  };
}

function submissionRow(submission: NewSubmission): SubmissionRow {
  const payload = payloadOf(submission);
  return {
    id: createId(submission.receivedAt),
    reference: createReference(),
    form: submission.form,
    received_at: submission.receivedAt,
    email_key: emailKeyOf(submission),
    checksum: checksumOf(payload),
    payload,
    words: searchedWords(submission),
  };
}

/** All that one accepted request writes, in one transaction. */
export interface Acceptance {
  readonly submission: NewSubmission;
  readonly entries: readonly NewEntry[];
  /** The caller's `idempotency-key`; null where there is none. */
  readonly idempotencyKey: string | null;
  /** Counted for new submissions only: a repetition always gets the answer that is already there. */
  readonly limits: readonly Limit[];
}

export type AcceptResult =
  | { readonly kind: "accepted" | "repeated"; readonly id: string; readonly reference: string }
  /** The key was used with another body. */
  | { readonly kind: "conflict" }
  | { readonly kind: "limited"; readonly retryAfterMs: number };
