// The store that several relays share. What they do at the same time is settled by the database alone: nothing is true because one of them
// remembers it.
import type { Clock } from "../clock.ts";
import type { PostgresTarget } from "../config/values.ts";
import { StoreError } from "../errors.ts";
import { type Batches, createBatches } from "./group-commit.ts";
import { alertOf, planAlert } from "./operations/alerts.ts";
import { actions, block, blocks, countBetween, openSubmissions, record, unblock } from "./operations/blocks.ts";
import { bounce, bounceProof } from "./operations/bounce.ts";
import { redirect, release, resend, retry } from "./operations/command.ts";
import { digestItems, planDigest } from "./operations/digest.ts";
import { erase, purgeAll, receipts } from "./operations/erase.ts";
import { figures, type StoredFigures } from "./operations/figures.ts";
import { keep, kept } from "./operations/keep.ts";
import { find, list } from "./operations/look-up.ts";
import { lengthen, noticeTime, redate } from "./operations/redate.ts";
import { search } from "./operations/search.ts";
import { setAsideStrangeKinds } from "./operations/set-aside.ts";
import { createSecret, type Soon, type Store, type StoreListener, type StoreReports } from "./operations/store.ts";
import type { AcceptResult, Outbox } from "./outbox.ts";
import type { EntryKind } from "./outbox-entry.ts";
import { acceptAll, type Incoming } from "./postgres/accept.ts";
import { connectPostgres, type PostgresDatabase, type TransactionKind } from "./postgres/connect.ts";
import { claim, finish, giveBack, hasten, nextDueAt, renew } from "./postgres/deliver.ts";
import { type News, startNews } from "./postgres/news.ts";
import { openSchema } from "./postgres/open-schema.ts";
import { probe } from "./postgres/probe.ts";
import { createStore, DATABASE_TIME, LEASE_IS_OVER, type Shared } from "./postgres/store.ts";
import { backUpRows } from "./sqlite/write-backup.ts";

export interface PostgresOutboxOptions extends StoreReports {
  readonly target: PostgresTarget;
  readonly clock: Clock;
  /** Another relay says that there may be something due, of these kinds where they are known; or nobody could say so for a while. */
  readonly onDue?: (kinds?: readonly EntryKind[]) => void;
  /** The database's time. */
  readonly onTime?: (now: number) => void;
  /** In place of the database's time: that of a clock that a test sets, in SQL. */
  readonly timeInSql?: () => string;
}

interface Opened {
  readonly database: PostgresDatabase;
  readonly shared: Shared;
  readonly incoming: Batches<Incoming>;
  readonly news: News;
}

const LONG: TransactionKind = { isLong: true };

const SIZE = `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes FROM pg_class
  WHERE relkind = 'r' AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`;

/** Before the database has answered. */
const NO_FIGURES = {
  entries: [],
  oldestDueAt: null,
  oldestQueuedAt: null,
  oldestTeamQueuedAt: null,
  futureDated: 0,
  quarantined: 0,
  bytes: 0,
};

