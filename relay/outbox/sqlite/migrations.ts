// The shape of the store, step by step. A step that was released is never changed; a new one is added at the end.
import { hash } from "node:crypto";

export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  CREATE TABLE submissions (
    -- What the reference encodes (reference.ts).
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    reference TEXT NOT NULL,
    form TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    erased_at INTEGER,
    -- The visitor's address as it is compared; empty once erased.
    email_key TEXT NOT NULL,
    -- crc32 of the payload: shows a row that the disk has changed.
    checksum INTEGER NOT NULL,
    payload TEXT NOT NULL
  );

  CREATE TABLE entries (
    id TEXT PRIMARY KEY,
    submission_id TEXT,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    -- While an entry is being sent, when its lease ends: that is when it falls due again.
    due_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    life_ms INTEGER NOT NULL,
    leased_at INTEGER,
    lease_until INTEGER,
    lease_token TEXT,
    changed_at INTEGER NOT NULL,
    reason TEXT
  );
  CREATE INDEX entries_waiting ON entries (due_at) WHERE state = 'queued';
  CREATE INDEX entries_of_submission ON entries (submission_id);

  CREATE TABLE attempts (
    entry_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT,
    smtp_code INTEGER,
    enhanced_code TEXT,
    reply TEXT,
    queue_id TEXT,
    PRIMARY KEY (entry_id, number)
  ) WITHOUT ROWID;

  CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    submission_id TEXT,
    entry_id TEXT,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    detail TEXT
  );
  CREATE INDEX events_of_submission ON events (submission_id);

  -- Earlier requests: keys of callers, and prints of whole requests. Keyed hashes only. Rows come in an order of chance, each
  -- on another page: short ones share pages.
  CREATE TABLE repeats (
    key TEXT PRIMARY KEY,
    -- Of the request that came under a caller's key; null where the key itself is the print.
    print TEXT,
    sequence INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE limits (key TEXT PRIMARY KEY, count INTEGER NOT NULL, ends_at INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE digest_items (
    submission_id TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    PRIMARY KEY (submission_id, entry_id)
  ) WITHOUT ROWID;

  CREATE TABLE receipts (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    submissions INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    refs TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE quarantine (
    sequence INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    row_id TEXT NOT NULL,
    problem TEXT NOT NULL
  );

  -- How many entries there are of each state and kind, so that nobody has to count.
  CREATE TABLE tallies (state TEXT NOT NULL, kind TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (state, kind))
    WITHOUT ROWID;
  CREATE TRIGGER tally_new AFTER INSERT ON entries BEGIN
    INSERT INTO tallies VALUES (new.state, new.kind, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER tally_moved AFTER UPDATE OF state ON entries WHEN old.state <> new.state BEGIN
    UPDATE tallies SET count = count - 1 WHERE state = old.state AND kind = old.kind;
    INSERT INTO tallies VALUES (new.state, new.kind, 1) ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  `,
  `
  -- Each worker looks for the kinds of mail it sends.
  DROP INDEX entries_waiting;
  CREATE INDEX entries_due ON entries (kind, due_at) WHERE state = 'queued';
  -- What a purge looks for.
  CREATE INDEX submissions_kept ON submissions (form, received_at) WHERE erased_at IS NULL;
  CREATE INDEX repeats_of_submission ON repeats (sequence);
  `,
  `
  -- What a search compares, folded; null in what an earlier release wrote, and once erased.
  ALTER TABLE submissions ADD COLUMN words TEXT;
  -- Who did it; null for the relay itself.
  ALTER TABLE events ADD COLUMN actor TEXT;
  CREATE INDEX events_of_actors ON events (at) WHERE actor IS NOT NULL;
  -- What people do that belongs to no submission.
  CREATE TABLE actions (
    sequence INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT,
    type TEXT NOT NULL,
    detail TEXT
  );
  -- Senders whose requests are held; a block that was lifted stays for the record.
  CREATE TABLE blocks (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    actor TEXT,
    lifted_at INTEGER,
    lifted_by TEXT
  ) WITHOUT ROWID;
  -- What waits for a person: for commands, the daily digest, the desk and alerts.
  CREATE INDEX entries_kept_back ON entries (state, kind) WHERE state IN ('held', 'dead');
  CREATE INDEX events_fallbacks ON events (at) WHERE type = 'fell-back';

  -- What is wrong, as it was reported last.
  CREATE TABLE conditions (
    name TEXT PRIMARY KEY,
    since INTEGER NOT NULL,
    count INTEGER NOT NULL,
    -- When the count was another one.
    changed_at INTEGER NOT NULL,
    reported_at INTEGER NOT NULL,
    -- Null while it lasts.
    over_at INTEGER
  ) WITHOUT ROWID;
  -- What an alert says: the same at every attempt.
  CREATE TABLE alerts (entry_id TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
  `,
];

/** What takes each step back, so that an earlier version can open a store again (relay/README.md). */
export const STEPS_BACK: readonly (string | null)[] = [
  null,
  `
  DROP INDEX entries_due;
  DROP INDEX submissions_kept;
  DROP INDEX repeats_of_submission;
  CREATE INDEX entries_waiting ON entries (due_at) WHERE state = 'queued';
  `,
  // Kinds of rows that the earlier release does not know: it would set them aside as damaged.
  `
  DELETE FROM attempts WHERE entry_id IN (SELECT id FROM entries WHERE kind IN ('webhook', 'alert'));
  DELETE FROM events WHERE entry_id IN (SELECT id FROM entries WHERE kind IN ('webhook', 'alert'));
  DELETE FROM entries WHERE kind IN ('webhook', 'alert');
  DELETE FROM tallies WHERE kind IN ('webhook', 'alert');
  DROP TABLE alerts;
  DROP TABLE conditions;
  DROP INDEX events_fallbacks;
  DROP INDEX entries_kept_back;
  DROP TABLE blocks;
  DROP TABLE actions;
  DROP INDEX events_of_actors;
  ALTER TABLE events DROP COLUMN actor;
  ALTER TABLE submissions DROP COLUMN words;
  `,
];

/** What a store is marked with: the shape that so many steps lead to, whatever is said or how it is spaced in them. */
export const shapeAfter = (steps: number): string =>
  hash("sha256", MIGRATIONS.slice(0, steps).join("\n").replace(/--.*$/gm, "").replace(/\s+/g, " "), "hex").slice(0, 16);
