// The proof of a backup: what is good is shown as such, and each way in which a file can be none is found.
import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import Database from "libsql";
import { expect, test } from "vitest";
import { StoreError } from "../../../../relay/errors.ts";
import { identityOfStore, verifyBackup } from "../../../../relay/store/verify-backup.ts";
import { testFolder } from "../../../support/process/own-folder.ts";
import { accepted, withOutbox } from "../../support/with-outbox.ts";

const at = testFolder();

/** A backup of a store with a queued, a held and an erased request, and the store's address. */
const withBackup = (use: (path: string, target: Parameters<typeof identityOfStore>[0]) => Promise<void>) =>
  withOutbox(async ({ outbox, store, clock }) => {
    await accepted({ outbox, clock });
    clock.advance(60_000);
    await accepted({ outbox, clock }, { suspicion: { score: 60, reasons: ["honeypot"] } }, { email: "a@b.ca" });
    clock.advance(60_000);
    await outbox.retry({ state: "queued" }, clock.now());
    await accepted({ outbox, clock }, {}, { email: "gone@b.ca" });
    await outbox.erase("gone@b.ca", clock.now());
    const path = at("backup of today #1.db");
    await outbox.backup(path);
    await use(path, store.target);
  });

const failureOf = async (path: string): Promise<string> => {
  const store = { type: "sqlite", path: at("none.db") } as const;
  try {
    const { problems } = await verifyBackup({ type: "sqlite", path }, await identityOfStore(store));
    return problems.join("; ");
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.failure;
  }
};

const change = (path: string, sql: string) => {
  const db = new Database(path);
  db.exec(sql);
  db.close();
};

test("a good one is counted, dated and known as its store's, and is left as it is", () =>
  withBackup(async (path, target) => {
    const before = readFileSync(path);
    const found = await verifyBackup({ type: "sqlite", path }, await identityOfStore(target));
    expect(found).toMatchObject({
      submissions: 3,
      erased: 1,
      setAside: 0,
      problems: [],
      isOurs: true,
      madeAt: Date.UTC(2025, 10, 14, 15, 2),
      newestAt: Date.UTC(2025, 10, 14, 15, 2),
      bytes: statSync(path).size,
    });
    expect(found.entries.filter(({ state }) => state !== "erased")).toEqual([
      { state: "held", kind: "acknowledgement", count: 1 },
      { state: "held", kind: "team", count: 1 },
      { state: "queued", kind: "acknowledgement", count: 1 },
      { state: "queued", kind: "team", count: 1 },
    ]);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(at())).toEqual(["backup of today #1.db"]);
  }));

test("one of another store is known as such", () =>
  withBackup(async (path) => {
    await withOutbox(async ({ store }) => {
      expect((await verifyBackup({ type: "sqlite", path }, await identityOfStore(store.target))).isOurs).toBe(false);
    });
    const nowhere = { type: "sqlite", path: at("none.db") } as const;
    expect((await verifyBackup({ type: "sqlite", path }, await identityOfStore(nowhere))).isOurs).toBeNull();
  }));

test("a file that is none, or no longer whole, is found", () =>
  withBackup(async (path) => {
    const copy = at("copy.db");
    const after = async (damage: () => void) => {
      copyFileSync(path, copy);
      damage();
      return failureOf(copy);
    };
    expect(await failureOf(at("nothing.db"))).toBe("unusable");
    expect(await after(() => writeFileSync(copy, ""))).toBe("emptied");
    expect(await after(() => writeFileSync(copy, "a letter to nobody".repeat(500)))).toBe("damaged");
    expect(await after(() => truncateSync(copy, statSync(copy).size - 8192))).toBe("damaged");
    expect(await after(() => change(copy, "PRAGMA user_version = 99"))).toBe("newer");
    expect(await after(() => change(copy, "PRAGMA user_version = 4"))).toBe("older");
    expect(await after(() => change(copy, "PRAGMA user_version = 3"))).toBe("foreign");
    expect(await after(() => change(copy, "DELETE FROM meta WHERE name = 'secret'"))).toBe("foreign");
    expect(await after(() => change(copy, "INSERT INTO meta VALUES ('moved', 'elsewhere')"))).toBe("moved");
    expect(await after(() => change(copy, "UPDATE entries SET submission_id = 'x' WHERE rowid = 1"))).toBe(
      "1 mails belong to requests that are not there",
    );
    expect(await after(() => change(copy, "UPDATE submissions SET payload = payload || ' '"))).toMatch(
      /^2 requests cannot be read: EV-[\w-]+, EV-[\w-]+$/,
    );
    expect(await after(() => change(copy, "UPDATE entries SET state = 'lost'"))).toMatch(/^6 mails are of a kind or/);
    writeFileSync(`${copy}-wal`, "rows that are only here");
    expect(await after(() => {})).toBe("unusable");
  }));
