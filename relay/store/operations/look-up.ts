// What operators see: submissions with their mails and their history.

import type { Submission } from "../../requests/submission.ts";
import type { EntryKind, OutboxEntry, RecordedAttempt } from "../rows/outbox-entry.ts";
import { ENTRY_COLUMNS, entryOf, readable, recordOf, submissionOf } from "../rows/rows.ts";
import { listOf, type Sql, type StoreRow, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import type { RecordOf } from "../rows/tables.ts";
import { newest, submissionIds } from "./filter.ts";
import type { Actor } from "./record-action.ts";

/** Newest first. */
export async function submissionsWhere(
  { db }: Store,
  conditions: readonly Sql[],
  limit: number,
): Promise<StoredSubmission[]> {
  const rows = await db.all(sql`SELECT * FROM submissions ${newest(conditions, limit)}`);
  const ids = listOf(rows.map(({ id }) => id));
  const entryRows = await db.all(sql`SELECT ${ENTRY_COLUMNS} FROM entries WHERE submission_id IN (${ids}) ORDER BY id`);
  const entries = entryRows.flatMap((row) => readable(() => entryOf(row)));
  const entriesOf = (id: unknown) => entries.filter(({ submissionId }) => submissionId === id);
  return rows.map((row) => storedSubmissionOf(row, entriesOf(row.id)));
}

function storedSubmissionOf(row: StoreRow, entries: readonly OutboxEntry[]): StoredSubmission {
  const { id, reference, form, receivedAt, erasedAt } = recordOf("submissions", row);
  const submission = erasedAt === null ? (readable(() => submissionOf(row))[0] ?? null) : null;
  return { id, reference, form, receivedAt, erasedAt, submission, entries };
}

export async function find(store: Store, idOrReference: string): Promise<SubmissionDetails | null> {
  const [id] = await submissionIds(store, [idOrReference]);
  const [found] = id === undefined ? [] : await submissionsWhere(store, [sql`id = ${id}`], 1);
  return found === undefined ? null : { ...found, timeline: await timelineOf(store, found) };
}

async function timelineOf(
  store: Store,
  { id, receivedAt, submission, entries }: StoredSubmission,
): Promise<TimelineEvent[]> {
  const entryIds = listOf(entries.map((entry) => entry.id));
  const attemptRows = await store.db.all(
    sql`SELECT * FROM attempts WHERE entry_id IN (${entryIds}) ORDER BY ended_at, number`,
  );
  const attempts = attemptRows.map((row): TimelineEvent => {
    const attempt = recordOf("attempts", row) as RecordedAttempt;
    return { at: attempt.endedAt, entryId: attempt.entryId, actor: null, what: { type: "attempted", attempt } };
  });
  const eventRows = await store.db.all(sql`SELECT * FROM events WHERE submission_id = ${id} ORDER BY sequence`);
  const events = eventRows.map(eventOf);
  const accepted: TimelineEvent = {
    at: receivedAt,
    entryId: null,
    actor: null,
    what: {
      type: "accepted",
      // A submission that was released was held when it came.
      held: entries.some(({ state }) => state === "held") || events.some(({ what }) => what.type === "released"),
      score: submission?.suspicion.score ?? 0,
      reasons: submission?.suspicion.reasons ?? [],
    },
  };
  return [accepted, ...[...attempts, ...events].sort((a, b) => a.at - b.at)];
}

function eventOf(row: StoreRow): TimelineEvent {
  const { at, entryId, actor, type, detail } = recordOf("events", row);
  return { at, entryId, actor, what: { type, ...JSON.parse(detail ?? "{}") } };
}

/** A moment of a submission's history, oldest first. */
export interface TimelineEvent {
  readonly at: number;
  readonly entryId: string | null;
  readonly actor: Actor;
  readonly what:
    | { readonly type: "accepted"; readonly held: boolean; readonly score: number; readonly reasons: readonly string[] }
    /** A mail that was left out, such as a second acknowledgement on one day. */
    | { readonly type: "left-out"; readonly kind: EntryKind; readonly reason: string }
    | { readonly type: "attempted"; readonly attempt: RecordedAttempt }
    | { readonly type: "expired" | "retried" | "resent" | "released" | "erased" | "quarantined" | "redated" }
    /** The mail was delivered to a server, and a report says that it did not arrive. */
    | {
        readonly type: "bounced";
        readonly permanent: boolean;
        readonly status: string | null;
        readonly diagnostic: string | null;
      }
    /** By a person; or, "fell-back", since the recipient refused it. */
    | { readonly type: "redirected" | "fell-back"; readonly from: string; readonly to: string };
}

export interface StoredSubmission
  extends Pick<RecordOf<"submissions">, "id" | "reference" | "form" | "receivedAt" | "erasedAt"> {
  /** Null once erased, and where the row was damaged. */
  readonly submission: Submission | null;
  readonly entries: readonly OutboxEntry[];
}

export interface SubmissionDetails extends StoredSubmission {
  readonly timeline: readonly TimelineEvent[];
}
