// What is wrong, for operators: found in the store, so that relays that share it find the same, and compared with what was reported last,
// which is kept there too. One alert for all relays.
import { DAY_MS, HOUR_MS } from "../../clock.ts";
import type { StoreFailure } from "../../errors.ts";
import { insert, NOT_BLOCKED, recordOf } from "../rows/rows.ts";
import { joined, raw, type Sql, type StoreRow, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import type { RecordOf } from "../rows/tables.ts";
import { newEntryRow } from "./add-event.ts";

/** A mail to the team that waits for longer is an alert. */
const LATE_MS = 15 * 60_000;
/** Limits the alerts of an hour: new conditions beyond these wait for the end of the hour. */
const MOST_AN_HOUR = { key: "alerts", count: 6, windowMs: HOUR_MS };
const MOST_REFERENCES = 20;

/** What was reported last of a condition. */
type Reported = RecordOf<"conditions">;

/**
 * Null where there is nothing to report now. `recipients`: addresses and receivers; `storeFailedAt`: since when the store took no writes, where
 * this was reported and is over now; `own`: addresses that the mail server may be quoted with.
 */
export async function planAlert(
  store: Store,
  recipients: readonly string[],
  storeFailedAt: number | null,
  now: number,
  ownAddresses: readonly string[] = [],
): Promise<Alert | null> {
  await store.withLock("alert");
  const all = (await store.db.all(sql`SELECT * FROM conditions`)).map((row) => recordOf("conditions", row));
  const reported = new Map(all.filter(({ overAt }) => overAt === null).map((one) => [one.name, one]));
  const begun: Condition[] = [];
  const lasting: Condition[] = [];
  const over: Condition[] = [];
  let isSummaryDue = false;
  if (storeFailedAt !== null && isNews(all, storeFailedAt))
    over.push({ name: "store", count: 1, since: storeFailedAt, references: [] });
  const counts = await countAll(store, now);
  for (const name of FOUND_IN_STORE) {
    const previous = reported.get(name);
    const count = Number(counts[name]);
    const since = previous?.since ?? now;
    if (count > 0) {
      const references = await referencesOf(store, name, now);
      const reply = await replyOf(store, name, now, ownAddresses);
      (previous === undefined ? begun : lasting).push({ name, count, since, references, ...reply });
    } else if (previous !== undefined) over.push({ name, count: previous.count, since, references: [] });
    if (count > 0 && previous !== undefined && isDue(previous, count, now)) isSummaryDue = true;
  }
  if (begun.length + over.length === 0 && !isSummaryDue) return null;
  if ((await store.spend([MOST_AN_HOUR], now)) !== null) return null;

  const alert: Alert = { at: now, begun, lasting, over };
  for (const one of [...begun, ...lasting]) {
    const previous = reported.get(one.name);
    await remember(store, one, previous?.count === one.count ? previous.changedAt : now, now);
  }
  for (const one of over) await remember(store, one, now, now, now);
  for (const recipient of recipients) {
    const row = newEntryRow({ submissionId: null, kind: "alert", recipient, state: "queued", now });
    await insert(store, "entries", row);
    await store.db.run(sql`INSERT INTO alerts VALUES (${row.id}, ${JSON.stringify(alert)})`);
  }
  return alert;
}

/** Every relay that was without the store reports it; one report is enough. */
const isNews = (reported: readonly Reported[], storeFailedAt: number): boolean =>
  (reported.find(({ name }) => name === "store")?.overAt ?? 0) < storeFailedAt;

/** Hourly while something changes, daily from then on. A time in the future is one of a clock that was ahead. */
function isDue({ count, changedAt, reportedAt }: Reported, counted: number, now: number): boolean {
  const isQuiet = counted === count && now - changedAt >= DAY_MS;
  return now - reportedAt >= (isQuiet ? DAY_MS : HOUR_MS) || reportedAt > now;
}

/** `overAt`: when it ended; null while it lasts. */
async function remember(
  store: Store,
  { name, count, since }: Condition,
  changedAt: number,
  now: number,
  overAt: number | null = null,
): Promise<void> {
  await store.db.run(sql`DELETE FROM conditions WHERE name = ${name}`);
  await insert(store, "conditions", { name, since, count, changed_at: changedAt, reported_at: now, over_at: overAt });
}

/** What the alert of an entry says; null where it is none. */
export async function alertOf({ db }: Store, entryId: string): Promise<Alert | null> {
  const row = await db.get(sql`SELECT content FROM alerts WHERE entry_id = ${entryId}`);
  return row === undefined ? null : JSON.parse(String(row.content));
}

const OF_MAIL = sql`entries WHERE state = 'queued' AND kind IN ('team', 'digest', 'acknowledgement')`;

/** The rows that each condition is about. */
const ROWS_OF: Record<Exclude<ConditionName, "store">, (now: number) => Sql> = {
  "team-mail-dead": () => sql`entries WHERE state = 'dead' AND kind = 'team'`,
  "team-mail-late": (now) =>
    sql`entries WHERE state = 'queued' AND kind IN ('team', 'digest') AND changed_at <= ${now - LATE_MS}`,
  "mail-login": () => sql`${OF_MAIL} AND reason = 'login'`,
  "mail-certificate": () => sql`${OF_MAIL} AND reason = 'tls'`,
  "mail-refused": () => sql`${OF_MAIL} AND reason IN ('server-refused', 'sender-refused', 'relaying-denied')`,
  "mailbox-refuses": (now) => sql`events WHERE type = 'fell-back' AND at > ${now - DAY_MS}`,
  "webhook-dead": () => sql`entries WHERE state = 'dead' AND kind = 'webhook'`,
  held: () => sql`entries WHERE state = 'held' AND kind = 'team' AND ${NOT_BLOCKED}`,
};

const FOUND_IN_STORE = Object.keys(ROWS_OF) as (keyof typeof ROWS_OF)[];

/** How many requests, or mails, each condition is about; asked at once, so that conditions that end together are reported together. */
async function countAll({ db }: Store, now: number): Promise<StoreRow> {
  const counts = FOUND_IN_STORE.map((name) => {
    const from = ROWS_OF[name](now);
    const id = raw(from.text.startsWith("entries") ? "coalesce(submission_id, id)" : "submission_id");
    return sql`(SELECT count(DISTINCT ${id}) FROM ${from}) AS ${raw(`"${name}"`)}`;
  });
  return (await db.get(sql`SELECT ${joined(counts, ", ")}`)) ?? {};
}

/** Some of the requests, the latest first. */
async function referencesOf({ db }: Store, name: keyof typeof ROWS_OF, now: number): Promise<string[]> {
  if (name.startsWith("mail-")) return [];
  const rows = await db.all(
    sql`SELECT reference FROM submissions WHERE id IN (SELECT submission_id FROM ${ROWS_OF[name](now)})
     ORDER BY id DESC LIMIT ${MOST_REFERENCES}`,
  );
  return rows.map(({ reference }) => String(reference));
}

const MAX_QUOTE = 300;

/** What the mail server said last to one of these mails. Addresses that are not our own are left out: an alert outlives an erasure. */
async function replyOf(
  { db }: Store,
  name: keyof typeof ROWS_OF,
  now: number,
  own: readonly string[],
): Promise<{ readonly reply?: string }> {
  if (!name.startsWith("mail-")) return {};
  const row = await db.get(
    sql`SELECT reply FROM attempts WHERE reply IS NOT NULL AND entry_id IN
       (SELECT id FROM ${ROWS_OF[name](now)} ORDER BY id DESC LIMIT ${MOST_REFERENCES}) ORDER BY ended_at DESC LIMIT 1`,
  );
  if (row === undefined) return {};
  const isOwn = (address: string) => own.some((each) => each.toLowerCase() === address.toLowerCase());
  const reply = String(row.reply).replace(/[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g, (each) =>
    isOwn(each) ? each : "…@…",
  );
  return { reply: reply.length > MAX_QUOTE ? `${reply.slice(0, MAX_QUOTE)}…` : reply };
}

/** What can be wrong, in the order in which alerts list it. */
const CONDITION_NAMES = [
  "store",
  "team-mail-dead",
  "team-mail-late",
  "mail-login",
  "mail-certificate",
  "mail-refused",
  "mailbox-refuses",
  "webhook-dead",
  "held",
] as const;

export type ConditionName = (typeof CONDITION_NAMES)[number];

export interface Condition {
  readonly name: ConditionName;
  /** How many requests, or mails, it concerns; 1 where it is there or not. */
  readonly count: number;
  /** When it was noticed first, in milliseconds since 1970. */
  readonly since: number;
  /** Some of the requests, the latest first. */
  readonly references: readonly string[];
  /** Of the store: why. */
  readonly reason?: StoreFailure;
  /** What the mail server said last, without the addresses of others. */
  readonly reply?: string;
}

/** One message to operators: what is new, what goes on, and what is over. */
export interface Alert {
  readonly at: number;
  readonly begun: readonly Condition[];
  readonly lasting: readonly Condition[];
  readonly over: readonly Condition[];
}
