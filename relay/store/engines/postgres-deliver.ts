// The worker's side of the store, for any number of relays: a row that one of them has locked is passed over by the others, and leases are
// held against the database's clock.
import type { Submission } from "../../mail/submission.ts";
import { fallBack, setAside } from "../events.ts";
import type { Attempt, AttemptEnd } from "../outbox-entry.ts";
import { type ClaimedEntry, EVERYTHING, type Selection } from "../records.ts";
import { createToken } from "../reference.ts";
import { attemptValues, ENTRY_COLUMNS, entryOf, submissionOf } from "../rows.ts";
import { DamagedRowError, type Row } from "../store.ts";
import type { PostgresDatabase, PostgresStatements } from "./postgres-connect.ts";
import { createStore, type Shared } from "./postgres-store.ts";

const FREE = "leased_at = NULL, lease_until = NULL, lease_token = NULL";

/** As many of each kind as may be needed, from the index in its order; the oldest of them are leased. */
const claimSql = (time: string, over: string) => `WITH
  candidates AS MATERIALIZED (
    SELECT due.* FROM unnest(?::text[]) AS kinds(kind) CROSS JOIN LATERAL (
      SELECT id, due_at AS was_due_at, leased_at AS was_leased_at, lease_token AS was_token, ${time} AS now
      FROM entries
      WHERE state = 'queued' AND entries.kind = kinds.kind AND due_at <= ? AND (lease_until IS NULL OR ${over})
        AND route <> ALL(?::text[])
      ORDER BY due_at, id LIMIT ? FOR UPDATE SKIP LOCKED
    ) AS due ORDER BY was_due_at, id LIMIT ?
  ),
  leased AS (
    UPDATE entries SET leased_at = now, lease_until = now + ?, lease_token = ?, due_at = now + ?,
      attempts = attempts + (was_token IS NOT NULL)::int, tries = tries + (was_token IS NOT NULL)::int
    FROM candidates WHERE entries.id = candidates.id
    RETURNING entries.*, was_due_at, was_leased_at, was_token, now
  ),
  -- Nobody knows how far a sender came that never reported: the mail may be out.
  lost AS (
    INSERT INTO attempts (entry_id, number, started_at, ended_at, outcome, reason)
    SELECT id, attempts, coalesce(was_leased_at, now), now, 'broken-after-data', 'interrupted'
    FROM leased WHERE was_token IS NOT NULL
  )
  SELECT ${ENTRY_COLUMNS.split(", ")
    .map((column) => `leased.${column}`)
    .join(
      ", ",
    )}, leased.route, submissions.id AS found_id, submissions.reference, submissions.form, submissions.received_at,
    submissions.checksum, submissions.payload
  FROM leased LEFT JOIN submissions ON submissions.id = leased.submission_id ORDER BY was_due_at, leased.id`;

export async function claim(
  database: PostgresDatabase,
  shared: Shared,
  now: number,
  limit: number,
  leaseMs: number,
  { kinds, except }: Selection = EVERYTHING,
): Promise<ClaimedEntry[]> {
  const leaseToken = createToken();
  const rows = await database.query(
    claimSql(shared.time(), shared.leaseIsOver()),
    kinds,
    now,
    except,
    limit,
    limit,
    leaseMs,
    leaseToken,
    leaseMs,
  );
  const claimed: ClaimedEntry[] = [];
  for (const row of rows)
    try {
      const entry = entryOf(row);
      const submission = entry.submissionId === null ? null : readSubmission(row, entry.submissionId);
      claimed.push({ entry, submission, route: String(row.route), leaseToken });
    } catch (error) {
      if (!(error instanceof DamagedRowError)) throw error;
      await database.transaction((db) => setAside(createStore(db, shared), error, row, now));
    }
  return claimed;
}

function readSubmission(row: Row, id: string): Submission {
  if (row.found_id === null) throw new DamagedRowError("submissions", id, "missing");
  return submissionOf({ ...row, id });
}

export async function renew(
  database: PostgresDatabase,
  shared: Shared,
  entryId: string,
  leaseToken: string,
  leaseMs: number,
): Promise<boolean> {
  const until = `${shared.time()} + ?`;
  const changed = await database.run(
    `UPDATE entries SET lease_until = ${until}, due_at = ${until} WHERE id = ? AND lease_token = ? AND state = 'queued'`,
    leaseMs,
    leaseMs,
    entryId,
    leaseToken,
  );
  return changed === 1;
}

const FINISH = `WITH ended AS (
    UPDATE entries SET state = ?, reason = ?, due_at = coalesce(?::bigint, due_at), ${FREE},
      changed_at = CASE WHEN state = ? THEN changed_at ELSE ? END, attempts = attempts + 1, tries = tries + 1
    WHERE id = ? AND lease_token = ? AND state = 'queued' RETURNING id, attempts
  )
  INSERT INTO attempts SELECT id, attempts, ?, ?, ?, ?, ?, ?, ?, ? FROM ended`;

export function finish(
  database: PostgresDatabase,
  entryId: string,
  leaseToken: string,
  attempt: Attempt,
  end: AttemptEnd,
): Promise<"recorded" | "lost"> {
  if (end.to !== "queued" || end.recipient === undefined) return finishOn(database, entryId, leaseToken, attempt, end);
  const { recipient } = end;
  return database.transaction(async (db) => {
    const result = await finishOn(db, entryId, leaseToken, attempt, end);
    if (result === "recorded") await fallBack({ db }, entryId, recipient, attempt.endedAt);
    return result;
  });
}

async function finishOn(
  database: Pick<PostgresStatements, "run" | "query">,
  entryId: string,
  leaseToken: string,
  attempt: Attempt,
  end: AttemptEnd,
): Promise<"recorded" | "lost"> {
  const recorded = await database.run(
    FINISH,
    end.to,
    end.to === "delivered" ? null : end.reason,
    end.to === "queued" ? Math.round(end.dueAt) : null,
    end.to,
    attempt.endedAt,
    entryId,
    leaseToken,
    ...attemptValues(attempt),
  );
  return recorded === 1 || (await isRecorded(database, entryId, attempt)) ? "recorded" : "lost";
}

/** Whether a commit came through whose answer was lost: it counts as any other. */
const isRecorded = async (
  database: Pick<PostgresStatements, "query">,
  entryId: string,
  { startedAt, endedAt }: Attempt,
): Promise<boolean> =>
  (
    await database.query(
      "SELECT 1 FROM attempts WHERE entry_id = ? AND started_at = ? AND ended_at = ?",
      entryId,
      startedAt,
      endedAt,
    )
  ).length > 0;
