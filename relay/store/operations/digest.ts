// The daily mail about what is held, except requests of blocked senders: which submissions it lists is fixed when it is planned, so that none is
// reported twice; those of a digest that reached nobody are reported again.
import type { Submission } from "../../mail/submission.ts";
import type { OutboxEntry } from "../outbox-entry.ts";
import type { DigestPlan } from "../records.ts";
import { insertEntry, newEntryRow } from "./events.ts";
import { DamagedRowError, ENTRY_COLUMNS, entryOf, submissionOf } from "./rows.ts";
import type { Store } from "./store.ts";

export async function planDigest(store: Store, plan: DigestPlan, now: number): Promise<OutboxEntry[]> {
  await store.withLock("digest");
  // One from a time when the clock was ahead does not count.
  const recent = "SELECT 1 AS found FROM entries WHERE kind = 'digest' AND created_at > ? AND created_at <= ? LIMIT 1";
  if ((await store.db.get(recent, now - plan.everyMs, now)) !== undefined) return [];
  const held = await store.db.all(
    `SELECT DISTINCT submission_id AS id FROM entries
     WHERE state = 'held' AND (reason IS NULL OR reason <> 'blocked') AND submission_id NOT IN
       (SELECT digest_items.submission_id FROM digest_items JOIN entries AS digests ON digests.id = digest_items.entry_id
        WHERE digests.state IN ('queued', 'delivered'))
     ORDER BY submission_id`,
  );
  if (held.length === 0) return [];
  const planned: OutboxEntry[] = [];
  for (const recipient of plan.recipients) {
    const row = newEntryRow({
      submissionId: null,
      kind: "digest",
      recipient,
      state: "queued",
      lifeMs: plan.lifeMs,
      now,
    });
    await insertEntry(store, row);
    for (const { id } of held) await store.db.run("INSERT INTO digest_items VALUES (?, ?)", String(id), row.id);
    planned.push(entryOf((await store.db.get(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE id = ?`, row.id)) ?? {}));
  }
  return planned;
}

export async function digestItems(store: Store, entryId: string): Promise<Submission[]> {
  const rows = await store.db.all(
    `SELECT submissions.* FROM digest_items JOIN submissions ON submissions.id = digest_items.submission_id
     WHERE digest_items.entry_id = ? AND erased_at IS NULL ORDER BY submissions.id`,
    entryId,
  );
  return rows.flatMap((row) => {
    try {
      return [submissionOf(row)];
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      return [];
    }
  });
}
