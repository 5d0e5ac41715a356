// A mail that the server took and that did not arrive: kept with the mail, and its address is left alone for a while.
import { proofOf } from "../../mail/bounce-address.ts";
import type { BounceResult, LimitsOf, ReportedBounce } from "../records.ts";
import { addEvent } from "./events.ts";
import { DamagedRowError, ENTRY_COLUMNS, entryOf } from "./rows.ts";
import type { Row, Store } from "./store.ts";

export const bounceProof = ({ hash }: Pick<Store, "hash">, entryId: string): string => proofOf(hash, entryId);

/** Why a mail that was delivered did not arrive. */
const REASONS = { permanent: "bounced", temporary: "bounced-for-now" } as const;

export async function bounce(
  store: Store,
  { entryId, proof, isPermanent, status, diagnostic }: ReportedBounce,
  now: number,
  limitsOf: LimitsOf,
): Promise<BounceResult> {
  if (proof !== bounceProof(store, entryId)) return { kind: "unknown" };
  const sql = `SELECT ${ENTRY_COLUMNS} FROM entries WHERE id = ? AND kind = 'acknowledgement' AND state <> 'erased'${store.locking}`;
  const entry = readable(await store.db.get(sql, entryId));
  if (entry === null) return { kind: "unknown" };
  const { id, submissionId, kind } = entry;
  const reason = isPermanent ? REASONS.permanent : REASONS.temporary;
  // Servers report a delay each day, and some report a failure twice.
  if (entry.reason === reason || entry.reason === REASONS.permanent) return { kind: "repeated", entryId, submissionId };
  await store.db.run("UPDATE entries SET reason = ? WHERE id = ? AND state = 'delivered'", reason, id);
  const detail = { permanent: isPermanent, status, diagnostic };
  await addEvent(store, { submissionId, entryId: id, at: now, type: "bounced", detail });
  if (isPermanent) await store.take(limitsOf({ kind, recipient: entry.recipient }), now);
  return { kind: "recorded", entryId, submissionId };
}

function readable(row: Row | undefined) {
  try {
    return row === undefined ? null : entryOf(row);
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return null;
  }
}
