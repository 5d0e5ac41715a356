// The daily mail about what is held, except requests of blocked senders: which submissions it lists is fixed when it is planned, so that none is
// reported twice; those of a digest that reached nobody are reported again.

import { DAY_MS } from "../../clock.ts";
import type { Submission } from "../../requests/submission.ts";
import { insert, NOT_BLOCKED, readable, submissionOf } from "../rows/rows.ts";
import { sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { type EntryRow, newEntryRow } from "./add-event.ts";

/** One for each recipient, at most once a day. */
export async function planDigest(store: Store, recipients: readonly string[], now: number): Promise<EntryRow[]> {
  await store.withLock("digest");
  // One from a time when the clock was ahead does not count.
  const recent = sql`kind = 'digest' AND created_at > ${now - DAY_MS} AND created_at <= ${now}`;
  if ((await store.db.get(sql`SELECT 1 AS found FROM entries WHERE ${recent} LIMIT 1`)) !== undefined) return [];
  const held = await store.db.all(
    sql`SELECT DISTINCT submission_id AS id FROM entries
     WHERE state = 'held' AND ${NOT_BLOCKED} AND submission_id NOT IN
       (SELECT digest_items.submission_id FROM digest_items JOIN entries AS digests ON digests.id = digest_items.entry_id
        WHERE digests.state IN ('queued', 'delivered'))
     ORDER BY submission_id`,
  );
  if (held.length === 0) return [];
  const planned = recipients.map((recipient) =>
    newEntryRow({ submissionId: null, kind: "digest", state: "queued", recipient, now }),
  );
  for (const row of planned) {
    await insert(store, "entries", row);
    for (const { id } of held) await store.db.run(sql`INSERT INTO digest_items VALUES (${id}, ${row.id})`);
  }
  return planned;
}

export async function digestItems(store: Store, entryId: string): Promise<Submission[]> {
  const rows = await store.db.all(
    sql`SELECT submissions.* FROM digest_items JOIN submissions ON submissions.id = digest_items.submission_id
     WHERE digest_items.entry_id = ${entryId} AND erased_at IS NULL ORDER BY submissions.id`,
  );
  return rows.flatMap((row) => readable(() => submissionOf(row)));
}
