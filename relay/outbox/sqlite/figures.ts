// Figures of the whole store, for metrics and operators.
import { statSync } from "node:fs";
import type { OutboxStats } from "../outbox.ts";
import { ENTRY_KINDS, type EntryKind, type EntryState } from "../outbox-entry.ts";
import { idsAfter } from "../reference.ts";
import { marks } from "./rows.ts";
import type { Store } from "./store.ts";

export function stats(store: Store, now: number): Omit<OutboxStats, "writable" | "overdue"> {
  const { db } = store;
  const due = ENTRY_KINDS.flatMap((kind) => {
    const sql =
      "SELECT due_at FROM entries WHERE state = 'queued' AND kind = ? AND due_at <= ? ORDER BY due_at LIMIT 1";
    const row = db.get(sql, kind, now);
    return row === undefined ? [] : [Number(row.due_at)];
  });
  return {
    entries: db.all("SELECT state, kind, count FROM tallies ORDER BY state, kind").map((row) => ({
      state: row.state as EntryState,
      kind: row.kind as EntryKind,
      count: Number(row.count),
    })),
    oldestDueAt: due.length === 0 ? null : Math.min(...due),
    oldestQueuedAt: oldestOf(store, ENTRY_KINDS),
    oldestTeamQueuedAt: oldestOf(store, ["team", "digest"]),
    // Ids begin with the time they were made at.
    futureDated: Number(db.get("SELECT count(*) AS count FROM submissions WHERE id > ?", idsAfter(now))?.count),
    quarantined: Number(db.get("SELECT count(*) AS count FROM quarantine")?.count),
    bytes: [db.path, `${db.path}-wal`].reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
  };
}

function oldestOf({ db }: Store, kinds: readonly EntryKind[]): number | null {
  const sql = `SELECT min(created_at) AS at FROM entries WHERE state = 'queued' AND kind IN (${marks(kinds)})`;
  const at = db.get(sql, ...kinds)?.at;
  return typeof at === "number" ? at : null;
}
