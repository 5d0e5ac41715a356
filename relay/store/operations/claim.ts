// Due entries, leased by the relay that will send them: one that does not read as what was written keeps no other from going.

import { randomUUID } from "node:crypto";
import { isDamage } from "../../errors.ts";
import type { Submission } from "../../requests/submission.ts";
import { DamagedRowError } from "../rows/damaged-row.ts";
import { ENTRY_KINDS, type EntryKind, type OutboxEntry } from "../rows/outbox-entry.ts";
import { ENTRY_COLUMNS, entryOf, submissionOf, WAITING } from "../rows/rows.ts";
import { joined, listOf, type Sql, type StoreRow, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { setAside } from "./set-aside.ts";

export async function claim(
  store: Store,
  now: number,
  limit: number,
  leaseMs: number,
  selection: Selection = EVERYTHING,
): Promise<ClaimedEntry[]> {
  const { db, unreadable } = store;
  const leaseToken = randomUUID();
  const leased = await db.all(
    sql`WITH due AS MATERIALIZED (${dueEntries(store, now, limit, selection)})
     UPDATE entries SET leased_at = ${now}, lease_until = ${now + leaseMs}, lease_token = ${leaseToken}
     WHERE id IN (SELECT id FROM due) RETURNING ${ENTRY_COLUMNS}, route`,
  );
  const rows = leased.sort((a, b) => Number(a.due_at) - Number(b.due_at) || (String(a.id) < String(b.id) ? -1 : 1));
  const ids = rows.map((row) => row.submission_id);
  const submissions = await db.all(sql`SELECT * FROM submissions WHERE id IN (${listOf(ids)})`);
  const submissionsById = new Map(submissions.map((row) => [row.id, row]));
  const claimed: ClaimedEntry[] = [];
  for (const row of rows)
    try {
      claimed.push(claimedOf(row, submissionsById.get(row.submission_id), leaseToken));
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      await setAside(store, error, row, now);
    }
  for (const [id, row] of unreadable) {
    if (row === null) continue;
    unreadable.delete(id);
    await setAside(store, new DamagedRowError("submissions", String(row.submission_id), "unreadable"), row, now);
  }
  return claimed;
}

/** Throws DamagedRowError. */
function claimedOf(row: StoreRow, submissionRow: StoreRow | undefined, leaseToken: string): ClaimedEntry {
  const entry = entryOf(row);
  const { submissionId } = entry;
  if (submissionId !== null && submissionRow === undefined)
    throw new DamagedRowError("submissions", submissionId, "missing");
  return {
    entry,
    submission: submissionRow === undefined ? null : submissionOf(submissionRow),
    route: String(row.route),
    leaseToken,
  };
}

/** As many of each kind as may be needed, from the index in its order, and the oldest of them. */
function dueEntries(store: Store, now: number, limit: number, { kinds, except }: Selection): Sql {
  const ofKinds = kinds.map(
    (kind) =>
      sql`SELECT * FROM (SELECT id, due_at FROM entries
         WHERE ${WAITING} AND kind = ${kind} AND due_at <= ${now} ${passable(store, except)}
         ORDER BY due_at, id LIMIT ${limit}${store.lockingFree}) AS of_kind`,
  );
  return sql`${joined(ofKinds, " UNION ALL ")} ORDER BY due_at, id LIMIT ${limit}`;
}

/** Entries on none of these routes, and not on a damaged page. */
export function passable({ unreadable }: Store, except: readonly string[]): Sql {
  const readable = unreadable.size === 0 ? sql`` : sql`AND id NOT IN (${listOf([...unreadable.keys()])})`;
  return except.length === 0 ? readable : sql`${readable} AND route NOT IN (${listOf(except)})`;
}

/**
 * After a claim that met a page of the file that cannot be read, which costs the transaction: finds the first of the mails whose row or submission
 * is on it, and rejects as the claim did. The next claim leaves that one out, or gives it up where its submission is gone.
 */
export async function findUnreadable(
  store: Store,
  now: number,
  limit: number,
  selection: Selection = EVERYTHING,
): Promise<void> {
  const { db, unreadable, findings } = store;
  for (const { id } of await db.all(dueEntries(store, now, limit, selection))) {
    let row: StoreRow | undefined;
    try {
      row = await db.get(sql`SELECT ${ENTRY_COLUMNS} FROM entries WHERE id = ${id}`);
      await db.get(sql`SELECT payload FROM submissions WHERE id = ${row?.submission_id}`);
    } catch (error) {
      if (isDamage(error)) unreadable.set(String(id), row ?? null);
      if (row === undefined) findings.onDamage?.(new DamagedRowError("entries", String(id), "unreadable"), null);
      throw error;
    }
  }
}

export interface ClaimedEntry {
  readonly entry: OutboxEntry;
  /** Null for a digest or an alert. */
  readonly submission: Submission | null;
  /** Mails with the same route meet the same fate at a mail server: one recipient of the team, or one domain of visitors. */
  readonly route: string;
  /** Proves at the end that the lease was not lost in between. */
  readonly leaseToken: string;
}

/** Which entries a worker claims. */
export interface Selection {
  readonly kinds: readonly EntryKind[];
  /** Routes to leave out. */
  readonly except: readonly string[];
}

export const EVERYTHING: Selection = { kinds: ENTRY_KINDS, except: [] };
