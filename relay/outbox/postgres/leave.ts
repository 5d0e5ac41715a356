// A store on PostgreSQL that is left for another one, while other relays may still be at work on it: first they take nothing more, then what
// they are sending comes to its end, then nothing changes any more.
import type { StoreTarget } from "../../config-values.ts";
import { StoreError } from "../../errors.ts";
import { assertMovable, move } from "../move.ts";
import type { MoveReport } from "../outbox.ts";
import type { PostgresDatabase } from "./connect.ts";
import { MOVED } from "./failures.ts";
import type { Shared } from "./store.ts";

/** Longer than a lease: a relay that still holds one by then is gone. */
const LAST_MAILS_MS = 90_000;
const LOOK_MS = 250;

const REFUSE = `CREATE OR REPLACE FUNCTION refuse_moved() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'the store was moved' USING ERRCODE = '${MOVED}'; END $$`;
const refuseOn = (table: string) =>
  `CREATE TRIGGER refuse_moved BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved()`;

/** Requests come in by these: relays refuse them from now on. */
const DOORS = ["submissions", "limits", "repeats"];
/** And all that goes on with what is there. */
const ROOMS = ["entries", "attempts", "events", "digest_items", "receipts", "quarantine"];

export async function leaveFor(
  database: PostgresDatabase,
  shared: Shared,
  to: StoreTarget,
  rest: () => Promise<void> = async () => {},
): Promise<MoveReport> {
  const identity = shared.secret.hash("store");
  await assertMovable(to, identity);
  await rest();
  await closeDoors(database, to.type === "postgres" ? to.database : to.path);
  try {
    await awaitLastMails(database, shared);
    return await move(
      {
        identity,
        read: (work) =>
          database.transaction(
            async (db) => {
              await db.query(`LOCK TABLE ${[...DOORS, ...ROOMS].join(", ")} IN EXCLUSIVE MODE`);
              const result = await work(db);
              for (const room of ROOMS) await db.query(refuseOn(room));
              return result;
            },
            { isLong: true },
          ),
        leave: async (name) => void (await database.run("UPDATE meta SET value = ? WHERE name = 'moved'", name)),
      },
      to,
    );
  } catch (error) {
    await openDoors(database);
    throw error;
  }
}

const closeDoors = (database: PostgresDatabase, to: string): Promise<void> =>
  database.transaction(
    async (db) => {
      await db.query("INSERT INTO meta VALUES ('moved', ?)", to);
      await db.query(REFUSE);
      for (const door of DOORS) await db.query(refuseOn(door));
    },
    { isLong: true },
  );

const openDoors = (database: PostgresDatabase): Promise<void> =>
  database.transaction(
    async (db) => {
      for (const table of [...DOORS, ...ROOMS]) await db.query(`DROP TRIGGER IF EXISTS refuse_moved ON ${table}`);
      await db.query("DELETE FROM meta WHERE name = 'moved'");
    },
    { isLong: true },
  );

/** No relay claims a mail of a store that is left; those that are being sent have their time. */
async function awaitLastMails(database: PostgresDatabase, shared: Shared): Promise<void> {
  for (const end = performance.now() + LAST_MAILS_MS; performance.now() < end; ) {
    const [row] = await database.query(
      `SELECT count(*) AS count FROM entries WHERE state = 'queued' AND lease_until IS NOT NULL AND NOT (${shared.leaseIsOver()})`,
    );
    if (Number(row?.count) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new StoreError("locked", "another relay is still sending mails of this store; nothing was moved");
}
