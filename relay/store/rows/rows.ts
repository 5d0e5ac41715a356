// Rows ↔ values. A row that does not read as what was written is damaged: it is reported as such, never guessed at.

import { crc32 } from "node:zlib";
import { FORM_NAME } from "../../contract.ts";
import type { NewSubmission, Submission } from "../../requests/submission.ts";
import { addressKey } from "../../text/email-address.ts";
import { DamagedRowError } from "./damaged-row.ts";
import { ENTRY_KINDS, ENTRY_STATES, type EntryKind, type EntryState, type OutboxEntry } from "./outbox-entry.ts";
import { listOf, raw, type SqlValue, type StoreRow } from "./sql.ts";
import type { Store } from "./store.ts";
import { type RecordOf, type RowOf, TABLES, type TableName } from "./tables.ts";

/** What was sent, and why it looks suspicious. */
export const payloadOf = ({ fields, answers, page, suspicion }: NewSubmission): string =>
  JSON.stringify({ fields, answers, page, suspicion });

export const checksumOf = (payload: string): number => crc32(payload);

export const emailKeyOf = (submission: NewSubmission): string => addressKey(submission.fields.email);

/** Rejects with DamagedRowError. Not for erased rows. */
export function submissionOf(row: StoreRow): Submission {
  const id = String(row.id);
  const payload = String(row.payload);
  const damaged = (problem: string) => new DamagedRowError("submissions", id, problem);
  if (checksumOf(payload) !== row.checksum) throw damaged("checksum");
  const form = String(row.form);
  if (!FORM_NAME.test(form)) throw damaged("form");
  const { reference, receivedAt } = recordOf("submissions", row);
  try {
    return { id, reference, form, receivedAt, ...JSON.parse(payload) };
  } catch {
    throw damaged("payload");
  }
}

const PROPERTIES = new Map<
  string,
  readonly (readonly [column: string, property: string, read: (value: unknown) => SqlValue])[]
>(
  TABLES.map(({ name, columns }) => [
    name,
    Object.entries(columns).map(([column, type]) => [
      column,
      column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      type.startsWith("text") ? String : Number,
    ]),
  ]),
);

/** What was read of a row of this table: of the columns that were asked for, numbers as numbers. */
export function recordOf<Name extends TableName>(table: Name, row: StoreRow): RecordOf<Name> {
  const record: Record<string, SqlValue> = {};
  for (const [column, property, read] of PROPERTIES.get(table) ?? []) {
    const value = row[column];
    if (value !== undefined) record[property] = value === null ? null : read(value);
  }
  return record as RecordOf<Name>;
}

/** What is written of a record, in the order of the table's columns; what belongs to no column is left out. */
export function rowOf<Name extends TableName>(table: Name, record: Partial<RecordOf<Name>>): RowOf<Name> {
  const row: Record<string, unknown> = {};
  for (const [column, property] of PROPERTIES.get(table) ?? []) {
    const value = (record as Readonly<Record<string, unknown>>)[property];
    if (value !== undefined) row[column] = value;
  }
  return row as RowOf<Name>;
}

export const ENTRY_COLUMNS = raw(
  "id, submission_id, kind, recipient, state, attempts, tries, created_at, due_at, expires_at, lease_token, changed_at, reason",
);

/** What is being sent falls due when the sending ends, or its lease does. */
export const WAITING = raw("state = 'queued' AND lease_token IS NULL");
/** What blocks hold is held on purpose. */
export const NOT_BLOCKED = raw("(reason IS NULL OR reason <> 'blocked')");
export const NO_LEASE = raw("leased_at = NULL, lease_until = NULL, lease_token = NULL");

/** Rejects with DamagedRowError. */
export function entryOf(row: StoreRow): OutboxEntry {
  const id = String(row.id);
  if (!ENTRY_KINDS.includes(row.kind as EntryKind)) throw new DamagedRowError("entries", id, "kind");
  if (!ENTRY_STATES.includes(row.state as EntryState)) throw new DamagedRowError("entries", id, "state");
  const numbers = [row.attempts, row.tries, row.created_at, row.due_at, row.expires_at, row.changed_at];
  if (!numbers.every((value) => Number.isSafeInteger(value))) throw new DamagedRowError("entries", id, "number");
  const { leaseToken, ...entry } = recordOf("entries", row);
  return { ...entry, isLeased: leaseToken !== null } as unknown as OutboxEntry;
}

/** Nothing where the row is damaged: the rest of the list is still of use. */
export function readable<Result>(read: () => Result): Result[] {
  try {
    return [read()];
  } catch (error) {
    if (!(error instanceof DamagedRowError)) throw error;
    return [];
  }
}

const inserts = new Map<string, string>();

/** `row`: values by the names of their columns, which are the same in all rows of a table. */
export const insert = ({ db }: Pick<Store, "db">, table: string, row: object, verb = "INSERT") => {
  const values: SqlValue[] = Object.values(row);
  const begun = `${verb} INTO ${table}`;
  const text = inserts.get(begun) ?? `${begun} (${Object.keys(row).join(", ")}) VALUES (${listOf(values).text})`;
  inserts.set(begun, text);
  return db.run({ text, values });
};
