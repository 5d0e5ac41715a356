// Relays that share a database: what one knows, all know, and what one does, no other does again.
import { describe, expect, test } from "vitest";
import type { Clock } from "../../../../../relay/clock.ts";
import { systemClock } from "../../../../../relay/clock.ts";
import type { PostgresTarget } from "../../../../../relay/config/targets.ts";
import { createStoreClock } from "../../../../../relay/store/create-outbox.ts";
import type { Outbox } from "../../../../../relay/store/outbox.ts";
import { newSchema, openPostgres, postgresStore } from "../../../support/test-store.ts";
import { acceptance, attempt, DAY, submission } from "../../../support/with-outbox.ts";

const LEASE = 60_000;

/** So many relays on one schema, by the real clocks of this machine and of the database. */
async function withRelays<Result>(
  count: number,
  use: (relays: Outbox[], rows: (sql: string) => Promise<Readonly<Record<string, unknown>>[]>) => Promise<Result>,
): Promise<Result> {
  const store = postgresStore(newSchema());
  const target = store.target as PostgresTarget;
  const relays = await Promise.all(Array.from({ length: count }, () => openPostgres(store.url, { target })));
  try {
    return await use(relays, store.rows);
  } finally {
    await Promise.all(relays.map((outbox) => outbox.close()));
  }
}

const now = () => Date.now();
const request = (message: string, more = {}) =>
  acceptance({ submission: submission({ receivedAt: now() }, { message }), ...more });
const times = <Result>(count: number, run: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));
const on = (relays: readonly Outbox[], index: number) => relays[index % relays.length] as Outbox;

