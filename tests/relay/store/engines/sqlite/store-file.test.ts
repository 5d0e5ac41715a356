// The embedded store's file: whose it is, which ones are refused, and copies of it.
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "libsql";
import { describe, expect, test } from "vitest";
import { StoreError } from "../../../../../relay/errors.ts";
import { createOutbox } from "../../../../../relay/store/create-outbox.ts";
import { FORMAT } from "../../../../../relay/store/rows/tables.ts";
import { accepted, withOutbox } from "../../../support/with-outbox.ts";

describe("the store's files", () => {
  test("are their owner's alone", () =>
    withOutbox(async ({ path }) => {
      expect(statSync(path).mode & 0o077).toBe(0);
    }));

  test("are copied while requests are taken and erased; two copies at a time are two copies", () =>
    withOutbox(async (relay) => {
      const { outbox, clock, path } = relay;
      const mebibyte = "x".repeat(2 ** 20);
      const ids = [await accepted(relay)];
      for (let count = 0; count < 10; count++) await accepted(relay, {}, { message: `${count} ${mebibyte}` });
      const copies = ["first.db", "second.db"].map((name) => join(dirname(path), name));
      const backups = copies.map((copy) => outbox.backup(copy));
      await new Promise(setImmediate);
      // In one turn of the event loop no thread has copied all of it.
      expect(statSync(`${copies[0]}.part`).size).toBeLessThan(10 * 2 ** 20);
      ids.push(await accepted(relay, {}, { message: "Meanwhile" }));
      const erased = outbox.erase("other@example.org", clock.now());
      await Promise.all([...backups, erased]);
      // Copies took no lock away.
      await expect(createOutbox({ type: "sqlite", path }, { clock }).open()).rejects.toMatchObject({
        failure: "locked",
      });
      for (const copy of copies) {
        expect(statSync(copy).mode & 0o077).toBe(0);
        await expect(outbox.backup(copy)).rejects.toThrow(/exists/);
        const restored = createOutbox({ type: "sqlite", path: copy }, { clock });
        await restored.open();
        expect((await restored.list({}, 20)).items.map(({ id }) => id)).toContain(ids[0]);
        await restored.close();
      }
      // The log is emptied again.
      expect((await outbox.list({}, 20)).items).toHaveLength(12);
      await outbox.erase("zoe@example.org", clock.now());
      expect(statSync(`${path}-wal`).size).toBe(0);
    }));

  test("leave nothing of a copy that could not be finished, which would take the room that requests need", () =>
    withOutbox(async (relay) => {
      await accepted(relay);
      const folder = dirname(relay.path);
      const backup = relay.outbox.backup(join(folder, "copy.db"));
      while (!existsSync(join(folder, "copy.db.part"))) await new Promise(setImmediate);
      mkdirSync(join(folder, "copy.db/in-the-way"), { recursive: true });
      await expect(backup).rejects.toThrow();
      expect(readdirSync(folder).filter((name) => name.startsWith("copy.db"))).toEqual(["copy.db"]);
    }));

  test.each([
    ["of a later version", "PRAGMA user_version = 99", "newer"],
    ["of an unreleased version", "PRAGMA user_version = 3", "foreign"],
    ["of another program", "DROP TABLE meta; PRAGMA user_version = 1", "foreign"],
    ["of another program that counts no versions", "PRAGMA user_version = 0", "foreign"],
  ])("%s are refused at once and left alone", (_, change, failure) =>
    withOutbox(async (relay) => {
      await relay.outbox.close();
      const database = new Database(relay.path);
      database.exec(change);
      database.close();
      const outbox = createOutbox({ type: "sqlite", path: relay.path }, { clock: relay.clock });
      await expect(outbox.open()).rejects.toMatchObject({ failure });
    }),
  );

  test("have a shape that later versions can rely on: that of a released format is never changed", () =>
    withOutbox(async ({ outbox, store }) => {
      await outbox.close();
      const tables = await store.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name");
      expect([FORMAT, hash("sha256", JSON.stringify(tables)).slice(0, 16)]).toEqual([5, "4c08dba053103106"]);
    }));

  test("that are none are reported as such", () =>
    withOutbox(async ({ path, clock }) => {
      const folder = dirname(path);
      await expect(createOutbox({ type: "sqlite", path: folder }, { clock }).open()).rejects.toBeInstanceOf(StoreError);
      const text = join(folder, "text.db");
      writeFileSync(text, "This is a letter and no database. ".repeat(100));
      await expect(createOutbox({ type: "sqlite", path: text }, { clock }).open()).rejects.toMatchObject({
        failure: "damaged",
        message: `the store ${text} cannot be opened: the store's file is damaged`,
      });
      expect(readFileSync(text, "utf8")).toContain("a letter");
    }));
});

describe("a store in a file", () => {
  test("with a damaged mail that was being sent when the relay ended sets it aside", () =>
    withOutbox(async (relay) => {
      const id = await accepted(relay);
      await relay.outbox.claim(relay.clock.now(), 10, 60_000);
      await relay.spoil("UPDATE entries SET expires_at = 'soon' WHERE kind = 'team'");
      await relay.outbox.claim(relay.clock.now(), 10, 60_000);
      expect([relay.damages, relay.deaths]).toEqual([["entries:number"], ["team"]]);
      expect((await relay.outbox.find(id))?.entries.map(({ kind, state }) => [kind, state])).toEqual([
        ["acknowledgement", "queued"],
      ]);
      expect((await relay.outbox.find(id))?.timeline.filter(({ what }) => what.type === "quarantined")).toHaveLength(1);
      // It is not sent elsewhere either: nobody knows what it is.
      expect(await relay.outbox.redirect({ state: "dead" }, "other@example.com", relay.clock.now())).toBe(0);
    }));

  test("takes out the keys and limits that have ended, however many, and no others", () =>
    withOutbox(async (relay) => {
      const { outbox, clock } = relay;
      await accepted(relay);
      const limit = (n: number, windowMs: number) => ({ key: `client:${n}`, count: 1, windowMs });
      await Promise.all(Array.from({ length: 2100 }, (_, n) => outbox.spend([limit(n, 60_000)], clock.now())));
      await outbox.spend([limit(0, 86_400_000)], clock.now());
      const rows = async (table: string) => {
        await relay.outbox.close();
        const [row] = await relay.store.rows(`SELECT count(*) AS count FROM ${table}`);
        await relay.reopen();
        return row?.count;
      };
      expect([await rows("limits"), await rows("idempotency_keys")]).toEqual([2101, 1]);
      clock.advance(600_000);
      await relay.outbox.purge({ general: 180, forms: { venue: 30 } }, clock.now());
      expect([await rows("limits"), await rows("idempotency_keys")]).toEqual([1, 0]);
    }));
});
