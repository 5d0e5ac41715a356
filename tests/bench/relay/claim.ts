// A store on PostgreSQL with so many mails that wait, and what it costs to claim ten of them.
import { crc32 } from "node:zlib";
import pg from "pg";
import { systemClock } from "../../../relay/clock.ts";
import { type PostgresTarget, storeTarget } from "../../../relay/config/targets.ts";
import { createOutbox } from "../../../relay/store/create-outbox.ts";

/** As a request is kept, with a message of some length. */
const PAYLOAD = JSON.stringify([
  ["Zoë", "", "zoe@example.org", "", "", "", "", "", "", "We plan a gala. ".repeat(30)],
  null,
  0,
  [],
]);
const CLAIMS = 60;

const [, , url = "", count = "0"] = process.argv;
const target = storeTarget.parse(url) as PostgresTarget;
const outbox = createOutbox({ ...target, timeoutMs: 60_000 }, { clock: systemClock });
await outbox.open();

const { host, port, user, database, schema } = target;
const client = new pg.Client({ host, port, user, database, options: `-c search_path=${schema}` });
await client.connect();
await client.query(
  `INSERT INTO submissions (id, reference, form, received_at, email_key, checksum, payload)
   SELECT 's' || n, 'EV-' || n, 'contact', n, 'v' || n || '@example.org', $2, $3 FROM generate_series(1, $1::int) AS n`,
  [count, crc32(PAYLOAD), PAYLOAD],
);
await client.query(
  `INSERT INTO entries (id, submission_id, kind, recipient, state, created_at, due_at, expires_at, life_ms, changed_at)
   SELECT 'e' || n, 's' || n, 'team', 'team@example.com', 'queued', n, n, 9e15::bigint, 1, n FROM generate_series(1, $1::int) AS n`,
  [count],
);
await client.query("VACUUM ANALYZE");
await client.end();

const times: number[] = [];
for (let claim = 0; claim < CLAIMS; claim += 1) {
  const startedAt = performance.now();
  const claimed = await outbox.claim(Date.now(), 10, 60_000, { kinds: ["team"], except: [] });
  times.push(performance.now() - startedAt);
  if (claimed.length !== 10) throw new Error(`${claimed.length} mails were claimed`);
}
await outbox.close();
times.sort((a, b) => a - b);
process.send?.({ best: times[0], middle: times[CLAIMS / 2] });
process.once("SIGTERM", () => process.exit());
