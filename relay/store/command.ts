// What operators do to entries: send again, release, send elsewhere.
import { addEvent, addLeftOut } from "./events.ts";
import { submissionIds } from "./look-up.ts";
import { type EntryKind, MOVES, type Move, type OutboxEntry } from "./outbox-entry.ts";
import type { Actor, BounceResult, LimitsOf, ReportedBounce, Target } from "./records.ts";
import { ENTRY_COLUMNS, entryOf, NO_LEASE, readable } from "./rows.ts";
import { listOf, type Sql, type Store, sql } from "./store.ts";

/** Entries that are meant and may make this move. One that is being sent this moment is left alone. */
async function entriesFor(store: Store, target: Target, move: Move): Promise<OutboxEntry[]> {
  const rows = await store.db.all(
    sql`SELECT ${ENTRY_COLUMNS} FROM entries WHERE state IN (${listOf(MOVES[move])}) AND ${await conditionOf(store, target)}
     AND lease_token IS NULL ORDER BY id${store.locking}`,
  );
  return rows.flatMap((row) => readable(() => entryOf(row)));
}

async function conditionOf(store: Store, target: Target): Promise<Sql> {
  if ("ids" in target) {
    const ids = target.ids.map((id) => id.toLowerCase());
    const found = await store.db.all(sql`SELECT id FROM entries WHERE id IN (${listOf(ids)})`);
    const single = found.map(({ id }) => String(id));
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

/** What is written of a command in the history of each mail that it moves. */
interface Done {
  readonly type: "retried" | "resent" | "released" | "redirected";
  readonly at: number;
  readonly actor: Actor;
}

const recordOf = (store: Store, { submissionId, id: entryId }: OutboxEntry, done: Done, detail?: object) =>
  addEvent(store, { submissionId, entryId, ...done, ...(detail === undefined ? {} : { detail }) });

async function queueAll(store: Store, entries: readonly OutboxEntry[], done: Done): Promise<number> {
  for (const entry of entries) {
    await queue(store, entry, done.at);
    await recordOf(store, entry, done);
  }
  return entries.length;
}

const isWhole = ({ reason }: OutboxEntry) => reason !== "damaged";

export const retry = async (store: Store, target: Target, at: number, actor: Actor = null): Promise<number> =>
  queueAll(store, (await entriesFor(store, target, "retry")).filter(isWhole), { type: "retried", at, actor });

/** To the team alone: a visitor gets no second confirmation. */
export async function resend(store: Store, target: Target, at: number, actor: Actor = null): Promise<number> {
  const entries = (await entriesFor(store, target, "resend")).filter(isWhole);
  const ofTeam = entries.filter(({ kind }) => kind === "team");
  return queueAll(store, ofTeam, { type: "resent", at, actor });
}

export async function release(
  store: Store,
  target: Target,
  at: number,
  limitsOf: LimitsOf,
  actor: Actor = null,
): Promise<number> {
  const entries = await entriesFor(store, target, "release");
  for (const entry of entries)
    if ((await store.take(limitsOf(entry), at)) === null)
      await queueAll(store, [entry], { type: "released", at, actor });
    else {
      // As if it had not been planned: so it is where a limit is used up when a request comes.
      await store.db.run(sql`DELETE FROM entries WHERE id = ${entry.id}`);
      await addLeftOut(store, entry.submissionId, entry.kind, at);
    }
  return entries.length;
}

const FOR_THE_TEAM: readonly EntryKind[] = ["team", "digest"];

export async function redirect(
  store: Store,
  target: Target,
  to: string,
  at: number,
  actor: Actor = null,
): Promise<number> {
  const found = (await entriesFor(store, target, "redirect")).filter(isWhole);
  const entries = found.filter(({ kind }) => FOR_THE_TEAM.includes(kind));
  for (const entry of entries) {
    await store.db.run(sql`UPDATE entries SET recipient = ${to} WHERE id = ${entry.id}`);
    if (entry.state !== "held") await queue(store, entry, at);
    await recordOf(store, entry, { type: "redirected", at, actor }, { from: entry.recipient, to });
  }
  return entries.length;
}

// A mail that the server took and that did not arrive: kept with the mail, and its address is left alone for a while.

/** Why a mail that was delivered did not arrive. */
const REASONS = { permanent: "bounced", temporary: "bounced-for-now" } as const;

export async function bounce(
  store: Store,
  { entryId, isPermanent, status, diagnostic }: ReportedBounce,
  now: number,
  limitsOf: LimitsOf,
): Promise<BounceResult> {
  const row = await store.db.get(
    sql`SELECT ${ENTRY_COLUMNS} FROM entries
     WHERE id = ${entryId} AND kind = 'acknowledgement' AND state <> 'erased'${store.locking}`,
  );
  const [entry] = row === undefined ? [] : readable(() => entryOf(row));
  if (entry === undefined) return { kind: "unknown" };
  const { id, submissionId, kind } = entry;
  const reason = isPermanent ? REASONS.permanent : REASONS.temporary;
  // Servers report a delay each day, and some report a failure twice.
  if (entry.reason === reason || entry.reason === REASONS.permanent) return { kind: "repeated", entryId, submissionId };
  await store.db.run(sql`UPDATE entries SET reason = ${reason} WHERE id = ${id} AND state = 'delivered'`);
  const detail = { permanent: isPermanent, status, diagnostic };
  await addEvent(store, { submissionId, entryId: id, at: now, type: "bounced", detail });
  if (isPermanent) await store.take(limitsOf({ kind, recipient: entry.recipient }), now);
  return { kind: "recorded", entryId, submissionId };
}
