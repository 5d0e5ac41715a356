import { addressKey } from "../../text/email-address.ts";
import type { EntryState } from "../rows/outbox-entry.ts";
import { readReference } from "../rows/reference.ts";
import { NOT_BLOCKED } from "../rows/rows.ts";
import { joined, type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";

/** Parts of a WHERE. */
export function conditionsOf(filter: SubmissionFilter): Sql[] {
  const { form, email, receivedFrom, receivedBefore, state, heldFor } = filter;
  return [
    ...(form === undefined ? [] : [sql`form = ${form}`]),
    ...(email === undefined ? [] : [sql`email_key = ${addressKey(email)}`]),
    ...(receivedFrom === undefined ? [] : [sql`received_at >= ${receivedFrom}`]),
    ...(receivedBefore === undefined ? [] : [sql`received_at < ${receivedBefore}`]),
    ...(state === undefined ? [] : [IN_STATE[state]]),
    ...(heldFor === undefined ? [] : [HELD_FOR[heldFor]]),
  ];
}

const withMail = (condition: Sql): Sql => sql`id IN (SELECT submission_id FROM entries WHERE ${condition})`;

/** Written out, so that the indexes of some states are found. Nearly all are delivered: of those the newest are looked at one by one. */
const IN_STATE: Readonly<Record<EntryState, Sql>> = {
  queued: withMail(sql`state = 'queued'`),
  held: withMail(sql`state = 'held'`),
  dead: withMail(sql`state = 'dead'`),
  erased: withMail(sql`state = 'erased'`),
  delivered: sql`EXISTS (SELECT 1 FROM entries WHERE submission_id = submissions.id AND state = 'delivered')`,
};

const HELD_FOR = {
  blocked: withMail(sql`state = 'held' AND reason = 'blocked'`),
  suspicion: withMail(sql`state = 'held' AND ${NOT_BLOCKED}`),
} as const;

/** What is asked of the table, or of its index. */
export const newest = (conditions: readonly Sql[], limit: number): Sql =>
  sql`${conditions.length === 0 ? sql`` : sql`WHERE ${joined(conditions, " AND ")}`} ORDER BY id DESC LIMIT ${limit}`;

/** The submissions that are meant by their own id or reference, or by the id of one of their entries. */
export async function submissionIds({ db }: Store, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const row =
      (await db.get(sql`SELECT id FROM submissions WHERE id = ${name.toLowerCase()}`)) ??
      (await db.get(sql`SELECT id FROM submissions WHERE reference = ${readReference(name)}`)) ??
      (await db.get(sql`SELECT submission_id AS id FROM entries WHERE id = ${name.toLowerCase()}`));
    if (typeof row?.id === "string") ids.push(row.id);
  }
  return ids;
}

export interface SubmissionFilter {
  /** Submissions with an entry in this state. */
  readonly state?: EntryState;
  readonly form?: string;
  /** The visitor's address, compared without regard to case. */
  readonly email?: string;
  readonly receivedFrom?: number;
  readonly receivedBefore?: number;
  /** Words that are all in it, in any field, without regard to case and accents; its reference; a phone number however it is written. */
  readonly search?: string;
  /** Submissions with a mail that is held for this. */
  readonly heldFor?: "suspicion" | "blocked";
}
