// Blocked senders, and the record of what people did.
import type { BlockedSender } from "../mail/sender-block.ts";
import type { ActionDetail, Actor, Block } from "./records.ts";
import { createId } from "./reference.ts";
import { insert, NOT_BLOCKED, recordOf } from "./rows.ts";
import { numberOf, type Row, type Sql, type Store, sql } from "./store.ts";

/** A block that holds already is answered as it is. */
export async function block(
  store: Store,
  { kind, value }: BlockedSender,
  now: number,
  actor: Actor = null,
): Promise<Block> {
  await store.withLock("block");
  const before = await store.db.get(
    sql`SELECT * FROM blocks WHERE kind = ${kind} AND value = ${value} AND lifted_at IS NULL`,
  );
  if (before !== undefined) return blockOf(before);
  const id = createId(now);
  await insert(store, "blocks", { id, kind, value, at: now, actor });
  await record(store, { type: "blocked", block: id }, now, actor);
  return { id, kind, value, at: now, actor, liftedAt: null, liftedBy: null };
}

/** Null where no block that holds has this id. */
export async function unblock(store: Store, id: string, now: number, actor: Actor = null): Promise<Block | null> {
  const lifted = await store.db.run(
    sql`UPDATE blocks SET lifted_at = ${now}, lifted_by = ${actor} WHERE id = ${id} AND lifted_at IS NULL`,
  );
  if (lifted === 0) return null;
  await record(store, { type: "unblocked", block: id }, now, actor);
  const row = await store.db.get(sql`SELECT * FROM blocks WHERE id = ${id}`);
  return row === undefined ? null : blockOf(row);
}

/** Newest first, those that were lifted included. */
export const blocks = async (store: Store): Promise<Block[]> =>
  (await store.db.all(sql`SELECT * FROM blocks ORDER BY id DESC`)).map(blockOf);

const blockOf = (row: Row) => recordOf("blocks", row) as Block;

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

export async function record(store: Store, action: ActionDetail, now: number, actor: Actor): Promise<void> {
  const { type, ...detail } = action;
  await insert(store, "actions", { at: now, actor, type, detail: JSON.stringify(detail) });
}

/** One thing that somebody did, to a submission or without one. */
export type Action = Awaited<ReturnType<typeof actions>>[number];

/** Newest first: also what people did to submissions, once where several mails of one were moved at a time. */
export async function actions(store: Store, limit: number) {
  const rows = await store.db.all(
    sql`SELECT at, actor, type, detail, NULL AS reference, sequence AS place FROM actions
     UNION ALL
     SELECT events.at, events.actor, events.type, NULL, submissions.reference, min(events.sequence)
     FROM events JOIN submissions ON submissions.id = events.submission_id
     WHERE events.actor IS NOT NULL
     GROUP BY events.at, events.actor, events.type, submissions.reference
     ORDER BY 1 DESC, 6 DESC LIMIT ${limit}`,
  );
  const known = new Map((await blocks(store)).map((one) => [one.id, one]));
  return rows.map((row) => {
    const detail = JSON.parse(String(row.detail ?? "{}")) as { block?: string; count?: number };
    const sender = known.get(detail.block ?? "");
    return {
      at: Number(row.at),
      actor: textOrNull(row.actor),
      /** As in a submission's history ("released"), or one of `ActionDetail`. */
      type: String(row.type),
      /** Null where it belongs to no submission. */
      reference: textOrNull(row.reference),
      /** What was blocked or lifted; null otherwise, and where the block is gone. */
      sender: sender === undefined ? null : { kind: sender.kind, value: sender.value },
      /** How many rows an export had. */
      count: detail.count ?? null,
    };
  });
}

export type OpenSubmissions = Awaited<ReturnType<typeof openSubmissions>>;

/** How many submissions are where somebody may have to do something; those of blocked senders count apart. */
export async function openSubmissions({ db }: Store) {
  const count = async (condition: Sql) =>
    Number(await numberOf(db, sql`SELECT count(DISTINCT submission_id) AS value FROM entries WHERE ${condition}`));
  return {
    waiting: await count(sql`state = 'queued' AND kind = 'team'`),
    held: await count(sql`state = 'held' AND ${NOT_BLOCKED}`),
    blocked: await count(sql`state = 'held' AND reason = 'blocked'`),
    dead: await count(sql`state = 'dead' AND kind = 'team'`),
  };
}
