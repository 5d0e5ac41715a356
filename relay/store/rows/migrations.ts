// What changed in the tables from one format of the store to the next. A store of an earlier release is brought here step by step, in one
// transaction; what every engine has to do before that, a copy of the store as it was, is its own.

import { checksumOf } from "./rows.ts";
import { raw, type Statements, type StoreRow, sql } from "./sql.ts";
import { FORMAT } from "./tables.ts";

type EngineName = "sqlite" | "postgres";

interface Migration {
  /** The format that it leads to, from the one before. */
  readonly to: number;
  /** Changes of tables, in their order. */
  readonly statements: Readonly<Record<EngineName, readonly string[]>>;
  /** Changes of rows that no statement can make. */
  readonly changeRows?: (db: Statements) => Promise<void>;
}

/** A store was brought to this release's format. `backup`: where it is as it was, in words for operators. */
export interface Migrated {
  readonly from: number;
  readonly to: number;
  readonly backup: string;
}

const RENAMED_BLOCKS = "ALTER TABLE blocks RENAME COLUMN created_at TO at";
const WITHOUT_OLD_MARKS = "DELETE FROM meta WHERE name IN ('shape', 'runs-with')";

const ENTRY_COLUMNS =
  "id, submission_id, kind, recipient, state, attempts, tries, created_at, due_at, expires_at, life_ms, leased_at, lease_until, lease_token, changed_at, reason";

/** The route is stored with its row, and the index of what is due names the id. */
const ENTRIES_OF_FORMAT_5 = [
  `CREATE TABLE entries_5 (id TEXT NOT NULL, submission_id TEXT, kind TEXT NOT NULL, recipient TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL, life_ms INTEGER NOT NULL, leased_at INTEGER, lease_until INTEGER, lease_token TEXT,
    changed_at INTEGER NOT NULL, reason TEXT, route TEXT GENERATED ALWAYS AS (CASE kind
    WHEN 'acknowledgement' THEN lower(substr(recipient, instr(recipient, '@') + 1)) ELSE lower(recipient) END) STORED,
    PRIMARY KEY (id))`,
  `INSERT INTO entries_5 (${ENTRY_COLUMNS}) SELECT ${ENTRY_COLUMNS} FROM entries`,
  "DROP TABLE entries",
  "ALTER TABLE entries_5 RENAME TO entries",
  "CREATE INDEX entries_of_submission ON entries (submission_id)",
  "CREATE INDEX entries_due ON entries (kind, due_at, id) WHERE state = 'queued' AND lease_token IS NULL",
  "CREATE INDEX entries_states ON entries (state, kind)",
  "CREATE INDEX entries_digests ON entries (created_at) WHERE kind = 'digest'",
];

/** One for each format, without a gap. A change of `tables.ts` that stores have to follow adds one here, and raises FORMAT. */
const MIGRATIONS: readonly Migration[] = [
  {
    to: 5,
    statements: {
      sqlite: [RENAMED_BLOCKS, ...ENTRIES_OF_FORMAT_5, WITHOUT_OLD_MARKS],
      postgres: [RENAMED_BLOCKS, WITHOUT_OLD_MARKS],
    },
    changeRows: namePayloads,
  },
];

/** Of a released relay. */
export const OLDEST_FORMAT = FORMAT - MIGRATIONS.length;

/** In the caller's transaction: all steps, or none. */
export async function migrate(db: Statements, from: number, engine: EngineName): Promise<void> {
  for (const { to, statements, changeRows } of MIGRATIONS) {
    if (to <= from) continue;
    for (const statement of statements[engine]) await db.run(raw(statement));
    await changeRows?.(db);
  }
}

const READ_AT_ONCE = 500;

/** Up to format 4 a submission was an array without names. One that is damaged, or erased, stays as it is. */
async function namePayloads(db: Statements): Promise<void> {
  for (let last = ""; ; ) {
    const rows = await db.all(
      sql`SELECT id, payload, checksum FROM submissions WHERE id > ${last} ORDER BY id LIMIT ${READ_AT_ONCE}`,
    );
    for (const row of rows) {
      const payload = namedPayload(row);
      if (payload !== null)
        await db.run(
          sql`UPDATE submissions SET payload = ${payload}, checksum = ${checksumOf(payload)} WHERE id = ${row.id}`,
        );
    }
    if (rows.length < READ_AT_ONCE) return;
    last = String(rows.at(-1)?.id);
  }
}

/** In the order in which format 4 wrote them. */
const FIELDS_OF_FORMAT_4 =
  "firstName lastName email phone company eventType attendees budgetRange preferredDate message".split(" ");

function namedPayload({ payload: text, checksum }: StoreRow): string | null {
  const payload = String(text);
  if (payload === "" || checksumOf(payload) !== checksum) return null;
  const [values, page, score, reasons, answers = []] = JSON.parse(payload);
  const fields = Object.fromEntries(FIELDS_OF_FORMAT_4.map((name, index) => [name, String(values[index] ?? "")]));
  return JSON.stringify({ fields, answers: answers.map(namedAnswer), page, suspicion: { score, reasons } });
}

/** The words of a consent are what was sent. */
function namedAnswer([name, label, type, value, shown, unknown]: readonly unknown[]) {
  return {
    name,
    label,
    type,
    value,
    ...(shown === undefined || shown === null ? {} : { shown }),
    ...(type === "consent" ? { wording: [value].flat().join("\n") } : {}),
    ...(unknown === 1 ? { unknown: true } : {}),
  };
}
