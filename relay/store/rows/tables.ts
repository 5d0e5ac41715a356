// The tables of a store, described once: both databases are made from this, and a copy reads and writes by it.
/** What a store is written in. A store of another format is refused, unless it says that this one can use it. */
export const FORMAT = 5;

/** "?": may be null; "0": is 0 where nothing is given; "sequence": goes on behind the last row where nothing is given. */
type ColumnType = "text" | "text?" | "whole" | "whole?" | "whole 0" | "sequence";

type Columns = Readonly<Record<string, ColumnType>>;

export interface Table<Name extends string = string, OwnColumns extends Columns = Columns> {
  readonly name: Name;
  readonly key: readonly string[];
  readonly columns: OwnColumns;
}

const table = <const Name extends string, const OwnColumns extends Columns>(
  name: Name,
  key: string,
  columns: OwnColumns,
): Table<Name, OwnColumns> => ({ name, key: key.split(" "), columns });

/** The store's own marks: its secret, its format, what the relay keeps for itself. */
const META = table("meta", "name", { name: "text", value: "text" });

export const SUBMISSIONS = table("submissions", "id", {
  id: "text",
  reference: "text",
  form: "text",
  received_at: "whole",
  erased_at: "whole?",
  // The visitor's address as it is compared; empty once erased.
  email_key: "text",
  // crc32 of the payload: shows a row that was changed.
  checksum: "whole",
  payload: "text",
  // What a search compares, folded; null once erased.
  words: "text?",
});

export const TABLES = [
  SUBMISSIONS,
  table("entries", "id", {
    id: "text",
    // Null for a digest, which is about many (digest_items), and for an alert (alerts).
    submission_id: "text?",
    kind: "text",
    // An address, or of a webhook the receiver's URL; empty once erased.
    recipient: "text",
    state: "text",
    // How many have ended: in all, and since it was last queued, which is the step of the schedule.
    attempts: "whole 0",
    tries: "whole 0",
    created_at: "whole",
    due_at: "whole",
    expires_at: "whole",
    life_ms: "whole",
    leased_at: "whole?",
    lease_until: "whole?",
    lease_token: "text?",
    // When it reached the state it is in, and why: one word of a fixed list.
    changed_at: "whole",
    reason: "text?",
  }),
  table("attempts", "entry_id number", {
    entry_id: "text",
    // From 1.
    number: "whole",
    started_at: "whole",
    ended_at: "whole",
    outcome: "text",
    // One word of the classification ("tls", "greylisted", "interrupted").
    reason: "text?",
    // 550; of a webhook, the status of the answer. And "5.1.1".
    smtp_code: "whole?",
    enhanced_code: "text?",
    // The server's words. They may repeat an address: for operators' eyes, not for logs.
    reply: "text?",
    queue_id: "text?",
  }),
  table("events", "sequence", {
    sequence: "sequence",
    submission_id: "text?",
    entry_id: "text?",
    at: "whole",
    type: "text",
    detail: "text?",
    // Who did it; null for the relay itself.
    actor: "text?",
  }),
  // Earlier requests: keys of callers, and fingerprints of whole requests. Keyed hashes only, and short: they come in an order of chance. The
  // fingerprint is that of the request that came under a caller's key, and null where the key itself is the fingerprint.
  table("idempotency_keys", "key", { key: "text", fingerprint: "text?", submission_id: "text", expires_at: "whole" }),
  table("limits", "key", { key: "text", count: "whole", ends_at: "whole" }),
  table("digest_items", "submission_id entry_id", { submission_id: "text", entry_id: "text" }),
  table("receipts", "id", {
    id: "text",
    at: "whole",
    reason: "text",
    submissions: "whole",
    entries: "whole",
    refs: "text",
  }),
  table("quarantine", "sequence", {
    sequence: "sequence",
    at: "whole",
    table_name: "text",
    row_id: "text",
    problem: "text",
  }),
  // What people do that belongs to no submission.
  table("actions", "sequence", { sequence: "sequence", at: "whole", actor: "text?", type: "text", detail: "text?" }),
  // Senders whose requests are held; a block that was lifted stays for the record.
  table("blocks", "id", {
    id: "text",
    kind: "text",
    value: "text",
    at: "whole",
    actor: "text?",
    lifted_at: "whole?",
    lifted_by: "text?",
  }),
  // What is wrong, as it was reported last: since when, how often, when the count was another one, and its end; null while it lasts.
  table("conditions", "name", {
    name: "text",
    since: "whole",
    count: "whole",
    changed_at: "whole",
    reported_at: "whole",
    over_at: "whole?",
  }),
  // What an alert says: the same at every attempt.
  table("alerts", "entry_id", { entry_id: "text", content: "text" }),
] as const;

