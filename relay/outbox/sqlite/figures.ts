// What metrics and operators ask of the store as a whole.
import { statSync } from "node:fs";
import type { OutboxStats } from "../outbox.ts";
import type { EntryKind, EntryState } from "../outbox-entry.ts";
import type { Store } from "./store.ts";

export function stats(store: Store, now: number): Omit<OutboxStats, "writable"> {
  const { db } = store;
  const due = db.get("SELECT due_at FROM entries WHERE state = 'queued' AND due_at <= ? ORDER BY due_at LIMIT 1", now);
  const oldest = db.get("SELECT min(created_at) AS at FROM entries WHERE state = 'queued'");
  return {
    entries: db.all("SELECT state, kind, count FROM tallies ORDER BY state, kind").map((row) => ({
      state: row.state as EntryState,
      kind: row.kind as EntryKind,
      count: Number(row.count),
    })),
    oldestDueAt: due === undefined ? null : Number(due.due_at),
    oldestQueuedAt: typeof oldest?.at === "number" ? oldest.at : null,
    quarantined: Number(db.get("SELECT count(*) AS count FROM quarantine")?.count),
    bytes: [db.path, `${db.path}-wal`].reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
  };
}
