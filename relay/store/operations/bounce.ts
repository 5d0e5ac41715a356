// A mail that the server took and that did not arrive: kept with the mail, and its address is left alone for a while.

import type { BounceReport } from "../../bounces/parse-bounce.ts";
import { bounceLimitOf } from "../rows/limits.ts";
import type { StoreReason } from "../rows/outbox-entry.ts";
import { ENTRY_COLUMNS, entryOf, readable } from "../rows/rows.ts";
import { sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { addEvent } from "./add-event.ts";

/** Why a mail that was delivered did not arrive. */
const REASONS = { permanent: "bounced", temporary: "bounced-for-now" } as const satisfies Record<string, StoreReason>;

export async function bounce(
  store: Store,
  { entryId, isPermanent, status, diagnostic }: ReportedBounce,
  now: number,
): Promise<BounceResult> {
  const row = await store.db.get(
    sql`SELECT ${ENTRY_COLUMNS} FROM entries
     WHERE id = ${entryId} AND kind = 'acknowledgement' AND state <> 'erased'${store.locking}`,
  );
  const [entry] = row === undefined ? [] : readable(() => entryOf(row));
  if (entry === undefined) return { kind: "unknown" };
  const { id, submissionId } = entry;
  const reason = isPermanent ? REASONS.permanent : REASONS.temporary;
  // Servers report a delay each day, and some report a failure twice.
  if (entry.reason === reason || entry.reason === REASONS.permanent) return { kind: "repeated", entryId, submissionId };
  await store.db.run(sql`UPDATE entries SET reason = ${reason} WHERE id = ${id} AND state = 'delivered'`);
  const detail = { permanent: isPermanent, status, diagnostic };
  await addEvent(store, { submissionId, entryId: id, at: now, type: "bounced", detail });
  if (isPermanent) await store.spend([bounceLimitOf(entry.recipient)], now);
  return { kind: "recorded", entryId, submissionId };
}

export type ReportedBounce = BounceReport & { readonly entryId: string };

export type BounceResult =
  | {
      readonly kind: "recorded" | "repeated";
      readonly entryId: string;
      readonly submissionId: string | null;
    }
  /** Of no acknowledgement that is still here. */
  | { readonly kind: "unknown" };