export type TableName = (typeof TABLES)[number]["name"];
type ColumnsOf<Name> = Extract<(typeof TABLES)[number], { readonly name: Name }>["columns"];
type ValueOf<Type> = (Type extends `text${string}` ? string : number) | (Type extends `${string}?` ? null : never);
type Camel<Column> = Column extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Column;

/** A row under the names of its columns. Times are milliseconds since 1970. */
export type RowOf<Name extends TableName> = {
  readonly [Column in keyof ColumnsOf<Name>]: ValueOf<ColumnsOf<Name>[Column]>;
};
/** The same in the program: `receivedAt` for `received_at`. */
export type RecordOf<Name extends TableName> = {
  readonly [Column in keyof ColumnsOf<Name> as Camel<Column> & string]: ValueOf<ColumnsOf<Name>[Column]>;
};

/** What a database has of its own. */
interface Dialect {
  readonly types: Readonly<Record<ColumnType, string>>;
  /** The function that says where in a text another one begins. */
  readonly position: string;
  /** Behind a table's columns. */
  readonly storageOf: (table: Table) => string;
  readonly indexes: readonly string[];
}

export function schemaOf({ types, position, storageOf, indexes }: Dialect): string {
  // Mails with the same route meet the same fate at a mail server: one recipient of the team, or one domain of visitors.
  const route = `route ${types["text?"]} GENERATED ALWAYS AS (CASE kind
    WHEN 'acknowledgement' THEN lower(substr(recipient, ${position}(recipient, '@') + 1)) ELSE lower(recipient) END) STORED`;
  const createTable = (each: Table): string => {
    const lines = Object.entries(each.columns).map(([column, type]) => `${column} ${types[type]}`);
    if (each.name === "entries") lines.push(route);
    return `CREATE TABLE ${each.name} (${lines.join(", ")}, PRIMARY KEY (${each.key.join(", ")}))${storageOf(each)}`;
  };
  return [...[META, ...TABLES].map(createTable), ...INDEXES, ...indexes].join(";\n");
}

const INDEXES: readonly string[] = [
  "CREATE UNIQUE INDEX submissions_references ON submissions (reference)",
  "CREATE INDEX submissions_kept ON submissions (form, received_at) WHERE erased_at IS NULL",
  "CREATE INDEX entries_of_submission ON entries (submission_id)",
  // Each worker looks for the kinds of mail it sends.
  "CREATE INDEX entries_due ON entries (kind, due_at, id) WHERE state = 'queued' AND lease_token IS NULL",
  // For those who count, and for what waits for a person.
  "CREATE INDEX entries_states ON entries (state, kind)",
  "CREATE INDEX entries_digests ON entries (created_at) WHERE kind = 'digest'",
  "CREATE INDEX events_of_submission ON events (submission_id)",
  "CREATE INDEX events_of_actors ON events (at) WHERE actor IS NOT NULL",
  "CREATE INDEX events_fallbacks ON events (at) WHERE type = 'fell-back'",
  "CREATE INDEX keys_of_submission ON idempotency_keys (submission_id)",
];