export function createPostgresOutbox(options: PostgresOutboxOptions): Outbox {
  const { target, clock, timeInSql } = options;
  let opened: Opened | null = null;
  let failure: StoreError | null = null;
  let overdue = 0;
  let found: StoredFigures & { readonly bytes: number } = NO_FIGURES;
  /** A claim waits for it: read before, a mail would seem to be as old as the clock that was set forward says. */
  let lengthened: Promise<unknown> = Promise.resolve();

  const fail = (error: StoreError): void => {
    const isNews = failure?.failure !== error.failure;
    failure = error;
    if (isNews) options.onFailure?.(error);
  };
  const recover = (): void => {
    if (failure === null) return;
    failure = null;
    options.onFailure?.(null);
  };
  const isFull = () => failure?.failure === "full";
  const listener: StoreListener = {
    damage: (damage, death) => options.onDamage?.(damage, death),
    redated: (count) => options.onRedated?.(count),
  };

  /** Whatever the database answers says whether the store is there. */
  const using = async <Result>(use: (parts: Opened) => Promise<Result>): Promise<Result> => {
    if (opened === null) throw new StoreError("closed", "the store is not open");
    try {
      const result = await use(opened);
      // What can be read may not be writable, and what was written may have been the last that fits: the probe says.
      if (!isFull()) recover();
      return result;
    } catch (error) {
      if (error instanceof StoreError) fail(error);
      throw error;
    }
  };
  const run = <Result>(operation: (store: Store) => Soon<Result>, kind?: TransactionKind): Promise<Result> =>
    using(({ database, shared }) => database.transaction(async (db) => operation(createStore(db, shared)), kind));
  const runLong = <Result>(operation: (store: Store) => Soon<Result>) => run(operation, LONG);
  /** Other relays may send what is due now. */
  const notifying = async <Result>(changed: Promise<Result>): Promise<Result> => {
    const result = await changed;
    opened?.news.notify();
    return result;
  };

  return {
    async open() {
      const database = await connectPostgres(target);
      try {
        const secret = createSecret(await openSchema(database, target.schema));
        const shared: Shared = {
          secret,
          listener,
          latest: { now: Number.NEGATIVE_INFINITY },
          time: timeInSql ?? (() => DATABASE_TIME),
          leaseIsOver: timeInSql === undefined ? () => LEASE_IS_OVER : () => `lease_until <= ${timeInSql()}`,
          ownTime: timeInSql === undefined ? null : (now) => now,
        };
        const asked = performance.now();
        const [row] = await database.query(`SELECT ${shared.time()} AS now, current_schema() AS schema`);
        const onTime = (now: number, tookMs: number) => options.onTime?.(now + tookMs / 2);
        onTime(Number(row?.now), performance.now() - asked);
        const now = clock.now();
        for (const tidy of [setAsideStrangeKinds, redate])
          await database.transaction((db) => tidy(createStore(db, shared), now), LONG);
        const news = startNews({
          database,
          channel: `eventsite_relay_${row?.schema}`,
          onDue: (kinds) => options.onDue?.(kinds),
          onTime: timeInSql === undefined ? onTime : () => {},
        });
        const incoming = createBatches<Incoming>((batch) => acceptAll(database, secret, batch));
        opened = { database, shared, incoming, news };
      } catch (error) {
        await database.close();
        throw error;
      }
    },
    accept: (acceptance) =>
      using(async ({ incoming, news }) => {
        const result = (await incoming.add({ acceptance })) as AcceptResult;
        if (result.kind === "accepted") news.notify(acceptance.entries.map(({ kind }) => kind));
        return result;
      }),
    spend: (limits, now) =>
      using(async ({ incoming }) => {
        const spentUntil = (await incoming.add({ spend: limits, now })) as number | null;
        return { retryAfterMs: spentUntil === null ? null : spentUntil - now };
      }),

    claim: (now, limit, leaseMs, selection) =>
      using(async ({ database, shared }) => {
        await lengthened;
        if (now < shared.latest.now) await database.transaction((db) => noticeTime(createStore(db, shared), now), LONG);
        else shared.latest.now = now;
        return claim(database, shared, now, limit, leaseMs, selection);
      }),
    renew: (entryId, leaseToken, leaseUntil) =>
      using(({ database, shared }) =>
        renew(database, shared, entryId, leaseToken, Math.round(leaseUntil - clock.now())),
      ),
    finish: (entryId, leaseToken, attempt, end) =>
      using(({ database }) => finish(database, entryId, leaseToken, attempt, end)),
    giveBack: (leases) => using(({ database }) => giveBack(database, leases)),
    hasten: (waiting, now) => notifying(using(({ database }) => hasten(database, waiting, now))),
    nextDueAt: (selection) => using(({ database }) => nextDueAt(database, selection)),
    lengthen(ms) {
      const done = runLong((store) => lengthen(store, ms));
      lengthened = Promise.allSettled([lengthened, done]);
      return done;
    },

    planDigest: (plan, now) => notifying(run((store) => planDigest(store, plan, now))),
    digestItems: (entryId) => run((store) => digestItems(store, entryId)),
    async planAlert(plan, now) {
      const alert = await run((store) => planAlert(store, plan, now));
      if (alert !== null) opened?.news.notify();
      return alert;
    },
    alertOf: (entryId) => run((store) => alertOf(store, entryId)),

    find: (idOrReference) => run((store) => find(store, idOrReference)),
    list: ({ search: words, ...filter }, limit, after) =>
      words === undefined
        ? runLong((store) => list(store, filter, limit, after))
        : search(runLong, words, filter, limit, after ?? null),
    retry: (target, now, actor = null) => notifying(runLong((store) => retry(store, target, now, actor))),
    resend: (target, now, actor = null) => notifying(runLong((store) => resend(store, target, now, actor))),
    release: (target, now, limitsOf, actor = null) =>
      notifying(runLong((store) => release(store, target, now, limitsOf, actor))),
    redirect: (target, to, now, actor = null) => notifying(runLong((store) => redirect(store, target, to, now, actor))),

    block: (sender, now, actor = null) => run((store) => block(store, sender, now, actor)),
    unblock: (id, now, actor = null) => run((store) => unblock(store, id, now, actor)),
    blocks: () => run(blocks),
    record: (action, now, actor) => run((store) => record(store, action, now, actor)),
    actions: (limit, before = null) => runLong((store) => actions(store, limit, before)),
    openSubmissions: () => run(openSubmissions),
    countBetween: (moments) => run((store) => countBetween(store, moments)),

    bounceProof: (entryId) => using(async ({ shared }) => bounceProof(shared.secret, entryId)),
    bounce: (report, now, limitsOf) => run((store) => bounce(store, report, now, limitsOf)),

    erase: (email, now, actor = null) => runLong((store) => erase(store, email, now, actor)),
    async purge(retentionDays, now) {
      const { receipt, overdue: kept } = await purgeAll(runLong, retentionDays, now);
      overdue = kept;
      return receipt;
    },
    receipts: () => run((store) => receipts(store)),
    /** As a store in a file, which can be opened in this one's place or moved into a database again. */
    backup: (path) =>
      using(({ database }) =>
        database.transaction((db) => backUpRows(db, path, clock.now()), {
          isLong: true,
          isSnapshot: true,
        }),
      ),

    kept: (name) => run((store) => kept(store, name)),
    keep: (name, text) => run((store) => keep(store, name, text)),

    /** While the database is away, what it said last: those who watch the relay must get an answer then above all. */
    async stats(now) {
      try {
        found = await run(async (store) => ({
          ...(await figures(store, now)),
          bytes: Number((await store.db.get(SIZE))?.bytes),
        }));
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
      return { ...found, overdue, writable: failure === null };
    },
    probe: () =>
      using(async ({ database }) => {
        const start = performance.now();
        const wasFull = isFull();
        await probe(database, wasFull);
        if (wasFull) recover();
        return { fsyncMs: performance.now() - start };
      }),
    async close() {
      if (opened === null) return;
      const { database, incoming, news } = opened;
      news.end();
      await incoming.idle();
      opened = null;
      await database.close();
    },
  };
}
