// What operators see: submissions with their mails and their history.
import { addressKey } from "../../message/email-address.ts";
import type { Page, StoredSubmission, SubmissionDetails, SubmissionFilter, TimelineEvent } from "../outbox.ts";
import type { OutboxEntry } from "../outbox-entry.ts";
import { attemptOf, DamagedRowError, ENTRY_COLUMNS, entryOf, marks, submissionOf } from "./rows.ts";
import type { Row, Store, Value } from "./store.ts";

export async function list(
  store: Store,
  filter: SubmissionFilter,
  limit: number,
  after?: string | null,
): Promise<Page<StoredSubmission>> {
  const conditions: (readonly [sql: string, value: Value | undefined])[] = [
    ["form = ?", filter.form],
    ["email_key = ?", filter.email === undefined ? undefined : addressKey(filter.email)],
    ["received_at >= ?", filter.receivedFrom],
    ["received_at < ?", filter.receivedBefore],
    ["id IN (SELECT submission_id FROM entries WHERE state = ?)", filter.state],
    ["id < ?", after ?? undefined],
  ];
  const set = conditions.filter(([, value]) => value !== undefined);
  const where = set.length === 0 ? "" : `WHERE ${set.map(([sql]) => sql).join(" AND ")}`;
  const rows = await store.db.all(
    `SELECT * FROM submissions ${where} ORDER BY id DESC LIMIT ?`,
    ...set.map(([, value]) => value as Value),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const entries = await entriesOf(
    store,
    shown.map(({ id }) => String(id)),
  );
  return {
    items: shown.map((row) => storedSubmissionOf(row, entries.get(String(row.id)) ?? [])),
    next: rows.length > limit ? String(shown.at(-1)?.id) : null,
  };
}

async function entriesOf(store: Store, submissionIds: readonly string[]): Promise<Map<string, OutboxEntry[]>> {
  const found = new Map<string, OutboxEntry[]>();
  const rows = await store.db.all(
    `SELECT ${ENTRY_COLUMNS} FROM entries WHERE submission_id IN (${marks(submissionIds)}) ORDER BY id`,
    ...submissionIds,
  );
  for (const row of rows) {
    const id = String(row.submission_id);
    found.set(id, [...(found.get(id) ?? []), ...readable(() => entryOf(row))]);
  }
  return found;
}

/** Nothing where the row is damaged: the rest of the list is still of use. */
function readable<Result>(read: () => Result): Result[] {
  try {
    return [read()];
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return [];
  }
}

function storedSubmissionOf(row: Row, entries: readonly OutboxEntry[]): StoredSubmission {
  const erasedAt = row.erased_at === null ? null : Number(row.erased_at);
  return {
    id: String(row.id),
    reference: String(row.reference),
    form: row.form as StoredSubmission["form"],
    receivedAt: Number(row.received_at),
    erasedAt,
    submission: erasedAt === null ? (readable(() => submissionOf(row))[0] ?? null) : null,
    entries,
  };
}

export async function find(store: Store, idOrReference: string): Promise<SubmissionDetails | null> {
  const [id] = await submissionIds(store, [idOrReference]);
  const row = id === undefined ? undefined : await store.db.get("SELECT * FROM submissions WHERE id = ?", id);
  if (row === undefined || id === undefined) return null;
  const found = storedSubmissionOf(row, (await entriesOf(store, [id])).get(id) ?? []);
  return { ...found, timeline: await timelineOf(store, found) };
}

/** The submissions that are meant by their own id or reference, or by the id of one of their entries. */
export async function submissionIds({ db, references }: Store, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const row =
      (await db.get("SELECT id FROM submissions WHERE id = ?", name.toLowerCase())) ??
      (await db.get("SELECT id FROM submissions WHERE sequence = ?", references.numberOf(name))) ??
      (await db.get("SELECT submission_id AS id FROM entries WHERE id = ?", name.toLowerCase()));
    if (typeof row?.id === "string") ids.push(row.id);
  }
  return ids;
}

async function timelineOf(
  store: Store,
  { id, receivedAt, submission, entries }: StoredSubmission,
): Promise<TimelineEvent[]> {
  const entryIds = entries.map((entry) => entry.id);
  const attemptRows = await store.db.all(
    `SELECT * FROM attempts WHERE entry_id IN (${marks(entryIds)}) ORDER BY ended_at, number`,
    ...entryIds,
  );
  const attempts = attemptRows.map((row): TimelineEvent => {
    const attempt = attemptOf(row);
    return { at: attempt.endedAt, entryId: attempt.entryId, what: { type: "attempted", attempt } };
  });
  const eventRows = await store.db.all("SELECT * FROM events WHERE submission_id = ? ORDER BY sequence", id);
  const events = eventRows.map(eventOf);
  const accepted: TimelineEvent = {
    at: receivedAt,
    entryId: null,
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

const eventOf = (row: Row): TimelineEvent => ({
  at: Number(row.at),
  entryId: row.entry_id === null ? null : String(row.entry_id),
  what: { type: String(row.type), ...JSON.parse(String(row.detail ?? "{}")) },
});
