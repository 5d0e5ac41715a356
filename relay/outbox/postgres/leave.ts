// A store on PostgreSQL that is left for another one, while other relays may still be at work on it: first they take nothing more, then what
// they are sending comes to its end, then nothing changes any more.
import { randomUUID } from "node:crypto";
import type { PostgresTarget, StoreTarget } from "../../config/values.ts";
import { StoreError } from "../../errors.ts";
import { assertMovable, move } from "../move.ts";
import type { MoveReport } from "../outbox.ts";
import { connectPostgres, type PostgresDatabase, type PostgresStatements } from "./connect.ts";
import { MOVED } from "./failures.ts";
import type { Shared } from "./store.ts";

/** Longer than a lease: a relay that still holds one by then is gone. */
const LAST_MAILS_MS = 90_000;
const LOOK_MS = 250;

const REFUSE = `CREATE OR REPLACE FUNCTION refuse_moved() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'the store was moved' USING ERRCODE = '${MOVED}'; END $$`;
async function refuseOn(db: PostgresStatements, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await db.query(
      `DROP TRIGGER IF EXISTS refuse_moved ON ${table}; CREATE TRIGGER refuse_moved BEFORE INSERT OR UPDATE OR DELETE
       ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved()`,
    );
}

/** A store's mark while it is being moved; its value names the move. "moved" takes its place at the end. */
const LEAVING = "leaving";

/** Requests come in by these: relays refuse them from now on. */
const DOORS = ["submissions", "limits", "repeats"];
/** And all that goes on with what is there. */
const ROOMS = [
  "entries",
  "attempts",
  "events",
  "digest_items",
  "receipts",
  "quarantine",
  "actions",
  "blocks",
  "conditions",
  "alerts",
];

export async function leaveFor(
  database: PostgresDatabase,
  shared: Shared,
  to: StoreTarget,
  rest: () => Promise<void> = async () => {},
): Promise<MoveReport> {
  const identity = shared.secret.hash("store");
  await assertMovable(to, identity);
  await rest();
  const own = `${to.type === "postgres" ? to.database : to.path} ${randomUUID()}`;
  try {
    await closeDoors(database, own);
    await awaitLastMails(database, shared);
    return await move(
      {
        identity,
        read: (work) =>
          database.transaction(
            async (db) => {
              await assertOwn(db, own);
              await db.query(`LOCK TABLE ${[...DOORS, ...ROOMS].join(", ")} IN EXCLUSIVE MODE`);
              const result = await work(db);
              await refuseOn(db, ROOMS);
              return result;
            },
            { isLong: true },
          ),
        leave: (name) => leave(database, own, name),
      },
      to,
    );
  } catch (error) {
    await openDoors(database, own);
    throw error;
  }
}

/** A move that ended without a word, such as with its machine: the store is as it was before. A move that is still running fails. */
export async function callOffMove(target: PostgresTarget): Promise<void> {
  const database = await connectPostgres(target);
  try {
    const [row] = await database.query(`SELECT value FROM meta WHERE name = '${LEAVING}'`);
    if (row !== undefined) await openDoors(database, String(row.value));
  } finally {
    await database.close();
  }
}

/** Takes the place of a move that broke off; one that is still running fails. */
const closeDoors = (database: PostgresDatabase, own: string): Promise<void> =>
  database.transaction(
    async (db) => {
      await db.query(
        `INSERT INTO meta VALUES ('${LEAVING}', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        own,
      );
      const [moved] = await db.query("SELECT 1 AS found FROM meta WHERE name = 'moved'");
      if (moved !== undefined) throw new StoreError("moved", "the store was moved");
      await db.query(REFUSE);
      await refuseOn(db, DOORS);
    },
    { isLong: true },
  );

const CALLED_OFF = "the move was called off while it was under way";

/** From here on, until the transaction ends, nobody calls the move off. */
async function assertOwn(db: PostgresStatements, own: string): Promise<void> {
  const [row] = await db.query(`SELECT 1 AS found FROM meta WHERE name = '${LEAVING}' AND value = ? FOR UPDATE`, own);
  if (row === undefined) throw new StoreError("moving", CALLED_OFF);
}

/** Where it was called off behind the copy, there may be rows that were not copied. */
const leave = (database: PostgresDatabase, own: string, to: string): Promise<void> =>
  database.transaction(async (db) => {
    const [before] = await db.query("SELECT 1 AS found FROM meta WHERE name = 'moved' AND value = ?", to);
    const changed = await db.run(
      `UPDATE meta SET name = 'moved', value = ? WHERE name = '${LEAVING}' AND value = ?`,
      to,
      own,
    );
    if (changed === 0 && before === undefined) throw new StoreError("moving", CALLED_OFF);
  });

/** Of this move alone: what another one closed stays closed. */
const openDoors = (database: PostgresDatabase, own: string): Promise<void> =>
  database.transaction(
    async (db) => {
      if ((await db.run(`DELETE FROM meta WHERE name = '${LEAVING}' AND value = ?`, own)) === 0) return;
      for (const table of [...DOORS, ...ROOMS]) await db.query(`DROP TRIGGER IF EXISTS refuse_moved ON ${table}`);
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
