// A store that is not open, that fails, that works again: what it answers meanwhile, and what is reported of it.
import { statSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { createOutbox } from "../../../relay/store/create-outbox.ts";
import { openDatabase } from "../../../relay/store/engines/sqlite/open-database.ts";
import { asSqliteError } from "../../../relay/store/engines/sqlite/sqlite-error.ts";
import { raw } from "../../../relay/store/rows/sql.ts";
import { testFolder } from "../../support/process/own-folder.ts";
import { createTestClock } from "../support/test-clock.ts";
import { acceptance, DAY, onFullDisk } from "../support/with-outbox.ts";

const clock = createTestClock();
const at = testFolder();
let path = "";
beforeEach(() => {
  path = at("relay.db");
});

const limit = [{ key: "client", count: 1, windowMs: DAY }];

test("one that is not open does nothing, and says that it is closed", async () => {
  const outbox = createOutbox({ type: "sqlite", path }, { clock });
  await outbox.close();
  const closed = { name: "StoreError", failure: "closed", message: "the store is not open" };
  for (const ask of [
    () => outbox.accept(acceptance()),
    () => outbox.spend(limit, clock.now()),
    () => outbox.claim(clock.now(), 1, 1),
    () => outbox.backup(at("copy.db")),
    () => outbox.probe(),
  ])
    await expect(ask()).rejects.toMatchObject(closed);
  await outbox.open();
  const accepting = outbox.accept(acceptance());
  await outbox.close();
  expect(await accepting).toMatchObject({ kind: "accepted" });
  await outbox.close();
  await expect(outbox.find("x")).rejects.toMatchObject(closed);
});

test("a probe writes to the disk", async () => {
  const outbox = createOutbox({ type: "sqlite", path }, { clock });
  await outbox.open();
  const before = statSync(`${path}-wal`).size;
  await outbox.probe();
  const after = statSync(`${path}-wal`).size;
  expect((await outbox.stats(clock.now())).bytes).toBe(statSync(path).size + after);
  expect(after).toBeGreaterThan(before);
  // On a full disk, as much as a large request: a few bytes nearly always fit.
  await expect(outbox.accept(onFullDisk())).rejects.toMatchObject({ failure: "full" });
  await outbox.probe();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(after + 131_072);
  await outbox.close();
});

test("limits alone are written within a second, also while more are spent all the time", async () => {
  const own = createTestClock();
  const outbox = createOutbox({ type: "sqlite", path }, { clock: own });
  await outbox.open();
  const size = () => statSync(`${path}-wal`).size;
  const before = size();
  for (let count = 0; count < 3; count += 1) {
    await outbox.spend([{ key: `${count}`, count: 1, windowMs: DAY }], own.now());
    own.advance(600);
  }
  await expect.poll(size).toBeGreaterThan(before);
  await outbox.close();
});

test("a transaction is durable: the settings that this rests on are those that were asked for", async () => {
  const db = await openDatabase(path);
  const value = (name: string) => Object.values(db.get(raw(`PRAGMA ${name}`)) ?? {})[0];
  expect(["locking_mode", "journal_mode", "synchronous", "secure_delete", "foreign_keys"].map(value)).toEqual([
    ...["exclusive", "wal", 2, 1, 0],
  ]);
  expect(["busy_timeout", "wal_autocheckpoint", "journal_size_limit"].map(value)).toEqual([0, 2000, 67_108_864]);
  await db.close();
});

test.each([
  ["SQLITE_FULL", "full", "the disk is full"],
  ["SQLITE_LOCKED_SHAREDCACHE", "locked", "the store is locked by another program"],
  ["SQLITE_BUSY_SNAPSHOT", "locked", "the store is locked by another program"],
  ["SQLITE_IOERR_FSYNC", "sync-failed", "the disk failed (SQLITE_IOERR_FSYNC)"],
  ["SQLITE_READONLY_DBMOVED", "unusable", "the store cannot be written (SQLITE_READONLY_DBMOVED)"],
  ["SQLITE_CONSTRAINT", undefined, "x"],
])("%s of the database means that it is %s", (code, failure, message) => {
  const known = asSqliteError(Object.assign(new Error("x"), { code })) as { failure?: string; message: string };
  expect([known.failure, known.message]).toEqual([failure, message]);
});
