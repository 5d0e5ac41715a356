// Figures of the whole store, for metrics and operators.

import { ENTRY_KINDS, type EntryKind, type EntryState } from "../outbox-entry.ts";
import type { OutboxStats } from "../outbox-stats.ts";
import { idsAfter } from "../reference.ts";
import { marks } from "./rows.ts";
import type { Store } from "./store.ts";

export type StoredFigures = Omit<OutboxStats, "bytes" | "writable" | "overdue">;

/** Before the store has answered. */
export const NO_FIGURES: StoredFigures = {
  entries: [],
  oldestDueAt: null,
  oldestQueuedAt: null,
  oldestTeamQueuedAt: null,
  futureDated: 0,
  quarantined: 0,
};

export async function figures({ db, clocksApartMs, waiting }: Store, now: number): Promise<StoredFigures> {
  const due: number[] = [];
  for (const kind of ENTRY_KINDS) {
    const row = await db.get(
      `SELECT due_at FROM entries WHERE ${waiting} AND kind = ? AND due_at <= ? ORDER BY due_at LIMIT 1`,
      kind,
      now,
    );
    if (row !== undefined) due.push(Number(row.due_at));
  }
  const oldestOf = async (kinds: readonly EntryKind[]): Promise<number | null> => {
    const sql = `SELECT min(created_at) AS at FROM entries WHERE state = 'queued' AND kind IN (${marks(kinds)})`;
    const at = (await db.get(sql, ...kinds))?.at;
    return typeof at === "number" ? at : null;
  };
  const entries = await db.all(
    "SELECT state, kind, count(*) AS count FROM entries GROUP BY state, kind ORDER BY state, kind",
  );
  const countOf = async (sql: string, ...values: string[]) => Number((await db.get(sql, ...values))?.count);
  return {
    entries: entries.map(({ state, kind, count }) => ({
      state: state as EntryState,
      kind: kind as EntryKind,
      count: Number(count),
    })),
    oldestDueAt: due.length === 0 ? null : Math.min(...due),
    oldestQueuedAt: await oldestOf(ENTRY_KINDS),
    oldestTeamQueuedAt: await oldestOf(["team", "digest"]),
    // Ids begin with the time they were made at.
    futureDated: await countOf("SELECT count(*) AS count FROM submissions WHERE id > ?", idsAfter(now + clocksApartMs)),
    quarantined: await countOf("SELECT count(*) AS count FROM quarantine"),
  };
}
