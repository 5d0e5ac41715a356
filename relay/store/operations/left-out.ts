import type { EntryKind } from "../rows/outbox-entry.ts";
import type { Store } from "../rows/store.ts";
import { addEvent, type StoredEvent } from "./add-event.ts";

/** A mail that is not sent because a limit is used up. */
export const leftOut = (submissionId: string | null, kind: EntryKind, at: number): StoredEvent => ({
  submissionId,
  entryId: null,
  at,
  type: "left-out",
  detail: { kind, reason: "limit" },
});

export const addLeftOut = (store: Pick<Store, "db">, submissionId: string | null, kind: EntryKind, at: number) =>
  addEvent(store, leftOut(submissionId, kind, at));
