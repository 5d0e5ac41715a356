// A store that is carried over into another one, and back: every row, nothing twice, and nobody goes on with the old one by mistake.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PostgresTarget, StoreTarget } from "../../../relay/config/values.ts";
import type { Answer } from "../../../relay/message/submission.ts";
import { callOffMove, createOutbox, finishMove } from "../../../relay/outbox/create-outbox.ts";
import type { Outbox } from "../../../relay/outbox/outbox.ts";
import { createTestClock, type TestClock } from "../support/test-clock.ts";
import { newSchema, postgresStore, type TestStore } from "../support/test-store.ts";
import { acceptance, attempt, DAY, submission } from "../support/with-outbox.ts";

const LEASE = 60_000;
const TABLES = [
  "submissions",
  "entries",
  "attempts",
  "events",
  "repeats",
  "limits",
  "digest_items",
  "receipts",
  "quarantine",
];

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "eventsite-move-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = async (target: StoreTarget, clock: TestClock): Promise<Outbox> => {
  const timeInSql = () => `${clock.now()}::bigint`;
  const outbox = createOutbox(target, target.type === "postgres" ? { clock, timeInSql } : { clock });
  await outbox.open();
  return outbox;
};

const file = (name: string): StoreTarget => ({ type: "sqlite", path: join(folder, name) });

const rowsOfFile = (target: StoreTarget, sql: string): Record<string, unknown>[] => {
  const database = new Database(target.type === "sqlite" ? target.path : "");
  try {
    return database.prepare(sql).all() as Record<string, unknown>[];
  } finally {
    database.close();
  }
};

/** Rows as text, without what a library adds to them and in an order of their own. */
const texts = (rows: readonly Readonly<Record<string, unknown>>[]) =>
  rows
    .map(({ _metadata, route, ...row }) =>
      JSON.stringify(
        Object.entries(row)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, value]) => [name, value === null ? null : String(value)]),
      ),
    )
    .sort();
const allOfFile = (target: StoreTarget) =>
  Object.fromEntries(TABLES.map((table) => [table, texts(rowsOfFile(target, `SELECT * FROM ${table}`))]));
const allOfSchema = async (store: TestStore) =>
  Object.fromEntries(
    await Promise.all(TABLES.map(async (table) => [table, texts(await store.rows(`SELECT * FROM ${table}`))])),
  );

const ANSWERS: readonly Answer[] = [
  { name: "meals", label: "Meals", type: "choices", value: ["vegan", "日本"], shown: ["Vegan", "日本"] },
  { name: "newsletter", label: "Newsletter", type: "consent", value: "I agree.", wording: "I agree." },
  { name: "parking", label: "parking", type: "lines", value: "a\nb", unknown: true },
];

/** Rows in every state, with everything that can hang on them. */
async function fill(outbox: Outbox, clock: TestClock): Promise<void> {
  const accept = (message: string, more = {}) =>
    outbox.accept(
      acceptance({
        submission: submission(
          { receivedAt: clock.now(), form: "wedding-fair", answers: ANSWERS },
          { message, email: `${message}@visitor.test` },
        ),
        idempotencyKey: `key of ${message}`,
        limits: [{ key: "overall", count: 1000, windowMs: 3_600_000 }],
        ...more,
      }),
    );
  await accept("delivered");
  await accept("dead");
  for (const { entry, submission: sent, leaseToken } of await outbox.claim(clock.now(), 10, LEASE))
    await outbox.finish(
      entry.id,
      leaseToken,
      attempt(clock),
      sent?.fields.message === "dead" ? { to: "dead", reason: "refused" } : { to: "delivered" },
    );
  await accept("erased");
  await outbox.erase("erased@visitor.test", clock.now());
  const held = submission(
    { receivedAt: clock.now(), suspicion: { score: 60, reasons: ["honeypot"] } },
    { message: "held" },
  );
  await accept("held", {
    submission: held,
    entries: [{ kind: "team", recipient: "team@example.com", state: "held", lifeMs: DAY }],
  });
  await outbox.planDigest({ recipients: ["team@example.com"], lifeMs: DAY, everyMs: DAY }, clock.now());
  for (let n = 0; n < 120; n += 1) await accept(`queued ${n}`);
  const [first] = (await outbox.list({ state: "queued" }, 1)).items;
  await outbox.redirect({ ids: [String(first?.id)] }, "other@example.com", clock.now());
  await outbox.keep("forms", "the last good copy");
  await outbox.spend([{ key: "refused:192.0.2.1", count: 9, windowMs: 3_600_000 }], clock.now());
}

