// A store that is carried over into another one, and back: every row, nothing twice, and nobody goes on with the old one by mistake.
import Database from "libsql";
import { expect, test } from "vitest";
import type { StoreTarget } from "../../../../../relay/config/targets.ts";
import type { FieldAnswer } from "../../../../../relay/requests/submission.ts";
import { createOutbox, move } from "../../../../../relay/store/create-outbox.ts";
import type { Outbox } from "../../../../../relay/store/outbox.ts";
import { TABLES } from "../../../../../relay/store/rows/tables.ts";
import { testFolder } from "../../../../support/process/own-folder.ts";
import { createTestClock, type TestClock } from "../../../support/test-clock.ts";
import { newSchema, postgresStore, type TestStore } from "../../../support/test-store.ts";
import { acceptance, acceptedAs, attemptAll, submission } from "../../../support/with-outbox.ts";

const LEASE = 60_000;
const NAMES = TABLES.map(({ name }) => name);

const at = testFolder();

const open = async (target: StoreTarget, clock: TestClock): Promise<Outbox> => {
  const outbox = createOutbox(target, { clock });
  await outbox.open();
  return outbox;
};

const file = (name: string): StoreTarget => ({ type: "sqlite", path: at(name) });

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
  Object.fromEntries(NAMES.map((table) => [table, texts(rowsOfFile(target, `SELECT * FROM ${table}`))]));
const allOfSchema = async (store: TestStore) =>
  Object.fromEntries(
    await Promise.all(NAMES.map(async (table) => [table, texts(await store.rows(`SELECT * FROM ${table}`))])),
  );

const ANSWERS: readonly FieldAnswer[] = [
  { name: "meals", label: "Meals", type: "choices", value: ["vegan", "日本"], shown: ["Vegan", "日本"] },
  { name: "newsletter", label: "Newsletter", type: "consent", value: "I agree.", wording: "I agree." },
  { name: "parking", label: "parking", type: "lines", value: "a\nb", unknown: true },
];

/** Rows in every state, with everything that can hang on them. */
async function fill(outbox: Outbox, clock: TestClock): Promise<void> {
  const accept = (message: string, more = {}) =>
    acceptedAs(
      { outbox, clock },
      { form: "wedding-fair", answers: ANSWERS },
      { message, email: `${message}@visitor.test` },
      {
        idempotencyKey: `key of ${message}`,
        limits: [{ key: "overall", count: 1000, windowMs: 3_600_000 }],
        ...more,
      },
    );
  await accept("delivered");
  await accept("dead");
  await attemptAll({ outbox, clock }, ({ submission: sent }) =>
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
    entries: [{ kind: "team", recipient: "team@example.com", state: "held" }],
  });
  await outbox.planDigest(["team@example.com"], clock.now());
  for (let n = 0; n < 120; n += 1) await accept(`queued ${n}`);
  const [first] = (await outbox.list({ state: "queued" }, 1)).items;
  await outbox.redirect({ ids: [String(first?.id)] }, "other@example.com", clock.now());
  await outbox.setSetting("forms", "the last good copy");
  await outbox.spend([{ key: "refused:192.0.2.1", count: 9, windowMs: 3_600_000 }], clock.now());
}

test("every row goes from a file to PostgreSQL and back, and the store goes on where it was", async () => {
  const clock = createTestClock();
  const [first, last] = [file("first.db"), file("last.db")];
  const store = postgresStore(newSchema());
  const old = await open(first, clock);
  await fill(old, clock);
  await old.close();
  const report = await move(first, store.target);
  expect(report.rows).toMatchObject({ submissions: 124, receipts: 1, digest_items: 1 });
  expect(await allOfSchema(store)).toEqual(allOfFile(first));
  await expect(open(first, clock)).rejects.toMatchObject({
    failure: "moved",
    message: expect.stringContaining(report.to),
  });

  const between = await open(store.target, clock);
  const before = await between.stats(clock.now());
  expect(before.entries.find(({ state, kind }) => state === "queued" && kind === "team")?.count).toBe(120);
  const again = { message: "dead", email: "dead@visitor.test" };
  const asked = { form: "wedding-fair", answers: ANSWERS };
  expect(await acceptedAs({ outbox: between, clock }, asked, again, { idempotencyKey: "key of dead" })).toMatchObject({
    kind: "repeated",
  });
  const made = await acceptedAs({ outbox: between, clock }, {}, { message: "new" });
  expect(made).toMatchObject({ kind: "accepted" });
  expect(await between.redirect({ ids: [made.reference] }, "other@example.com", clock.now())).toBe(1);
  await expect(move(store.target, last)).rejects.toMatchObject({ failure: "locked" });
  await between.close();
  const rows = await allOfSchema(store);
  await move(store.target, last);
  expect(allOfFile(last)).toEqual(rows);
  await expect(open(store.target, clock)).rejects.toMatchObject({ failure: "moved" });
  const end = await open(last, clock);
  expect(await end.getSetting("forms")).toBe("the last good copy");
  const [moved] = (await end.list({ form: "wedding-fair", state: "dead" }, 1)).items;
  expect(moved?.submission?.answers).toEqual(ANSWERS);
  expect((await end.find(made.reference))?.submission?.fields.message).toBe("new");
  expect(await acceptedAs({ outbox: end, clock }, {}, { message: "after" })).toMatchObject({ kind: "accepted" });
  await end.close();
});

test("a relay that comes to a store while it is left takes nothing, and gives nothing out", async () => {
  const clock = createTestClock();
  const store = postgresStore(newSchema());
  const relay = await open(store.target, clock);
  await relay.accept(acceptance());
  // As a move does at its end.
  for (const name of ["submissions", "entries"]) await store.change(`ALTER TABLE ${name} RENAME TO moved_${name}`);
  await store.change("INSERT INTO meta VALUES ('moved', 'elsewhere')");
  await expect(relay.accept(acceptance({ idempotencyKey: "later" }))).rejects.toMatchObject({ failure: "foreign" });
  await expect(relay.claim(clock.now(), 1, LEASE)).rejects.toMatchObject({ failure: "foreign" });
  await relay.close();
  await expect(open(store.target, clock)).rejects.toMatchObject({ failure: "moved" });
});
