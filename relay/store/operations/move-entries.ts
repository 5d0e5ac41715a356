// What operators do to entries: send again, release, send elsewhere.

import { mailLimitsOf } from "../rows/limits.ts";
import { ENTRY_KINDS, type EntryKind, type EntryState, type OutboxEntry } from "../rows/outbox-entry.ts";
import { ENTRY_COLUMNS, entryOf, NO_LEASE, readable } from "../rows/rows.ts";
import { listOf, type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { addEvent } from "./add-event.ts";
import { submissionIds } from "./filter.ts";
import { addLeftOut } from "./left-out.ts";
import type { Actor } from "./record-action.ts";

/** Which mails each may move, and what is written of it in their history. */
const MOVES = {
  /** Once the cause is gone. */
  retry: { type: "retried", states: ["dead", "queued"], kinds: ENTRY_KINDS },
  /** The team wants it once more; a visitor gets no second confirmation. */
  resend: { type: "resent", states: ["delivered", "dead", "queued"], kinds: ["team"] },
  /** Somebody looked at a suspicious submission. */
  release: { type: "released", states: ["held"], kinds: ENTRY_KINDS },
  /** To another address: what was held stays held, the rest is due. */
  redirect: { type: "redirected", states: ["dead", "queued", "held"], kinds: ["team", "digest"] },
} as const satisfies Record<string, { type: string; states: readonly EntryState[]; kinds: readonly EntryKind[] }>;

type Move = keyof typeof MOVES;

/** Entries that are meant and may make this move: none that is damaged, or being sent this moment. */
async function entriesFor(store: Store, target: Target, move: Move): Promise<OutboxEntry[]> {
  const { states, kinds } = MOVES[move];
  const rows = await store.db.all(
    sql`SELECT ${ENTRY_COLUMNS} FROM entries WHERE state IN (${listOf(states)}) AND kind IN (${listOf(kinds)})
     AND ${await conditionOf(store, target)} AND (reason IS NULL OR reason <> 'damaged')
     AND lease_token IS NULL ORDER BY id${store.locking}`,
  );
  return rows.flatMap((row) => readable(() => entryOf(row)));
}

async function conditionOf(store: Store, target: Target): Promise<Sql> {
  if ("ids" in target) {
    const ids = target.ids.map((id) => id.toLowerCase());
    const rows = await store.db.all(sql`SELECT id FROM entries WHERE id IN (${listOf(ids)})`);
    const single = rows.map(({ id }) => String(id));
    const others = target.ids.filter((id) => !single.includes(id.toLowerCase()));
    return sql`(id IN (${listOf(single)}) OR submission_id IN (${listOf(await submissionIds(store, others))}))`;
  }
  const { state, form } = target;
  if (form === undefined) return sql`state = ${state}`;
  return sql`state = ${state} AND submission_id IN (SELECT id FROM submissions WHERE form = ${form})`;
}

const queue = ({ db }: Store, { id }: OutboxEntry, now: number) =>
  db.run(
    sql`UPDATE entries SET state = 'queued', reason = NULL, tries = 0, due_at = ${now}, expires_at = ${now} + life_ms,
     changed_at = ${now}, ${NO_LEASE} WHERE id = ${id}`,
  );

interface MadeMove {
  readonly move: Move;
  readonly at: number;
  readonly actor: Actor;
  readonly detail?: object;
}

const recordMove = (store: Store, { submissionId, id: entryId }: OutboxEntry, { move, at, actor, detail }: MadeMove) =>
  addEvent(store, { submissionId, entryId, at, type: MOVES[move].type, actor, detail });

const sendAgain =
  (move: "retry" | "resend") =>
  async (store: Store, target: Target, at: number, actor: Actor = null): Promise<number> => {
    const entries = await entriesFor(store, target, move);
    for (const entry of entries) {
      await queue(store, entry, at);
      await recordMove(store, entry, { move, at, actor });
    }
    return entries.length;
  };

export const retry = sendAgain("retry");
export const resend = sendAgain("resend");

export async function release(store: Store, target: Target, at: number, actor: Actor = null): Promise<number> {
  const entries = await entriesFor(store, target, "release");
  for (const entry of entries)
    if ((await store.spend(mailLimitsOf(entry), at)) === null) {
      await queue(store, entry, at);
      await recordMove(store, entry, { move: "release", at, actor });
    } else {
      // As if it had not been planned: so it is where a limit is used up when a request comes.
      await store.db.run(sql`DELETE FROM entries WHERE id = ${entry.id}`);
      await addLeftOut(store, entry.submissionId, entry.kind, at);
    }
  return entries.length;
}

export async function redirect(
  store: Store,
  target: Target,
  to: string,
  at: number,
  actor: Actor = null,
): Promise<number> {
  const entries = await entriesFor(store, target, "redirect");
  for (const entry of entries) {
    await store.db.run(sql`UPDATE entries SET recipient = ${to} WHERE id = ${entry.id}`);
    if (entry.state !== "held") await queue(store, entry, at);
    await recordMove(store, entry, { move: "redirect", at, actor, detail: { from: entry.recipient, to } });
  }
  return entries.length;
}

/** The target of a command: submissions by id or reference, or single entries by id; or all in a state. */
export type Target = { readonly ids: readonly string[] } | { readonly state: EntryState; readonly form?: string };