test("every row goes from a file to PostgreSQL and back, and the store goes on where it was", async () => {
  const clock = createTestClock();
  const [first, last] = [file("first.db"), file("last.db")];
  const store = postgresStore(newSchema());
  const old = await open(first, clock);
  await fill(old, clock);
  const report = await old.move(store.target);
  expect(report.rows).toMatchObject({ submissions: 124, receipts: 1, digest_items: 1 });
  await expect(old.accept(acceptance())).rejects.toMatchObject({ failure: "moved" });
  await expect(old.claim(clock.now(), 1, LEASE)).rejects.toMatchObject({ failure: "moved" });
  await old.close();
  expect(await allOfSchema(store)).toEqual(allOfFile(first));
  await expect(open(first, clock)).rejects.toMatchObject({
    failure: "moved",
    message: expect.stringContaining(report.to),
  });

  const between = await open(store.target, clock);
  const other = await open(store.target, clock);
  const before = await between.stats(clock.now());
  expect(before.entries.find(({ state, kind }) => state === "queued" && kind === "team")?.count).toBe(120);
  expect(
    await between.accept(
      acceptance({
        submission: submission(
          { receivedAt: clock.now(), form: "wedding-fair", answers: ANSWERS },
          { message: "dead", email: "dead@visitor.test" },
        ),
        idempotencyKey: "key of dead",
      }),
    ),
  ).toMatchObject({ kind: "repeated" });
  const made = await between.accept(
    acceptance({ submission: submission({ receivedAt: clock.now() }, { message: "new" }) }),
  );
  expect(made.kind).toBe("accepted");
  await between.move(last);
  // The relay beside it may not go on either.
  await expect(other.accept(acceptance())).rejects.toMatchObject({ failure: "moved" });
  await expect(other.retry({ state: "dead" }, clock.now())).rejects.toMatchObject({ failure: "moved" });
  await Promise.all([between.close(), other.close()]);
  expect(allOfFile(last)).toEqual(await allOfSchema(store));
  await expect(open(store.target, clock)).rejects.toMatchObject({ failure: "moved" });
  const end = await open(last, clock);
  expect(await end.kept("forms")).toBe("the last good copy");
  const [moved] = (await end.list({ form: "wedding-fair", state: "dead" }, 1)).items;
  expect(moved?.submission?.answers).toEqual(ANSWERS);
  expect((await end.find((made as { reference: string }).reference))?.submission?.fields.message).toBe("new");
  expect(
    (await end.accept(acceptance({ submission: submission({ receivedAt: clock.now() }, { message: "after" }) }))).kind,
  ).toBe("accepted");
  await end.close();
});

/** A move out of PostgreSQL that has begun, and waits for the mails that a relay beside it has claimed. */
async function moveThatWaits() {
  const clock = createTestClock();
  const store = postgresStore(newSchema());
  const [mover, other] = [await open(store.target, clock), await open(store.target, clock)];
  await mover.accept(acceptance());
  const claimed = await other.claim(clock.now(), 10, LEASE);
  const moving = mover.move(file("new.db"));
  // Each test says how it ends.
  moving.catch(() => {});
  await expect.poll(async () => (await store.rows("SELECT 1 FROM meta WHERE name = 'leaving'")).length).toBe(1);
  return { clock, store, mover, other, claimed, moving };
}

