import { NOT_BLOCKED } from "../rows/rows.ts";
import { numberOf, type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";

/** How many submissions are where somebody may have to do something; those of blocked senders count apart. */
export interface OpenSubmissions {
  readonly waiting: number;
  readonly held: number;
  readonly blocked: number;
  readonly dead: number;
}

export async function openSubmissions({ db }: Store): Promise<OpenSubmissions> {
  const count = async (condition: Sql) =>
    Number(await numberOf(db, sql`SELECT count(DISTINCT submission_id) AS value FROM entries WHERE ${condition}`));
  return {
    waiting: await count(sql`state = 'queued' AND kind = 'team'`),
    held: await count(sql`state = 'held' AND ${NOT_BLOCKED}`),
    blocked: await count(sql`state = 'held' AND reason = 'blocked'`),
    dead: await count(sql`state = 'dead' AND kind = 'team'`),
  };
}
