// Figures of a store on PostgreSQL.
import { figures } from "../operations/figures.ts";
import type { EntryKind, EntryState } from "../outbox-entry.ts";
import type { OutboxStats } from "../outbox-stats.ts";
import type { PostgresDatabase } from "./connect.ts";
import { createStore, type Shared } from "./store.ts";

export type StoredStats = Omit<OutboxStats, "writable" | "overdue">;

export const NO_FIGURES: StoredStats = {
  entries: [],
  oldestDueAt: null,
  oldestQueuedAt: null,
  oldestTeamQueuedAt: null,
  futureDated: 0,
  quarantined: 0,
  bytes: 0,
};

export const stats = (database: PostgresDatabase, shared: Shared, now: number): Promise<StoredStats> =>
  database.transaction(async (db) => {
    const found = await figures(createStore(db, shared), now);
    const entries = await db.query(
      "SELECT state, kind, sum(count)::bigint AS count FROM tallies GROUP BY state, kind ORDER BY state, kind",
    );
    const [size] = await db.query(
      `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
       WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`,
    );
    return {
      ...found,
      entries: entries.map(({ state, kind, count }) => ({
        state: state as EntryState,
        kind: kind as EntryKind,
        count: Number(count),
      })),
      bytes: Number(size?.bytes),
    };
  });

/** Changes that nobody else sums up at this moment become one row for each state and kind. */
export const sumUp = (database: PostgresDatabase): Promise<unknown> =>
  database.query(
    `WITH gone AS (
       DELETE FROM tallies WHERE sequence IN (SELECT sequence FROM tallies ORDER BY sequence LIMIT 20000 FOR UPDATE SKIP LOCKED)
       RETURNING state, kind, count
     )
     INSERT INTO tallies (state, kind, count) SELECT state, kind, sum(count) FROM gone GROUP BY state, kind`,
  );