describe("a move", () => {
  test("waits until another relay's mails are sent, and their ends go along", async () => {
    const { clock, mover, other, claimed, moving } = await moveThatWaits();
    expect(await other.claim(clock.now(), 10, LEASE)).toEqual([]);
    for (const { entry, leaseToken } of claimed)
      expect(await other.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" })).toBe("recorded");
    await moving;
    await Promise.all([mover.close(), other.close()]);
    expect(rowsOfFile(file("new.db"), "SELECT DISTINCT state FROM entries").map(({ state }) => state)).toEqual([
      "delivered",
    ]);
  });

  test.each([
    ["of a running relay", false],
    ["without one", true],
  ])(
    "that ended without a word leaves a store that is refused until the next move, %s, carries all over",
    async (_, isStopped) => {
      const { clock, store, mover, other, claimed, moving } = await moveThatWaits();
      const ended = expect(moving).rejects.toThrow();
      await mover.close();
      await ended;
      await expect(open(store.target, clock)).rejects.toMatchObject({ failure: "moving" });
      await other.giveBack(claimed.map(({ entry, leaseToken }) => ({ entryId: entry.id, leaseToken, dueAt: 0 })));
      if (isStopped) await callOffMove(store.target as PostgresTarget);
      const again = isStopped ? await open(store.target, clock) : other;
      expect((await again.move(file("new.db"))).rows).toMatchObject({ submissions: 1, entries: 2 });
      for (const outbox of new Set([again, other])) await outbox.close();
      await expect(open(store.target, clock)).rejects.toMatchObject({ failure: "moved" });
    },
  );

  test("that is called off while it waits moves nothing", async () => {
    const { store, mover, other, claimed, moving } = await moveThatWaits();
    const ended = expect(moving).rejects.toMatchObject({ failure: "moving" });
    await callOffMove(store.target as PostgresTarget);
    expect(await other.accept(acceptance({ idempotencyKey: "goes on" }))).toMatchObject({ kind: "accepted" });
    await other.giveBack(claimed.map(({ entry, leaseToken }) => ({ entryId: entry.id, leaseToken, dueAt: 0 })));
    await ended;
    expect(await other.accept(acceptance({ idempotencyKey: "goes on as well" }))).toMatchObject({ kind: "accepted" });
    await Promise.all([mover.close(), other.close()]);
    expect(rowsOfFile(file("new.db"), "SELECT * FROM submissions")).toEqual([]);
  });

  test("into a store with rows is refused, and the old one goes on", async () => {
    const clock = createTestClock();
    const store = postgresStore(newSchema());
    const [full, old] = [await open(store.target, clock), await open(file("old.db"), clock)];
    for (const outbox of [full, old]) await outbox.accept(acceptance());
    await expect(old.move(store.target)).rejects.toMatchObject({
      failure: "foreign",
      message: expect.stringContaining("needs an empty store"),
    });
    await expect(full.move(file("old.db"))).rejects.toMatchObject({ failure: "locked" });
    for (const outbox of [full, old]) {
      expect(await outbox.accept(acceptance({ idempotencyKey: "goes on" }))).toMatchObject({ kind: "accepted" });
      await outbox.close();
    }
  });

  test("that broke off is refused as a store, and begun again or finished by the next one", async () => {
    const clock = createTestClock();
    const store = postgresStore(newSchema());
    const old = await open(file("old.db"), clock);
    await fill(old, clock);
    await old.move(store.target);
    await old.close();
    const identity = "the identity that it had";
    // As if it had ended right behind the last row.
    await store.change(`INSERT INTO meta VALUES ('moving', '${identity}')`);
    await expect(open(store.target, clock)).rejects.toMatchObject({ failure: "moving" });
    expect(await finishMove(store.target)).toBe(true);
    const next = await open(store.target, clock);
    expect((await next.list({}, 500)).items).toHaveLength(124);
    await next.close();
  });
});
