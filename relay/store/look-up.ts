// What operators see: submissions with their mails and their history.
import { addressKey } from "../mail/email-address.ts";
import { CLOCKS_APART_MS } from "./deliver.ts";
import {
  ENTRY_KINDS,
  type EntryKind,
  type EntryState,
  type OutboxEntry,
  type RecordedAttempt,
} from "./outbox-entry.ts";
import type { StoredSubmission, SubmissionDetails, SubmissionFilter, TimelineEvent } from "./records.ts";
import { idsAfter, readReference } from "./reference.ts";
import { ENTRY_COLUMNS, entryOf, NOT_BLOCKED, readable, recordOf, submissionOf, WAITING } from "./rows.ts";
import { countOf, joined, listOf, numberOf, type Row, type Sql, type Statements, type Store, sql } from "./store.ts";

/** Parts of a WHERE. */
export function conditionsOf(filter: SubmissionFilter): Sql[] {
  const { form, email, receivedFrom, receivedBefore, state, heldFor } = filter;
  return [
    ...(form === undefined ? [] : [sql`form = ${form}`]),
    ...(email === undefined ? [] : [sql`email_key = ${addressKey(email)}`]),
    ...(receivedFrom === undefined ? [] : [sql`received_at >= ${receivedFrom}`]),
    ...(receivedBefore === undefined ? [] : [sql`received_at < ${receivedBefore}`]),
    ...(state === undefined ? [] : [IN_STATE[state]]),
    ...(heldFor === undefined ? [] : [HELD_FOR[heldFor]]),
  ];
}

const withMail = (condition: Sql): Sql => sql`id IN (SELECT submission_id FROM entries WHERE ${condition})`;

/** Written out, so that the indexes of some states are found. Nearly all are delivered: of those the newest are looked at one by one. */
const IN_STATE: Readonly<Record<EntryState, Sql>> = {
  queued: withMail(sql`state = 'queued'`),
  held: withMail(sql`state = 'held'`),
  dead: withMail(sql`state = 'dead'`),
  erased: withMail(sql`state = 'erased'`),
  delivered: sql`EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND state = 'delivered')`,
};

const HELD_FOR = {
  blocked: withMail(sql`state = 'held' AND reason = 'blocked'`),
  suspicion: withMail(sql`state = 'held' AND ${NOT_BLOCKED}`),
} as const;

/** What is asked of the table, or of its index. */
export const newest = (conditions: readonly Sql[], limit: number): Sql =>
  sql`${conditions.length === 0 ? sql`` : sql`WHERE ${joined(conditions, " AND ")}`} ORDER BY id DESC LIMIT ${limit}`;

/** Newest first. */
export async function submissionsWhere(
  { db }: Store,
  conditions: readonly Sql[],
  limit: number,
): Promise<StoredSubmission[]> {
  const rows = await db.all(sql`SELECT * FROM submissions ${newest(conditions, limit)}`);
  const ids = listOf(rows.map(({ id }) => id));
  const found = await db.all(sql`SELECT ${ENTRY_COLUMNS} FROM entries WHERE submission_id IN (${ids}) ORDER BY id`);
  const entries = found.flatMap((row) => readable(() => entryOf(row)));
  const entriesOf = (id: unknown) => entries.filter(({ submissionId }) => submissionId === id);
  return rows.map((row) => storedSubmissionOf(row, entriesOf(row.id)));
}

function storedSubmissionOf(row: Row, entries: readonly OutboxEntry[]): StoredSubmission {
  const { id, reference, form, receivedAt, erasedAt } = recordOf("submissions", row);
  const submission = erasedAt === null ? (readable(() => submissionOf(row))[0] ?? null) : null;
  return { id, reference, form, receivedAt, erasedAt, submission, entries };
}

export async function find(store: Store, idOrReference: string): Promise<SubmissionDetails | null> {
  const [id] = await submissionIds(store, [idOrReference]);
  const [found] = id === undefined ? [] : await submissionsWhere(store, [sql`id = ${id}`], 1);
  return found === undefined ? null : { ...found, timeline: await timelineOf(store, found) };
}

/** The submissions that are meant by their own id or reference, or by the id of one of their entries. */
export async function submissionIds({ db }: Store, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const row =
      (await db.get(sql`SELECT id FROM submissions WHERE id = ${name.toLowerCase()}`)) ??
      (await db.get(sql`SELECT id FROM submissions WHERE reference = ${readReference(name)}`)) ??
      (await db.get(sql`SELECT submission_id AS id FROM entries WHERE id = ${name.toLowerCase()}`));
    if (typeof row?.id === "string") ids.push(row.id);
  }
  return ids;
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
      // What was let go since was held when it came.
      held: entries.some(({ state }) => state === "held") || events.some(({ what }) => what.type === "released"),
      score: submission?.suspicion.score ?? 0,
      reasons: submission?.suspicion.reasons ?? [],
    },
  };
  return [accepted, ...[...attempts, ...events].sort((a, b) => a.at - b.at)];
}

function eventOf(row: Row): TimelineEvent {
  const { at, entryId, actor, type, detail } = recordOf("events", row);
  return { at, entryId, actor, what: { type, ...JSON.parse(detail ?? "{}") } };
}

// Figures of the whole store, for metrics and operators.

type StoredFigures = Awaited<ReturnType<typeof figures>>;

export interface OutboxStats extends StoredFigures {
  readonly bytes: number;
  /** Submissions past their retention that are kept because the team never got them; as of the latest purge. */
  readonly overdue: number;
  readonly writable: boolean;
}

/** Before the store has answered. */
export const NO_FIGURES: StoredFigures = {
  entries: [],
  heldRequests: 0,
  oldestDueAt: null,
  oldestQueuedAt: null,
  oldestTeamQueuedAt: null,
  futureDated: 0,
  quarantined: 0,
};

/** How many entries there are, by state and kind. */
export async function entryCounts(db: Statements) {
  const counts = sql`SELECT state, kind, count(*) AS count FROM entries GROUP BY state, kind ORDER BY state, kind`;
  const read = ({ state, kind, count }: Row) => ({
    state: state as EntryState,
    kind: kind as EntryKind,
    count: Number(count),
  });
  return (await db.all(counts)).map(read);
}

export async function figures({ db }: Store, now: number) {
  const oldest = (column: Sql, condition: Sql) =>
    numberOf(db, sql`SELECT min(${column}) AS value FROM entries WHERE ${condition}`);
  const oldestOf = (kinds: readonly EntryKind[]) =>
    oldest(sql`created_at`, sql`state = 'queued' AND kind IN (${listOf(kinds)})`);
  return {
    entries: await entryCounts(db),
    /** Submissions with a mail that is held. */
    heldRequests:
      (await numberOf(db, sql`SELECT count(DISTINCT submission_id) AS value FROM entries WHERE state = 'held'`)) ?? 0,
    /** When the longest waiting row that is due became due; null where none is due. */
    oldestDueAt: await oldest(sql`due_at`, sql`${WAITING} AND due_at <= ${now}`),
    /** When the longest waiting row that is still to be delivered was made; null where none is. And the same of mails to the team alone. */
    oldestQueuedAt: await oldestOf(ENTRY_KINDS),
    oldestTeamQueuedAt: await oldestOf(["team", "digest"]),
    /** Submissions that came while the clock was ahead: ids begin with the time they were made at. */
    futureDated: await countOf(db, sql`submissions WHERE id > ${idsAfter(now + CLOCKS_APART_MS)}`),
    quarantined: await countOf(db, sql`quarantine`),
  };
}
