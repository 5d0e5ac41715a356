// One accepted request: the submission, an entry per mail and recipient, and what a repetition of it will be known by.
import type { NewSubmission } from "../../message/submission.ts";
import type { Acceptance, AcceptResult } from "../outbox.ts";
import type { EntryKind, NewEntry } from "../outbox-entry.ts";
import { createId } from "../reference.ts";
import { checksumOf, emailKeyOf, payloadOf } from "./rows.ts";
import type { Store } from "./store.ts";

export function accept(store: Store, acceptance: Acceptance): AcceptResult {
  const { submission, entries, idempotencyKey, limits } = acceptance;
  const now = submission.receivedAt;
  const print = store.hash("request", submission.form, ...Object.values(submission.fields), submission.page ?? "");
  const key = idempotencyKey === null ? null : store.hash("key", idempotencyKey);
  const isHeld = entries.some(({ state }) => state === "held");
  // What is held is no answer to the same words from somebody who is not suspicious.
  const kept = isHeld ? store.hash("held", print) : print;

  const known = findRepeat(store, key ?? kept, now);
  if (known !== undefined)
    return known.print === null || known.print === print ? repeated(store, known.sequence) : { kind: "conflict" };
  const spentUntil = store.limits.take(limits, now);
  if (spentUntil !== null) return { kind: "limited", retryAfterMs: spentUntil - now };

  const { id, reference, sequence } = insertSubmission(store, submission);
  for (const entry of entries) insertEntry(store, id, entry, now);
  const remember = (name: string, under: string | null, lifeMs: number) =>
    store.db.run("INSERT OR REPLACE INTO repeats VALUES (?, ?, ?, ?)", name, under, sequence, now + lifeMs);
  remember(kept, null, acceptance.repeatWindowMs);
  if (key !== null) remember(key, print, acceptance.keyLifeMs);
  return { kind: "accepted", id, reference, isHeld };
}

function findRepeat(store: Store, key: string, now: number) {
  const row = store.db.get("SELECT print, sequence, expires_at FROM repeats WHERE key = ?", key);
  if (row === undefined || Number(row.expires_at) <= now) return undefined;
  return { print: row.print, sequence: Number(row.sequence) };
}

function repeated(store: Store, sequence: number): AcceptResult {
  const row = store.db.get("SELECT id, reference FROM submissions WHERE sequence = ?", sequence);
  const id = String(row?.id);
  const held = store.db.get("SELECT 1 AS held FROM entries WHERE submission_id = ? AND state = 'held' LIMIT 1", id);
  return { kind: "repeated", id, reference: String(row?.reference), isHeld: held !== undefined };
}

function insertSubmission(
  store: Store,
  submission: NewSubmission,
): { readonly id: string; readonly reference: string; readonly sequence: number } {
  const id = createId(submission.receivedAt);
  const sequence = store.takeNumber();
  const reference = store.references.of(sequence);
  const payload = payloadOf(submission);
  store.db.run(
    "INSERT INTO submissions (sequence, id, reference, form, received_at, email_key, checksum, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    sequence,
    id,
    reference,
    submission.form,
    submission.receivedAt,
    emailKeyOf(submission),
    checksumOf(payload),
    payload,
  );
  return { id, reference, sequence };
}

function insertEntry(store: Store, submissionId: string, entry: NewEntry, now: number): void {
  // What is held spends nothing; it does when it is released.
  const unlessSpent = entry.state === "held" ? [] : (entry.unlessSpent ?? []);
  if (store.limits.take(unlessSpent, now) !== null) addLeftOut(store, submissionId, entry.kind, now);
  else insertQueued(store, { ...entry, submissionId, now });
}

/** A mail that is not sent because a limit is used up. */
export function addLeftOut(store: Store, submissionId: string | null, kind: EntryKind, now: number): void {
  addEvent(store, { submissionId, entryId: null, at: now, type: "left-out", detail: { kind, reason: "limit" } });
}

export function insertQueued(
  store: Store,
  entry: {
    readonly submissionId: string | null;
    readonly kind: string;
    readonly recipient: string;
    readonly state: string;
    readonly lifeMs: number;
    readonly now: number;
  },
): string {
  const id = createId(entry.now);
  const { now } = entry;
  store.db.run(
    `INSERT INTO entries (id, submission_id, kind, recipient, state, created_at, due_at, expires_at, life_ms, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    entry.submissionId,
    entry.kind,
    entry.recipient,
    entry.state,
    now,
    now,
    now + entry.lifeMs,
    entry.lifeMs,
    now,
  );
  return id;
}

export interface StoredEvent {
  readonly submissionId: string | null;
  readonly entryId: string | null;
  readonly at: number;
  readonly type: string;
  readonly detail?: object;
}

export function addEvent(store: Store, { submissionId, entryId, at, type, detail }: StoredEvent): void {
  store.db.run(
    "INSERT INTO events (submission_id, entry_id, at, type, detail) VALUES (?, ?, ?, ?, ?)",
    submissionId,
    entryId,
    at,
    type,
    detail === undefined ? null : JSON.stringify(detail),
  );
}
