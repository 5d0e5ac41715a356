// Figures of the embedded store.
import { statSync } from "node:fs";
import { figures } from "../operations/figures.ts";
import type { EntryKind, EntryState } from "../outbox-entry.ts";
import type { OutboxStats } from "../outbox-stats.ts";
import type { SqliteStore } from "./store.ts";

export async function stats(store: SqliteStore, now: number): Promise<Omit<OutboxStats, "writable" | "overdue">> {
  const { db } = store;
  return {
    ...(await figures(store, now)),
    entries: db.all("SELECT state, kind, count FROM tallies ORDER BY state, kind").map((row) => ({
      state: row.state as EntryState,
      kind: row.kind as EntryKind,
      count: Number(row.count),
    })),
    bytes: [db.path, `${db.path}-wal`].reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    ),
  };
}
