// What operators do to entries: send again, release, send elsewhere.
import { CHANGED_FROM, type Change } from "../entry-state.ts";
import type { LimitsOf, Target } from "../outbox.ts";
import type { EntryState, OutboxEntry } from "../outbox-entry.ts";
import { addEvent, addLeftOut } from "./accept.ts";
import { submissionIds } from "./look-up.ts";
import type { Value } from "./open-database.ts";
import { DamagedRowError, ENTRY_COLUMNS, entryOf, marks } from "./rows.ts";
import type { Store } from "./store.ts";

/** Entries that are meant and may be changed so. One that is being sent this moment is left alone. */
function entriesFor(store: Store, target: Target, change: Change, now: number): OutboxEntry[] {
  const from: readonly EntryState[] = CHANGED_FROM[change];
  const [condition, values] = conditionOf(store, target);
  const rows = store.db.all(
    `SELECT ${ENTRY_COLUMNS} FROM entries WHERE state IN (${marks(from)}) AND ${condition} ORDER BY id`,
    ...from,
    ...values,
  );
  return rows.flatMap((row) => {
    try {
      const entry = entryOf(row);
      return entry.leaseUntil === null || entry.leaseUntil <= now ? [entry] : [];
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      return [];
    }
  });
}

function conditionOf(store: Store, target: Target): [sql: string, values: Value[]] {
  if ("ids" in target) {
    const single = target.ids.filter(
      (id) => store.db.get("SELECT 1 AS is_entry FROM entries WHERE id = ?", id.toLowerCase()) !== undefined,
    );
    const submissions = submissionIds(
      store,
      target.ids.filter((id) => !single.includes(id)),
    );
    return [
      `(id IN (${marks(single)}) OR submission_id IN (${marks(submissions)}))`,
      [...single.map((id) => id.toLowerCase()), ...submissions],
    ];
  }
  if (target.form === undefined) return ["state = ?", [target.state]];
  return ["state = ? AND submission_id IN (SELECT id FROM submissions WHERE form = ?)", [target.state, target.form]];
}

function queue(store: Store, { id }: OutboxEntry, now: number): void {
  store.db.run(
    `UPDATE entries SET state = 'queued', reason = NULL, tries = 0, due_at = ?, expires_at = ? + life_ms, changed_at = ?,
       leased_at = NULL, lease_until = NULL, lease_token = NULL WHERE id = ?`,
    now,
    now,
    now,
    id,
  );
}

export function retry(store: Store, target: Target, now: number): number {
  const entries = entriesFor(store, target, "retry", now).filter(({ reason }) => reason !== "damaged");
  for (const entry of entries) {
    queue(store, entry, now);
    addEvent(store, { submissionId: entry.submissionId, entryId: entry.id, at: now, type: "retried" });
  }
  return entries.length;
}

export function release(store: Store, target: Target, now: number, limitsOf: LimitsOf): number {
  const entries = entriesFor(store, target, "release", now);
  for (const entry of entries) {
    if (store.limits.take(limitsOf(entry), now) !== null) {
      leaveOut(store, entry, now);
      continue;
    }
    queue(store, entry, now);
    addEvent(store, { submissionId: entry.submissionId, entryId: entry.id, at: now, type: "released" });
  }
  return entries.length;
}

/** As if it had not been planned: so it is where a limit is used up when a request comes. */
function leaveOut(store: Store, { id, submissionId, kind, state }: OutboxEntry, now: number): void {
  store.db.run("DELETE FROM entries WHERE id = ?", id);
  store.db.run("UPDATE tallies SET count = count - 1 WHERE state = ? AND kind = ?", state, kind);
  addLeftOut(store, submissionId, kind, now);
}

export function redirect(store: Store, target: Target, to: string, now: number): number {
  const waiting = entriesFor(store, target, "redirect", now);
  const held = entriesFor(store, target, "redirectHeld", now);
  const entries = [...waiting, ...held].filter(
    ({ kind, reason }) => kind !== "acknowledgement" && reason !== "damaged",
  );
  for (const entry of entries) {
    store.db.run("UPDATE entries SET recipient = ? WHERE id = ?", to, entry.id);
    if (entry.state !== "held") queue(store, entry, now);
    addEvent(store, {
      submissionId: entry.submissionId,
      entryId: entry.id,
      at: now,
      type: "redirected",
      detail: { from: entry.recipient, to },
    });
  }
  return entries.length;
}
