// What can be counted of a store, for metrics, health and `doctor`.
import type { EntryKind, EntryState } from "./outbox-entry.ts";

export interface OutboxStats {
  readonly entries: readonly { readonly state: EntryState; readonly kind: EntryKind; readonly count: number }[];
  /** When the longest waiting row that is due became due; null where none is due. */
  readonly oldestDueAt: number | null;
  /** When the longest waiting row that is still to be delivered was made; null where none is. */
  readonly oldestQueuedAt: number | null;
  /** The same of mails to the team alone. */
  readonly oldestTeamQueuedAt: number | null;
  /** Submissions dated in the future: they came while the clock was ahead. */
  readonly futureDated: number;
  /** Submissions past their retention that are kept because the team never got them; as of the latest purge. */
  readonly overdue: number;
  readonly quarantined: number;
  readonly bytes: number;
  readonly writable: boolean;
}
