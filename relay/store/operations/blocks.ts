// Senders whose requests are held: a decision of people that belongs to no single request.

import type { BlockedSender } from "../../requests/sender-block.ts";
import { createId } from "../rows/reference.ts";
import { insert, recordOf } from "../rows/rows.ts";
import { type StoreRow, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import type { RecordOf } from "../rows/tables.ts";
import { type Actor, recordAction } from "./record-action.ts";

/** A block that holds already is answered as it is. */
export async function block(
  store: Store,
  { kind, value }: BlockedSender,
  now: number,
  actor: Actor = null,
): Promise<Block> {
  await store.withLock("block");
  const existing = await store.db.get(
    sql`SELECT * FROM blocks WHERE kind = ${kind} AND value = ${value} AND lifted_at IS NULL`,
  );
  if (existing !== undefined) return blockOf(existing);
  const id = createId(now);
  await insert(store, "blocks", { id, kind, value, at: now, actor });
  await recordAction(store, { type: "blocked", block: id }, now, actor);
  return { id, kind, value, at: now, actor, liftedAt: null, liftedBy: null };
}

/** Null where no block that holds has this id. */
export async function unblock(store: Store, id: string, now: number, actor: Actor = null): Promise<Block | null> {
  const lifted = await store.db.run(
    sql`UPDATE blocks SET lifted_at = ${now}, lifted_by = ${actor} WHERE id = ${id} AND lifted_at IS NULL`,
  );
  if (lifted === 0) return null;
  await recordAction(store, { type: "unblocked", block: id }, now, actor);
  const row = await store.db.get(sql`SELECT * FROM blocks WHERE id = ${id}`);
  return row === undefined ? null : blockOf(row);
}

/** Newest first, those that were lifted included. */
export const blocks = async (store: Store): Promise<Block[]> =>
  (await store.db.all(sql`SELECT * FROM blocks ORDER BY id DESC`)).map(blockOf);

const blockOf = (row: StoreRow) => recordOf("blocks", row) as Block;

/** Lifted: null while it holds. */
export type Block = BlockedSender & Omit<RecordOf<"blocks">, "kind">;
