// A store that is not open, that fails, that works again: what it answers meanwhile, and what is reported of it.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreError } from "../../../relay/errors.ts";
import { createLimits } from "../../../relay/store/engines/sqlite-limits.ts";
import { asStoreError, isDamage, openCopy, openDatabase } from "../../../relay/store/engines/sqlite-open-database.ts";
import { createSqliteOutbox } from "../../../relay/store/engines/sqlite-outbox.ts";
import { createTestClock } from "../support/test-clock.ts";
import { acceptance, DAY, onFullDisk } from "../support/with-outbox.ts";

const clock = createTestClock();
let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "eventsite-life-"));
  path = join(folder, "relay.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const limit = [{ key: "client", count: 1, windowMs: DAY }];

test("one that is not open does nothing, and says that it is closed", async () => {
  const outbox = createSqliteOutbox({ path, clock });
  await outbox.close();
  const closed = { name: "StoreError", failure: "closed", message: "the store is not open" };
  for (const ask of [
    () => outbox.accept(acceptance()),
    () => outbox.spend(limit, clock.now()),
    () => outbox.claim(clock.now(), 1, 1),
    () => outbox.backup(join(folder, "copy.db")),
    () => outbox.probe(),
  ])
    await expect(ask()).rejects.toMatchObject(closed);
  await outbox.open();
  await outbox.accept(acceptance());
  await outbox.close();
  await outbox.close();
  await expect(outbox.find("x")).rejects.toMatchObject(closed);
});

test("one that ends writes the limits that were spent since, and lets go of its file", async () => {
  const outbox = createSqliteOutbox({ path, clock });
  await outbox.open();
  await outbox.spend(limit, clock.now());
  await outbox.close();
  const next = createSqliteOutbox({ path, clock });
  await next.open();
  expect(await next.spend(limit, clock.now())).toEqual({ retryAfterMs: DAY });
  await next.close();
});

test("a probe writes to the disk", async () => {
  const outbox = createSqliteOutbox({ path, clock });
  await outbox.open();
  const before = statSync(`${path}-wal`).size;
  expect((await outbox.probe()).fsyncMs).toBeGreaterThan(0);
  const after = statSync(`${path}-wal`).size;
  expect(after).toBeGreaterThan(before);
  // On a full disk, as much as a large request: a few bytes nearly always fit.
  await expect(outbox.accept(onFullDisk())).rejects.toMatchObject({ failure: "full" });
  await outbox.probe();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(after + 131_072);
  await outbox.close();
});

test("limits alone are written within a second, also while more are spent all the time", async () => {
  const own = createTestClock();
  const outbox = createSqliteOutbox({ path, clock: own });
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

describe("the counters of limits", () => {
  test("are on the disk after a write, and those that a failed one took are not counted", async () => {
    const db = await openDatabase(path);
    const create = () => createLimits(db, (...parts) => parts.join(" "));
    const limits = create();
    expect([limits.take([], 0), limits.hasChanges()]).toEqual([null, false]);
    expect([limits.take(limit, 1000), limits.hasChanges()]).toEqual([null, true]);
    expect(limits.take(limit, 1000)).toBe(1000 + DAY);
    limits.forget();
    expect([limits.hasChanges(), limits.take(limit, 2000)]).toEqual([false, null]);
    limits.write();
    expect([limits.hasChanges(), create().take(limit, 3000)]).toEqual([false, 2000 + DAY]);
    expect(db.all("SELECT * FROM limits")).toMatchObject([{ key: `client ${DAY}`, count: 1, ends_at: 2000 + DAY }]);
    // The same key within another time is another limit.
    expect(limits.take([{ key: "client", count: 1, windowMs: 60_000 }], 3000)).toBeNull();
    expect(limits.take(limit, 3000)).toBe(2000 + DAY);
    await db.close();
  });

  test("of a request that one of them stops are counted under none", async () => {
    const db = await openDatabase(path);
    const limits = createLimits(db, (...parts) => parts.join(" "));
    const other = { key: "overall", count: 2, windowMs: 1000 };
    limits.take(limit, 0);
    for (let count = 0; count < 3; count += 1) expect(limits.take([...limit, other], 1)).toBe(DAY);
    expect([limits.take([other], 1), limits.take([other], 1), limits.take([other], 1)]).toEqual([null, null, 1001]);
    await db.close();
  });
});

describe("an error of the database", () => {
  const known = (code: string) => asStoreError(Object.assign(new Error("x"), { code })) as StoreError;

  test.each([
    ["SQLITE_FULL", "full", "the disk is full"],
    ["SQLITE_BUSY", "locked", "the store is locked by another program"],
    ["SQLITE_LOCKED_SHAREDCACHE", "locked", "the store is locked by another program"],
    ["SQLITE_IOERR_FSYNC", "sync-failed", "the disk failed (SQLITE_IOERR_FSYNC)"],
    ["SQLITE_CORRUPT", "damaged", "the store's file is damaged"],
    ["SQLITE_NOTADB", "damaged", "the store's file is damaged"],
    ["SQLITE_READONLY_DBMOVED", "unusable", "the store cannot be written (SQLITE_READONLY_DBMOVED)"],
    ["SQLITE_CANTOPEN", "unusable", "the store cannot be written (SQLITE_CANTOPEN)"],
  ])("%s means that it is %s", (code, failure, message) => {
    expect(known(code)).toMatchObject({ name: "StoreError", failure, message });
    expect(isDamage({ code })).toBe(failure === "damaged");
  });

  test("that is none of these stays what it is", () => {
    for (const error of [
      new Error("x"),
      Object.assign(new Error("x"), { code: "SQLITE_CONSTRAINT" }),
      null,
      "x",
      new StoreError("full", "x"),
    ])
      expect(asStoreError(error)).toBe(error);
    expect([isDamage(null), isDamage({ code: "X SQLITE_CORRUPT" })]).toEqual([false, false]);
  });
});

describe("a transaction", () => {
  test("is all or nothing, whether it waits or not", async () => {
    const db = await openDatabase(path);
    const insert = (name: string) => db.run("INSERT INTO meta VALUES (?, 'x')", name);
    const names = () => db.all("SELECT name FROM meta WHERE value = 'x' ORDER BY name").map(({ name }) => name);
    expect(await db.transaction(() => insert("a"))).toBe(1);
    expect(await db.transaction(async () => insert("b"))).toBe(1);
    await expect(
      db.transaction(() => {
        insert("c");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await expect(
      db.transaction(async () => {
        insert("d");
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    expect(names()).toEqual(["a", "b"]);
    // A statement that failed once is not spoilt.
    expect(() => insert("a")).toThrow();
    expect([insert("e"), names()]).toEqual([1, ["a", "b", "e"]]);
    expect(db.get("SELECT 1 FROM meta WHERE name = 'none'")).toBeUndefined();
    await db.close();
  });

  test("is durable: the settings that this rests on are those that were asked for", async () => {
    const db = await openDatabase(path);
    const value = (name: string) => Object.values(db.get(`PRAGMA ${name}`) ?? {})[0];
    expect(["locking_mode", "journal_mode", "synchronous", "secure_delete", "foreign_keys"].map(value)).toEqual([
      ...["exclusive", "wal", 2, 1, 0],
    ]);
    expect(["busy_timeout", "wal_autocheckpoint", "journal_size_limit"].map(value)).toEqual([0, 2000, 67_108_864]);
    await db.close();
  });
});

test("a copy that nobody uses yet waits for no disk, and says when it was made", async () => {
  const copy = openCopy(path, 5.4);
  const value = (name: string) => Object.values(copy.get(`PRAGMA ${name}`) ?? {})[0];
  expect(["synchronous", "journal_mode"].map(value)).toEqual([0, "memory"]);
  expect(copy.get("SELECT value FROM meta WHERE name = 'backed-up'")).toMatchObject({ value: "5" });
  expect(copy.get("SELECT value FROM meta WHERE name = 'identity'")).toMatchObject({ value: expect.any(String) });
  await copy.close();
  const again = openCopy(path, 7);
  expect(again.all("SELECT name FROM meta WHERE name = 'identity'")).toHaveLength(1);
  expect(again.get("SELECT value FROM meta WHERE name = 'backed-up'")).toMatchObject({ value: "7" });
  await again.close();
});
