// Figures of the whole store, for metrics, health, `doctor` and operators.

import { ENTRY_KINDS, type EntryKind, type EntryState } from "../rows/outbox-entry.ts";
import { idsAfter } from "../rows/reference.ts";
import { WAITING } from "../rows/rows.ts";
import { countOf, listOf, numberOf, type Sql, type Statements, type StoreRow, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { CLOCKS_APART_MS } from "./clock-jumps.ts";

interface EntryCount {
  readonly state: EntryState;
  readonly kind: EntryKind;
  readonly count: number;
}

interface StoredFigures {
  readonly entries: readonly EntryCount[];
  /** Submissions with a mail that is held. */
  readonly heldRequests: number;
  /** When the longest waiting row that is due became due; null where none is due. */
  readonly oldestDueAt: number | null;
  /** When the longest waiting row that is still to be delivered was made; null where none is. And the same of mails to the team alone. */
  readonly oldestQueuedAt: number | null;
  readonly oldestTeamQueuedAt: number | null;
  /** Submissions that came while the clock was ahead: ids begin with the time they were made at. */
  readonly futureDated: number;
  readonly quarantined: number;
}

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
export async function entryCounts(db: Statements): Promise<EntryCount[]> {
  const counts = sql`SELECT state, kind, count(*) AS count FROM entries GROUP BY state, kind ORDER BY state, kind`;
  const countOf = ({ state, kind, count }: StoreRow): EntryCount => ({
    state: state as EntryState,
    kind: kind as EntryKind,
    count: Number(count),
  });
  return (await db.all(counts)).map(countOf);
}

export async function figures({ db }: Store, now: number): Promise<StoredFigures> {
  const oldest = (column: Sql, condition: Sql) =>
    numberOf(db, sql`SELECT min(${column}) AS value FROM entries WHERE ${condition}`);
  const oldestOf = (kinds: readonly EntryKind[]) =>
    oldest(sql`created_at`, sql`state = 'queued' AND kind IN (${listOf(kinds)})`);
  return {
    entries: await entryCounts(db),
    heldRequests:
      (await numberOf(db, sql`SELECT count(DISTINCT submission_id) AS value FROM entries WHERE state = 'held'`)) ?? 0,
    oldestDueAt: await oldest(sql`due_at`, sql`${WAITING} AND due_at <= ${now}`),
    oldestQueuedAt: await oldestOf(ENTRY_KINDS),
    oldestTeamQueuedAt: await oldestOf(["team", "digest"]),
    futureDated: await countOf(db, sql`submissions WHERE id > ${idsAfter(now + CLOCKS_APART_MS)}`),
    quarantined: await countOf(db, sql`quarantine`),
  };
}

export const countIn = (entries: readonly { readonly state: string; readonly count: number }[], state: string) =>
  entries.reduce((sum, one) => (one.state === state ? sum + one.count : sum), 0);
