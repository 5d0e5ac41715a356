// A store of the first release: this one opens it and goes on, and can give it back.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Outbox, SubmissionDetails } from "../../../relay/outbox/outbox.ts";
import { openToRead } from "../../../relay/outbox/sqlite/open-database.ts";
import { createSqliteOutbox } from "../../../relay/outbox/sqlite-outbox.ts";
import { identityOfStore, verifyBackup } from "../../../relay/outbox/verify-backup.ts";
import { RELEASED_AT, writeReleasedStore } from "../support/released-store.ts";
import { createTestClock, type TestClock } from "../support/test-clock.ts";
import { createTestStore, isPostgres, type TestStore } from "../support/test-store.ts";
import { acceptance, attempt, submission } from "../support/with-outbox.ts";

let folder = "";
let clock: TestClock;
let store: TestStore;
let outbox: Outbox;
const reports = { damages: 0 };

/** On PostgreSQL the rows of the file are moved there first: that is the way of an upgrade. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "eventsite-upgrade-"));
  clock = createTestClock(RELEASED_AT);
  store = createTestStore(folder);
  const released = createSqliteOutbox({ path: writeReleasedStore(join(folder, "relay.db")), clock });
  if (isPostgres()) {
    await released.open();
    await released.move(store.target);
    await released.close();
  }
  outbox = store.create({ clock, onDamage: () => (reports.damages += 1) });
  await outbox.open();
});
afterEach(async () => {
  await outbox.close();
  await store.end();
  rmSync(folder, { recursive: true, force: true });
});

/** "team delivered, acknowledgement queued (greylisted)", by the visitor's name. */
async function mails(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { reference, submission: words, entries, erasedAt, form } of (await outbox.list({}, 100)).items) {
    const name = words?.fields.firstName ?? (erasedAt === null ? "(damaged)" : "(erased)");
    const key = name in found ? `${name} ${form}` : name;
    expect(reference).toMatch(/^EV-/);
    found[key] = entries
      .map(({ kind, state, reason }) => `${kind} ${state}${reason === null ? "" : ` (${reason})`}`)
      .join(", ");
  }
  return found;
}

test("every row is as the first release left it, and the damaged one is still known", async () => {
  expect(await mails()).toEqual({
    Waiting: "team queued, acknowledgement queued",
    Leased: "team queued, acknowledgement queued",
    Queued: "team queued (greylisted), acknowledgement queued (greylisted)",
    "(damaged)": "team dead (damaged), acknowledgement dead (damaged)",
    // The second on one day: no second acknowledgement.
    Redirected: "team delivered",
    "Redirected consultation": "team delivered, acknowledgement delivered",
    Released: "team delivered, acknowledgement delivered",
    Held: "team held, acknowledgement held",
    Dead: "team dead (mailbox-unknown), acknowledgement delivered",
    "(erased)": "team erased, acknowledgement erased",
    Delivered: "team delivered, acknowledgement delivered",
  });
  expect(await outbox.stats(clock.now())).toMatchObject({ quarantined: 2, writable: true });
  expect(await outbox.receipts()).toMatchObject([{ reason: "request", submissions: 1 }]);
});

const byName = async (name: string): Promise<SubmissionDetails> => {
  const [item] = (await outbox.list({ email: `${name.toLowerCase()}@visitor.ca` }, 1)).items;
  const found = await outbox.find(item?.reference ?? "");
  if (found === null) throw new Error(`${name} is not there`);
  return found;
};

test("its history can be read, and what was sent at the moment of the copy is sent again as one that may arrive twice", async () => {
  const told = async (name: string) => (await byName(name)).timeline.map(({ what }) => what.type);
  expect(await told("Redirected")).toEqual(["accepted", "left-out", "attempted"]);
  expect(await told("Released")).toEqual(["accepted", "released", "released", "attempted", "attempted"]);
  clock.advance(3_600_000);
  await outbox.claim(clock.now(), 100, 60_000);
  const { timeline } = await byName("Queued");
  expect(timeline.slice(-1)).toMatchObject([
    { what: { attempt: { outcome: "broken-after-data", reason: "interrupted" } } },
  ]);
});

test("what waits is delivered, what was held or given up can be sent, and a caller's key still finds its answer", async () => {
  expect(await outbox.release({ state: "held" }, clock.now(), () => [])).toBe(2);
  const dead = await byName("Dead");
  expect(await outbox.retry({ ids: [dead.reference] }, clock.now())).toBe(1);
  clock.advance(3_600_000);
  for (const { entry, leaseToken } of await outbox.claim(clock.now(), 100, 60_000))
    expect(await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" })).toBe("recorded");
  const states = Object.values(await mails()).join(", ");
  expect(states).not.toMatch(/queued|held/);
  // The same words under the key of the first release's caller: its request is known.
  const earlier = (await outbox.list({ form: "venue" }, 1)).items[0];
  const again = await outbox.accept(
    acceptance({
      submission: submission({ form: "venue", receivedAt: clock.now() }, earlier?.submission?.fields),
      idempotencyKey: "a-caller-s-key",
    }),
  );
  expect(again).toMatchObject({ kind: "repeated", reference: earlier?.reference });
  const fresh = await outbox.accept(acceptance({ submission: submission({ receivedAt: clock.now() }) }));
  expect(fresh).toMatchObject({ kind: "accepted" });
});

test("a backup in the first release's format has its rows, and is proved good", async () => {
  const path = join(folder, "back.db");
  await outbox.backup(path, 1);
  const before = await mails();
  const found = await verifyBackup({ type: "sqlite", path }, await identityOfStore(store.target));
  expect(found).toMatchObject({ format: 1, submissions: 11, erased: 1, problems: [], isOurs: true });
  expect(found.entries.reduce((sum, { count }) => sum + count, 0)).toBe(
    Object.values(before).join(", ").split(", ").length + 1,
  );
  const db = openToRead(`file://${path}`);
  expect(db.get("SELECT 1 AS found FROM sqlite_schema WHERE name = 'entries_waiting'")).toBeDefined();
  db.close();
});
