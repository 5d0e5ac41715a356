// Rows that several operations write: mails, and moments of a submission's history.

import { type EntryKind, LIFE_MS } from "../rows/outbox-entry.ts";
import { createId } from "../rows/reference.ts";
import { insert, rowOf } from "../rows/rows.ts";
import type { Store } from "../rows/store.ts";
import type { RecordOf, RowOf } from "../rows/tables.ts";

export type EntryRow = Omit<RowOf<"entries">, "attempts" | "tries" | "leased_at" | "lease_until" | "lease_token">;
export type EventRow = Omit<RowOf<"events">, "sequence">;

/** `actor`: null, or left out, for the relay itself. */
export type StoredEvent = Omit<RecordOf<"events">, "sequence" | "detail" | "actor"> & {
  readonly detail?: object | undefined;
  readonly actor?: string | null;
};

type PlannedEntry = Pick<RecordOf<"entries">, "submissionId" | "recipient" | "state"> & { readonly kind: EntryKind };

export function newEntryRow({
  now,
  ...entry
}: PlannedEntry & { readonly now: number; readonly reason?: string }): EntryRow {
  const lifeMs = LIFE_MS[entry.kind];
  return rowOf("entries", {
    reason: null,
    ...entry,
    id: createId(now),
    createdAt: now,
    dueAt: now,
    lifeMs,
    expiresAt: now + lifeMs,
    changedAt: now,
  });
}

export const eventRow = ({ detail, actor = null, ...event }: StoredEvent): EventRow =>
  rowOf("events", { ...event, actor, detail: detail === undefined ? null : JSON.stringify(detail) });

export const addEvent = (store: Pick<Store, "db">, event: StoredEvent) => insert(store, "events", eventRow(event));