describe("relays on one database", () => {
  test("count a request once that comes to all of them at the same time under one key", () =>
    withRelays(3, async (relays) => {
      const one = request("once", { idempotencyKey: "the key" });
      const results = await times(60, (n) => on(relays, n).accept(one));
      expect(results.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === "repeated")).toHaveLength(59);
      expect(new Set(results.map((result) => ("reference" in result ? result.reference : ""))).size).toBe(1);
      expect((await on(relays, 0).list({}, 10)).items).toHaveLength(1);
      // The same words without a key are known by themselves.
      const again = await Promise.all(relays.map((outbox) => outbox.accept(request("words"))));
      expect(again.map(({ kind }) => kind).sort()).toEqual(["accepted", "repeated", "repeated"]);
    }));

  test("hold one limit together", () =>
    withRelays(3, async (relays) => {
      const limits = [
        { key: "client:192.0.2.1", count: 7, windowMs: 600_000 },
        { key: "overall", count: 100, windowMs: 600_000 },
      ];
      const results = await times(30, (n) => on(relays, n).accept(request(`limited ${n}`, { limits })));
      expect(results.filter(({ kind }) => kind === "accepted")).toHaveLength(7);
      const spent = await times(9, (n) =>
        on(relays, n).spend([{ key: "refused:a", count: 4, windowMs: 60_000 }], now()),
      );
      expect(spent.filter(({ retryAfterMs }) => retryAfterMs === null)).toHaveLength(4);
    }));

  test("report one alert together, one summary, and one end of it", () =>
    withRelays(3, async (relays, rows) => {
      const planAll = async (at: number, storeFailedAt: number | null = null) => {
        const planned = await Promise.all(
          relays.map((outbox) => outbox.planAlert(["operator@example.net"], storeFailedAt, at)),
        );
        return planned.filter((alert) => alert !== null);
      };
      const begun = now();
      expect(await planAll(begun)).toEqual([]);
      const entries = [{ kind: "team", recipient: "team@example.com", state: "held" }] as const;
      const { id } = (await on(relays, 0).accept(request("held", { entries }))) as { id: string };
      expect(await planAll(begun + 1000)).toMatchObject([{ begun: [{ name: "held", count: 1 }], over: [] }]);
      expect(await planAll(begun + 2000)).toEqual([]);
      expect(await planAll(begun + 3_602_000)).toMatchObject([{ begun: [], lasting: [{ name: "held" }] }]);
      await on(relays, 1).release({ ids: [id] }, begun);
      expect(await planAll(begun + 3_603_000)).toMatchObject([{ lasting: [], over: [{ name: "held" }] }]);
      // Each of them was without the store, and says so.
      const storeIsBack = await planAll(begun + 3_604_000, begun + 3_603_500);
      expect(storeIsBack).toMatchObject([{ over: [{ name: "store", since: begun + 3_603_500 }] }]);
      expect(await rows("SELECT count(*)::int AS count FROM entries WHERE kind = 'alert'")).toEqual([{ count: 4 }]);
    }));

  test("write one acknowledgement an address and day", () =>
    withRelays(3, async (relays, rows) => {
      const unlessSpent = [{ key: "acknowledged:zoe@example.org", count: 1, windowMs: DAY }];
      const entries = [
        { kind: "team", recipient: "team@example.com", state: "queued" },
        { kind: "acknowledgement", recipient: "zoe@example.org", state: "queued", unlessSpent },
      ] as const;
      await times(12, (n) => on(relays, n).accept(request(`acknowledged ${n}`, { entries })));
      expect(await rows("SELECT kind, count(*)::int AS count FROM entries GROUP BY kind ORDER BY kind")).toEqual([
        { kind: "acknowledgement", count: 1 },
        { kind: "team", count: 12 },
      ]);
    }));

  test("count a request that one of them brings late, after it was paused, in the window that others have begun", () =>
    withRelays(2, async (relays) => {
      const limits = [{ key: "client:192.0.2.2", count: 1, windowMs: 600_000 }];
      const at = (index: number, ms: number) =>
        on(relays, index).accept(
          acceptance({ submission: submission({ receivedAt: now() + ms }, { message: `at ${ms}` }), limits }),
        );
      expect(await at(0, 0)).toMatchObject({ kind: "accepted" });
      expect(await at(1, -120_000)).toMatchObject({ kind: "limited" });
    }));

  test("claim each mail once, and give none out again while its lease lasts", () =>
    withRelays(3, async (relays) => {
      await times(60, (n) => on(relays, n).accept(request(`claimed ${n}`)));
      const ids: string[] = [];
      // What one of them has locked at this moment is passed over by the others.
      for (let more = true; more; ) {
        const claims = await Promise.all(
          relays.flatMap((outbox) => [outbox.claim(now() + 1000, 7, LEASE), outbox.claim(now() + 1000, 7, LEASE)]),
        );
        more = claims.flat().length > 0;
        ids.push(...claims.flat().map(({ entry }) => entry.id));
      }
      expect(ids).toHaveLength(120);
      expect(new Set(ids).size).toBe(120);
      expect(await on(relays, 0).claim(now() + LEASE / 2, 10, LEASE)).toEqual([]);
    }));

  test("report what is held in one digest, and erase with one receipt", () =>
    withRelays(3, async (relays) => {
      const held = acceptance({ submission: submission({ receivedAt: now(), suspicion: { score: 60, reasons: [] } }) });
      await on(relays, 0).accept(held);
      const plan = ["team@example.com"];
      const planned = await Promise.all(relays.map((outbox) => outbox.planDigest(plan, now())));
      expect(planned.flat()).toHaveLength(1);
      await Promise.all(relays.map((outbox) => outbox.release({ state: "held" }, now())));
      for (const { entry, leaseToken } of await on(relays, 1).claim(now() + 1000, 10, LEASE))
        await on(relays, 2).finish(entry.id, leaseToken, attempt({ now }), { to: "delivered" });
      const days = { general: 1, forms: {} };
      const receipts = await Promise.all(relays.map((outbox) => outbox.purge(days, now() + 3 * DAY)));
      expect(receipts.filter((receipt) => receipt !== null)).toHaveLength(1);
    }));
});

const apart = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() + ms });

test.each([
  ["a day ahead", DAY],
  ["a day behind", -DAY],
])("a relay whose clock is wrong by %s goes by the database's, and takes no other's mails", (_, ms) =>
  withRelays(1, async ([right], rows) => {
    const [row] = await rows("SELECT current_schema() AS schema");
    const { target, url } = postgresStore(String(row?.schema));
    const { clock, onTime } = createStoreClock(target, apart(ms));
    const wrong = await openPostgres(url, { target: target as PostgresTarget, clock, onTime });
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(DAY / 2);
    await right?.accept(request("mine"));
    const [claimed] = (await right?.claim(now() + 1000, 1, LEASE)) ?? [];
    expect(claimed).toBeDefined();
    const others = await wrong.claim(clock.now(), 10, LEASE);
    expect(others.map(({ entry }) => entry.id)).not.toContain(claimed?.entry.id);
    await wrong.close();
  }),
);
