// A store that the disk damaged, or that is not the one that was here: noticed, named, and never begun again without a word.
import { closeSync, copyFileSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import Database from "libsql";
import { describe, expect, test } from "vitest";
import type { StoreError } from "../../../../../relay/errors.ts";
import { createOutbox } from "../../../../../relay/store/create-outbox.ts";
import type { Outbox } from "../../../../../relay/store/outbox.ts";
import { testFolder } from "../../../../support/process/own-folder.ts";
import { createTestClock } from "../../../support/test-clock.ts";
import { acceptance, attempt, submission } from "../../../support/with-outbox.ts";

const PAGE = 4096;
const REQUESTS = 24;
const clock = createTestClock();

const at = testFolder();

const accept = (outbox: Outbox, n: number) =>
  outbox.accept(acceptance({ submission: submission({ receivedAt: clock.now() }, { message: `${n} `.repeat(150) }) }));

async function filled(path: string): Promise<void> {
  const outbox = createOutbox({ type: "sqlite", path }, { clock });
  await outbox.open();
  for (let n = 0; n < REQUESTS; n += 1) await accept(outbox, n);
  await outbox.close();
}

/** Claims and delivers until nothing more comes, as a worker does, undeterred by faults. */
async function deliverAll(outbox: Outbox): Promise<number> {
  let delivered = 0;
  for (let faults = 0, looks = 0; faults < 3 && looks < 500; looks += 1) {
    try {
      const claimed = await outbox.claim(clock.now(), 10, 60_000);
      // A claim may have met damaged rows alone.
      if (claimed.length === 0 && ((await outbox.nextDueAt()) ?? Number.POSITIVE_INFINITY) > clock.now()) break;
      for (const { entry, leaseToken } of claimed) {
        await outbox.finish(entry.id, leaseToken, attempt(clock), { to: "delivered" });
        delivered += 1;
      }
    } catch {
      faults += 1;
    }
  }
  return delivered;
}

describe("a page that was overwritten", () => {
  test.each([
    ["zeros", Buffer.alloc(PAGE)],
    ["noise", Buffer.alloc(PAGE, "\xab\x13\x77", "latin1")],
  ])("by %s, whichever it is, is noticed where it costs a mail", async (_, noise) => {
    const whole = at("whole.db");
    await filled(whole);
    const outcomes = { noticed: 0, harmless: 0, refused: 0 };
    for (let page = 1; page < statSync(whole).size / PAGE; page += 1) {
      const path = at(`${page}.db`);
      copyFileSync(whole, path);
      const file = openSync(path, "r+");
      writeSync(file, noise, 0, PAGE, page * PAGE);
      closeSync(file);
      const failures: (StoreError | null)[] = [];
      const outbox = createOutbox({ type: "sqlite", path }, { clock, onFailure: (error) => failures.push(error) });
      try {
        await outbox.open();
      } catch (error) {
        expect(["damaged", "foreign"]).toContain((error as StoreError).failure);
        outcomes.refused += 1;
        continue;
      }
      const delivered = await deliverAll(outbox);
      if (delivered < 2 * REQUESTS) {
        expect(failures.map((error) => error?.failure)).toEqual(["damaged"]);
        await expect(accept(outbox, 1000)).rejects.toMatchObject({ failure: "damaged" });
        await expect(outbox.probe()).rejects.toMatchObject({ failure: "damaged" });
        outcomes.noticed += 1;
      } else outcomes.harmless += 1;
      await outbox.close();
      for (const each of [path, `${path}.id`]) rmSync(each, { force: true });
    }
    expect(outcomes.noticed).toBeGreaterThan(5);
  });

  test("with submissions on it gives up the mails of these alone", async () => {
    const path = at("relay.db");
    await filled(path);
    const database = new Database(path);
    const [{ page } = { page: 0 }] = database
      .prepare(
        "SELECT pageno AS page FROM dbstat WHERE name = 'submissions' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 1",
      )
      .all() as { page: number }[];
    database.close();
    const file = openSync(path, "r+");
    writeSync(file, Buffer.alloc(PAGE), 0, PAGE, (page - 1) * PAGE);
    closeSync(file);
    const damages: string[] = [];
    const deaths: string[] = [];
    const outbox = createOutbox(
      { type: "sqlite", path },
      {
        clock,
        onDamage: (damage, mail) => {
          damages.push(`${damage.table}:${damage.message}`);
          if (mail !== null) deaths.push(`${mail.kind} after ${mail.attempts}`);
        },
      },
    );
    await outbox.open();
    const delivered = await deliverAll(outbox);
    expect(delivered).toBeGreaterThan(REQUESTS);
    expect(delivered + deaths.length).toBe(2 * REQUESTS);
    expect([[...new Set(damages)], [...new Set(deaths)].sort()]).toEqual([
      ["submissions:unreadable"],
      ["acknowledgement after 0", "team after 0"],
    ]);
    expect(await outbox.claim(clock.now(), 10, 60_000)).toEqual([]);
    expect(await outbox.nextDueAt()).toBeNull();
    // What is left can be exported; what is not is named.
    const { items } = await outbox.list({}, 100);
    const lost = items.filter(({ submission }) => submission === null);
    expect([items.length, 2 * lost.length]).toEqual([REQUESTS, deaths.length]);
    expect(lost[0]?.receivedAt).toBe(clock.now());
    await outbox.close();
  });
});

describe("at the start", () => {
  const open = (path: string) => {
    const outbox = createOutbox({ type: "sqlite", path }, { clock });
    return outbox.open().then(() => outbox.close());
  };

  test.each<[string, (path: string) => void, string]>([
    ["is gone", (path) => rmSync(path), "emptied"],
    ["was cut to nothing", (path) => truncateSync(path), "emptied"],
    ["was replaced by an empty database", (path) => emptyDatabase(path), "emptied"],
  ])("a store that %s is refused, and nothing is made in its place", async (_, spoil, failure) => {
    const path = at("relay.db");
    await filled(path);
    spoil(path);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    await expect(open(path)).rejects.toMatchObject({
      failure,
      message: `the store ${path} is missing or empty, and ${path}.id says that there was one`,
    });
    expect(statSync(path, { throwIfNoEntry: false })?.size).toBe(size);
    // On purpose, it is begun again.
    rmSync(`${path}.id`);
    await open(path);
  });

  test("another store is refused, and a backup of the same one opens, with the file beside it or without", async () => {
    const [path, other] = [at("relay.db"), at("other.db")];
    await filled(path);
    await filled(other);
    const outbox = createOutbox({ type: "sqlite", path }, { clock });
    await outbox.open();
    await outbox.backup(at("copy.db"));
    await outbox.close();
    copyFileSync(other, path);
    await expect(open(path)).rejects.toMatchObject({ failure: "swapped" });
    copyFileSync(at("copy.db"), path);
    await open(path);
    await open(at("copy.db"));
  });
});

function emptyDatabase(path: string): void {
  rmSync(path);
  writeFileSync(path, "");
  const database = new Database(path);
  database.exec("PRAGMA user_version = 7; PRAGMA user_version = 0");
  database.close();
}
